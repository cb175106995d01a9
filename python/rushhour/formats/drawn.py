"""Shared by the drawn formats: what the core reads as setups, and pictures of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

import rushhour._core as _core
from rushhour.base import expect
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats.source import Line, Source, encodable, lone_surrogate
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Scattered, Setup, Side, Vehicle

# MAX_SIDE in src/board/setup.rs, which refuses larger boards for their size alone.
LARGEST = 32

CellRows: TypeAlias = Sequence[Sequence[str]]
CoreBody: TypeAlias = tuple[Axis, int, int, int] | list[Cell]
CoreSetup: TypeAlias = tuple[
    int,
    int,
    list[tuple[str, CoreBody]],
    str,
    tuple[Side, int] | None,
    list[Cell],
    str | None,
]
"""CellRows, columns, vehicles, the target, the exit, walls and the title."""
CoreError: TypeAlias = tuple[str, int | None, int | None]
"""The message, the line and the column."""
CoreItem: TypeAlias = tuple[
    CoreSetup | None, CoreError | None, list[CoreError], int | None, int | None
]
"""A setup or an error, warnings, and the lines in which it begins and ends."""


def setup(
    rows: CellRows,
    *,
    target: str,
    empty: Collection[str] = ".",
    wall: str = "",
    exit: Exit | None = None,  # noqa: A002
) -> Setup:
    """The setup of a picture: rows of labels of one character or, in lists, of several.

    The target comes first, the others follow in the order of their labels.
    """
    way_out = None if exit is None else (exit.side, exit.line)
    expect.text("label", target)
    return _setup(_core.setup_of_picture(checked(rows), target, [*empty], [*wall], way_out))


def checked(rows: CellRows) -> list[list[str]]:
    """CellRows of cells for the core, which holds no lone surrogates."""
    for row in rows:
        if lone_surrogate("".join(row)) is not None:
            for cell in row:
                expect.text("label", cell)
    return [[*row] for row in rows]


def declared(target: str | None) -> str | None:
    """A declared target for the core."""
    if target is not None:
        expect.text("label", target)
    return target


def numbered(lines: Iterable[Line]) -> list[tuple[int, str, bool]]:
    """Lines for the core; in place of a lone surrogate, whose line has its error, stands a mark."""
    return [(line.number, encodable(line.text), line.parted) for line in lines]


def items(source: Source, found: list[CoreItem]) -> Iterator[Setup | ParseError]:
    """The setups and errors that the core found in a source; its doubts are warnings."""
    for item in found:
        source.begin = item[3]
        try:
            yield item_of(source, item)
        except ParseError as error:
            yield error


def item_of(source: Source, item: CoreItem) -> Setup:
    """The setup that the core found; its error is raised, and its doubts are warnings."""
    setup, error, warnings, _, _ = item
    for message, line, _ in warnings:
        source.warn(message, line)
    if error is not None:
        source.fail(*error)
    assert setup is not None
    return _setup(setup)


def _setup(found: CoreSetup) -> Setup:
    rows, cols, bodies, target, exit_, walls, title = found
    vehicles = tuple(
        Scattered(label, tuple(body)) if isinstance(body, list) else Vehicle(label, *body)
        for label, body in bodies
    )
    way_out = None if exit_ is None else Exit(*exit_)
    return Setup(rows, cols, vehicles, target, way_out, tuple(walls), title)


def is_bar(rows: CellRows, label: str) -> bool:
    """Whether the cells of a label form a vehicle."""
    return _core.is_bar(checked(rows), label)


def rows(puzzle: Puzzle, *, wall: str | None, reserved: str, format: str) -> list[str]:  # noqa: A002
    """The picture of a puzzle; UnwritableError if a label is not a single character or reserved."""
    if puzzle.walls and wall is None:
        raise UnwritableError(f"the format {format} has no walls")
    picture = [["."] * puzzle.cols for _ in range(puzzle.rows)]
    for row, col in puzzle.walls:
        picture[row][col] = wall or "."
    for vehicle in puzzle.vehicles:
        _check_label(vehicle.label, reserved, format)
        for row, col in vehicle.cells():
            picture[row][col] = vehicle.label
    return ["".join(line) for line in picture]


def _check_label(label: str, reserved: str, format: str) -> None:  # noqa: A002
    if len(label) != 1 or label.isspace() or not label.isprintable() or label in reserved:
        raise UnwritableError(
            f"the format {format} cannot hold the label {label!r}, expected one character other "
            f"than {' '.join(reserved)}; --relabel, or relabel() in Python, gives new labels"
        )


def require_own_exit(puzzle: Puzzle, format: str) -> None:  # noqa: A002
    """Refuse an exit other than right or, for a vertical target, bottom."""
    vertical = puzzle.vehicle(puzzle.target).axis == "v"
    if puzzle.exit.side != ("bottom" if vertical else "right"):
        raise UnwritableError(f"the format {format} has no exit at the {puzzle.exit.side}")


def uneven(first: Sequence[str], index: int, row: str, width: int | None = None) -> str:
    """The message for a row that is not as wide as the first; `width` in cells, not characters."""
    return _core.uneven(len(first), index, row, len(row) if width is None else width)
