"""Entries: the puzzles of a data set with the claims about them, read as a stream.

Each line is a row in one of these shapes; any other file of puzzles makes no claims:

```text
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332    Fogleman's list: moves, board, cluster size
https://.../rush/#IBBxooIooLDDJAALooJoKEEM.../60    links to its player
name,board36,slide_edge,step_edge,reachable     CSV whose header has a board column
{"board": "..B.../AAB.../......", "slides": 2}  JSON, an object a line
```

A row that cannot be read becomes an entry with an error; reading continues after it.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from typing import Any, BinaryIO, NamedTuple, Protocol, TextIO

from rushhour.auditing.claims import Claim, Columns, Coverage, plain
from rushhour.base.expect import expect
from rushhour.errors import ParseError, RushHourError
from rushhour.formats import attempts, link, parse
from rushhour.formats.fogleman import is_entry
from rushhour.formats.opening import lines_of, name_of, opened
from rushhour.formats.source import MAX_CHARACTERS, require_text
from rushhour.model.puzzle import Puzzle

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


def _text(value: object) -> str | None:
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


_HEAD = 8
_NAMES = ("name", "title", "id")
# The cells of a square board, or of more than any board has.
_STUMP = 64 * 64
# The first bytes of files that are not text.
_FOREIGN = {
    "PAR1": "Parquet; write it as CSV or JSON lines first",
    "\x1f\udc8b": "gzip; unpack it: zcat FILE | rushhour audit -",
}


@dataclass(slots=True)
class AuditEntry:
    """A puzzle of a data set, or the error in its place, with the claims about it."""

    number: int
    item: Puzzle | RushHourError
    line: int | None = None
    name: str | None = None
    claims: list[Claim] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a data set: its claims, its board column, and files in other formats."""

    columns: Columns
    coverage: Coverage
    board: str | None = None
    format: str | None = None
    target: str | None = None

    def entries(self, source: str | PathLike[str] | TextIO | BinaryIO) -> Iterator[AuditEntry]:
        """Every entry of a file or an open file."""
        with opened(source) as file:
            yield from self._entries(file, name_of(source))

    def _entries(self, file: Iterable[str], name: str | None) -> Iterator[AuditEntry]:
        lines = numbered(file)
        head = _head(lines)
        _require_text(head, name)
        texts = [text for _, text in head if is_row(text)]
        rows = rows_of(texts, self.board) if texts and self.format is None else None
        every = chain(head, lines)
        if rows is None:
            yield from self._of_puzzles(_Text((_bounded(text) for _, text in every), name))
            return
        for number, (line, row) in enumerate(rows.read(every), 1):
            yield self._of_row(number, line, row)

    def _of_row(self, number: int, line: int, row: ClaimRow | ParseError) -> AuditEntry:
        if isinstance(row, ParseError):
            return AuditEntry(number, row, line)
        fields = [(key, text) for key, text in row.fields if plain(key) not in _NAMES]
        names = (text for key, text in row.fields if plain(key) in _NAMES and text)
        self.coverage.see(fields)
        entry = AuditEntry(number, _EMPTY, line, next(names, None))
        try:
            entry.item = parse(row.board, row.format, target=self.target)
            entry.claims = self.columns.claims(fields)
        except ParseError as error:  # the error's place is relative to the field
            entry.item = ParseError(error.message)
        except RushHourError as error:
            entry.item = error
        return entry

    def _of_puzzles(self, text: _Text) -> Iterator[AuditEntry]:
        items = attempts(text, self.format, target=self.target)  # type: ignore[arg-type]
        for number, item in enumerate(items, 1):
            title = item.title if isinstance(item, Puzzle) else None
            yield AuditEntry(number, item, name=title)


def _bounded(text: str) -> str:
    """The line, or the start of one that is too long: a bad board, but not the end of the file."""
    return text if len(text) <= MAX_CHARACTERS else text[:_STUMP]


def _require_text(head: list[tuple[int, str]], name: str | None) -> None:
    for mark, found in _FOREIGN.items():
        if head and head[0][1].startswith(mark):
            raise ParseError(f"expected text, found {found}", source=name)


def _head(lines: Numbered) -> list[tuple[int, str]]:
    """The first lines, up to some number of them that are not blank."""
    head: list[tuple[int, str]] = []
    rows = 0
    while rows < _HEAD and (line := next(lines, None)):
        head.append(line)
        rows += is_row(line[1])
    return head


_EMPTY = ParseError("expected a board, found none")


class _Text:
    """A file with its name, whose first lines were read for detection."""

    def __init__(self, lines: Iterable[str], name: str | None) -> None:
        self._lines = lines
        self.name = name

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)
