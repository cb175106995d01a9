"""Board strings: the cells of a board in one word, row by row.

```text
IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM    a square board
..B.../..B.../AAB.../......             any board, rows ended or parted by /
```

`.` and `o` are empty, `x` is a wall, `A` is the target, every other character a vehicle. A
horizontal target leaves on the right, a vertical one at the bottom. One board a line makes a list.
Source: Fogleman's rush programs; the `/` is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import drawn
from rushhour.formats.source import Line, Source
from rushhour.puzzle import Puzzle
from rushhour.setup import Setup

TARGET, EMPTY, WALL = "A", ".o", "x"


def matches(source: Source) -> bool:
    """One word a line that is square or has rows; several lines need the target in each of them.

    A grid of 4, 9 or 16 columns looks square as well, but has its target in one row or column.
    """
    return all(_is_board(line.words()) for line in source.head) and (
        len(source.head) == 1 or all(line.text.count(TARGET) >= 2 for line in source.head)
    )


def _is_board(words: list[str]) -> bool:
    if len(words) != 1 or words[0][0] in '{["':
        return False
    return "/" in words[0] or isqrt(len(words[0])) ** 2 == len(words[0]) > 1


def read(source: Source) -> Iterator[Setup | ParseError]:
    """One board a line; a line that is none gives its error and does not end the list."""
    for line in source.lines():
        try:
            yield board(source, line, 0)
        except ParseError as error:
            yield error


def board(source: Source, line: Line, word: int) -> Setup:
    """The board in one word of a line."""
    words, column = line.words(), line.column_of(word)
    if len(words) != word + 1 and word == 0:
        source.fail("expected one word a line", line.number, line.column_of(1))
    rows = _rows(words[word])
    if rows is None:
        message = f"expected a square number of cells or rows parted by /, found {len(words[word])}"
        source.fail(f"{message} cells", line.number, column)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            expected, found = len(rows[0]), len(row)
            message = f"expected {expected} cells in row {number}, found {found}: {row[:40]!r}"
            column += sum(len(before) + 1 for before in rows[:number])
            source.fail(message, line.number, column)
    return drawn.setup(rows, target=TARGET, empty=EMPTY, wall=WALL)


def _rows(word: str) -> list[str] | None:
    if "/" in word:
        return word.removesuffix("/").split("/")
    side = isqrt(len(word))
    if side * side != len(word):
        return None
    return [word[start : start + side] for start in range(0, len(word), side)]


def write(puzzle: Puzzle) -> str:
    """One line; rows are parted by / unless the board is square."""
    drawn.require_own_exit(puzzle, "boardstring")
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format boardstring labels the target A, not {puzzle.target}; "
            "relabel the puzzle first"
        )
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + '/#{["', format="boardstring")
    if puzzle.rows == 1:
        return rows[0] + "/\n"
    return ("" if puzzle.rows == puzzle.cols else "/").join(rows) + "\n"
