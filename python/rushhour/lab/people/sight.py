"""What a person sees of a state: slides, blockers and the dependency graph.

The same as the core's, written anew for boards without walls; `walk` of `measures()` uses the
core's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle

SightState: TypeAlias = tuple[int, ...]
"""The place of each vehicle's first cell in its row or column."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The cells that a vehicle can stand on, from left or top, and its length."""

    cells: tuple[int, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A move of a vehicle in a straight line: where to, and whether it goes as far as it can."""

    vehicle: int
    place: int
    cells: int
    is_farthest: bool


class Sight:
    """A board, for looking at its states. The target leaves to the right."""

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.walls or puzzle.exit.side != "right":
            raise RushHourError("expected a board without walls, with its exit on the right")
        rows, cols = puzzle.rows, puzzle.cols
        self.labels = tuple(vehicle.label for vehicle in puzzle.vehicles)
        self.target = self.labels.index(puzzle.target)
        self.lanes = tuple(
            Lane(
                tuple(range(one.row * cols, (one.row + 1) * cols))
                if one.axis == "h"
                else tuple(range(one.col, rows * cols, cols)),
                one.length,
            )
            for one in puzzle.vehicles
        )
        self.start: SightState = tuple(
            one.col if one.axis == "h" else one.row for one in puzzle.vehicles
        )

    def is_solved(self, state: SightState) -> bool:
        """Whether the target is at its exit."""
        lane = self.lanes[self.target]
        return state[self.target] + lane.length == len(lane.cells)

    def owners(self, state: SightState) -> dict[int, int]:
        """The vehicle on each cell that is not empty."""
        return {
            cell: vehicle
            for vehicle, (lane, place) in enumerate(zip(self.lanes, state, strict=True))
            for cell in lane.cells[place : place + lane.length]
        }

    def slides(self, state: SightState) -> list[Slide]:
        """All legal slides."""
        owners = self.owners(state)
        found = []
        for vehicle, lane in enumerate(self.lanes):
            place = state[vehicle]
            behind, ahead = lane.cells[:place][::-1], lane.cells[place + lane.length :]
            for sign, way in ((-1, behind), (1, ahead)):
                free = next((at for at, cell in enumerate(way) if cell in owners), len(way))
                found += [
                    Slide(vehicle, place + sign * cells, cells, cells == free)
                    for cells in range(1, free + 1)
                ]
        return found

    def is_slide(self, state: SightState, vehicle: int, place: int) -> bool:
        """Whether a vehicle can slide to a place of its lane; not to its own."""
        return any((one.vehicle, one.place) == (vehicle, place) for one in self.slides(state))

    def blockers(self, state: SightState) -> int:
        """How many vehicles are between the target and its exit."""
        owners = self.owners(state)
        return len({owners[cell] for cell in self._road(state) if cell in owners})

    def dependencies(self, state: SightState) -> frozenset[int]:
        """The vehicles that the target depends on.

        Each vehicle between target and exit must free its cell. To free a cell a vehicle goes by
        the shortest move that fits the empty board, in both directions; the vehicles on the cells
        that it enters must free these.
        """
        owners = self.owners(state)
        waiting = [(owners[cell], cell) for cell in self._road(state) if cell in owners]
        demands = set(waiting)
        while waiting:
            vehicle, cell = waiting.pop()
            lane, place = self.lanes[vehicle], state[vehicle]
            at = lane.cells.index(cell)
            entered = lane.cells[place + lane.length : at + 1 + lane.length]
            escapes = [entered] if at + 1 + lane.length <= len(lane.cells) else []
            if at >= lane.length:
                escapes.append(lane.cells[at - lane.length : place])
            for other in (cell for cells in escapes for cell in cells if cell in owners):
                if (owners[other], other) not in demands:
                    demands.add((owners[other], other))
                    waiting.append((owners[other], other))
        return frozenset(vehicle for vehicle, _ in demands)

    def _road(self, state: SightState) -> Sequence[int]:
        lane = self.lanes[self.target]
        return lane.cells[state[self.target] + lane.length :]
