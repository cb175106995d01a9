"""Flaws: where a plan that was made without some of the vehicles fails on the whole board."""

from __future__ import annotations

from rushhour.model.errors import IllegalMoveError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution


def flaw(puzzle: Puzzle, plan: Solution) -> str | None:
    """The first vehicle that the plan runs into; None where the plan solves the puzzle."""
    for move in plan:
        try:
            puzzle = puzzle.apply(move)
        except IllegalMoveError:
            return _first_in_the_way(puzzle, move)
    if not callable(plan.goal) and puzzle.is_solved(plan.goal):
        return None
    way = -1 if puzzle.exit.side in ("left", "top") else 1
    return _first_in_the_way(puzzle, Move(puzzle.target, way * max(puzzle.rows, puzzle.cols)))


def _first_in_the_way(puzzle: Puzzle, move: Move) -> str | None:
    others = [one for one in puzzle.vehicles if one.label != move.vehicle]
    standing = {cell: one.label for one in others for cell in one.cells()}
    entered = puzzle.vehicle(move.vehicle).swept(move.cells)
    return next((standing[cell] for cell in entered if cell in standing), None)
