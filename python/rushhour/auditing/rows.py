"""Rows: lines that hold a board and claims about it, one class for each shape."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from rushhour.formats import link
from rushhour.formats.fogleman import is_entry
from rushhour.formats.lines import require_text
from rushhour.formats.opening import lines_of
from rushhour.model.errors import ParseError
from rushhour.model.expect import expect

Numbered = Iterator[tuple[int, str]]


class ClaimRow(NamedTuple):
    """A board and the other fields of its line, with the names of the columns."""

    board: str
    fields: list[tuple[str, str | None]]
    format: str = "boardstring"


class Rows(Protocol):
    """One shape of lines."""

    def read(self, lines: Numbered) -> Iterator[tuple[int, ClaimRow | ParseError]]:
        """Each row with its line number; a ParseError in place of a line of another shape."""


def numbered(file: Iterable[str]) -> Numbered:
    """The numbered lines of a file; the rest of a line that is too long is skipped."""
    number, is_new = 0, True
    for piece in lines_of(file):
        expect("source", piece, str, "a path or an open file")
        if is_new:
            number += 1
            yield number, piece.removeprefix("\ufeff" if number == 1 else "").rstrip("\r\n")
        is_new = piece.endswith("\n")


def is_row(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(text.strip()) and not text.lstrip().startswith("#")


def rows_of(head: list[str], board: str | None) -> Rows | None:
    """The shape of the first rows; None for a file of puzzles without claims.

    `board` is the name of the column of boards; by default board, board36, ...
    """
    if board is None and 2 * sum(is_entry(text.split()) for text in head) > len(head):
        return _Fogleman()
    if board is None and 2 * sum(map(link.is_link, head)) > len(head):
        return _Links()
    pattern = "board[0-9]*" if board is None else re.escape(board)
    rows = _json_lines(head, pattern) or _table(head[0], pattern)
    if rows is None and board is not None:
        raise ParseError(f"expected one column named {board}, found {head[0][:80]!r}")
    return rows


def _json_lines(head: list[str], pattern: str) -> Rows | None:
    objects = (text for text in head if text.startswith("{"))
    keys = (re.search(rf'"({pattern})"\s*:\s*"', text, re.IGNORECASE) for text in objects)
    key = next(filter(None, keys), None)
    return None if key is None else _JsonLines(key[1])


def _table(header: str, pattern: str) -> Rows | None:
    for delimiter in ",;\t":
        try:
            names = [name.strip() for name in next(csv.reader([header], delimiter=delimiter))]
        except csv.Error:  # far too long a line for a header
            return None
        boards = [name for name in names if re.fullmatch(pattern, name, re.IGNORECASE)]
        if len(boards) == 1:
            return _Table(names, boards[0], delimiter)
    return None


class _Fogleman:
    """`60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`."""

    def read(self, lines: Numbered) -> Iterator[tuple[int, ClaimRow | ParseError]]:
        return _each(lines, self._row)

    def _row(self, text: str) -> ClaimRow:
        words = text.split()
        if len(words) != 3:
            raise ParseError(f"expected moves, board and cluster size, found {len(words)} words")
        return ClaimRow(words[1], [("moves", words[0]), ("states", words[2])])


class _Links:
    """`https://www.michaelfogleman.com/rush/#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM/60`."""

    def read(self, lines: Numbered) -> Iterator[tuple[int, ClaimRow | ParseError]]:
        return _each(lines, self._row)

    def _row(self, text: str) -> ClaimRow:
        slides = link.claim(text)
        return ClaimRow(text, [("moves", None if slides is None else str(slides))], "link")


class _JsonLines:
    """`{"board": "..B/AAB/...", "slides": 2}`."""

    def __init__(self, board: str) -> None:
        self._board = board

    def read(self, lines: Numbered) -> Iterator[tuple[int, ClaimRow | ParseError]]:
        return _each(lines, self._row)

    def _row(self, text: str) -> ClaimRow:
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise ParseError("expected a JSON object, found no JSON") from None
        board = fields.get(self._board) if isinstance(fields, dict) else None
        if not isinstance(board, str):
            raise ParseError(f"expected a JSON object with a text under {self._board!r}")
        others = ((key, value) for key, value in fields.items() if key != self._board)
        return ClaimRow(board, [(key, _text(value)) for key, value in others])


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


class _Table:
    """CSV with a header; every row is one line."""

    def __init__(self, names: list[str], board: str, delimiter: str) -> None:
        self._names = names
        self._board = board
        self._delimiter = delimiter

    def read(self, lines: Numbered) -> Iterator[tuple[int, ClaimRow | ParseError]]:
        rows = _each(lines, self._row)
        next(rows, None)
        return rows

    def _row(self, text: str) -> ClaimRow:
        try:
            fields = next(csv.reader([text], delimiter=self._delimiter, strict=True))
        except csv.Error as error:
            raise ParseError(f"expected a row of CSV, found an error in it: {error}") from None
        if len(fields) != len(self._names):
            raise ParseError(f"expected {len(self._names)} fields, found {len(fields)}")
        others = list(zip(self._names, fields, strict=True))
        _, board = others.pop(self._names.index(self._board))
        return ClaimRow(board.strip(), others)  # type: ignore[arg-type]


def _each(lines: Numbered, row: Any) -> Iterator[tuple[int, ClaimRow | ParseError]]:
    """The row of every line that is neither blank nor a comment."""
    for number, text in lines:
        if not is_row(text):
            continue
        try:
            require_text(text, number, None)
            yield number, row(text)
        except ParseError as error:
            yield number, ParseError(error.message)
