"""Matrices of whole numbers, as the program of Chouaibi and Bradai stores and prints a board.

```text
2 2 0 0 0 7
3 0 0 4 0 7
3 1 1 4 0 7        0 is empty; every other number is a vehicle, and 1 is the target
```

The rows may be in brackets, as NumPy and Python print them: `[[2 2 0]` and `[1 1 0]]` in two
lines, or `[[2, 2, 0], [1, 1, 0]]`. A board may have any number of rows and columns. Where -1 is
among the numbers, it is empty, and 0 is the first vehicle and the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import UnwritableError
from rushhour.formats import drawn
from rushhour.formats.source import MAX_CHARACTERS, Line, Source, is_integer, refuse_gap, seen
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY = "1", "0"
OTHER_TARGET, OTHER_EMPTY = "0", "-1"

_NUMBERS = re.compile(r"(?:[\s\[\],]|(?<![0-9])-(?=1\b)|[0-9])*")
_TOKEN = re.compile(r"[\[\]]|[^\s\[\],]+")
# Longer than any line of a matrix: 32 numbers of up to three digits, with comma and blanks.
_WIDE = 256
_LABEL = re.compile(r"[1-9][0-9]{0,8}")

# The number of the line in which a row ends, and the numbers of the row.
_Row = tuple[Line, list[str]]


def matches(source: Source) -> bool:
    """Several rows of numbers, of one width above 1, with the target in them.

    Four numbers with commas must be in brackets, since `0,2,2,2` is a vehicle in NTNU's format.
    """
    if not all(_NUMBERS.fullmatch(line.text) for line in source.head):
        return False
    rows = [numbers for _, numbers in _rows(source.head)]
    return (
        len(rows) > 1
        and len(rows[0]) > 1
        and len({len(row) for row in rows}) == 1
        and any(_target(rows) in row for row in rows)
        and (
            "," not in source.opening
            or _is_bracketed(source.head)
            or len(rows[0]) != 4
            or _empty(rows) == OTHER_EMPTY
        )
    )


def _empty(rows: list[list[str]]) -> str:
    """The number of empty cells."""
    return OTHER_EMPTY if any(OTHER_EMPTY in row for row in rows) else EMPTY


def _target(rows: list[list[str]]) -> str:
    """The number of the target: where -1 is empty, the vehicles count from 0."""
    from_zero = _empty(rows) == OTHER_EMPTY and any(OTHER_TARGET in row for row in rows)
    return OTHER_TARGET if from_zero else TARGET


def resembles(source: Source) -> bool:
    """More lines with several numbers, among them 0, than without."""
    tokens = [_TOKEN.findall(line.text[:_WIDE]) for line in source.head]
    rows = [row for row in tokens if EMPTY in row and len(row) > 2 and all(map(_is_number, row))]
    return 2 * len(rows) > len(source.head)


def _is_number(token: str) -> bool:
    return token in "[]" or is_integer(token)


def _is_bracketed(lines: list[Line]) -> bool:
    return any("[" in line.text for line in lines)


def _rows(lines: list[Line]) -> Iterator[_Row]:
    """The rows: the contents of the innermost brackets if there are brackets, else the lines."""
    row: list[str] = []
    is_bracketed = _is_bracketed(lines)
    for line in lines:
        for token in _TOKEN.findall(line.text):
            if token not in "[]":
                row.append(token)
            elif row:
                yield line, row
                row = []
        if row and not is_bracketed:
            yield line, row
            row = []
    if row:
        yield lines[-1], row


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The one puzzle of the text; `target` declares the target's number."""
    lines = source.puzzle_lines()
    if sum(len(line.text) for line in lines) > MAX_CHARACTERS:
        source.fail(f"expected at most {MAX_CHARACTERS} characters for a matrix")
    refuse_gap(source, lines, "rows", "a file holds one puzzle")
    rows = list(_rows(lines))
    if not rows:
        source.fail("expected rows of numbers, found none", lines[0].number)
    first = rows[0][1]
    for number, (line, row) in enumerate(rows):
        for word in row:
            _require_number(source, line, word)
        if len(row) != len(first):
            source.fail(drawn.uneven(first, number, " ".join(row), len(row)), line.number, 1)
    labels = [[str(int(word)) for word in row] for _, row in rows]
    yield board(source, labels, target)


def board(source: Source, rows: list[list[str]], target: str | None) -> Setup:
    """The board of rows of numbers; `target` declares the target's number."""
    return drawn.item_of(source, _core.read_matrix(drawn.checked(rows), drawn.declared(target)))


def _require_number(source: Source, line: Line, word: str) -> None:
    if word != OTHER_EMPTY and not (is_integer(word) and word.isdigit()):
        column = line.text.find(word) + 1
        message = f"expected the number of a vehicle or 0, found {seen(word)}"
        source.fail(message, line.number, column or None)


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    if puzzle.walls:
        raise UnwritableError("the format matrix has no walls")
    drawn.require_own_exit(puzzle, "matrix")
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format matrix labels the target 1, not {puzzle.target}; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    if puzzle.rows == 1 or puzzle.cols == 1:
        raise UnwritableError("a matrix of one row or column could be taken for another format")
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    cells = [[EMPTY] * puzzle.cols for _ in range(puzzle.rows)]
    for vehicle in puzzle.vehicles:
        if not _LABEL.fullmatch(vehicle.label):
            raise UnwritableError(
                f"the format matrix has numbers for labels, not {vehicle.label!r}; "
                "--relabel, or relabel() in Python, gives new labels"
            )
        for row, col in vehicle.cells():
            cells[row][col] = vehicle.label
    width = max(len(vehicle.label) for vehicle in puzzle.vehicles)
    return (" ".join(label.rjust(width) for label in row) for row in cells)
