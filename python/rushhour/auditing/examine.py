"""Examination: from entries to findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rushhour.auditing.answers import Solver
from rushhour.auditing.claims import CONVENTIONS, Claim, Convention
from rushhour.auditing.compare import Truth, finding, is_wrong, wrong
from rushhour.auditing.coverage import Coverage
from rushhour.auditing.entries import AuditEntry
from rushhour.auditing.finding import Finding
from rushhour.auditing.seen import Seen
from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle

# Goals for which the target moves farther, so the cluster is larger.
_FARTHER: tuple[Goal, ...] = ("past", "off")


@dataclass(slots=True)
class Examiner:
    """Examines entries in chunks; `default` is the convention of the data set."""

    default: Convention
    solver: Solver
    seen: Seen | None
    coverage: Coverage

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
        if self.seen is None or not isinstance(entry.item, Puzzle):
            return
        same, image = self.seen.enter(entry.number, entry.item)
        if same is not None:
            yield finding(entry, "duplicate", same_as=same)
        elif image is not None:
            yield finding(entry, "mirror image", same_as=image)


def _is_size(claim: Claim) -> bool:
    return claim.convention is None and claim.measure is None


def _puzzles(entries: Sequence[AuditEntry]) -> list[Puzzle]:
    return [entry.item for entry in entries if isinstance(entry.item, Puzzle)]
