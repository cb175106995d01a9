"""Reading puzzles: open a text, detect its format, read it, in that order.

`attempts` does this once for every caller. The functions around it differ at the end alone: whether
the first error is raised, and whether there may be several puzzles.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO, TextIO

from rushhour.formats.detection import format_of
from rushhour.formats.opening import lines_of, name_of, opened
from rushhour.formats.source import Source
from rushhour.model.errors import InvalidBoardError, ParseError, RushHourError
from rushhour.model.expect import expect

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle
    from rushhour.model.setup import Setup

    _Attempts = Generator[Puzzle | RushHourError, None, None]

_TO_READ = " (to read a file, use read)"


def attempts(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> _Attempts:
    """Read every puzzle of a file; an error stands in the place of its puzzle, the rest follow."""
    try:
        with opened(path) as file:
            source = Source(lines_of(file), name_of(path))
            setups = format_of(source, format, target).read(source, target)
            yield from _puzzles(setups, source)
    except RushHourError as error:
        yield error


def _puzzles(setups: Iterator[Setup | ParseError], source: Source) -> _Attempts:
    """The puzzles of the setups, errors with their number; at least one or a ParseError."""
    number = 0
    for number, setup in enumerate(_with_last_error(setups), 1):
        item = _build(setup, source)
        if isinstance(item, ParseError | InvalidBoardError):
            item.puzzle = None if source.begin is None and number == 1 else number
        yield item
    if number == 0:
        source.fail("expected a puzzle, found none")


def _with_last_error(setups: Iterator[Setup | ParseError]) -> Iterator[Setup | ParseError]:
    """The setups and, in the place of the next one, the error that ends the text."""
    try:
        yield from setups
    except ParseError as error:
        yield error


def _build(setup: Setup | ParseError, source: Source) -> Puzzle | RushHourError:
    from rushhour.model.puzzle import Puzzle

    if isinstance(setup, ParseError):
        return setup
    try:
        return Puzzle.from_setup(setup, source.name, source.begin)
    except RushHourError as error:
        return error


def parse(text: str, format: str | None = None, *, target: str | None = None) -> Puzzle:  # noqa: A002
    """Read the only puzzle of a text, in a format by name or in the one detected.

    `target` declares the label of the target in a drawn board. Raises ParseError for the syntax,
    InvalidBoardError with every broken rule at once.
    """
    if format in (None, "boardstring") and target is None and _is_plain(text):
        from rushhour.model.puzzle import Puzzle

        puzzle = Puzzle.of_board_string(text)
        if puzzle is not None:
            return puzzle
    return _single(parse_all(text, format, target=target), None)


def puzzle_of(puzzle: Puzzle | str | PathLike[str]) -> Puzzle:
    """A puzzle itself, the one in a text, or the one in a file; see `parse` and `read`."""
    from rushhour.model.puzzle import Puzzle

    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, PathLike):
        return read(puzzle)
    hint = " (for several, use solve_many)" if isinstance(puzzle, list | tuple) else _TO_READ
    return parse(expect("puzzle", puzzle, str, f"a Puzzle or a text{hint}"))


def _is_plain(text: str) -> bool:
    return isinstance(text, str) and text.isascii()


def parse_all(
    text: str,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Generator[Puzzle, None, None]:
    """Read every puzzle of a text."""
    expect("text", text, str, f"a text{_TO_READ}")
    return _raised(attempts(StringIO(text, newline=None), format, target=target))


def read(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Puzzle:
    """Read the only puzzle of a path or open file; see `parse`. OSError if there is no file."""
    return _single(read_all(path, format, target=target), name_of(path))


def read_all(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Generator[Puzzle, None, None]:
    """Read every puzzle of a path or open file, one at a time and in bounded memory."""
    expect("path", path, str | PathLike | Iterable, "a path or an open file")
    return _raised(attempts(path, format, target=target))


def _raised(items: _Attempts) -> Generator[Puzzle, None, None]:
    """The puzzles up to the first error, which is raised; closing this closes the file."""
    with closing(items):
        for item in items:
            if isinstance(item, RushHourError):
                raise item
            yield item


def _single(puzzles: Generator[Puzzle, None, None], name: str | None) -> Puzzle:
    with closing(puzzles):
        puzzle = next(puzzles, None)
        if puzzle is None:
            raise ParseError("expected a puzzle, found none", source=name)
        if next(puzzles, None) is not None:
            raise ParseError("expected one puzzle, found several; use read_all", source=name)
    return puzzle
