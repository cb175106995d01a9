"""Lanes: the cells that a vehicle can ever cover, in order, from wall to wall or edge to edge."""

from __future__ import annotations

from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle


def lane(puzzle: Puzzle, vehicle: Vehicle, goal: Goal) -> list[Cell]:
    """The lane of a vehicle; that of the target goes on beyond the exit if the goal does."""
    walls, (back, forth) = set(puzzle.walls), _beyond(puzzle, vehicle, goal)
    size = puzzle.cols if vehicle.axis == "h" else puzzle.rows
    here = vehicle.col if vehicle.axis == "h" else vehicle.row
    first, last = here, here + vehicle.length - 1
    while first > -back and cell_of(vehicle, first - 1) not in walls:
        first -= 1
    while last < size + forth - 1 and cell_of(vehicle, last + 1) not in walls:
        last += 1
    return [cell_of(vehicle, place) for place in range(first, last + 1)]


def cell_of(vehicle: Vehicle, place: int) -> Cell:
    """The cell at a place of a vehicle's row or column."""
    return (vehicle.row, place) if vehicle.axis == "h" else (place, vehicle.col)


def goal_cell(puzzle: Puzzle, goal: Goal) -> Cell:
    """The top-left cell of the target at the goal; for `clear`, at the edge."""
    target = puzzle.vehicle(puzzle.target)
    back, forth = _beyond(puzzle, target, goal)
    if puzzle.exit.side in ("left", "top"):
        return cell_of(target, -back)
    size = puzzle.cols if target.axis == "h" else puzzle.rows
    return cell_of(target, size + forth - target.length)


def edge_cell(puzzle: Puzzle) -> Cell:
    """The last cell of the target's line before the exit."""
    target = puzzle.vehicle(puzzle.target)
    last = (puzzle.cols if target.axis == "h" else puzzle.rows) - 1
    return cell_of(target, 0 if puzzle.exit.side in ("left", "top") else last)


def _beyond(puzzle: Puzzle, vehicle: Vehicle, goal: Goal) -> tuple[int, int]:
    """How many cells outside the board the lane has at its beginning and its end."""
    depth = {"past": 1, "off": vehicle.length}.get(goal, 0) * (vehicle.label == puzzle.target)
    return (depth, 0) if puzzle.exit.side in ("left", "top") else (0, depth)
