"""hint and judge: the best next move and why, and what another move wastes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rushhour import _core
from rushhour.analysis.hints.chain import Block
from rushhour.analysis.hints.distances import Distances, DistanceWatch, distances, price
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.output.display import shown
from rushhour.search.query import GIB


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
    progress: DistanceWatch = None,
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
    limits = (max_states, max_memory, max_seconds)
    known = distances(puzzle, metric, goal, limits, progress=progress)
    return advise(puzzle, known, metric, goal, every=every)


def advise(
    state: Puzzle, known: Distances, metric: Metric, goal: Goal, *, every: bool = False
) -> Hint:
    """The hint for a state whose distances are known."""
    advice = sorted(_advice(state, known, every=every), key=_difficulty)
    distance = 0 if state.is_solved(goal) else None
    if advice:
        distance = price(advice[0].move, metric) + advice[0].distance
    return Hint(state, metric, goal, distance, tuple(advice if every else advice[:1]))


def _advice(state: Puzzle, known: Distances, *, every: bool) -> Iterator[Advice]:
    for line in known.lines(state, every=every):
        reason, links = _explained(line)
        move = line.moves[0]
        yield Advice(move, line.cost - price(move, line.metric), reason, links)


def _explained(line: Solution) -> tuple[str, tuple[Block, ...]]:
    """Why a shortest solution begins as it does, and the blockers that say so."""
    labels = [vehicle.label for vehicle in line.puzzle.vehicles]
    places = {label: index for index, label in enumerate(labels)}
    moves = [(places[move.vehicle], move.cells) for move in line.moves]
    reason, links = _core.explain(line.puzzle._core, moves, [shown(label) for label in labels])
    return reason, tuple(
        Block(labels[blocked], labels[blocker], cell, cells, forced)
        for blocked, blocker, cell, cells, forced in links
    )


def _difficulty(advice: Advice) -> tuple[bool, int, bool]:
    """A sort key: short chains first, forced moves before others, moves without a chain last."""
    links = advice.chain
    return not links, len(links), not any(link.forced for link in links[-1:])


def judge(
    puzzle: Puzzle | str,
    move: Move | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: DistanceWatch = None,
) -> Verdict:
    """Compare a move with a best one.

    IllegalMoveError if it cannot be made; LimitReachedError as for `hint`.

    >>> judge("..B.../AAB.../..CC../......", "C-1")
    Verdict(move=Move(vehicle='C', cells=-1), cost=1, before=3, after=3)
    """
    puzzle = puzzle_of(puzzle)
    move = Move.of(move)
    after = puzzle.apply(move)
    limits = (max_states, max_memory, max_seconds)
    known = distances(puzzle, metric, goal, limits, progress=progress)
    return Verdict(move, price(move, metric), known.distance(puzzle), known.distance(after))
