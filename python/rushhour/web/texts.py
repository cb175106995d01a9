"""Texts: read puzzles in any format, with warnings, and write the shortest form."""

from __future__ import annotations

import threading
import warnings
from contextlib import closing
from io import StringIO
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

from rushhour.formats import attempts, write
from rushhour.model.errors import FormatWarning, ParseError, RushHourError, UnwritableError
from rushhour.model.puzzle import Puzzle

# Catching warnings affects the whole process, so only one text is read at a time.
_ALONE = threading.Lock()
# What an address may hold: the page reads these without a service too.
_IN_ADDRESSES = ("boardstring", "grid", "carlist", "json")


class BoardTexts(NamedTuple):
    """The puzzles of a text, with errors in place of malformed ones, and the warnings."""

    items: list[Puzzle | RushHourError]
    warnings: list[str]


def read(
    text: str,
    most: int,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
    name: str | None = None,
) -> BoardTexts:
    """Read at most `most` puzzles of a text; `name` is the name of its file."""
    source = StringIO(text, newline=None)
    if name is not None:
        source.name = name
    with _ALONE, warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", FormatWarning)
        with closing(attempts(source, format, target=target)) as found:
            items = list(islice(found, most))
    return BoardTexts(items, [str(w.message) for w in seen if w.category is FormatWarning])


def only(text: str) -> Puzzle:
    """The only puzzle of a text; its error is raised."""
    plain = Puzzle.of_board_string(text)
    if plain is not None:
        return plain
    items = read(text, 2).items
    if len(items) != 1:
        raise ParseError(f"expected one puzzle, found {'several' if items else 'none'}")
    if isinstance(items[0], RushHourError):
        raise items[0]
    return items[0]


def shortest(puzzle: Puzzle) -> str:
    """The text that is shortest in a URL among those that keep all but the title."""
    puzzle = _untitled(puzzle)
    texts = sorted(_texts(puzzle), key=lambda text: len(quote(text)))
    return next(text for text in texts if _gives(text, puzzle))


def _untitled(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its title."""
    board = puzzle.rows, puzzle.cols, puzzle.vehicles, puzzle.target, puzzle.exit, puzzle.walls
    return Puzzle(*board)


def _texts(puzzle: Puzzle) -> list[str]:
    texts = []
    for name in _IN_ADDRESSES:
        try:
            texts.append(write(puzzle, name).strip())
        except UnwritableError:
            continue
    return texts


def _gives(text: str, puzzle: Puzzle) -> bool:
    try:
        return repr(_untitled(only(text))) == repr(puzzle)
    except RushHourError:
        return False
