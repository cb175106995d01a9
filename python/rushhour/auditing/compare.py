"""Claims about a puzzle compared with the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rushhour.auditing.answers import Computed
from rushhour.auditing.claims import Claim, Convention
from rushhour.auditing.entries import AuditEntry
from rushhour.auditing.finding import Finding, FindingKind
from rushhour.model.move import Goal

DRIVEN_OUT = "slide_edge+1"
"""The convention that counts slides to the edge, and one move more with which the target leaves."""


@dataclass(slots=True)
class Truth:
    """What is known of a puzzle: optima, sizes of its cluster for each goal, and measures."""

    optima: dict[Convention, Computed] = field(default_factory=dict)
    sizes: dict[Goal, Computed] = field(default_factory=dict)
    measures: dict[str, Computed] = field(default_factory=dict)

    def of(self, claim: Claim, default: Convention) -> Computed:
        """The true answer to a claim."""
        if claim.measure is not None:
            return self.measures[claim.measure]
        return self.optima[claim.convention] if claim.convention else self.sizes[default.goal]

    def decided(self, claims: Iterable[Claim], default: Convention) -> Iterator[Claim]:
        """The claims whose truth is known."""
        return (claim for claim in claims if self.of(claim, default).status != "unknown")

    def right_as(self, claim: Claim) -> tuple[str, ...]:
        """The conventions in which a wrong optimum would be right; for a wrong size, the goals."""
        answers: dict[Any, Computed] = dict(self.optima if claim.convention else self.sizes)
        names = [str(key) for key, answer in answers.items() if answer.value == claim.value]
        return tuple(sorted([*names, *[DRIVEN_OUT] * self._drives_out(claim)]))

    def _drives_out(self, claim: Claim) -> bool:
        """Whether an optimum is claimed that counts one move more, by which the target leaves."""
        edge = self.optima.get(Convention("slide", "edge"))
        if claim.convention is None or edge is None or edge.value is None:
            return False
        return claim.value == edge.value + 1


def finding(entry: AuditEntry, kind: FindingKind, **facts: Any) -> Finding:
    """Make a finding about an entry."""
    return Finding(entry.number, kind, entry.line, entry.name, **facts)


def wrong(entry: AuditEntry, truth: Truth, default: Convention) -> Iterator[Finding]:
    """Find the errors in a puzzle and in each claim about it."""
    answer, values = truth.optima[default], [c.value for c in entry.claims if c.convention]
    if answer.status == "unknown":
        yield finding(entry, "undecided", reason=answer.reason)
    elif answer.status == "unsolvable" and None not in values:
        yield finding(entry, "unsolvable")
    elif answer.value == 0 and 0 not in values:
        yield finding(entry, "already solved")
    for claim in entry.claims:
        yield from _compared(entry, claim, truth, default)


def _compared(
    entry: AuditEntry, claim: Claim, truth: Truth, default: Convention
) -> Iterator[Finding]:
    answer = truth.of(claim, default)
    if answer.status == "unknown":
        if claim.convention != default:
            yield finding(entry, "undecided", column=claim.column, reason=answer.reason)
    elif (claim.convention or claim.measure) and answer.status == "unsolvable":
        return  # already reported for the puzzle
    elif claim.measure is not None:
        if not _is_near(claim, answer.value):
            yield _differs(entry, claim, answer, "wrong measure")
    elif answer.value != claim.value:
        kind: FindingKind = "wrong optimum" if claim.convention else "wrong cluster size"
        right_as = () if claim.value is None else truth.right_as(claim)
        yield _differs(entry, claim, answer, kind, right_as)


def _differs(
    entry: AuditEntry,
    claim: Claim,
    answer: Computed,
    kind: FindingKind,
    right_as: tuple[str, ...] = (),
) -> Finding:
    numbers: dict[str, Any] = {"claimed": claim.value, "found": answer.value}
    return finding(entry, kind, column=claim.column, right_as=right_as, **numbers)


def _is_near(claim: Claim, found: float | None) -> bool:
    """Whether a measure has the claimed value, as far as its digits and rounding tell."""
    if found is None or claim.value is None:
        return found == claim.value
    return abs(found - claim.value) <= 0.5 * 10.0**-claim.digits + _ERROR * abs(found)


# The relative error of a measure: a walk is solved to 1e-7, and enters a rating some 40 times.
_ERROR = 1e-5


def is_wrong(entry: AuditEntry, truth: Truth, default: Convention, *, sizes: bool) -> bool:
    """Whether a claimed size or optimum is wrong here and may be right in another convention."""
    return any(
        claim.value is not None and truth.of(claim, default).value not in (None, claim.value)
        for claim in entry.claims
        if claim.measure is None and (claim.convention is None) == sizes
    )
