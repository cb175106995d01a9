"""Board strings: the cells of a board in one word, row by row.

```text
IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM    a square board
..B.../..B.../AAB.../......             any board, rows ended or parted by /
AA.B..../                               a board of one row, which always ends in /
```

`.` and `o` are empty, `x` is a wall, `A` is the target if no other label could be by the rule of
`target`, every other character a vehicle. A
horizontal target leaves on the right, a vertical one at the bottom. A list has one board on each
line. Source: Fogleman's rush programs; the `/` is our addition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from rushhour.formats import drawn, link
from rushhour.formats.lines import Line, checked_lines
from rushhour.formats.source import Source
from rushhour.formats.target import require_plain, target_of
from rushhour.model.errors import ParseError, UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY, WALL = "A", ".o", "x"

_FILE = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{0,5}")


def matches(source: Source) -> bool:
    """One word on each line that is square or has rows; in several lines each needs the target.

    A grid of 4, 9 or 16 columns looks square too, but has its target in one row or column only.
    """
    words = [line.words() for line in source.head]
    if any(len(line) != 1 or set(line[0]) & set('{}[]"\\,') for line in words):
        return False
    if link.matches(source):
        return False
    boards = [line[0] for line in words]
    if len(boards) == 1 and boards[0].count(TARGET) < 2:
        return _lacks_only_its_target(boards[0])
    return all(_has_rows(board) and board.count(TARGET) >= 2 for board in boards)


def resembles(source: Source) -> bool:
    """More lines with a board than without, or a single word with a target and empty cells."""
    words = [line.words() for line in source.head]
    if len(words) == 1:
        word = words[0][0]
        has_cells = TARGET * 2 in word and bool(set(EMPTY) & set(word))
        return has_cells and len(words[0]) == 1 and not is_file_name(word)
    boards = [line[0] for line in words if len(line) == 1 and line[0].count(TARGET) >= 2]
    return 2 * sum(map(_has_rows, boards)) > len(words)


def _has_rows(word: str) -> bool:
    return "/" in word or isqrt(len(word)) ** 2 == len(word)


def _lacks_only_its_target(word: str) -> bool:
    """Whether a word without target is likely a board: neither a short word nor a file name."""
    rows = _rows(word)
    is_even = rows is not None and len({len(row) for row in rows}) == 1
    return len(word) >= 16 and is_even and bool(set(EMPTY) & set(word)) and not is_file_name(word)


def is_file_name(text: str) -> bool:
    """Whether a text ends like a file name."""
    return len(text) < 300 and bool(_FILE.fullmatch(text))


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """Read one board from each line; a malformed line gives its error and does not end the list.

    `target` declares the target's character.
    """
    for line in source.lines():
        source.begin = line.number if len(source.head) > 1 else None
        try:
            yield lone_board(source, line, target)
        except ParseError as error:
            yield error


def lone_board(source: Source, line: Line, target: str | None = None) -> Setup:
    """Read the board that is alone in a line."""
    checked_lines([line])
    words = len(line.words())
    if words != 1:
        message = f"expected one board in a line, found {words} words"
        source.fail(message, line.number, line.column_of(1))
    return board(source, line, 0, target)


def board(source: Source, line: Line, word: int, target: str | None = None) -> Setup:
    """Read the board in one word of a line."""
    cells, column = line.words()[word], line.column_of(word)
    rows = _rows(cells)
    if rows is None:
        expected = "a square number of cells, or rows parted by /"
        source.fail(f"expected {expected}, found {len(cells)} cells", line.number, column)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            column += sum(len(before) + 1 for before in rows[:number])
            source.fail(drawn.uneven(rows[0], number, row), line.number, column)
    if target is None:
        target = target_of(source, rows, _labels(rows), own=TARGET, line=line.number)
    return drawn.setup(rows, target=target, empty=EMPTY, wall="" if target == WALL else WALL)


def _labels(rows: list[str]) -> set[str]:
    return {*"".join(rows)} - {*EMPTY, *WALL}


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
            "--relabel, or relabel() in Python, gives new labels"
        )
    reserved = EMPTY + WALL + '/#{}[]"\\,'
    rows = drawn.rows(puzzle, wall=WALL, reserved=reserved, format="boardstring")
    require_plain(rows, _labels(rows), "boardstring", TARGET)
    if puzzle.rows == 1:
        return rows[0] + "/\n"
    return ("" if puzzle.rows == puzzle.cols else "/").join(rows) + "\n"


write_item = write  # several are lines of one file
