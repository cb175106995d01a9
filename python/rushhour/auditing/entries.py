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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from typing import BinaryIO, TextIO

from rushhour.auditing.claims import Claim, Columns, plain
from rushhour.auditing.coverage import Coverage
from rushhour.auditing.rows import ClaimRow, Numbered, is_row, numbered, rows_of
from rushhour.formats import attempts, parse
from rushhour.formats.lines import MAX_CHARACTERS
from rushhour.formats.opening import name_of, opened
from rushhour.model.errors import ParseError, RushHourError
from rushhour.model.puzzle import Puzzle

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
