"""Validation of heuristics: board after board, tiny ones first, each with all its states."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from rushhour import _core
from rushhour.custom.heuristic import Function, guarded
from rushhour.formats import puzzle_of
from rushhour.lab.verdict import Excess, Fall, Tally, Verdict
from rushhour.model.errors import LimitReachedError
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import Progress, SearchLimits, checked_limits, reporter
from rushhour.search.registry import chosen, heuristic_name
from rushhour.search.solve import solve

# The numbers of vehicles of tiny boards, and the most cells for each. The smallest boards on which
# `lookahead` is too high have 3 vehicles on 24 cells in slides, and 2 on 27 in steps; with 4
# vehicles on more than 16 cells there are millions of states.
_FAMILIES = {1: 30, 2: 30, 3: 24, 4: 16}
_PULSE = 0.05


class _Finding(NamedTuple):
    """The core's result for a heuristic on a cluster."""

    too_high: int
    worst: int
    given_up: int
    estimates: int
    moves: int
    falls: int
    excess: tuple[_core.Puzzle, int | None, int] | None
    fall: tuple[_core.Puzzle, tuple[int, int], int | None, int] | None

    def tally(self, boards: int, states: int, distances: int) -> Tally:
        """The counts, together with those of the clusters."""
        return Tally(
            boards=boards,
            states=states,
            moves=self.moves,
            too_high=self.too_high,
            worst=inf if self.given_up else self.worst,
            falls=self.falls,
            estimates=self.estimates,
            distances=distances,
        )


class Validator:
    """Validates heuristics on every state of one cluster after another."""

    def __init__(
        self,
        heuristics: Sequence[str | Function],
        metric: Metric,
        goal: Goal,
        limits: dict[str, Any],
        progress: Callable[[Progress], object] | None,
    ) -> None:
        check_names(metric, goal)
        self._metric, self._goal = metric, goal
        self._limits, self._bounds = limits, SearchLimits(*checked_limits(*limits.values()))
        self._cases = [_Case(heuristic) for heuristic in heuristics]
        self._pace = _Pace(progress)

    def run(self, puzzles: Iterable[Puzzle | str], *, tiny: bool) -> tuple[Verdict, ...]:
        """Validate; returns a verdict for each heuristic, from tiny boards and puzzles."""
        if tiny:
            self._look_at_tiny_boards()
        for puzzle in puzzles:
            self._solve(puzzle_of(puzzle))
        return tuple(case.verdict(self._metric, self._goal) for case in self._cases)

    def _look_at_tiny_boards(self) -> None:
        """Check heuristics on tiny boards until refuted; the limit on seconds is for all boards."""
        begun, bounds = time.monotonic(), self._bounds
        for family in _families():
            pending = [case for case in self._cases if not case.is_refuted]
            if not pending:
                return
            if self._bounds.seconds is not None:
                left = self._bounds.seconds - (time.monotonic() - begun)
                bounds = self._bounds._replace(seconds=max(0.0, left))
            found = _core.survey_tiny(family, *self._arguments(pending, bounds))
            for case, tally in self._take(pending, *found):
                case.tiny += tally

    def _solve(self, puzzle: Puzzle) -> None:
        """Check all heuristics on a puzzle, and solve it by A* with each."""
        found, extremes = _core.survey(puzzle._core, *self._arguments(self._cases, self._bounds))
        distance, hardest, farthest = extremes
        starts = [(puzzle, distance)]
        starts += [] if hardest is None else [(Puzzle._of(hardest, None), farthest)]
        for case, tally in self._take(self._cases, *found):
            missed = sum(self._misses(case, *start) for start in starts)
            case.given += tally + Tally(searches=len(starts), missed=missed)

    def _arguments(self, cases: list[_Case], bounds: SearchLimits) -> tuple[Any, ...]:
        guides = [case.guide(self._metric, self._goal) for case in cases]
        report = reporter(self._pace.seen)
        return guides, self._metric, self._goal, bounds, report

    def _take(
        self, cases: list[_Case], boards: int, states: int, distances: int, rows: list[Any]
    ) -> Iterator[tuple[_Case, Tally]]:
        """Record the counterexamples of each heuristic; returns its counts."""
        self._pace.add(states)
        for case, row in zip(cases, rows, strict=True):
            finding = _Finding(*row)
            case.take(finding)
            yield case, finding.tally(boards, states, distances)

    def _misses(self, case: _Case, start: Puzzle, optimum: int | None) -> bool:
        """Whether A* misses the optimum; LimitReachedError if a limit is reached."""
        query: dict[str, Any] = {"metric": self._metric, "goal": self._goal, **self._limits}
        outcome = solve(start, algorithm="astar", heuristic=case.heuristic, **query)
        if outcome.stopped_by is not None:
            known = 1 + outcome.generated - outcome.duplicates
            raise LimitReachedError(outcome.stopped_by, known)
        return outcome.cost != optimum


