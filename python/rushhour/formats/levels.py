"""Levels: board strings with what lists of them add: a number, the optimum, the solution.

```text
1. ..B.....B...AAB.....................       the number or name of a level, also in a line above
..B.....B...AAB..................... 2         the optimum behind the board
..B.....B...AAB..................... B+3 A+4   its solution, in any notation
Level 7;..B.....B...AAB.....................;2
```

What stands before a board is its title. A solution is replayed, and a FormatWarning says whether it
is right. A number is kept nowhere, so that a wrong one is not believed; a negative one is refused,
and a FormatWarning says that one can be no optimum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import isqrt
from typing import NamedTuple

from rushhour.errors import InvalidBoardError, ParseError
from rushhour.formats import boardstring, drawn, fogleman
from rushhour.formats.behind import solution_in, warn_of
from rushhour.formats.source import Line, Source, checked_lines, is_integer, seen
from rushhour.formats.target import candidates
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup
from rushhour.model.solution import Solution

TARGET = boardstring.TARGET

_NUMBER = r"(?:[^\W\d_]{2,20}\.? {0,3}){0,2}#? ?[0-9]{1,9}"
_NAME = re.compile(rf"({_NUMBER})[.):;,]?")
_NAMED = re.compile(rf"({_NUMBER})(?:[.)]\s| ?[:;,]|\s)")
_NUMERAL = re.compile(r"[+-]?[0-9]+")
_MOST = 1 << 13
"""The longest line that is taken apart: the largest board, and thousands of moves."""
_LEAST = 9
"""The fewest cells of a board that is known by itself."""
MOST_MOVES = 9_999
"""No optimum is known that has a tenth of it."""


class _Level(NamedTuple):
    """A line in its parts: the name, the board and what follows it, each None if missing."""

    name: str | None
    board: str | None
    rest: str | None


def matches(source: Source) -> bool:
    """Boards of which one has a name or something behind it, and lines of names above boards."""
    levels = [_level(line.text) for line in source.head]
    names = [level.board is None for level in levels]
    return (
        any(level.name is not None or level.rest is not None for level in levels)
        and any(map(_is_level, levels))
        and all(is_name or _is_level(level) for is_name, level in zip(names, levels, strict=True))
        and not any(fogleman.is_entry(line.words()) for line in source.head)
        and not boardstring.matches(source)
    )


def are_plain(source: Source) -> bool:
    """Whether every line has a board and one number, which who needs only the boards leaves out."""
    lines = [[word.isascii() and word.isdecimal() for word in line.words()] for line in source.head]
    return all(sorted(numbers) == [False, True] for numbers in lines)


def resembles(source: Source) -> bool:
    """More lines that are levels than others, one of them with a name or something behind it."""
    levels = [level for line in source.head if _is_level(level := _level(line.text))]
    return (
        2 * len(levels) > len(source.head)
        and any(level.name or level.rest for level in levels)
        and not any(fogleman.is_entry(line.words()) for line in source.head)
    )


def _is_level(level: _Level) -> bool:
    return level.board is not None and _is_board(level.board)


def _level(text: str) -> _Level:
    """The parts of a line; a line that has no board is a name, or a board as a whole."""
    text = text.strip()
    if len(text) > _MOST:
        return _Level(None, text, None)
    is_board = _is_board(text.partition(" ")[0])
    if not is_board and (alone := _NAME.fullmatch(text)) is not None:
        return _Level(_title(alone[1]), None, None)
    name = None if is_board else _NAMED.match(text)
    board, *rest = re.split(r"[\s;,]+", text[name.end() if name else 0 :].strip(), maxsplit=1)
    return _Level(_title(name[1]) if name else None, board, rest[0] or None if rest else None)


def _title(name: str) -> str:
    return " ".join(name.split())


def _is_board(word: str) -> bool:
    """Whether a word is surely a board: even rows with a vehicle that could be the target."""
    if len(word) < _LEAST or not word.isprintable():
        return False
    side = isqrt(len(word))
    rows = word.removesuffix("/").split("/")
    if len(rows) == 1 and "/" not in word and side * side == len(word):
        rows = [word[start : start + side] for start in range(0, len(word), side)]
    elif len(rows) == 1:
        return False
    labels = {*"".join(rows)} - {*boardstring.EMPTY, boardstring.WALL}
    return len({len(row) for row in rows}) == 1 and any(
        drawn.is_bar(rows, label) for label in candidates(rows, labels, TARGET)
    )


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The board of each level, titled by its name; `target` declares the target's character."""
    above: Line | None = None
    has_said = False
    for line in source.lines():
        source.begin = line.number if len(source.head) > 1 else None
        try:
            checked_lines([line])
            level = _level(line.text)
            if above is not None and (level.board is None or level.name is not None):
                found = seen(line.text.strip())
                source.fail(
                    f"expected the board of {above.text.strip()!r}, found {found}", line.number
                )
            if level.board is None:
                above = line
                continue
            name = level.name if above is None else _level(above.text).name
            setup = replace(_board(source, line, level.board, target), title=name)
            if level.rest is not None and _NUMERAL.fullmatch(level.rest):
                _check_optimum(source, line, level.rest, setup)
            elif level.rest is not None:
                solution = _solution(source, line, level.rest, setup)
                if not has_said or solution.verify():
                    has_said = True
                    warn_of(source, solution, line.number)
            yield setup
        except ParseError as error:
            yield error
        above = None
    if above is not None:
        found = above.text.strip()
        source.fail(f"expected the board of {found!r}, found the end of the text", above.number)


def _board(source: Source, line: Line, board: str, target: str | None) -> Setup:
    """The board in a line, at its place there."""
    word = " " * line.text.index(board) + board
    return boardstring.lone_board(source, Line(line.number, word), target)


def _check_optimum(source: Source, line: Line, text: str, setup: Setup) -> None:
    """Refuse a negative number behind a board; warn of one that can be no optimum."""
    column = 1 + line.text.rindex(text)
    if text.startswith("-"):
        source.fail(
            f"expected the optimum behind the board, found {seen(text)}", line.number, column
        )
    if not is_integer(text) or int(text) > MOST_MOVES:
        source.warn(f"the number behind the board is no optimum: {seen(text)}", line.number)
    elif int(text) == 0 and not _is_solved(setup):
        source.warn("the number behind the board is 0, but the board is not solved", line.number)


def _is_solved(setup: Setup) -> bool:
    """Whether the board is solved; also of one that is refused later."""
    try:
        return Puzzle.from_setup(setup).is_solved()
    except InvalidBoardError:
        return True


def _solution(source: Source, line: Line, text: str, setup: Setup) -> Solution:
    """The moves behind a board; ParseError for anything else."""
    expected = "the optimum or moves behind the board"
    try:
        puzzle = Puzzle.from_setup(setup)
        found = solution_in(puzzle, text)
    except InvalidBoardError as error:  # the board itself is refused later, with its reasons
        source.fail(str(error), line.number)
    if found is None:
        source.fail(
            f"expected {expected}, found {seen(text)}", line.number, 1 + line.text.rindex(text)
        )
    return found
