"""Shared by the drawn formats: turns rows of characters into vehicles and walls, and back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rushhour.model.errors import UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit, Scattered, Setup, Vehicle

# MAX_SIDE in src/board/setup.rs, which refuses larger boards for their size alone.
LARGEST = 32


def setup(
    rows: Sequence[Sequence[str]],
    *,
    target: str,
    empty: Collection[str] = ".",
    wall: str = "",
    exit: Exit | None = None,  # noqa: A002
    title: str | None = None,
) -> Setup:
    """The setup of a picture: rows of labels of one character or, in lists, of several.

    The target comes first, the others follow in the order of their labels.
    """
    if len(rows) > LARGEST or len(rows[0]) > LARGEST:  # not a board, whatever the picture shows
        return Setup(len(rows), len(rows[0]), (), target, exit, (), title)
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for col, label in enumerate(line):
            if label not in empty:
                cells.setdefault(label, []).append((row, col))
    walls = [cell for symbol in wall for cell in cells.pop(symbol, [])]
    labels = sorted(cells, key=lambda label: (label != target, len(label), label))
    vehicles = tuple(_vehicle(label, cells[label]) for label in labels)
    return Setup(len(rows), len(rows[0]), vehicles, target, exit, tuple(sorted(walls)), title)


def _vehicle(label: str, cells: list[Cell]) -> Vehicle | Scattered:
    """A vehicle if the sorted cells form a bar of at least two, else scattered cells."""
    (row, col), length = cells[0], len(cells)
    for axis in ("h", "v"):
        vehicle = Vehicle(label, axis, row, col, length)
        if length > 1 and vehicle.cells() == cells:
            return vehicle
    return Scattered(label, tuple(cells))


def is_bar(rows: Sequence[Sequence[str]], label: str) -> bool:
    """Whether the cells of a label form a vehicle."""
    cells = [
        (row, col) for row, line in enumerate(rows) for col, one in enumerate(line) if one == label
    ]
    return bool(cells) and isinstance(_vehicle(label, cells), Vehicle)


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
    found = len(row) if width is None else width
    return f"expected {len(first)} cells in row {index + 1}, found {found}: {row[:40]!r}"
