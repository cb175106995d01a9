"""CSV with a header: the boards of one column, and kept columns; an empty field is null.

A row with more or fewer fields than the header is a fault. Files are read in Latin-1, in which
every byte is a character, so that invalid UTF-8 spoils only its own row.
"""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from rushhour.batch.sources.kept import (
    COMMAS,
    KeptColumns,
    beside,
    fault,
    faulty,
    nothing,
    text_fields,
)
from rushhour.errors import RushHourError
from rushhour.store import binary

if TYPE_CHECKING:
    import pyarrow as pa

# The longest row that is read, header included.
BLOCK = 1 << 24
_EVERY_BYTE = "latin-1"


def read(stream: BinaryIO, column: str, layout: KeptColumns = COMMAS) -> Iterator[pa.Array]:
    """The boards of the column; RushHourError if the header lacks it or a kept one."""
    import pyarrow as pa

    names = [column, *layout.names]
    _require_columns(stream, names, layout.separator)
    ragged = _Ragged(nothing(layout.keep))
    try:
        for batch in _batches(stream, names, layout.separator, ragged):
            boards, *kept = map(_bytes, batch.columns)
            yield ragged.joined(beside(boards, list(map(_text, kept)), layout.names))
        yield ragged.rest()
    except pa.ArrowInvalid as error:
        if "straddling" not in str(error):
            raise
        raise RushHourError(f"expected rows of at most {BLOCK >> 20} MiB, found more") from None


class _Ragged:
    """The rows that Arrow's reader skips, to be put back in their places."""

    def __init__(self, nothing: pa.Array) -> None:
        self._nothing = nothing
        self._next = 2  # the header is row 1
        self._found: deque[tuple[int, bytes]] = deque()

    def skipped(self, row: Any) -> str:
        """Keep a skipped row; the reader counts rows of the whole file from 1."""
        message = f"expected {row.expected_columns} fields, found {row.actual_columns}"
        self._found.append((row.number, fault(message, row.text.encode(_EVERY_BYTE))))
        return "skip"

    def joined(self, boards: pa.Array) -> pa.Array:
        """The rows, with the skipped rows before and between them."""
        import pyarrow as pa

        pieces = []
        while self._found and (between := self._found[0][0] - self._next) <= len(boards):
            skipped = faulty([self._found.popleft()[1]], boards.type)
            pieces += [boards[:between], skipped]
            boards = boards[between:]
            self._next += between + 1
        self._next += len(boards)
        return pa.concat_arrays([*pieces, boards])

    def rest(self) -> pa.Array:
        """The skipped rows after the last board."""
        return self.joined(self._nothing)


def _batches(
    stream: BinaryIO, columns: Sequence[str], separator: str, ragged: _Ragged
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyarrow import csv

    names = [column.encode().decode(_EVERY_BYTE) for column in columns]
    options = csv.ConvertOptions(
        include_columns=names,
        column_types=dict.fromkeys(names, pa.large_string()),
        null_values=[""],
        strings_can_be_null=True,
    )
    blocks = csv.ReadOptions(block_size=BLOCK, use_threads=False, encoding=_EVERY_BYTE)
    rows = csv.ParseOptions(
        delimiter=separator, newlines_in_values=True, invalid_row_handler=ragged.skipped
    )
    yield from csv.open_csv(stream, blocks, rows, options)


def _bytes(boards: pa.LargeStringArray) -> pa.LargeBinaryArray:
    """The texts as bytes again; non-ASCII texts are rare."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.all(pc.string_is_ascii(boards)).as_py() is not False:
        return binary(pa.chunked_array([boards]))
    texts = boards.to_pylist()
    found = [None if text is None else text.encode(_EVERY_BYTE) for text in texts]
    return pa.array(found, pa.large_binary())


def _text(texts: pa.LargeBinaryArray) -> pa.StringArray:
    """Kept bytes as text; invalid UTF-8 is replaced."""
    import pyarrow as pa

    try:
        return texts.cast(pa.string())
    except pa.ArrowInvalid:
        found = [text and text.decode(errors="replace") for text in texts.to_pylist()]
        return pa.array(found, pa.string())


def fields(stream: BinaryIO, layout: KeptColumns = COMMAS) -> list[pa.Field]:
    """The columns of a file: all are text."""
    return text_fields(_header(stream, layout.separator))


def _header(stream: BinaryIO, separator: str) -> list[str]:
    """The names of the columns; skips the byte order mark, and nothing else."""
    head: bytes = stream.peek(1 << 16)  # type: ignore[attr-defined]
    if head.startswith(BOM_UTF8):
        stream.read(len(BOM_UTF8))
    lines = head.removeprefix(BOM_UTF8).decode(errors="replace").splitlines()
    return next(csv.reader(lines, delimiter=separator), [])


def _require_columns(stream: BinaryIO, columns: Sequence[str], separator: str) -> None:
    """Skip the byte order mark, and check the header."""
    names = _header(stream, separator)
    for column in columns:
        if names.count(column) != 1:
            others = [mark for mark in ";\t|," if len(names) == 1 and mark in names[0]]
            hint = "; --board NAME takes another" if column == "board" else ""
            hint = f"; is {others[0]!r} the separator? say --separator" if others else hint
            raise RushHourError(f"expected a column {column!r} in the header, found {names}{hint}")
