"""Who stops a plan that was made without some of the vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import IllegalMoveError
from rushhour.puzzle import Move, Puzzle
from rushhour.setup import Cell
from rushhour.solution import Solution


def culprit(puzzle: Puzzle, plan: Solution) -> str | None:
    """The first vehicle of the puzzle that the plan runs into; None where it solves the puzzle."""
    for move in plan:
        try:
            puzzle = puzzle.apply(move)
        except IllegalMoveError:
            return _first_in_the_way(puzzle, move)
    if puzzle.is_solved(plan.goal):
        return None
    way = -1 if puzzle.exit.side in ("left", "top") else 1
    return _first_in_the_way(puzzle, Move(puzzle.target, way * max(puzzle.rows, puzzle.cols)))


def _first_in_the_way(puzzle: Puzzle, move: Move) -> str | None:
    others = [one for one in puzzle.vehicles if one.label != move.vehicle]
    standing = {cell: one.label for one in others for cell in one.cells()}
    return next((standing[cell] for cell in _way(puzzle, move) if cell in standing), None)


def _way(puzzle: Puzzle, move: Move) -> Iterator[Cell]:
    """The cells that a vehicle enters, one after another."""
    vehicle = next(one for one in puzzle.vehicles if one.label == move.vehicle)
    front, way = (-1, 1) if move.cells > 0 else (0, -1)
    row, col = list(vehicle.cells())[front]
    down, right = (0, way) if vehicle.axis == "h" else (way, 0)
    for step in range(1, abs(move.cells) + 1):
        yield row + down * step, col + right * step
