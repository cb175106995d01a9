"""Moves, places and counts in words for people, who count from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rushhour._core as _core
from rushhour.base.text import shown
from rushhour.model.move import Metric, Move, quoted
from rushhour.model.setup import Axis, Cell, Exit

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle

# The program's output for a puzzle that is already solved.
NO_MOVE = "Already solved: no move is needed."

# The words for the directions of a move.
WAYS: dict[str, tuple[Axis, int]] = {
    "left": ("h", -1),
    "right": ("h", 1),
    "up": ("v", -1),
    "down": ("v", 1),
}


def sentence(move: Move, puzzle: Puzzle) -> str:
    """The move in a sentence of the car-list assignment: `Move car # 3 down 3 squares`."""
    squares = "square" if abs(move.cells) == 1 else "squares"
    return f"Move car # {quoted(move.vehicle)} {course(move, puzzle)} {squares}"


def brief(move: Move, puzzle: Puzzle) -> str:
    """The move in few words: `B down 3`, or `vehicle 7 down 3` where the label is a number."""
    return f"{_core.in_a_sentence(shown(move.vehicle))} {course(move, puzzle)}"


def course(move: Move, puzzle: Puzzle) -> str:
    """The direction and length of a move: `down 3`."""
    return f"{direction(puzzle.vehicle(move.vehicle).axis, move.cells)} {abs(move.cells)}"


def direction(axis: Axis, cells: int) -> str:
    """`left`, `right`, `up` or `down`, from the sign of the cells.

    >>> direction("v", -2)
    'up'
    """
    words = {way: word for word, way in WAYS.items()}
    return words[axis, 1 if cells > 0 else -1]


def room(axis: Axis, back: int, forth: int) -> str:
    """How far a vehicle can move, in words: `can move at most 1 cell up or 2 cells down`.

    >>> room("h", 0, 1), room("v", 0, 0)
    ('can move at most 1 cell right', 'cannot move')
    """
    ways = [(back, direction(axis, -1)), (forth, direction(axis, 1))]
    parts = [f"{counted(cells, 'cell')} {way}" for cells, way in ways if cells]
    return f"can move at most {' or '.join(parts)}" if parts else "cannot move"


def place(cell: Cell) -> str:
    """A cell in words for people, who count from 1.

    >>> place((0, 3))
    'row 1, column 4'
    """
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def edge(way_out: Exit) -> str:
    """An exit in words for people, who count from 1.

    >>> edge(Exit("right", 2)), edge(Exit("top", 0))
    ('right of row 3', 'top of column 1')
    """
    line = "row" if way_out.side in ("right", "left") else "column"
    return f"{way_out.side} of {line} {way_out.line + 1}"


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 vehicle`, `12 vehicles`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def units(count: int, metric: Metric) -> str:
    """A cost in words: `1 slide`, `12 steps`."""
    return counted(count, metric)


def beyond_goal(cells: int) -> str:
    """A remark on a solution that drives its target farther than the goal asks."""
    return f"not counted: {counted(cells, 'cell')} beyond the goal, out of the exit"
