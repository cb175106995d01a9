"""State: the argument of a custom heuristic, a function of the user's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, overload

from rushhour.base.expect import expect
from rushhour.errors import IllegalMoveError
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Side, Vehicle


class State:
    """The argument of a custom heuristic: where the vehicles stand, and quick answers about them.

    The states of a cluster (`cluster.state(i)`) are not of this class but plain `Puzzle`s, which
    know neither metric nor goal; `State.of(puzzle)` and `state.puzzle` convert.

    A vehicle is given by its label or as this class returns it; IllegalMoveError if there is none
    with that label. States are equal if their boards,
    vehicles, metrics and goals are, whatever the title and the order of the vehicles.

    >>> from rushhour import parse
    >>> state = State.of(parse("..B.../AAB.../....../......"))
    >>> [vehicle.label for vehicle in state.blockers()], state.cells_to_exit
    (['B'], 4)
    >>> state.need("B"), state.free("B", "up"), state.free("B", "down")
    (2, 0, 2)
    >>> state[1, 2].label, state[1, 3], state["B"].row, state.target.label
    ('B', None, 0, 'A')
    >>> [str(move) for move in state.moves()], str(state.after(Move("B", 2)))
    (['B+1', 'B+2'], '....../AA..../..B.../..B...')
    """

    __slots__ = ("_grid", "_layout", "_offsets")

    def __init__(self, layout: Layout, offsets: tuple[int, ...]) -> None:
        self._layout, self._offsets = layout, offsets
        self._grid: dict[Cell, Vehicle] | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, *, metric: Metric = "slide", goal: Goal = "edge") -> State:
        """The state of a puzzle, for trying a heuristic by hand."""
        expect("puzzle", puzzle, Puzzle, "a Puzzle")
        check_names(metric, goal)
        offsets = (v.col if v.axis == "h" else v.row for v in puzzle.vehicles)
        return cls(Layout(puzzle, metric, goal), tuple(offsets))

    @property
    def metric(self) -> Metric:
        """What costs one unit."""
        return self._layout.metric

    @property
    def goal(self) -> Goal:
        """What counts as solved."""
        return self._layout.goal

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._layout.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._layout.cols

    @property
    def exit(self) -> Exit:
        """Where the target leaves."""
        return self._layout.exit

    @property
    def walls(self) -> frozenset[Cell]:
        """The cells that no vehicle can enter."""
        return self._layout.walls

    @property
    def vehicles(self) -> tuple[Vehicle, ...]:
        """The vehicles where they stand, in the order of the puzzle."""
        return tuple([place.vehicle for place in self._places()])

    @property
    def target(self) -> Vehicle:
        """The vehicle that must leave."""
        return self._place(self._layout.target).vehicle

    @property
    def cells_to_exit(self) -> int:
        """The cells between the target and the edge with its exit; negative beyond that."""
        return _to_exit(self._place(self._layout.target))

    @property
    def is_solved(self) -> bool:
        """Whether the goal is reached."""
        far = self.cells_to_exit
        if self.goal == "clear":
            return not self.blockers() and all(wall > far for wall in self._layout.walls_to_exit)
        return far <= -self._layout.beyond

    @property
    def puzzle(self) -> Puzzle:
        """The state as a puzzle."""
        start = self._layout.puzzle
        board = (start.target, start.exit, start.walls, start.title)
        return Puzzle(start.rows, start.cols, self.vehicles, *board, driven_out=True)

    @overload
    def __getitem__(self, at: str) -> Vehicle: ...

    @overload
    def __getitem__(self, at: Cell) -> Vehicle | None: ...

    def __getitem__(self, at: str | Cell) -> Vehicle | None:
        """The vehicle with a label (KeyError if there is none), or on a cell (None if empty)."""
        if isinstance(at, str):
            return self._place(self._layout.index[at]).vehicle
        return self._cells().get(at)

    def blockers(self) -> tuple[Vehicle, ...]:
        """The vehicles between the target and its exit, the nearest first."""
        far = self.cells_to_exit
        found = [p for p in self._places() if p.to_exit is not None and p.to_exit < far]
        return tuple([place.vehicle for place in sorted(found, key=_to_exit, reverse=True)])

    def free(self, vehicle: Vehicle | str, direction: Direction | None = None) -> int:
        """The empty cells that a vehicle can enter in a direction along its axis, or in both."""
        if direction is None:
            return sum(self.free(vehicle, way) for way in self._find(vehicle).ahead)
        grid = self._cells()
        ahead = self._ahead(vehicle, direction)
        return next((count for count, cell in enumerate(ahead) if cell in grid), len(ahead))

    def beside(self, vehicle: Vehicle | str, direction: Direction) -> Vehicle | None:
        """The vehicle that touches an end of this one; None for an empty cell, wall or edge."""
        ahead = self._ahead(vehicle, direction)
        return self._cells().get(ahead[0]) if ahead else None

    def need(self, vehicle: Vehicle | str) -> int | None:
        """The fewest cells that a vehicle must move to leave the target's line, others ignored.

        0 if it is not on that line; None if it can never leave.
        """
        return self._find(vehicle).need

    def moves(self) -> list[Move]:
        """The legal moves in their defined order: by vehicle, back before forth."""
        most = 1 if self.metric == "step" else max(self.rows, self.cols)
        return [
            Move(vehicle.label, sign * count)
            for vehicle in self.vehicles
            for sign, way in zip((-1, 1), WAYS[vehicle.axis], strict=True)
            for count in range(1, min(self.free(vehicle, way), most) + 1)
        ]

    def after(self, move: Move | str) -> State:
        """The state after a move of any number of cells; IllegalMoveError if it is not free."""
        move = Move.of(move)
        vehicle = self._find(move.vehicle).vehicle
        way = WAYS[vehicle.axis][move.cells > 0]
        if not 0 < abs(move.cells) <= self.free(vehicle, way):
            raise IllegalMoveError(f"vehicle {vehicle.label} cannot move {move.cells:+d}")
        offsets = list(self._offsets)
        offsets[self._layout.index[vehicle.label]] += move.cells
        return State(self._layout, tuple(offsets))

    def _places(self) -> list[Place]:
        tracks = self._layout.tracks
        return [track[offset] for track, offset in zip(tracks, self._offsets, strict=True)]

    def _place(self, index: int) -> Place:
        return self._layout.tracks[index][self._offsets[index]]

    def _find(self, vehicle: Vehicle | str) -> Place:
        if isinstance(vehicle, str):
            label = vehicle
        else:
            label = expect("vehicle", vehicle, Vehicle, "a Vehicle or a label").label
        index = self._layout.index.get(label)
        if index is None:
            raise IllegalMoveError(f"no vehicle is labelled {label!r}")
        return self._place(index)

    def _ahead(self, vehicle: Vehicle | str, direction: Direction) -> list[Cell]:
        place = self._find(vehicle)
        if direction not in place.ahead:
            expected = " or ".join(place.ahead)
            expect("direction", direction, str, expected)
            label = place.vehicle.label
            raise IllegalMoveError(f"vehicle {label} goes {expected}, not {direction!r}")
        return place.ahead[direction]

    def _cells(self) -> dict[Cell, Vehicle]:
        if self._grid is None:
            self._grid = {cell: place.vehicle for place in self._places() for cell in place.cells}
        return self._grid

    def _picture(self) -> tuple[object, ...]:
        layout, vehicles = self._layout, frozenset(self.vehicles)
        board = layout.rows, layout.cols, layout.exit, layout.walls, vehicles, self.target
        return *board, layout.metric, layout.goal

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._picture() == other._picture()

    def __hash__(self) -> int:
        return hash(self._picture())

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        layout = self._layout
        return _restored, (layout.puzzle, layout.metric, layout.goal, self._offsets)

    def __str__(self) -> str:
        """The rows, separated by `/`; `rushhour.parse` reads them if A is the target."""
        labels = {cell: vehicle.label for cell, vehicle in self._cells().items()}
        labels |= dict.fromkeys(self.walls, "x")
        gap = " " * any(len(label) > 1 for label in labels.values())
        rows = (
            [labels.get((row, col), ".") for col in range(self.cols)] for row in range(self.rows)
        )
        return "/".join(gap.join(row) for row in rows) + "/" * (self.rows == 1)

    def __repr__(self) -> str:
        return f"<State {self}>"


def _restored(puzzle: Puzzle, metric: Metric, goal: Goal, offsets: tuple[int, ...]) -> State:
    return State(Layout(puzzle, metric, goal), offsets)


def _to_exit(place: Place) -> int:
    """The cells between a vehicle of the target's line and the exit."""
    assert place.to_exit is not None
    return place.to_exit


# Layout: what all states of a puzzle share, and facts about a vehicle at each of its places.
#
# Nothing here depends on the other vehicles, so it is computed once for all states.


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
