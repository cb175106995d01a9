"""The five laws, by which the distances of a table are true, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, BinaryIO, NamedTuple

from .file import Header, read
from .rules import Board, Move, RefutedError

Progress = Callable[[int, int], object]


class Proved(NamedTuple):
    """What is proved: no solution costs less than `lower`, and one costs `upper`.

    `lower` is infinite if there is no solution, `upper` if none is known. `states` counts the
    states of the proof, `removed` the vehicles left out of it.
    """

    puzzle: dict[str, Any]
    metric: str
    goal: str
    lower: float
    upper: float
    states: int
    removed: int

    @property
    def claim(self) -> str:
        """The claim in words; see `claim_of`."""
        return claim_of(self.lower, self.upper)


def claim_of(lower: float, upper: float) -> str:
    """Bounds in words: `unsolvable`, `cost = 8`, `5 <= cost <= 8` or `5 <= cost`."""
    if lower == inf:
        return "unsolvable"
    if lower == upper:
        return f"cost = {lower}"
    return f"{lower} <= cost" + (f" <= {upper}" if upper < inf else "")


def check(file: BinaryIO, progress: Progress | None = None) -> Proved:
    """Check a certificate; returns what it proves, which is its claim.

    RefutedError if the claim does not hold, MalformedError if the file is not a certificate.
    `progress` is called regularly with the number of states checked and the number of all.
    """
    header, board, distances = read(file)
    obey(board, distances, header.metric, progress)
    if board.start not in distances:
        raise RefutedError("the start is not in the table")
    upper = inf if header.solution is None else _cost(header, header.solution)
    question = header.puzzle, header.metric, header.goal
    size = len(distances), len(header.removed)
    proved = Proved(*question, distances[board.start], upper, *size)
    if header.claim != proved.claim:
        raise RefutedError(f"the claim is {header.claim!r}, but {proved.claim!r} is proved")
    return proved


def obey(
    board: Board, distances: dict[bytes, float], metric: str, progress: Progress | None = None
) -> None:
    """Check the laws 2 to 5 in every state."""
    for number, (state, here) in enumerate(distances.items()):
        if progress is not None and number % 4096 == 0:
            progress(number, len(distances))
        taken = board.taken(state)
        around = {distances.get(other) for other in board.moves(state, taken, metric)}
        fault = _fault(here, around, board.is_solved(state, taken))
        if fault:
            raise RefutedError(f"state {number} of the table, {list(state)}: {fault}")


def _fault(here: float, around: set[float | None], is_solved: bool) -> str | None:
    """The law that a state with neighbours at these distances breaks, if any."""
    if None in around:
        return "a move leads to a state that is not in the table"
    if is_solved != (here == 0):
        return f"its distance is {here}, but the goal is {'' if is_solved else 'not '}reached"
    if not around <= {here - 1, here, here + 1}:
        return f"its distance is {here}, but a move changes it by more than one"
    if here not in (0, inf) and here - 1 not in around:
        return f"its distance is {here}, but no move leads nearer"
    return None


def _cost(header: Header, solution: list[Move]) -> int:
    """The cost of a solution; RefutedError if it does not solve the puzzle."""
    board = Board.of(header.puzzle, header.goal)
    state = board.start
    for number, move in enumerate(solution, 1):
        after = board.after(state, move)
        if after is None or after not in board.moves(state, board.taken(state), header.metric):
            raise RefutedError(f"move {number} of the solution, {move!a:.40}, is not legal")
        state = after
    if not board.is_solved(state, board.taken(state)):
        raise RefutedError("the solution does not reach the goal")
    return len(solution)
