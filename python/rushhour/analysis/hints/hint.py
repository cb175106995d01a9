"""hint and judge: the best next move and why, and what another move wastes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rushhour import _core
from rushhour.analysis.hints.chain import Block
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.search.query import GIB, Progress, checked_limits, reporter


@dataclass(frozen=True, slots=True)
class Advice:
    """A best move; `distance` is how far the goal is after it.

    `chain` holds the blockers from the target to the vehicle that moves; if no short chain leads
    there, it is empty and `reason` says so.
    """

    move: Move
    distance: int
    reason: str
    chain: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """The distance to the goal, and best moves, the best explained first.

    `distance` is None if there is no solution. `advice` is empty then, and at the goal.
    """

    puzzle: Puzzle
    metric: Metric
    goal: Goal
    distance: int | None
    advice: tuple[Advice, ...]

    @property
    def move(self) -> Move | None:
        """A best move, if there is one."""
        return self.advice[0].move if self.advice else None

    @property
    def reason(self) -> str:
        """Why the move is best, or why there is none."""
        if self.advice:
            return self.advice[0].reason
        return "there is no solution" if self.distance is None else "already solved"

    def __str__(self) -> str:
        """The best moves with their reasons, then the distance, as `rushhour hint` prints them."""
        from rushhour.analysis.hints.report import sentences

        return "\n".join(sentences(self))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move does: the distances before and after it, and its cost.

    `lost` is what it wastes: 0 for a best move; None, as the distances, if there is no solution.
    """

    move: Move
    cost: int
    before: int | None
    after: int | None

    @property
    def lost(self) -> int | None:
        """By how much the best solution that begins with this move is longer than the shortest."""
        if self.before is None or self.after is None:
            return None
        return self.cost + self.after - self.before


def hint(
    puzzle: Puzzle | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    every: bool = False,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Hint:
    """Find a best next move and why it is best; with `every`, all best moves.

    LimitReachedError if a limit is reached: on the states and bytes of each search, or on the
    seconds of all. Clusters of up to a million states are explored. On larger ones a hint takes two
    searches, with `every` one for each legal move.

    >>> answer = hint("..B.../AAB.../.CCC../......")
    >>> answer.distance, str(answer.move), answer.reason
    (3, 'C+2', 'C must go right 2, since B needs its cell to clear the exit')
    """
    puzzle = puzzle_of(puzzle)
    check_names(metric, goal)
    limits = checked_limits(max_states, max_memory, max_seconds)
    names = names_of(puzzle)
    found = _core.hint(puzzle._core, metric, goal, every, names, limits, reporter(progress))
    return hint_of(puzzle, metric, goal, found)


def names_of(puzzle: Puzzle) -> list[str]:
    """The labels of the vehicles, safe to print."""
    return [shown(vehicle.label) for vehicle in puzzle.vehicles]


def hint_of(puzzle: Puzzle, metric: Metric, goal: Goal, found: _core._Hint) -> Hint:
    """A hint of the core for a puzzle."""
    distance, _, rows = found
    labels = [vehicle.label for vehicle in puzzle.vehicles]

    def block(link: _core._Link) -> Block:
        blocked, blocker, cell, cells, forced = link
        return Block(labels[blocked], labels[blocker], cell, cells, forced)

    advice = tuple(
        Advice(Move(labels[index], cells), after, reason, tuple(map(block, chain)))
        for (index, cells), after, reason, chain in rows
    )
    return Hint(puzzle, metric, goal, distance, advice)


def judge(
    puzzle: Puzzle | str,
    move: Move | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Compare a move with a best one.

    IllegalMoveError if it cannot be made; LimitReachedError as for `hint`.

    >>> judge("..B.../AAB.../..CC../......", "C-1")
    Verdict(move=Move(vehicle='C', cells=-1), cost=1, before=3, after=3)
    """
    puzzle = puzzle_of(puzzle)
    move = Move.of(move)
    after = puzzle.apply(move)
    check_names(metric, goal)
    limits = checked_limits(max_states, max_memory, max_seconds)
    before, later = _core.judge(puzzle._core, after._core, metric, goal, limits, reporter(progress))
    return Verdict(move, price(move, metric), before, later)


def price(move: Move, metric: Metric) -> int:
    """The cost of a move."""
    return 1 if metric == "slide" else abs(move.cells)
