"""Neighbours of a puzzle: the boards that one change makes of it, all else staying in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rushhour.generation.change.parts import labels, parts_of, without
from rushhour.model.labels import quoted
from rushhour.model.notation import place
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Vehicle

_NEAR = ((-1, 0), (0, -1), (0, 1), (1, 0))
_MOST_VEHICLES = 128
_AXES: tuple[Axis, ...] = ("h", "v")


class Neighbour(NamedTuple):
    """A board and, in words, the change that makes it."""

    change: str
    board: Puzzle


def neighbours(puzzle: Puzzle) -> Iterator[Neighbour]:
    """Every neighbour, in a fixed order.

    A change takes out a vehicle or a wall, adds one, shifts one by a cell across its line (a wall
    in any direction), or makes a vehicle a cell longer or shorter. The target stays as it is, and
    no other vehicle comes to lie along its road. Added vehicles have 2 or 3 cells.
    """
    grid = _Grid(puzzle)
    for part in parts_of(puzzle):
        words = f"without {quoted(part)}" if isinstance(part, str) else f"without wall {_at(part)}"
        yield Neighbour(words, without(puzzle, [part]))
    for vehicle in puzzle.vehicles:
        if vehicle.label != puzzle.target:
            yield from _changed(puzzle, vehicle, grid)
    yield from _moved_walls(puzzle, grid)
    yield from _added(puzzle, grid)


class _Grid:
    """Which cells are free, and which are the road of the target."""

    def __init__(self, puzzle: Puzzle) -> None:
        cells = {(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)}
        taken = {cell for vehicle in puzzle.vehicles for cell in vehicle.cells()}
        self.free = cells - taken - set(puzzle.walls)
        self._axis = puzzle.vehicle(puzzle.target).axis
        self._line = puzzle.exit.line

    def takes(self, vehicle: Vehicle, own: frozenset[Cell] = frozenset()) -> bool:
        """Whether a vehicle fits: on free cells or its own, and not along the road."""
        line = vehicle.row if vehicle.axis == "h" else vehicle.col
        is_along = vehicle.axis == self._axis and line == self._line
        return not is_along and self.free.issuperset(set(vehicle.cells()) - own)

    def takes_wall(self, cell: Cell) -> bool:
        """Whether a wall fits: on a free cell beside the road."""
        return cell in self.free and cell[self._axis == "v"] != self._line


def _changed(puzzle: Puzzle, vehicle: Vehicle, grid: _Grid) -> Iterator[Neighbour]:
    """The neighbours that differ in the place or the length of a vehicle."""
    name, own = quoted(vehicle.label), frozenset(vehicle.cells())
    for other, words in _changes(vehicle):
        if other.length > 1 and grid.takes(other, own):
            all_of_them = [other if each is vehicle else each for each in puzzle.vehicles]
            yield Neighbour(f"{name} {words}", puzzle.with_vehicles(all_of_them))


def _changes(vehicle: Vehicle) -> Iterator[tuple[Vehicle, str]]:
    row, col, length = vehicle.row, vehicle.col, vehicle.length
    if vehicle.axis == "h":
        yield replace(vehicle, row=row - 1), "one row up"
        yield replace(vehicle, row=row + 1), "one row down"
        first, ends = replace(vehicle, col=col - 1, length=length + 1), ("left", "right")
    else:
        yield replace(vehicle, col=col - 1), "one column left"
        yield replace(vehicle, col=col + 1), "one column right"
        first, ends = replace(vehicle, row=row - 1, length=length + 1), ("top", "bottom")
    yield first, f"longer at the {ends[0]}"
    yield replace(vehicle, length=length + 1), f"longer at the {ends[1]}"
    yield replace(vehicle.moved(1), length=length - 1), f"shorter at the {ends[0]}"
    yield replace(vehicle, length=length - 1), f"shorter at the {ends[1]}"


def _moved_walls(puzzle: Puzzle, grid: _Grid) -> Iterator[Neighbour]:
    for wall in puzzle.walls:
        for down, right in _NEAR:
            cell = wall[0] + down, wall[1] + right
            if grid.takes_wall(cell):
                walls = [cell if each == wall else each for each in puzzle.walls]
                yield Neighbour(f"wall {_at(wall)} to {place(cell)}", _with_walls(puzzle, walls))


def _added(puzzle: Puzzle, grid: _Grid) -> Iterator[Neighbour]:
    label, has_room = _free_label(puzzle), len(puzzle.vehicles) < _MOST_VEHICLES
    for cell in sorted(grid.free):
        for axis in _AXES:
            for length in (2, 3):
                vehicle = Vehicle(label, axis, *cell, length)
                if has_room and grid.takes(vehicle):
                    words = f"new {quoted(label)}, {length} cells {_WAYS[axis]} from {place(cell)}"
                    yield Neighbour(words, puzzle.with_vehicles([*puzzle.vehicles, vehicle]))
        if grid.takes_wall(cell):
            yield Neighbour(f"new wall {_at(cell)}", _with_walls(puzzle, [*puzzle.walls, cell]))


_WAYS = {"h": "right", "v": "down"}


def _with_walls(puzzle: Puzzle, walls: list[Cell]) -> Puzzle:
    return Puzzle(
        puzzle.rows,
        puzzle.cols,
        puzzle.vehicles,
        puzzle.target,
        exit=puzzle.exit,
        walls=walls,
        title=puzzle.title,
        driven_out=puzzle.driven_out,
    )


def _free_label(puzzle: Puzzle) -> str:
    """A label that no vehicle has: a letter as long as one is left."""
    taken = {vehicle.label for vehicle in puzzle.vehicles}
    return next(label for label in labels() if label not in taken)


def _at(cell: Cell) -> str:
    return f"at {place(cell)}"
