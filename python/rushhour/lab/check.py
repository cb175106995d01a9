"""check: whether a heuristic is admissible and consistent on every state of whole clusters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from math import inf
from typing import Any, NamedTuple

import rushhour._core as _core
from rushhour.base.expect import expect
from rushhour.base.text import JsonDict
from rushhour.custom.functions import Function, core_heuristic
from rushhour.errors import LimitReachedError
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import brief
from rushhour.search.options import (
    GIB,
    Limits,
    Options,
    heuristic_name,
    heuristic_of,
    heuristics,
)
from rushhour.search.solve import search


def check(
    heuristic: str | Function,
    puzzles: Iterable[Puzzle | str] = (),
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    tiny: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[CheckStage], object] | None = None,
) -> Verdict:
    r"""Compare a heuristic with the true distance of every state reachable from the puzzles.

    `heuristic` is a name from `rushhour.heuristics()` or a function of a `State`. Unless `tiny` is
    false, all tiny boards come first, or after the puzzles for a function: 2 vehicles on up to 30
    cells, 3 on 24 and 4 on 16, from small to large, until both claims are refuted there. A\* solves
    each puzzle from its start and from a state at the largest distance. The limits are for each
    cluster, which takes up to 90 bytes for each state, but `max_seconds` is for all tiny boards
    together. `progress` is called some twenty times a second. LimitReachedError if a limit is
    reached, HeuristicError for a value that is not an estimate.

    >>> verdict = check("distance", metric="slide")
    >>> verdict.admissible, verdict.excess.estimate, verdict.excess.distance
    (False, 2, 1)
    >>> print(verdict.excess.puzzle)
     +---------+
     | A A . . |>
     +---------+
    """
    limits = Limits.of(max_states, max_memory, max_seconds)
    validator = Validator([heuristic], metric, goal, limits, progress)
    return validator.run(puzzles, tiny=tiny)[0]


def check_all(
    puzzles: Iterable[Puzzle | str] = (),
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    names: Sequence[str] | None = None,
    tiny: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[CheckStage], object] | None = None,
) -> tuple[Verdict, ...]:
    """Check the heuristics of these names at once, by default every one of `rushhour.heuristics()`.

    The other options are those of `check`.
    """
    limits = Limits.of(max_states, max_memory, max_seconds)
    names = [entry.name for entry in heuristics()] if names is None else names
    return Validator(names, metric, goal, limits, progress).run(puzzles, tiny=tiny)


# Validation of heuristics: board after board, tiny ones first, each with all its states.


# The numbers of vehicles of tiny boards, and the most cells for each. The smallest boards on which
# `lookahead` is too high have 3 vehicles on 24 cells in slides, and 2 on 27 in steps; with 4
# vehicles on more than 16 cells there are millions of states.
_FAMILIES = {1: 30, 2: 30, 3: 24, 4: 16}
_PULSE = 0.05

TINY_BOARDS = 57_873
"""The number of tiny boards."""


class CheckStage(NamedTuple):
    """How far a check is: the boards that are done, of so many, and the states compared so far."""

    boards: int
    of: int
    states: int


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
        limits: Limits,
        progress: Callable[[CheckStage], object] | None,
    ) -> None:
        check_names(metric, goal)
        self._metric, self._goal = metric, goal
        self._limits = limits
        self._cases = [_Case(heuristic) for heuristic in heuristics]
        self._pace = _Pace(progress)

    def run(self, puzzles: Iterable[Puzzle | str], *, tiny: bool) -> tuple[Verdict, ...]:
        """Validate; returns a verdict for each heuristic, from tiny boards and puzzles.

        Of a function the puzzles come first: what is wrong shows on boards that its author knows.
        """
        puzzles_first = any(callable(case.heuristic) for case in self._cases)
        known = list(map(puzzle_of, puzzles))
        self._pace.of = len(known) + TINY_BOARDS * tiny
        if tiny and not puzzles_first:
            self._look_at_tiny_boards()
        for puzzle in known:
            self._solve(puzzle)
        if tiny and puzzles_first:
            self._look_at_tiny_boards()
        return tuple(case.verdict(self._metric, self._goal) for case in self._cases)

    def _look_at_tiny_boards(self) -> None:
        """Check heuristics on tiny boards until refuted; the limit on seconds is for all boards."""
        begun, bounds = time.monotonic(), self._limits
        after = self._pace.boards + TINY_BOARDS
        for family in _families():
            pending = [case for case in self._cases if not case.is_refuted]
            if not pending:
                break
            if self._limits.seconds is not None:
                left = self._limits.seconds - (time.monotonic() - begun)
                bounds = self._limits._replace(seconds=max(0.0, left))
            told = self._pace.of_tiny if self._pace.is_told else None
            found = _core.survey_tiny(family, *self._arguments(pending, bounds), told)
            for case, tally in self._take(pending, *found):
                case.tiny += tally
        self._pace.boards = after

    def _solve(self, puzzle: Puzzle) -> None:
        """Check all heuristics on a puzzle, and solve it by A* with each."""
        told = self._pace.of_cluster if self._pace.is_told else None
        arguments = self._arguments(self._cases, self._limits)
        found, extremes = _core.survey(puzzle._core, *arguments, told)
        distance, hardest, farthest = extremes
        starts = [(puzzle, distance)]
        starts += [] if hardest is None else [(Puzzle._of(hardest, None), farthest)]
        for case, tally in self._take(self._cases, *found):
            missed = sum(self._misses(case, *start) for start in starts)
            case.given += tally + Tally(searches=len(starts), missed=missed)

    def _arguments(
        self, cases: list[_Case], bounds: Limits
    ) -> tuple[list[Any], Metric, Goal, Limits]:
        guides = [case.guide(self._metric, self._goal) for case in cases]
        return guides, self._metric, self._goal, bounds

    def _take(
        self, cases: list[_Case], boards: int, states: int, distances: int, rows: list[Any]
    ) -> Iterator[tuple[_Case, Tally]]:
        """Record the counterexamples of each heuristic; returns its counts."""
        self._pace.add(boards, states)
        for case, row in zip(cases, rows, strict=True):
            finding = _Finding(*row)
            case.take(finding)
            yield case, finding.tally(boards, states, distances)

    def _misses(self, case: _Case, start: Puzzle, optimum: int | None) -> bool:
        """Whether A* misses the optimum; LimitReachedError if a limit is reached."""
        options = Options.of(
            case.heuristic,
            metric=self._metric,
            goal=self._goal,
            algorithm="astar",
            max_states=self._limits.states,
            max_memory=self._limits.memory,
            max_seconds=self._limits.seconds,
        )
        outcome = search(start, options)
        if outcome.stopped_by is not None:
            known = 1 + outcome.generated - outcome.duplicates
            raise LimitReachedError(outcome.stopped_by, known)
        return outcome.cost != optimum


class _Case:
    """A heuristic and its results so far."""

    def __init__(self, heuristic: str | Function) -> None:
        self.heuristic = heuristic_of(heuristic)
        self.name = heuristic_name(self.heuristic)
        self.tiny, self.given = Tally(), Tally()
        self._excess: tuple[tuple[int, int, int], Excess] | None = None
        self._fall: tuple[tuple[int, int], Fall] | None = None

    @property
    def is_refuted(self) -> bool:
        """Whether both claims have counterexamples among the tiny boards."""
        return self.tiny.too_high > 0 and self.tiny.falls > 0

    def guide(self, metric: Metric, goal: Goal) -> Any:
        """The heuristic in the form that the core takes."""
        return (
            core_heuristic(self.heuristic, metric, goal) if callable(self.heuristic) else self.name
        )

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
    """Reports how many boards and states are done, some twenty times a second."""

    def __init__(self, progress: Callable[[CheckStage], object] | None) -> None:
        expect("progress", progress, Callable | None, "a function or None")
        self._progress = progress
        self.boards = self.of = self._states = 0
        self._last = time.monotonic()

    @property
    def is_told(self) -> bool:
        """Whether anybody is told."""
        return self._progress is not None

    def of_cluster(self, states: int, *_: object) -> None:
        """Report the states of the current cluster."""
        self._tell(0, states)

    def of_tiny(self, boards: int) -> None:
        """Report the tiny boards of a family that are done."""
        self._tell(boards, 0)

    def add(self, boards: int, states: int) -> None:
        """Count finished clusters."""
        self.boards += boards
        self._states += states
        if time.monotonic() - self._last >= _PULSE:
            self._tell(0, 0)

    def _tell(self, boards: int, states: int) -> None:
        self._last = time.monotonic()
        if self._progress is not None:
            self._progress(CheckStage(self.boards + boards, self.of, self._states + states))


def _families() -> Iterator[tuple[int, int]]:
    """All numbers of cells and vehicles of tiny boards, from small to large."""
    for cells in range(2, max(_FAMILIES.values()) + 1):
        yield from ((cells, count) for count, most in _FAMILIES.items() if cells <= most)


def _size(puzzle: Puzzle) -> tuple[int, int]:
    """The size of a board: its cells, then its vehicles."""
    return puzzle.rows * puzzle.cols, len(puzzle.vehicles)


def _or_infinite(estimate: int | None) -> float:
    return inf if estimate is None else estimate


# Verdicts: what holds for a heuristic on the states that were searched, and only there.


@dataclass(frozen=True, slots=True)
class Excess:
    """A state whose estimate exceeds its true distance: the heuristic is not admissible.

    An infinite estimate is an excess if the state has a solution.
    """

    puzzle: Puzzle
    estimate: float
    distance: int

    def __str__(self) -> str:
        return f"h = {number(self.estimate)}, the distance is {self.distance}:\n{self.puzzle}"

    def as_json(self) -> JsonDict:
        """The counterexample as plain values: its board as a picture in lines, infinity as null."""
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Fall:
    """A move on which the estimate falls by more than it costs: the heuristic is not consistent."""

    puzzle: Puzzle
    move: Move
    before: float
    after: int

    def __str__(self) -> str:
        return f"{self.move} takes h from {number(self.before)} to {self.after}:\n{self.puzzle}"

    def as_json(self) -> JsonDict:
        """The counterexample as plain values, in the same way."""
        return _plain(self) | {"move": str(self.move)}


@dataclass(frozen=True, slots=True)
class Tally:
    r"""Counts over some boards.

    `moves` counts both directions. `too_high` counts solvable states whose estimate exceeds their
    distance; `worst` is the largest excess, infinity if an estimate was infinite. `falls` counts
    moves on which the estimate falls by more than they cost; `estimates` and `distances` are sums
    over the solvable states. A\* searched `searches` times and missed the optimum `missed` times.
    """

    boards: int = 0
    states: int = 0
    moves: int = 0
    too_high: int = 0
    worst: float = 0
    falls: int = 0
    estimates: int = 0
    distances: int = 0
    searches: int = 0
    missed: int = 0

    @property
    def accuracy(self) -> float | None:
        """The mean estimate divided by the mean distance of solvable states; None if that is 0."""
        return self.estimates / self.distances if self.distances else None

    def __add__(self, other: Tally) -> Tally:
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)}
        return Tally(**sums | {"worst": max(self.worst, other.worst)})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a heuristic is admissible and consistent on every state of some clusters.

    `given` has the counts over the given puzzles, `tiny` those over tiny boards, which were
    searched until they held a counterexample. `excess` and `fall` are the smallest of their kind:
    fewest cells, then fewest vehicles, then nearest to the goal.
    """

    heuristic: str
    metric: Metric
    goal: Goal
    tiny: Tally = Tally()
    given: Tally = Tally()
    excess: Excess | None = None
    fall: Fall | None = None

    @property
    def admissible(self) -> bool:
        """Whether no estimate exceeded the true distance."""
        return self.excess is None

    @property
    def consistent(self) -> bool:
        """Whether it is admissible and never falls by more than a move costs."""
        return self.admissible and self.fall is None

    @property
    def proof(self) -> Solution | None:
        """A shortest solution of the board of `excess`, found by a search each time."""
        if self.excess is None:
            return None
        options = Options.of_cluster(self.metric, self.goal)
        return search(self.excess.puzzle, options).solution

    def __str__(self) -> str:
        table = dict(_rows(self))
        width = max(map(len, table))
        head = f"{self.heuristic} in {self.metric}s, goal {self.goal}"
        lines = [head, *(f"  {name:{width}}  {text}" for name, text in table.items())]
        lines += [f"too high: {self.excess}"] if self.excess else []
        proof = self.proof
        if proof is not None:
            moves = ", ".join(brief(move, proof.puzzle) for move in proof.moves)
            lines.append(f"solved by {moves or 'no move'}")
        lines += [f"inconsistent: {self.fall}"] if self.fall else []
        return "\n".join(lines)

    def as_json(self) -> JsonDict:
        """The verdict as plain values: boards as pictures in lines, infinity as null."""
        excess, fall = self.excess, self.fall
        proof = str(self.proof or "")
        return {
            "heuristic": self.heuristic,
            "metric": self.metric,
            "goal": self.goal,
            "admissible": self.admissible,
            "consistent": self.consistent,
            "excess": excess and excess.as_json() | {"proof": proof},
            "fall": fall and fall.as_json(),
            "tiny": _plain(self.tiny) | {"accuracy": self.tiny.accuracy},
            "given": _plain(self.given) | {"accuracy": self.given.accuracy},
        }


