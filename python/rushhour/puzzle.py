"""Puzzle: a board and where its vehicles stand; Move: one vehicle, some cells.

Both are values: immutable, comparable, hashable, picklable, and their `repr` is code to paste.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rushhour import _core
from rushhour.errors import IllegalMoveError, InvalidBoardError, ParseError
from rushhour.setup import Cell, Exit, Scattered, Setup, Vehicle

Metric = Literal["slide", "step"]
Goal = Literal["edge", "past", "off", "clear"]

_MOVE = re.compile(r"(?P<label>.+?)(?P<cells>[+-][0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Move:
    """A vehicle, by its label, and the cells it goes: positive to the right or down.

    >>> Move("A", 2)
    Move(vehicle='A', cells=2)
    >>> str(Move("A", 2))
    'A+2'
    >>> Move.parse("B-1")
    Move(vehicle='B', cells=-1)
    """

    vehicle: str
    cells: int

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read what `str` writes: a label, a sign, a number of cells. ParseError otherwise."""
        match = _MOVE.fullmatch(text)
        if match is None or int(match["cells"]) == 0:
            raise ParseError(f"expected a move such as A+2 or B-1, found {text[:40]!r}")
        return cls(match["label"], int(match["cells"]))

    def __str__(self) -> str:
        return f"{self.vehicle}{self.cells:+d}"


class Puzzle:
    """A checked board with the places of its vehicles, and a title.

    Two puzzles are equal when their pictures are: the title and the order of the vehicles do not
    count. The order is kept all the same; it decides which of several equal moves comes first.

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
    ) -> None:
        """Check the rules; InvalidBoardError holds every reason against the board at once."""
        way_out = None if exit is None else (exit.side, exit.line)
        bodies = [_body(vehicle) for vehicle in vehicles]
        self._core = _core.Puzzle(rows, cols, bodies, target, way_out, list(walls))
        self._title = title
        self._vehicles: tuple[Vehicle, ...] | None = None

    @classmethod
    def from_setup(cls, setup: Setup, source: str | None = None) -> Puzzle:
        """Check what a text gave; `source` names the text in the error."""
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
            raise InvalidBoardError(error.reasons, source) from None

    @classmethod
    def of_board_string(cls, text: str) -> Puzzle | None:
        """Read a plain square board string fast; None for any other text or an invalid board."""
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

    def index(self, label: str) -> int:
        """The place of a vehicle in `vehicles`; IllegalMoveError if there is none of that label."""
        for index, vehicle in enumerate(self.vehicles):
            if vehicle.label == label:
                return index
        raise IllegalMoveError(f"no vehicle is labelled {label!r}")

    def legal_moves(self, metric: Metric = "slide", goal: Goal = "edge") -> LegalMoves:
        """The moves that can be made here, as a view that is computed when asked.

        The goals `past` and `off` let the target drive out of the board.
        """
        return LegalMoves(self, metric, goal)

    def apply(self, move: Move) -> Puzzle:
        """The puzzle after a move of any number of cells; IllegalMoveError if it is not free."""
        index = self.index(move.vehicle)
        core = self._core.apply(index, move.cells) if -64 <= move.cells <= 64 else None
        if core is None:
            back, forth = self._core.free(index, "off")
            raise IllegalMoveError(
                f"vehicle {move.vehicle} can move from -{back} to +{forth} cells, "
                f"but not {move.cells:+d}"
            )
        return self._of(core, self._title)

    def is_solved(self, goal: Goal = "edge") -> bool:
        """Whether the target has reached the goal."""
        return self._core.is_goal(goal)

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
        puzzle, way_out = self._on_board()
        parts = [str(self.rows), str(self.cols), repr(puzzle.vehicles), repr(self.target)]
        parts.append(repr(self.exit))
        parts += [f"walls={self.walls!r}"] if self.walls else []
        parts += [f"title={self.title!r}"] if self.title is not None else []
        return f"Puzzle({', '.join(parts)})" + (f".apply({way_out!r})" if way_out else "")

    def _on_board(self) -> tuple[Puzzle, Move | None]:
        """The puzzle with a target that has driven out back at the edge, and its way out again."""
        target, side = self.vehicles[self._core.target], self.exit.side
        out = {
            "right": max(0, target.col + target.length - self.cols),
            "left": min(0, target.col),
            "bottom": max(0, target.row + target.length - self.rows),
            "top": min(0, target.row),
        }[side]
        if out == 0:
            return self, None
        try:
            return self.apply(Move(target.label, -out)), Move(target.label, out)
        except IllegalMoveError:  # another vehicle has taken the exit since
            return self, None

    def __str__(self) -> str:
        from rushhour.render.text import draw

        return draw(self)

    def __reduce__(self) -> tuple[Any, ...]:
        puzzle, way_out = self._on_board()
        if way_out is not None:
            return Puzzle.apply, (puzzle, way_out)
        arguments = (self.rows, self.cols, self.vehicles, self.target, self.exit, self.walls)
        return Puzzle, (*arguments, self.title)


class LegalMoves(Collection[Move]):
    """The legal moves of a puzzle in the defined order: vehicles as listed, back before forth."""

    __slots__ = ("_goal", "_metric", "_puzzle")

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal) -> None:
        self._puzzle, self._metric, self._goal = puzzle, metric, goal

    def _pairs(self) -> list[tuple[int, int]]:
        return self._puzzle._core.moves(self._metric, self._goal)

    def __iter__(self) -> Iterator[Move]:
        vehicles = self._puzzle.vehicles
        return (Move(vehicles[index].label, cells) for index, cells in self._pairs())

    def __len__(self) -> int:
        return len(self._pairs())

    def __contains__(self, move: object) -> bool:
        return any(move == legal for legal in self)

    def __repr__(self) -> str:
        return f"<legal moves: {', '.join(map(str, self))}>"


def _body(vehicle: Vehicle | Scattered) -> tuple[str, Any]:
    if isinstance(vehicle, Scattered):
        return vehicle.label, list(vehicle.cells)
    return vehicle.label, (vehicle.axis, vehicle.row, vehicle.col, vehicle.length)
