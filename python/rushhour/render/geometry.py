"""Geometry of pictures: the first cell of the board is at (0, 0); a cell is 60 units wide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle

CELL = 60
GAP = 4
FRAME = 12
EXIT = 26
PAD = 8

# For each side of the board, the direction outwards, as right and down.
OUTWARD = {"right": (1, 0), "left": (-1, 0), "top": (0, -1), "bottom": (0, 1)}


class Box(NamedTuple):
    """A rectangle: its top-left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        """The rectangle without a margin, or with one if `by` is negative."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def joined(self, other: Box) -> Box:
        """The smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)


def cell_box(cell: Cell) -> Box:
    """The square of a cell."""
    return Box(cell[1] * CELL, cell[0] * CELL, CELL, CELL)


def body(vehicle: Vehicle) -> Box:
    """The area of a vehicle, a little less than its cells."""
    across = vehicle.axis == "h"
    width, height = (vehicle.length, 1) if across else (1, vehicle.length)
    return Box(vehicle.col * CELL, vehicle.row * CELL, width * CELL, height * CELL).inset(GAP)


def outline(vehicle: Vehicle) -> Box:
    """The area of a vehicle with its outline."""
    return body(vehicle).inset(-GAP / 2)


def floor(puzzle: Puzzle) -> Box:
    """All cells of a board."""
    return Box(0, 0, puzzle.cols * CELL, puzzle.rows * CELL)


def gate(puzzle: Puzzle) -> Box:
    """The opening of the frame at the exit."""
    return _beyond(puzzle, 0, FRAME)


def sign(puzzle: Puzzle) -> Box:
    """The place of the exit's mark, outside the frame."""
    return _beyond(puzzle, FRAME, EXIT)


def _beyond(puzzle: Puzzle, start: float, depth: float) -> Box:
    """A box as wide as the exit, at a distance beyond the edge."""
    side, line = puzzle.exit.side, puzzle.exit.line * CELL
    place = {
        "right": puzzle.cols * CELL + start,
        "bottom": puzzle.rows * CELL + start,
    }.get(side, -start - depth)
    if side in ("right", "left"):
        return Box(place, line, depth, CELL)
    return Box(line, place, CELL, depth)


def extent(puzzles: Iterable[Puzzle]) -> Box:
    """The extent of a board in some states: frame, exit, and vehicles that have left."""
    whole: Box | None = None
    for puzzle in puzzles:
        around = floor(puzzle).inset(-FRAME).joined(sign(puzzle)) if whole is None else whole
        target = puzzle.vehicle(puzzle.target)
        whole = around.joined(body(target))
    assert whole is not None
    return whole.inset(-PAD)
