"""What is claimed of a puzzle beside what is true of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rushhour.audit.answers import Answer
from rushhour.audit.claims import Claim, Convention
from rushhour.audit.entries import Entry
from rushhour.audit.finding import Finding, Kind
from rushhour.model.puzzle import Goal


@dataclass(slots=True)
class Truth:
    """What is known of a puzzle: optima, and sizes of its cluster by the goal that bounds it."""

    optima: dict[Convention, Answer] = field(default_factory=dict)
    sizes: dict[Goal, Answer] = field(default_factory=dict)

    def of(self, claim: Claim, own: Convention) -> Answer:
        """What a claim is about."""
        return self.optima[claim.convention] if claim.convention else self.sizes[own.goal]

    def decided(self, claims: Iterable[Claim], own: Convention) -> Iterator[Claim]:
        """The claims whose truth is known."""
        return (claim for claim in claims if self.of(claim, own).status != "unknown")

    def right_as(self, claim: Claim) -> tuple[str, ...]:
        """The conventions in which a wrong optimum is right; the goals for a wrong size."""
        answers: dict[Any, Answer] = dict(self.optima if claim.convention else self.sizes)
        return tuple(
            sorted(str(key) for key, answer in answers.items() if answer.value == claim.value)
        )


def finding(entry: Entry, kind: Kind, **facts: Any) -> Finding:
    """A finding about an entry."""
    return Finding(entry.number, kind, entry.line, entry.name, **facts)


def wrong(entry: Entry, truth: Truth, own: Convention) -> Iterator[Finding]:
    """What is wrong with a puzzle, and with each claim about it."""
    answer, values = truth.optima[own], [c.value for c in entry.claims if c.convention]
    if answer.status == "unknown":
        yield finding(entry, "undecided", reason=answer.reason)
    elif answer.status == "unsolvable" and None not in values:
        yield finding(entry, "unsolvable")
    elif answer.value == 0 and 0 not in values:
        yield finding(entry, "already solved")
    for claim in entry.claims:
        yield from _compared(entry, claim, truth, own)


def _compared(entry: Entry, claim: Claim, truth: Truth, own: Convention) -> Iterator[Finding]:
    answer = truth.of(claim, own)
    if answer.status == "unknown":
        if claim.convention != own:
            yield finding(entry, "undecided", column=claim.column, reason=answer.reason)
    elif claim.convention and answer.status == "unsolvable":
        return  # said of the puzzle
    elif answer.value != claim.value:
        kind: Kind = "wrong optimum" if claim.convention else "wrong cluster size"
        right_as = () if claim.value is None else truth.right_as(claim)
        numbers = {"claimed": claim.value, "found": answer.value, "right_as": right_as}
        yield finding(entry, kind, column=claim.column, **numbers)


def is_wrong(entry: Entry, truth: Truth, own: Convention, *, sizes: bool) -> bool:
    """Whether a claimed size, or else a claimed optimum, is wrong and may be right elsewhere."""
    return any(
        claim.value is not None and truth.of(claim, own).value not in (None, claim.value)
        for claim in entry.claims
        if (claim.convention is None) == sizes
    )
