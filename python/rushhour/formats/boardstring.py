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
The reader is `src/reader/board_string.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import drawn, link
from rushhour.formats.source import Line, Source, checked_lines
from rushhour.formats.target import require_plain
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY, WALL = "A", ".o", "x"


def matches(source: Source) -> bool:
    """One word on each line that is square or has rows; in several lines each needs the target.

    A grid of 4, 9 or 16 columns looks square too, but has its target in one row or column only.
    """
    return _core.is_board_string(drawn.numbered(source.head)) and not link.matches(source)


def resembles(source: Source) -> bool:
    """More lines with a board than without, or a single word with a target and empty cells."""
    return _core.resembles_board_string(drawn.numbered(source.head))


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
    return board(source, line, None, target)


def board(source: Source, line: Line, word: int | None, target: str | None = None) -> Setup:
    """Read the board in one word of a line; without a word, the one that is alone in it."""
    (numbered,) = drawn.numbered(checked_lines([line]))
    return drawn.item_of(source, _core.read_board_string(numbered, word, drawn.declared(target)))


def write(puzzle: Puzzle) -> str:
    """One line; rows are parted by / unless the board is square."""
    drawn.require_own_exit(puzzle, "boardstring")
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format boardstring labels the target A, not {puzzle.target}; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    reserved = EMPTY + WALL + '/#{}[]"\\,_-'
    rows = drawn.rows(puzzle, wall=WALL, reserved=reserved, format="boardstring")
    require_plain(rows, {*"".join(rows)} - {*EMPTY, *WALL}, "boardstring", TARGET)
    if puzzle.rows == 1:
        return rows[0] + "/\n"
    return ("" if puzzle.rows == puzzle.cols else "/").join(rows) + "\n"


write_item = write  # several are lines of one file
