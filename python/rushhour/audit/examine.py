"""From entries to findings: what is claimed beside what is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rushhour.audit.answers import Answer, Solver
from rushhour.audit.claims import CONVENTIONS, Convention
from rushhour.audit.compare import Answers, finding, is_stray, is_suspect, wrong
from rushhour.audit.entries import Entry
from rushhour.audit.finding import Finding
from rushhour.audit.seen import Seen
from rushhour.puzzle import Goal, Puzzle

# Goals for which the target goes farther, and the cluster is larger.
_FARTHER: tuple[Goal, ...] = ("past", "off")


@dataclass(slots=True)
class Examiner:
    """Examines some entries at a time; `own` is the convention of the data set."""

    own: Convention
    solver: Solver
    seen: Seen | None

    def findings(self, entries: Sequence[Entry]) -> Iterator[Finding]:
        """What is wrong with these entries, in their order."""
        puzzles = {entry.number: entry.item for entry in entries if isinstance(entry.item, Puzzle)}
        truth = self._truth([entry for entry in entries if entry.number in puzzles])
        for entry in entries:
            if entry.number not in puzzles:
                yield finding(entry, "malformed", reason=str(entry.item))
                continue
            yield from self._repeated(entry)
            yield from wrong(entry, truth[entry.number], self.own)

    def _truth(self, entries: Sequence[Entry]) -> dict[int, Answers]:
        """What the claims of each entry are about; where one is wrong, all conventions."""
        truth: dict[int, Answers] = {entry.number: {} for entry in entries}
        sized = [entry for entry in entries if any(not c.convention for c in entry.claims)]
        self._ask(sized, self.own, truth, sizes=True)
        for convention in CONVENTIONS:
            asked = [entry for entry in entries if convention in self._conventions(entry)]
            self._ask(asked, convention, truth)
        suspects = [entry for entry in entries if is_suspect(entry, truth[entry.number])]
        for convention in CONVENTIONS:
            self._ask(suspects, convention, truth)
        strays = [entry for entry in sized if is_stray(entry, truth[entry.number], self.own)]
        for goal in _FARTHER:
            self._ask(strays, Convention(self.own.metric, goal), truth, sizes=True)
        return truth

    def _conventions(self, entry: Entry) -> set[Convention]:
        return {self.own, *(claim.convention for claim in entry.claims if claim.convention)}

    def _ask(
        self,
        entries: Sequence[Entry],
        convention: Convention,
        truth: dict[int, Answers],
        *,
        sizes: bool = False,
    ) -> None:
        """Learn what is not yet known of these entries."""
        asked = [entry for entry in entries if _is_open(truth[entry.number].get(convention), sizes)]
        ask = self.solver.clusters if sizes else self.solver.optima
        answers = ask([entry.item for entry in asked if isinstance(entry.item, Puzzle)], convention)
        for entry, answer in zip(asked, answers, strict=True):
            truth[entry.number][convention] = answer

    def _repeated(self, entry: Entry) -> Iterator[Finding]:
        if self.seen is None or not isinstance(entry.item, Puzzle):
            return
        same, image = self.seen.enter(entry.number, entry.item)
        if same is not None:
            yield finding(entry, "duplicate", same_as=same)
        elif image is not None:
            yield finding(entry, "mirror image", same_as=image)


def _is_open(answer: Answer | None, sizes: bool) -> bool:
    return answer is None or (sizes and answer.status != "unknown" and answer.states is None)
