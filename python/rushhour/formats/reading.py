"""Reading puzzles: open a text, detect its format, read it, in that order.

`attempts` does this once for every caller. The functions around it differ at the end alone: whether
the first error is raised, and whether there may be several puzzles.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from rushhour.base.expect import expect
from rushhour.errors import InvalidBoardError, ParseError, RushHourError
from rushhour.formats import drawing, games, matrix
from rushhour.formats.behind import board_above
from rushhour.formats.declared import NOTHING, Declared
from rushhour.formats.opening import lines_of, name_of, opened
from rushhour.formats.registry import format_of
from rushhour.formats.source import Source, is_integer
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rushhour.model.setup import Setup

    _Attempts = Generator[Puzzle | RushHourError, None, None]

_TO_READ = " (to read a file, use read)"


def attempts(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
    declared: Declared | None = None,
) -> _Attempts:
    """Read every puzzle of a file; an error stands in the place of its puzzle, the rest follow.

    `declared` is what is known of them beside the text.
    """
    known = declared or NOTHING
    try:
        with opened(path) as file:
            source = Source(lines_of(file), name_of(path), comments=not known.is_drawing)
            source.has_exit = known.exit is not None
            items = _items(source, format, target, known)
            if source.written is not None and not known.is_drawing:
                items = _or_above(list(items), source, format, target, known)
            yield from items
    except RushHourError as error:
        yield error


def _items(source: Source, format: str | None, target: str | None, known: Declared) -> _Attempts:  # noqa: A002
    """The puzzles of a source and its errors."""
    try:
        if known.is_drawing:
            setups = known.setups(source, target)
        else:
            setups = format_of(source, format, target).read(source, target)
        yield from _puzzles(setups, source, known)
    except RushHourError as error:
        yield error


def _or_above(
    items: list[Puzzle | RushHourError],
    source: Source,
    format: str | None,  # noqa: A002
    target: str | None,
    known: Declared,
) -> _Attempts:
    """The puzzles and errors of a short text, or the one puzzle that has its solution behind it."""

    def only(above: Source) -> Puzzle | None:
        found = list(_items(above, format, target, known))
        return found[0] if len(found) == 1 and isinstance(found[0], Puzzle) else None

    has_error = any(isinstance(item, RushHourError) for item in items)
    puzzle = board_above(source, only) if has_error else None
    yield from items if puzzle is None else [puzzle]


def _puzzles(setups: Iterator[Setup | ParseError], source: Source, known: Declared) -> _Attempts:
    """The puzzles of the setups, errors with their number; at least one or a ParseError."""
    number = 0
    for number, setup in enumerate(_with_last_error(setups), 1):
        item = _build(setup if isinstance(setup, ParseError) else known.applied(setup), source)
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
    if isinstance(setup, ParseError):
        return setup
    try:
        return Puzzle.from_setup(setup, source=source.name, line=source.begin)
    except RushHourError as error:
        if isinstance(error, InvalidBoardError):
            error.setup = setup
            error.reasons.extend(games.others(setup))
        return error


def parse(
    text: str | Iterable[Iterable[object]],
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Puzzle:
    """Read the only puzzle of a text, in a format by name or in the one detected.

    Rows of cells - texts, lists or an array of NumPy - are read as a drawn board. `target` declares
    the label of the target in a drawn board. Raises ParseError for the syntax, InvalidBoardError
    with every broken rule at once.
    """
    if format is None and not isinstance(text, str | bytes) and isinstance(text, Iterable):
        return of_rows(text, target)
    one = cast("str", expect("text", text, str, f"a text{_TO_READ}"))
    if format in (None, "boardstring") and target is None and one.isascii():
        puzzle = Puzzle.of_board_string(one)
        if puzzle is not None:
            return puzzle
    return _single(parse_all(one, format, target=target), None)


def of_rows(rows: Iterable[Iterable[object]], target: str | None = None) -> Puzzle:
    """The drawn board in rows of cells; None, blanks, 0 and -1 can be empty cells."""
    source = Source([])
    lists = [expect("rows", row, Iterable, "rows of cells") for row in rows]
    cells = drawing.cells(lists)
    for number, row in enumerate(cells):
        if len(row) != len(cells[0]):
            found = f"expected {len(cells[0])} cells in row {number + 1}, found {len(row)}"
            source.fail(found)
    if not cells or not cells[0]:
        source.fail("expected rows of cells, found none")
    if all(is_integer(cell) for row in cells for cell in row):
        return Puzzle.from_setup(matrix.board(source, cells, target))
    return Puzzle.from_setup(drawing.board(source, cells, target=target))


def puzzle_of(puzzle: Puzzle | str | PathLike[str]) -> Puzzle:
    """A puzzle itself, the one in a text, or the one in a file; see `parse` and `read`."""
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, PathLike):
        return read(puzzle)
    hint = " (for several, use solve_many)" if isinstance(puzzle, list | tuple) else _TO_READ
    return parse(expect("puzzle", puzzle, str, f"a Puzzle or a text{hint}"))


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
