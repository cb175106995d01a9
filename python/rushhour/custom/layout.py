"""Layout: what all states of a puzzle share, and facts about a vehicle at each of its places.

Nothing here depends on the other vehicles, so it is computed once for all states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Side, Vehicle

Direction = Literal["left", "right", "up", "down"]

WAYS: dict[Axis, tuple[Direction, Direction]] = {"h": ("left", "right"), "v": ("up", "down")}
"""The directions of each axis, back before forth."""

_STEPS: dict[Direction, Cell] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_OUT: dict[Side, Direction] = {"left": "left", "right": "right", "top": "up", "bottom": "down"}


@dataclass(frozen=True, slots=True)
class Place:
    """A vehicle at one of its offsets.

    `ahead` holds for each direction the cells that it would enter, up to a wall or the edge; for
    the target also cells outside, as far as the goal requires. `to_exit` is the number of cells
    between it and the edge with the exit, None off the target's line. `need` is the fewest cells
    that take it off that line, None if it can never leave.
    """

    vehicle: Vehicle
    cells: list[Cell]
    ahead: dict[Direction, list[Cell]]
    to_exit: int | None
    need: int | None


class Layout:
    """What all states of a puzzle share."""

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal) -> None:
        self.puzzle, self.metric, self.goal = puzzle, metric, goal
        self.rows, self.cols, self.exit = puzzle.rows, puzzle.cols, puzzle.exit
        self.walls = frozenset(puzzle.walls)
        self.index = {vehicle.label: index for index, vehicle in enumerate(puzzle.vehicles)}
        self.target = self.index[puzzle.target]
        self.beyond = {"past": 1, "off": puzzle.vehicles[self.target].length}.get(goal, 0)
        self.tracks = [_Track(self, vehicle) for vehicle in puzzle.vehicles]
        ends = (self._to_exit([wall]) for wall in self.walls)
        self.walls_to_exit = [end for end in ends if end is not None]

    def place(self, vehicle: Vehicle) -> Place:
        """The facts about a vehicle at an offset."""
        cells = vehicle.cells()
        back, forth = WAYS[vehicle.axis]
        ahead = {
            back: self._ahead(vehicle, cells[0], back),
            forth: self._ahead(vehicle, cells[-1], forth),
        }
        return Place(vehicle, cells, ahead, self._to_exit(cells), self._need(cells, ahead))

    def _ahead(self, vehicle: Vehicle, end: Cell, way: Direction) -> list[Cell]:
        leaves = vehicle.label == self.puzzle.target and way == _OUT[self.exit.side]
        outside = self.beyond if leaves else 0
        rows, cols = range(-outside, self.rows + outside), range(-outside, self.cols + outside)
        (row, col), (down, right) = end, _STEPS[way]
        cells: list[Cell] = []
        while True:
            row, col = row + down, col + right
            if row not in rows or col not in cols or (row, col) in self.walls:
                return cells
            cells.append((row, col))

    def _on_line(self, cell: Cell) -> bool:
        """Whether a cell is on the target's line."""
        return self.exit.line == (cell[0] if self.exit.side in ("right", "left") else cell[1])

    def _to_exit(self, cells: list[Cell]) -> int | None:
        return min((self._beyond(cell) for cell in cells if self._on_line(cell)), default=None)

    def _beyond(self, cell: Cell) -> int:
        """The cells between a cell and the edge with the exit."""
        row, col = cell
        right, bottom = self.cols - 1 - col, self.rows - 1 - row
        far: dict[Side, int] = {"left": col, "right": right, "top": row, "bottom": bottom}
        return far[self.exit.side]

    def _need(self, cells: list[Cell], ahead: dict[Direction, list[Cell]]) -> int | None:
        on_line = [place for place, cell in enumerate(cells) if self._on_line(cell)]
        if not on_line:
            return 0
        if len(on_line) > 1:
            return None
        counts = (len(cells) - on_line[0], on_line[0] + 1)
        ways = zip(counts, ahead.values(), strict=True)
        return min((count for count, way in ways if len(way) >= count), default=None)


class _Track(dict[int, Place]):
    """A vehicle at each of its offsets, computed on first use."""

    def __init__(self, layout: Layout, vehicle: Vehicle) -> None:
        super().__init__()
        self._layout, self._vehicle = layout, vehicle

    def __missing__(self, offset: int) -> Place:
        still = self._vehicle
        row, col = (still.row, offset) if still.axis == "h" else (offset, still.col)
        self[offset] = self._layout.place(replace(still, row=row, col=col))
        return self[offset]
