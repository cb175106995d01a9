"""Setup: the unchecked description of a board. Formats produce it, `Puzzle` checks it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from rushhour.base import expect
from rushhour.errors import WrongValueError

Axis = Literal["h", "v"]
_WORDS = {"h": "h", "horizontal": "h", "v": "v", "vertical": "v"}
Side = Literal["right", "left", "top", "bottom"]
Cell = tuple[int, int]
# Far more cells than any line has.
_MOST_CELLS = 10_000


@dataclass(frozen=True, slots=True)
class Exit:
    """Where the target leaves; `line` is a row for right and left, a column for top and bottom."""

    side: Side
    line: int

    def __post_init__(self) -> None:
        expect.known("side", self.side, get_args(Side))
        expect.integer("line", self.line)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle and its place: `row` and `col`, from 0, are those of its top-left cell.

    It may stand outside every board; `Puzzle` checks that. A method that lists cells raises
    RushHourError beyond 10 000 of them.

    >>> Vehicle("A", "horizontal", 2, 1, 2)
    Vehicle(label='A', axis='h', row=2, col=1, length=2)
    """

    label: str
    axis: Axis
    row: int
    col: int
    length: int

    def __post_init__(self) -> None:
        expect.text("label", self.label)
        if self.axis not in ("h", "v"):
            axis = self.axis.lower() if isinstance(self.axis, str) else self.axis
            expect.known("axis", axis, list(_WORDS))
            object.__setattr__(self, "axis", _WORDS[axis])
        for name in ("row", "col", "length"):
            expect.integer(name, getattr(self, name))

    def cells(self) -> list[Cell]:
        """The cells that it covers, from the top left."""
        down, right = (1, 0) if self.axis == "v" else (0, 1)
        steps = range(_few("length", self.length))
        return [(self.row + down * step, self.col + right * step) for step in steps]

    def moved(self, cells: int) -> Vehicle:
        """The vehicle moved by some cells along its line: positive to the right or down."""
        expect.integer("cells", cells)
        down, right = (cells, 0) if self.axis == "v" else (0, cells)
        return replace(self, row=self.row + down, col=self.col + right)

    def swept(self, cells: int) -> list[Cell]:
        """The cells that it enters when it moves by `cells`, nearest first.

        >>> Vehicle("A", "h", 2, 1, 2).swept(2)
        [(2, 3), (2, 4)]
        """
        expect.integer("cells", cells)
        way = 1 if cells > 0 else -1
        front = -1 if cells > 0 else 0
        steps = range(1, _few("cells", abs(cells)) + 1)
        return [self.moved(way * step).cells()[front] for step in steps]


def _few(name: str, cells: int) -> int:
    if cells > _MOST_CELLS:
        raise WrongValueError(f"expected at most {_MOST_CELLS} for {name}, found {cells}")
    return cells


@dataclass(frozen=True, slots=True)
class Scattered:
    """The cells of a label that do not form a bar, as a drawing can hold but not a board."""

    label: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        expect.text("label", self.label)
        expect.cells("cells", self.cells)


def body_of(vehicle: Vehicle | Scattered) -> tuple[str, tuple[Axis, int, int, int] | list[Cell]]:
    """The label of a vehicle, and its place or its cells, as the core takes them."""
    if isinstance(vehicle, Scattered):
        return vehicle.label, list(vehicle.cells)
    return vehicle.label, (vehicle.axis, vehicle.row, vehicle.col, vehicle.length)


@dataclass(frozen=True, slots=True)
class Setup:
    """A board as a text describes it, valid or not; `exit` is None if the text does not say."""

    rows: int
    cols: int
    vehicles: tuple[Vehicle | Scattered, ...]
    target: str
    exit: Exit | None = None
    walls: tuple[Cell, ...] = ()
    title: str | None = None
