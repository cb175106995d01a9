"""Text: a board in a frame of characters, with an arrow at the exit.

Every cell is as wide as the widest label, so that columns line up for labels of any length.
"""

from __future__ import annotations

from rushhour.base.text import padded, shown, width
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell

_EMPTY, _WALL = ".", "#"
_ARROWS = {"right": ">", "left": "<", "top": "^", "bottom": "v"}


def draw(puzzle: Puzzle) -> str:
    """The board as lines of text, with an arrow at the exit outside the frame."""
    names = _cells(puzzle)
    wide = max(width(name) for name in [_EMPTY, *names.values()])
    body = [
        " ".join(padded(names.get((row, col), _EMPTY), wide) for col in range(puzzle.cols))
        for row in range(puzzle.rows)
    ]
    border = "+" + "-" * (puzzle.cols * (wide + 1) + 1) + "+"
    sides = [_sides(puzzle, row) for row in range(puzzle.rows)]
    lines = [f"{left}| {text} |{right}" for (left, right), text in zip(sides, body, strict=True)]
    top, bottom = _beyond(puzzle, "top", wide), _beyond(puzzle, "bottom", wide)
    return "\n".join(
        [*top, f" {border}", *(line.rstrip() for line in lines), f" {border}", *bottom]
    )


def _cells(puzzle: Puzzle) -> dict[Cell, str]:
    names = dict.fromkeys(puzzle.walls, _WALL)
    for vehicle in puzzle.vehicles:
        names.update(dict.fromkeys(vehicle.cells(), shown(vehicle.label)))
    return names


def _sides(puzzle: Puzzle, row: int) -> tuple[str, str]:
    side, line = puzzle.exit.side, puzzle.exit.line
    return (
        _ARROWS["left"] if (side, line) == ("left", row) else " ",
        _ARROWS["right"] if (side, line) == ("right", row) else "",
    )


def _beyond(puzzle: Puzzle, side: str, wide: int) -> list[str]:
    """The line above or below the frame, if the exit is there."""
    if puzzle.exit.side != side:
        return []
    return [" " * (3 + puzzle.exit.line * (wide + 1)) + _ARROWS[side]]
