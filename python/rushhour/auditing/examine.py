"""Examination: from entries to findings, each claim compared with the truth, repeats named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

import rushhour._core as _core
from rushhour.auditing.claims import CONVENTIONS, Claim, Computed, Convention, Coverage, Solver
from rushhour.auditing.entries import AuditEntry
from rushhour.auditing.known import KnownPuzzles
from rushhour.base.text import JsonDict
from rushhour.errors import LimitReachedError
from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import Limits

_WAYS = range(8)


class Seen:
    """The puzzles seen so far, each with its number: their pictures, and their clusters.

    A picture is kept in a canonical form, which all its symmetric images share, with the symmetry
    that leads there. So equal keys are equal pictures. Each different 6x6 puzzle takes some 400
    bytes.
    """

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}
        self._clusters = _core.Known()
        self._numbers: list[int] = []

    def enter(
        self, number: int, puzzle: Puzzle, limits: Limits, threads: int
    ) -> tuple[FindingKind, int] | None:
        """What a puzzle repeats, and the first puzzle of that kind; None if it is new.

        LimitReachedError if a limit comes before it is known whether a puzzle seen before is
        another state of the same cluster.
        """
        picture, way = puzzle._core.canonical()
        first = self._first.setdefault(bytes([way]) + picture, number)
        if first != number:
            return "duplicate", first
        keys = (bytes([other]) + picture for other in _WAYS if other != way)
        images = [self._first[key] for key in keys if key in self._first]
        if images:
            return "mirror image", min(images)
        states = self._clusters.find(puzzle._core, threads, limits)
        if states:
            return "another state", self._numbers[states[0]]
        self._clusters.add(puzzle._core)
        self._numbers.append(number)
        return None


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
    numbers: JsonDict = {"claimed": claim.value, "found": answer.value}
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


# Goals for which the target moves farther, so the cluster is larger.
_FARTHER: tuple[Goal, ...] = ("past", "off")


@dataclass(slots=True)
class Examiner:
    """Examines entries in chunks; `default` is the convention of the data set."""

    default: Convention
    solver: Solver
    seen: Seen | None
    coverage: Coverage
    known: KnownPuzzles | None
    limits: Limits

    def findings(self, entries: Sequence[AuditEntry]) -> Iterator[Finding]:
        """The findings about these entries, in their order."""
        puzzles = {entry.number: entry.item for entry in entries if isinstance(entry.item, Puzzle)}
        truth = self._truth([entry for entry in entries if entry.number in puzzles])
        for entry in entries:
            if entry.number not in puzzles:
                yield finding(entry, "malformed", reason=str(entry.item))
                continue
            known = truth[entry.number]
            self.coverage.check(known.decided(entry.claims, self.default))
            yield from self._repeated(entry)
            yield from wrong(entry, known, self.default)

    def _truth(self, entries: Sequence[AuditEntry]) -> dict[int, Truth]:
        """The truth for the claims of each entry; for a wrong one, in other conventions too."""
        truth = {entry.number: Truth() for entry in entries}
        sized = [entry for entry in entries if any(map(_is_size, entry.claims))]
        self._explore(sized, self.default, truth)
        measured = [entry for entry in entries if any(claim.measure for claim in entry.claims)]
        for entry, answers in zip(measured, self.solver.measures(_puzzles(measured)), strict=True):
            truth[entry.number].measures = answers
        for convention in CONVENTIONS:
            asked = [entry for entry in entries if convention in self._conventions(entry)]
            self._solve(asked, convention, truth)
        suspects = self._wrong(entries, truth, sizes=False)
        for convention in CONVENTIONS:
            self._solve(suspects, convention, truth)
        suspects = self._wrong(entries, truth, sizes=True)
        for goal in _FARTHER:
            self._explore(suspects, Convention(self.default.metric, goal), truth)
        return truth

    def _conventions(self, entry: AuditEntry) -> set[Convention]:
        return {self.default, *(claim.convention for claim in entry.claims if claim.convention)}

    def _wrong(
        self, entries: Sequence[AuditEntry], truth: dict[int, Truth], *, sizes: bool
    ) -> list[AuditEntry]:
        return [
            entry
            for entry in entries
            if is_wrong(entry, truth[entry.number], self.default, sizes=sizes)
        ]

    def _solve(
        self, entries: Sequence[AuditEntry], convention: Convention, truth: dict[int, Truth]
    ) -> None:
        """Find the optima that are not known yet."""
        asked = [entry for entry in entries if convention not in truth[entry.number].optima]
        answers = self.solver.optima(_puzzles(asked), convention)
        for entry, answer in zip(asked, answers, strict=True):
            truth[entry.number].optima[convention] = answer

    def _explore(
        self, entries: Sequence[AuditEntry], convention: Convention, truth: dict[int, Truth]
    ) -> None:
        """Find the sizes that are not known yet, and the optima that come with them."""
        asked = [entry for entry in entries if convention.goal not in truth[entry.number].sizes]
        answers = self.solver.clusters(_puzzles(asked), convention)
        for entry, (optimum, size) in zip(asked, answers, strict=True):
            truth[entry.number].sizes[convention.goal] = size
            if optimum.status != "unknown":
                truth[entry.number].optima[convention] = optimum

    def _repeated(self, entry: AuditEntry) -> Iterator[Finding]:
        """What a puzzle repeats: one that is known, and one that was seen before."""
        for look in (self._known, self._seen):
            try:
                yield from look(entry)
            except LimitReachedError as error:
                yield finding(entry, "undecided", reason=str(error))

    def _known(self, entry: AuditEntry) -> Iterator[Finding]:
        if self.known is not None and isinstance(entry.item, Puzzle):
            for known in self.known.find_within(entry.item, self.limits, self.solver.threads):
                yield finding(entry, "known", known_as=str(known))

    def _seen(self, entry: AuditEntry) -> Iterator[Finding]:
        if self.seen is not None and isinstance(entry.item, Puzzle):
            repeat = self.seen.enter(entry.number, entry.item, self.limits, self.solver.threads)
            if repeat is not None:
                kind, first = repeat
                yield finding(entry, kind, same_as=first)


def _is_size(claim: Claim) -> bool:
    return claim.convention is None and claim.measure is None


def _puzzles(entries: Sequence[AuditEntry]) -> list[Puzzle]:
    return [entry.item for entry in entries if isinstance(entry.item, Puzzle)]


# Finding: one error in one puzzle of a data set, or in a claim about it.


FindingKind = Literal[
    "malformed",
    "unsolvable",
    "already solved",
    "wrong optimum",
    "wrong cluster size",
    "wrong measure",
    "duplicate",
    "mirror image",
    "another state",
    "known",
    "undecided",
]
KINDS: tuple[FindingKind, ...] = get_args(FindingKind)


@dataclass(frozen=True, slots=True)
class Finding:
    """An error: its kind, its place, and what was claimed and found.

    - `number`: of the puzzle in the data set, from 1; `line`: in the file, if each puzzle is one
      line
    - `column`: the claim; `claimed` and `found`: its numbers, None if there is no solution
    - `right_as`: the conventions in which the claim would be right, such as `step_edge`, or for the
      size of a cluster the goals
    - `same_as`: the number of the first puzzle that looks like this one, or shares its cluster
    - `known_as`: where a puzzle of the same cluster stands among those that are known
    - `reason`: why the puzzle is malformed, or which limit left it undecided
    """

    number: int
    kind: FindingKind
    line: int | None = None
    name: str | None = None
    column: str | None = None
    claimed: float | None = None
    found: float | None = None
    right_as: tuple[str, ...] = ()
    same_as: int | None = None
    known_as: str | None = None
    reason: str | None = None

    def as_dict(self) -> dict[str, object]:
        """The finding as the plain values that JSON holds."""
        return asdict(self)

    @property
    def detail(self) -> str:
        """The details in words, without the kind."""
        if self.kind in ("wrong optimum", "wrong cluster size", "wrong measure"):
            right = f"; right as {', '.join(self.right_as)}" if self.right_as else ""
            return f"{self.column} {_shown(self.claimed)}, found {_shown(self.found)}{right}"
        if self.same_as is not None:
            return f"of puzzle {self.same_as}"
        if self.known_as is not None:
            return f"as {self.known_as}"
        return self.reason or ""

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        detail = f": {self.detail}" if self.detail else ""
        return f"puzzle {self.number}{line}: {self.kind}{detail}"


def _shown(value: float | None) -> str:
    if value is None:
        return "no solution"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
