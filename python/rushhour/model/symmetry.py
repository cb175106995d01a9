"""The images of a puzzle: reflections of the board, and rotations, which are two of them."""

from __future__ import annotations

from dataclasses import replace

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Side, Vehicle

# The bits of the number of an image, as in `src/board/symmetry.rs`.
_ROWS, _COLS, _EXCHANGED = 1, 2, 4
_ACROSS: dict[Side, Side] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_EXCHANGE: dict[Side, Side] = {"left": "top", "top": "left", "right": "bottom", "bottom": "right"}
_OTHER_AXIS: dict[Axis, Axis] = {"h": "v", "v": "h"}


def image(puzzle: Puzzle, way: int) -> Puzzle:
    """An image of a puzzle, with its labels.

    The bits of `way` say how it is made: 1 mirrors the order of the rows, 2 that of the columns, 4
    exchanges rows and columns afterwards.
    """

    def cell(row: int, col: int) -> Cell:
        row = puzzle.rows - 1 - row if way & _ROWS else row
        col = puzzle.cols - 1 - col if way & _COLS else col
        return (col, row) if way & _EXCHANGED else (row, col)

    def turned(vehicle: Vehicle) -> Vehicle:
        row, col = min(cell(*place) for place in vehicle.cells())
        axis = _OTHER_AXIS[vehicle.axis] if way & _EXCHANGED else vehicle.axis
        return replace(vehicle, axis=axis, row=row, col=col)

    rows, cols = puzzle.rows, puzzle.cols
    return Puzzle(
        cols if way & _EXCHANGED else rows,
        rows if way & _EXCHANGED else cols,
        [turned(vehicle) for vehicle in puzzle.vehicles],
        puzzle.target,
        exit=_exit(puzzle, way),
        walls=[cell(*wall) for wall in puzzle.walls],
        title=puzzle.title,
        driven_out=puzzle.driven_out,
    )


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The reflection that leaves the exit on its side.

    >>> print(mirrored(Puzzle(3, 3, [Vehicle("A", "h", 0, 0, 2)], "A")))
     +-------+
     | . . . |
     | . . . |
     | A A . |>
     +-------+
    """
    return image(puzzle, _ROWS if puzzle.exit.side in ("left", "right") else _COLS)


def _exit(puzzle: Puzzle, way: int) -> Exit:
    side, line = puzzle.exit.side, puzzle.exit.line
    is_row = side in ("left", "right")
    along, across = (_COLS, _ROWS) if is_row else (_ROWS, _COLS)
    if way & across:
        line = (puzzle.rows if is_row else puzzle.cols) - 1 - line
    if way & along:
        side = _ACROSS[side]
    return Exit(_EXCHANGE[side] if way & _EXCHANGED else side, line)
