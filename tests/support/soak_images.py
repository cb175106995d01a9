"""The eight images of a board: flipped, transposed or both, with its states."""

from typing import NamedTuple

from support.reference import Axis, Board, Car, Cell, Side, State

OPPOSITE: dict[Side, Side] = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}
TRANSPOSED: dict[Side, Side] = {
    "left": "top",
    "top": "left",
    "right": "bottom",
    "bottom": "right",
}


class Image(NamedTuple):
    """Columns are flipped first, then rows, then both are exchanged."""

    flips_cols: bool
    flips_rows: bool
    transposes: bool

    def board(self, board: Board) -> Board:
        """The image of a board, its vehicles in the same order and with the same labels."""
        rows, cols = (board.rows, board.cols)[:: -1 if self.transposes else 1]
        side, line = self.exit(board)
        walls = frozenset(self.corner(board, wall, "h", 1) for wall in board.walls)
        cars = tuple(self.car(board, car) for car in board.cars)
        return Board(rows, cols, side, line, walls, cars, board.target)

    def exit(self, board: Board) -> tuple[Side, int]:
        """The side and the line of the exit."""
        side, line = board.exit_side, board.exit_line
        across = side in ("left", "right")
        if self.flips_cols:
            side, line = (OPPOSITE[side], line) if across else (side, board.cols - 1 - line)
        if self.flips_rows:
            side, line = (side, board.rows - 1 - line) if across else (OPPOSITE[side], line)
        return (TRANSPOSED[side] if self.transposes else side), line

    def corner(self, board: Board, cell: Cell, axis: Axis, length: int) -> Cell:
        """The top-left cell of a vehicle that stands on `cell`."""
        row, col = cell
        down, right = (1, length) if axis == "h" else (length, 1)
        col = board.cols - col - right if self.flips_cols else col
        row = board.rows - row - down if self.flips_rows else row
        return (col, row) if self.transposes else (row, col)

    def car(self, board: Board, car: Car) -> Car:
        """A vehicle."""
        other: Axis = "v" if car.axis == "h" else "h"
        place = self.corner(board, (car.row, car.col), car.axis, car.length)
        return Car(car.label, other if self.transposes else car.axis, *place, car.length)

    def state(self, board: Board, state: State) -> State:
        """Where the vehicles of a state stand."""
        pairs = zip(board.cars, state, strict=True)
        return tuple(self.corner(board, cell, car.axis, car.length) for car, cell in pairs)

    def turns(self, axis: Axis) -> bool:
        """Whether moves of vehicles of an axis go the other way in the image."""
        return self.flips_cols if axis == "h" else self.flips_rows


IMAGES = [Image(c, r, t) for c in (False, True) for r in (False, True) for t in (False, True)]
