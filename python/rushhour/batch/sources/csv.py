"""CSV with a header: the boards of one column; an empty field is null.

A row with more or fewer fields than the header is a fault. Files are read in Latin-1, in which
every byte is a character, so that invalid UTF-8 spoils only its own row.
"""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from rushhour.batch.arrow import binary
from rushhour.batch.faults import fault
from rushhour.model.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

# The longest row that is read, header included.
BLOCK = 1 << 24
_EVERY_BYTE = "latin-1"


def read(stream: BinaryIO, column: str) -> Iterator[pa.LargeBinaryArray]:
    """The boards of the column; RushHourError if the header lacks it."""
    import pyarrow as pa

    _require_column(stream, column)
    ragged = _Ragged()
    try:
        for batch in _batches(stream, column, ragged):
            yield ragged.joined(_bytes(batch.column(0)))
        yield ragged.rest()
    except pa.ArrowInvalid as error:
        if "straddling" not in str(error):
            raise
        raise RushHourError(f"expected rows of at most {BLOCK >> 20} MiB, found more") from None


class _Ragged:
    """The rows that Arrow's reader skips, to be put back in their places."""

    def __init__(self) -> None:
        self._next = 2  # the header is row 1
        self._found: deque[tuple[int, bytes]] = deque()

    def skipped(self, row: Any) -> str:
        """Keep a skipped row; the reader counts rows of the whole file from 1."""
        message = f"expected {row.expected_columns} fields, found {row.actual_columns}"
        self._found.append((row.number, fault(message, row.text.encode(_EVERY_BYTE))))
        return "skip"

    def joined(self, boards: pa.LargeBinaryArray) -> pa.LargeBinaryArray:
        """The boards, with the skipped rows before and between them."""
        import pyarrow as pa

        pieces = []
        while self._found and (between := self._found[0][0] - self._next) <= len(boards):
            pieces += [boards[:between], pa.array([self._found.popleft()[1]], pa.large_binary())]
            boards = boards[between:]
            self._next += between + 1
        self._next += len(boards)
        return pa.concat_arrays([*pieces, boards])

    def rest(self) -> pa.LargeBinaryArray:
        """The skipped rows after the last board."""
        import pyarrow as pa

        return self.joined(pa.array([], pa.large_binary()))


def _batches(stream: BinaryIO, column: str, ragged: _Ragged) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyarrow import csv

    name = column.encode().decode(_EVERY_BYTE)
    options = csv.ConvertOptions(
        include_columns=[name],
        column_types={name: pa.large_string()},
        null_values=[""],
        strings_can_be_null=True,
    )
    blocks = csv.ReadOptions(block_size=BLOCK, use_threads=False, encoding=_EVERY_BYTE)
    rows = csv.ParseOptions(newlines_in_values=True, invalid_row_handler=ragged.skipped)
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


def _require_column(stream: BinaryIO, column: str) -> None:
    """Skip the byte order mark, and check the header."""
    head: bytes = stream.peek(1 << 16)  # type: ignore[attr-defined]
    if head.startswith(BOM_UTF8):
        stream.read(len(BOM_UTF8))
    lines = head.removeprefix(BOM_UTF8).decode(errors="replace").splitlines()
    names = next(csv.reader(lines), [])
    if column not in names:
        raise RushHourError(f"expected a column {column!r} in the header, found {names}")
