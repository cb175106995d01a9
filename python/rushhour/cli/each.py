"""Verbs that find something of each puzzle of a file: their loop, and how they write boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from rushhour.base.text import shown
from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import ReadingOptions
from rushhour.cli.output import complain, print_json, put, put_text
from rushhour.errors import LimitReachedError, RushHourError, UnwritableError
from rushhour.formats import Format, named
from rushhour.formats.writing import relabel
from rushhour.model.puzzle import Puzzle


class Found(Protocol):
    """What is found of a puzzle: its optimum, None without a solution, and its values in JSON."""

    @property
    def slides(self) -> int | None:
        """The optimum in slides."""

    def to_dict(self) -> dict[str, object]:
        """The values by name."""


AnyFound = TypeVar("AnyFound", bound=Found)


def for_each(
    file: str,
    reading: ReadingOptions,
    find: Callable[[Puzzle], tuple[AnyFound, str | None]],
    write: Callable[[int, AnyFound], None],
    *,
    json: bool,
) -> int:
    """Find something of each puzzle, and the limit that cut it short; print it, or its values.

    Returns the exit code: 1 without a solution, 2 if a puzzle is malformed, 3 after a limit.
    """
    code = codes.SOLVED
    for number, item in enumerate(puzzles(file, reading), 1):
        try:
            if isinstance(item, RushHourError):
                raise item
            found, stop = find(item)
            if json:
                print_json({"file": file, "number": number, **found.to_dict()})
            else:
                write(number, found)
        except RushHourError as error:
            complain(file, number, error, json=json)
            limited = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if limited else codes.MALFORMED)
            continue
        unsolvable = codes.UNSOLVABLE if found.slides is None else codes.SOLVED
        code = codes.graver(code, unsolvable if stop is None else codes.LIMIT)
    return code


def format_for(to: str | None, *, json: bool) -> Format | None:
    """The format of `--to`; RushHourError if there is none of that name, or beside `--json`."""
    if to is not None and json:
        raise RushHourError("expected at most one of --to and --json")
    return None if to is None else named(to)


def put_boards(boards: Iterable[Puzzle], entry: Format) -> None:
    """Print boards in a format, with new labels where it cannot hold theirs."""
    found = list(boards)
    if len(found) > 1:
        entry.require_several()
    for board in found:
        try:
            text = _text(board, entry, is_list=len(found) > 1)
        except UnwritableError:
            text = _text(relabel(board, entry.name), entry, is_list=len(found) > 1)
        put_text(text)


def put_lines(number: int, puzzle: Puzzle, lines: Iterable[str]) -> None:
    """Print lines about a puzzle under its title, with an empty line between puzzles."""
    if number > 1:
        put("")
    title = [] if puzzle.title is None else [shown(puzzle.title)]
    put(*title, *lines)


def _text(board: Puzzle, entry: Format, *, is_list: bool) -> str:
    return entry.write_item(board) if is_list else entry.write(board)
