"""Hints: a best next move, why it is best, and what any other move costs.

    puzzle --distances--> shortest solutions --core--> chain of blockers, reason in words

Only `distances` searches; the core (`src/analysis/hints/`) explains a shortest solution. A chain of
blockers leads from the target to the vehicle that moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import rushhour._core as _core
from rushhour.base.text import shown
from rushhour.custom.functions import require_registered
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell
from rushhour.model.words import units
from rushhour.search.options import GIB, Options, Progress, reporter


@dataclass(frozen=True, slots=True)
class Block:
    """A vehicle, `blocker`, that stands on a `cell` that `blocked` needs.

    To leave the cell, the blocker must move at least `cells`: positive to the right or down.
    `forced` means that it does so in every solution, since edges, walls and vehicles on its line
    rule out the other direction.
    """

    blocked: str
    blocker: str
    cell: Cell
    cells: int
    forced: bool


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

    `distance` is None if there is no solution. `advice` is empty then, and at the goal. `reason`
    says why the first of the moves is best, or why there is none.
    """

    puzzle: Puzzle
    metric: Metric
    goal: Goal
    distance: int | None
    reason: str
    advice: tuple[Advice, ...]

    @property
    def move(self) -> Move | None:
        """A best move, if there is one."""
        return self.advice[0].move if self.advice else None

    def to_dict(self) -> dict[str, object]:
        """The hint as JSON holds it; cells are [row, column], from 0."""
        return {
            "title": self.puzzle.title,
            "metric": self.metric,
            "goal": self.goal,
            "distance": self.distance,
            "reason": self.reason,
            "moves": [asdict(advice) for advice in self.advice],
        }

    def __str__(self) -> str:
        """The best moves with their reasons, then the distance, as `rushhour hint` prints them."""
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

    def to_dict(self) -> dict[str, object]:
        """The verdict as JSON holds it."""
        return {**asdict(self), "lost": self.lost}


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
    options = Options.of_cluster(metric, goal, max_states, max_memory, max_seconds)
    return advised(puzzle, options, every=every, progress=progress)


def advised(
    puzzle: Puzzle,
    options: Options,
    *,
    every: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Hint:
    """A hint with checked options; see `hint`."""
    found = _core.hint(puzzle._core, options, every, names_of(puzzle), reporter(progress))
    return hint_of(puzzle, options, found)


def names_of(puzzle: Puzzle) -> list[str]:
    """The labels of the vehicles, safe to print."""
    return [shown(vehicle.label) for vehicle in puzzle.vehicles]


def hint_of(puzzle: Puzzle, options: Options, found: _core._Hint) -> Hint:
    """A hint of the core for a puzzle."""
    metric, goal = options.metric, require_registered(options.goal, "hint")
    distance, words, rows = found
    labels = [vehicle.label for vehicle in puzzle.vehicles]

    def block(link: _core._Link) -> Block:
        blocked, blocker, cell, cells, forced = link
        return Block(labels[blocked], labels[blocker], cell, cells, forced)

    advice = tuple(
        Advice(Move(labels[index], cells), after, reason, tuple(map(block, chain)))
        for (index, cells), after, reason, chain in rows
    )
    return Hint(puzzle, metric, goal, distance, words, advice)


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
    puzzle, move = puzzle_of(puzzle), Move.of(move)
    options = Options.of_cluster(metric, goal, max_states, max_memory, max_seconds)
    return judged(puzzle, move, options, progress)


def judged(
    puzzle: Puzzle,
    move: Move,
    options: Options,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """The verdict on a move with checked options; see `judge`."""
    puzzle.apply(move)
    step = [vehicle.label for vehicle in puzzle.vehicles].index(move.vehicle), move.cells
    verdict = _core.judge(puzzle._core, step, options, reporter(progress))
    assert verdict is not None  # the move is legal
    return Verdict(move, *verdict)


def price(move: Move, metric: Metric) -> int:
    """The cost of a move."""
    return 1 if metric == "slide" else abs(move.cells)


def sentences(hint: Hint) -> Iterator[str]:
    """A line for each best move: its reason, and the distance after it."""
    if not hint.advice:
        yield f"{hint.reason[0].upper()}{hint.reason[1:]}."
        return
    for advice in hint.advice:
        yield f"{advice.move}: {advice.reason}"
    assert hint.distance is not None
    yield f"{units(hint.distance, hint.metric)} to go, {hint.advice[0].distance} after it"


def verdict_sentence(verdict: Verdict, hint: Hint) -> str:
    """What a move wastes, in words: `B+1 wastes 1 slide: 8 to go before it, 8 after it`."""
    if verdict.lost is None:
        return f"{verdict.move} wastes nothing: there is no solution"
    wasted = "is a best move" if verdict.lost == 0 else f"wastes {units(verdict.lost, hint.metric)}"
    return f"{verdict.move} {wasted}: {verdict.before} to go before it, {verdict.after} after it"
