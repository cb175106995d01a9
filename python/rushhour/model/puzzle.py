"""Puzzle: a board and the places of its vehicles.

It is a value: immutable, comparable, hashable, picklable, and its `repr` is code to paste.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Unpack

import rushhour._core as _core
from rushhour.base import expect
from rushhour.errors import IllegalMoveError, InvalidBoardError
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.setup import Cell, Exit, Scattered, Setup, Vehicle, body_of
from rushhour.model.words import room

if TYPE_CHECKING:
    from rushhour.analysis import Analysis, AnalysisOptions
    from rushhour.render.markup import Svg
    from rushhour.render.palette import Theme


class Puzzle:
    """A checked board with the places of its vehicles, and a title.

    By default a horizontal target leaves on the right of its row, a vertical one at the bottom of
    its column. `driven_out` lets the target stand beyond its exit.

    Two puzzles are equal if their pictures are, whatever their titles and the order of their
    vehicles. That order decides which of several equally good moves comes first.

    >>> puzzle = Puzzle(2, 4, [Vehicle("X", "h", 0, 0, 2), Vehicle("B", "v", 0, 3, 2)], "X")
    >>> [str(move) for move in puzzle.legal_moves()]
    ['X+1']
    """

    __slots__ = ("_core", "_title", "_vehicles")

    def __init__(
        self,
        rows: int,
        cols: int,
        vehicles: Collection[Vehicle | Scattered],
        target: str,
        exit: Exit | None = None,  # noqa: A002
        walls: Collection[Cell] = (),
        title: str | None = None,
        driven_out: bool = False,
    ) -> None:
        """Check the rules; InvalidBoardError lists every rule that the board breaks."""
        _check_types(rows, cols, vehicles, target, exit, walls, title)
        way_out = None if exit is None else (exit.side, exit.line)
        bodies = [body_of(vehicle) for vehicle in vehicles]
        cells = [(row, col) for row, col in walls]
        self._core = _core.Puzzle(rows, cols, bodies, target, way_out, cells, bool(driven_out))
        self._title = title
        self._vehicles: tuple[Vehicle, ...] | None = None

    @classmethod
    def from_setup(
        cls, setup: Setup, *, source: str | None = None, line: int | None = None
    ) -> Puzzle:
        """Check a setup; `source` and `line` are its place in errors."""
        expect.expect("setup", setup, Setup, "a Setup")
        try:
            return cls(
                setup.rows,
                setup.cols,
                setup.vehicles,
                setup.target,
                setup.exit,
                setup.walls,
                setup.title,
            )
        except InvalidBoardError as error:
            raise InvalidBoardError(error.reasons, source, line) from None

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[object]], target: str | None = None) -> Puzzle:
        """The puzzle that rows of cells show: texts, lists or an array of NumPy; see `parse`.

        >>> Puzzle.from_rows([[0, 0, 2], [1, 1, 2], [0, 0, 0]]).vehicles[1]
        Vehicle(label='2', axis='v', row=0, col=2, length=2)
        """
        from rushhour.formats.reading import of_rows

        return of_rows(rows, target)

    @classmethod
    def of_board_string(cls, text: str) -> Puzzle | None:
        """Read a plain square board string quickly; None for any other text or an invalid board."""
        core = _core.Puzzle.of_board_string(text)
        return None if core is None else cls._of(core, None)

    @classmethod
    def _of(cls, core: _core.Puzzle, title: str | None) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._core, puzzle._title, puzzle._vehicles = core, title, None
        return puzzle

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._core.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._core.cols

    @property
    def exit(self) -> Exit:
        """Where the target leaves."""
        return Exit(*self._core.exit)

    @property
    def walls(self) -> tuple[Cell, ...]:
        """The cells that no vehicle can enter, sorted."""
        return tuple(self._core.walls)

    @property
    def vehicles(self) -> tuple[Vehicle, ...]:
        """The vehicles where they stand, in the order in which they were given."""
        if self._vehicles is None:
            self._vehicles = tuple(Vehicle(*row) for row in self._core.vehicles)
        return self._vehicles

    @property
    def target(self) -> str:
        """The label of the vehicle that must leave."""
        return self.vehicles[self._core.target].label

    @property
    def title(self) -> str | None:
        """The name of the puzzle, if it has one."""
        return self._title

    @property
    def driven_out(self) -> bool:
        """Whether the target stands, in part or whole, beyond its exit."""
        on_board = {(row, col) for row in range(self.rows) for col in range(self.cols)}
        return not on_board.issuperset(self.vehicles[self._core.target].cells())

    def with_vehicles(self, vehicles: Collection[Vehicle], target: str | None = None) -> Puzzle:
        """The same board, exit, walls and title with other vehicles, checked as any puzzle."""
        return Puzzle(*self._arguments(vehicles, self.target if target is None else target))

    def _arguments(self, vehicles: Collection[Vehicle], target: str) -> tuple[Any, ...]:
        frame = self.rows, self.cols
        return *frame, vehicles, target, self.exit, self.walls, self.title, self.driven_out

    def index(self, label: str) -> int:
        """The index of a vehicle in `vehicles`; IllegalMoveError if no vehicle has that label."""
        expect.expect("label", label, str, "a text")
        for index, vehicle in enumerate(self.vehicles):
            if vehicle.label == label:
                return index
        raise IllegalMoveError(f"no vehicle is labelled {label!r}")

    def vehicle(self, label: str) -> Vehicle:
        """The vehicle with a label, at its place; IllegalMoveError if there is none."""
        return self.vehicles[self.index(label)]

    def legal_moves(self, *, metric: Metric = "slide", goal: Goal = "edge") -> LegalMoves:
        """The legal moves, as a view that is computed on use.

        The goals `past` and `off` let the target drive out of the board.
        """
        return LegalMoves(self, metric, goal)

    def apply(self, move: Move | str) -> Puzzle:
        """The puzzle after a move of any length; IllegalMoveError if the way is not free.

        >>> print(Puzzle(1, 4, [Vehicle("A", "h", 0, 0, 2)], target="A").apply("A+1"))
         +---------+
         | . A A . |>
         +---------+
        """
        move = Move.of(move)
        index = self.index(move.vehicle)
        core = self._core.apply(index, move.cells) if -64 <= move.cells <= 64 else None
        if core is None:
            back, forth = self._core.free(index, "off")
            words = room(self.vehicles[index].axis, back, forth)
            raise IllegalMoveError(f"vehicle {move.vehicle} {words}, found {move.cells:+d}")
        return self._of(core, self._title)

    def is_solved(self, goal: Goal = "edge") -> bool:
        """Whether the target has reached the goal."""
        check_names("slide", goal)
        return self._core.is_goal(goal)

    def analyse(self, **options: Unpack[AnalysisOptions]) -> Analysis:
        """What makes the puzzle hard: every measure and a rating; options as in `analyse`."""
        from rushhour.analysis import analyse

        return analyse(self, **options)

    def _picture(self) -> tuple[Any, ...]:
        vehicles = frozenset(self.vehicles)
        return self.rows, self.cols, self.exit, self.walls, vehicles, self.target

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._picture() == other._picture()

    def __hash__(self) -> int:
        return hash(self._picture())

    def __repr__(self) -> str:
        parts = [str(self.rows), str(self.cols), repr(self.vehicles), repr(self.target)]
        parts.append(repr(self.exit))
        parts += [f"walls={self.walls!r}"] if self.walls else []
        parts += [f"title={self.title!r}"] if self.title is not None else []
        parts += ["driven_out=True"] if self.driven_out else []
        return f"Puzzle({', '.join(parts)})"

    def __str__(self) -> str:
        from rushhour.render.text import draw

        return draw(self)

    def svg(self, *, theme: Theme = "auto") -> Svg:
        """The board as a picture: `light`, `dark`, or `auto` for the viewer's preference."""
        from rushhour.render.board import board_svg

        return board_svg(self, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return Puzzle, self._arguments(self.vehicles, self.target)


class LegalMoves(Collection[Move]):
    """The legal moves of a puzzle in their defined order: by vehicle, back before forth."""

    __slots__ = ("_goal", "_metric", "_puzzle")

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal) -> None:
        check_names(metric, goal)
        self._puzzle, self._metric, self._goal = puzzle, metric, goal

    def _pairs(self) -> list[tuple[int, int]]:
        return self._puzzle._core.moves(self._metric, self._goal)

    def __iter__(self) -> Iterator[Move]:
        vehicles = self._puzzle.vehicles
        return (Move(vehicles[index].label, cells) for index, cells in self._pairs())

    def __len__(self) -> int:
        return len(self._pairs())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(move == str(legal) for legal in self)
        return any(move == legal for legal in self)

    def __repr__(self) -> str:
        return f"<legal moves: {', '.join(map(str, self))}>"


def _check_types(
    rows: Any, cols: Any, vehicles: Any, target: Any, way_out: Any, walls: Any, title: Any
) -> None:
    expect.integer("rows", rows)
    expect.integer("cols", cols)
    expect.items("vehicles", vehicles, Vehicle | Scattered, "Vehicle")
    expect.text("target", target)
    expect.expect("exit", way_out, Exit | None, "an Exit or None")
    expect.cells("walls", walls)
    if title is not None:
        expect.text("title", title)