class _Case:
    """A heuristic and its results so far."""

    def __init__(self, heuristic: str | Function) -> None:
        self.heuristic = chosen(heuristic)
        self.name = heuristic_name(self.heuristic)
        self.tiny, self.given = Tally(), Tally()
        self._excess: tuple[tuple[int, int, int], Excess] | None = None
        self._fall: tuple[tuple[int, int], Fall] | None = None

    @property
    def is_refuted(self) -> bool:
        """Whether both claims have counterexamples."""
        return self._excess is not None and self._fall is not None

    def guide(self, metric: Metric, goal: Goal) -> Any:
        """The heuristic in the form that the core takes."""
        return guarded(self.heuristic, metric, goal) if callable(self.heuristic) else self.name

    def take(self, finding: _Finding) -> None:
        """Keep counterexamples that are the smallest so far."""
        if finding.excess is not None:
            core, estimate, distance = finding.excess
            state = Puzzle._of(core, None)
            key = (*_size(state), distance)
            if self._excess is None or key < self._excess[0]:
                self._excess = key, Excess(state, _or_infinite(estimate), distance)
        if finding.fall is not None:
            core, (vehicle, cells), before, after = finding.fall
            state = Puzzle._of(core, None)
            move = Move(state.vehicles[vehicle].label, cells)
            if self._fall is None or _size(state) < self._fall[0]:
                self._fall = _size(state), Fall(state, move, _or_infinite(before), after)

    def verdict(self, metric: Metric, goal: Goal) -> Verdict:
        """The final verdict."""
        excess, fall = self._excess and self._excess[1], self._fall and self._fall[1]
        return Verdict(self.name, metric, goal, self.tiny, self.given, excess, fall)


class _Pace:
    """Reports how many states are done, some twenty times a second."""

    def __init__(self, progress: Callable[[Progress], object] | None) -> None:
        self._progress = progress
        self._done = 0
        self._last = time.monotonic()

    def seen(self, now: Progress) -> None:
        """Report the progress in the current cluster."""
        if self._progress is not None:
            self._last = time.monotonic()
            self._progress(Progress(self._done + now.states, now.bytes, 0))

    def add(self, states: int) -> None:
        """Count a finished cluster."""
        self._done += states
        if time.monotonic() - self._last >= _PULSE:
            self.seen(Progress(0, 0, 0))


def _families() -> Iterator[tuple[int, int]]:
    """All numbers of cells and vehicles of tiny boards, from small to large."""
    for cells in range(2, max(_FAMILIES.values()) + 1):
        yield from ((cells, count) for count, most in _FAMILIES.items() if cells <= most)


def _size(puzzle: Puzzle) -> tuple[int, int]:
    """The size of a board: its cells, then its vehicles."""
    return puzzle.rows * puzzle.cols, len(puzzle.vehicles)


def _or_infinite(estimate: int | None) -> float:
    return inf if estimate is None else estimate
