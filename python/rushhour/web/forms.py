"""Forms: the JSON values that requests and answers share.

Reading a form checks only types and sizes; `Puzzle` checks whether it is a board.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, ValidationError, convert

from rushhour.formats.json import as_dict
from rushhour.model.errors import RushHourError
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit, Setup, Vehicle
from rushhour.web import texts

# More than any board has, so that the core can give its reasons against larger ones.
PlaceForm = Annotated[int, Meta(ge=-1000, le=1000)]
_Label = Annotated[str, Meta(max_length=64)]
_Side = Literal["right", "left", "top", "bottom"]


class Form(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all forms: an unknown key is an error."""


class VehicleForm(Form):
    """A vehicle; `row` and `col`, from 0, give its top-left cell."""

    label: _Label
    axis: Literal["h", "v"]
    row: PlaceForm
    col: PlaceForm
    length: PlaceForm


class ExitForm(Form):
    """Where the target leaves; `line` is a row for right and left, a column for top and bottom."""

    side: _Side
    line: PlaceForm


class PuzzleForm(Form):
    """A puzzle in the format `json`. Without an exit the target leaves at its right or bottom."""

    rows: PlaceForm
    cols: PlaceForm
    target: _Label
    vehicles: Annotated[list[VehicleForm], Meta(max_length=256)]
    exit: ExitForm | None = None
    walls: Annotated[list[tuple[PlaceForm, PlaceForm]], Meta(max_length=2048)] = []
    title: Annotated[str, Meta(max_length=256)] | None = None


Given = Annotated[
    PuzzleForm | str, Meta(description="A puzzle, or the text of one in any format that is known.")
]


class MoveForm(Form):
    """A vehicle and how many cells it moves: positive to the right or down."""

    vehicle: str
    cells: int


class Limited(Form, kw_only=True):
    """A puzzle and limits. The stricter of these limits and the service's applies."""

    puzzle: Given
    max_states: Annotated[int, Meta(ge=0, le=1 << 53)] | None = None
    max_seconds: Annotated[float, Meta(ge=0, le=86400)] | None = None


class Search(Limited, kw_only=True):
    """A puzzle and options of a search."""

    metric: Metric = "slide"
    goal: Goal = "edge"


def puzzle_of(given: PuzzleForm | str) -> Puzzle:
    """The checked puzzle; InvalidBoardError lists all reasons against it, ParseError one."""
    return texts.only(given) if isinstance(given, str) else Puzzle.from_setup(_setup(given))


def form_of(puzzle: Puzzle) -> PuzzleForm:
    """The form of a puzzle; RushHourError if the puzzle is too large for a form."""
    try:
        return convert(as_dict(puzzle), PuzzleForm)
    except ValidationError as error:
        raise RushHourError(f"the puzzle does not fit an answer: {error}") from None


def moves_of(moves: tuple[Move, ...]) -> list[MoveForm]:
    """The form of moves."""
    return [MoveForm(move.vehicle, move.cells) for move in moves]


def _setup(form: PuzzleForm) -> Setup:
    vehicles = tuple(Vehicle(v.label, v.axis, v.row, v.col, v.length) for v in form.vehicles)
    exit_ = None if form.exit is None else Exit(form.exit.side, form.exit.line)
    walls: tuple[Cell, ...] = tuple(form.walls)
    return Setup(form.rows, form.cols, vehicles, form.target, exit_, walls, form.title)
