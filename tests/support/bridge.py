"""The same puzzle in the words of the reference and in those of the package."""

from typing import cast

from rushhour import Exit, Move, Puzzle, Vehicle, explore
from support import reference
from support.strategies import board_from

__all__ = ["board_from", "board_of", "hardest", "pairs", "puzzle_of", "state_of"]


def puzzle_of(board: reference.Board, state: reference.State | None = None) -> Puzzle:
    """The reference's board as a puzzle, at its start or in another state."""
    places = board.start if state is None else state
    vehicles = [
        Vehicle(car.label, car.axis, *place, car.length)
        for car, place in zip(board.cars, places, strict=True)
    ]
    exit_ = Exit(board.exit_side, board.exit_line)
    return Puzzle(board.rows, board.cols, vehicles, board.target, exit_, list(board.walls))


def board_of(puzzle: Puzzle) -> reference.Board:
    """A puzzle as the reference's board."""
    cars = tuple(
        reference.Car(vehicle.label, vehicle.axis, vehicle.row, vehicle.col, vehicle.length)
        for vehicle in puzzle.vehicles
    )
    size, walls = (puzzle.rows, puzzle.cols), frozenset(puzzle.walls)
    return reference.Board(*size, puzzle.exit.side, puzzle.exit.line, walls, cars, puzzle.target)


def state_of(puzzle: Puzzle) -> reference.State:
    """Where the vehicles of a puzzle stand, as the reference has it."""
    return tuple((vehicle.row, vehicle.col) for vehicle in puzzle.vehicles)


def hardest(board: reference.Board) -> reference.Board:
    """A state of the board that is as far from its goals as any: any state is a board as legal."""
    states = explore(puzzle_of(board)).hardest(1)
    return board_of(states[0]) if states else board


def pairs(moves: object) -> list[reference.Move]:
    """Moves as the reference has them."""
    return [(move.vehicle, move.cells) for move in cast("list[Move]", moves)]


def drawn(board: reference.Board, state: reference.State) -> str:
    """A state as a board string."""
    picture = [["."] * board.cols for _ in range(board.rows)]
    for row, col in board.walls:
        picture[row][col] = "x"
    for car, corner in zip(board.cars, state, strict=True):
        for row, col in reference.cells(car.axis, car.length, corner):
            if 0 <= row < board.rows and 0 <= col < board.cols:
                picture[row][col] = car.label
    rows = ["".join(row) for row in picture]
    if board.rows == board.cols:
        return "".join(rows)
    return "/".join(rows) + ("/" if board.rows == 1 else "")