def _rows(verdict: Verdict) -> Iterator[tuple[str, str]]:
    for name, tally in (("tiny boards", verdict.tiny), ("puzzles", verdict.given)):
        if tally.boards:
            yield name, f"{tally.boards:,}: {tally.states:,} states, {tally.moves:,} moves"
    total = verdict.tiny + verdict.given
    if not total.boards:
        yield "admissible", "unknown: no state was seen"
        return
    everywhere = "yes, in every one of these states; elsewhere nothing is proved"
    high = f"too high in {total.too_high:,} of {total.states:,} states"
    high = f"no: {high}, by up to {number(total.worst)}"
    yield "admissible", everywhere if verdict.admissible else high
    falls = f"in {total.falls:,} of {total.moves:,} moves h falls by more than the cost"
    falls = f"no: {falls}" if total.falls else "no"
    yield "consistent", "yes" if verdict.consistent else falls
    if verdict.given.accuracy is not None:
        yield "mean h / mean h*", f"{verdict.given.accuracy:.3f}"
    if total.searches:
        right = total.searches - total.missed
        where = "from each puzzle and the hardest state of its cluster"
        yield "A* with it", f"{right:,} of {total.searches:,} solutions are shortest, {where}"


def _plain(value: Excess | Fall | Tally) -> JsonDict:
    if isinstance(value, Tally):
        plain = asdict(value)
    else:
        plain = {name: getattr(value, name) for name in value.__slots__}
        plain = {"board": str(plain.pop("puzzle")).splitlines(), **plain}
    return {name: None if item == inf else item for name, item in plain.items()}


def number(value: float) -> str:
    """An estimate or an excess in words."""
    return "infinity" if value == inf else str(value)
