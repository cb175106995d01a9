"""CSV: a header, and the column of a name; an empty field is null."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from rushhour.batch.arrow import binary
from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

# The longest row that is read, header included.
BLOCK = 1 << 24


def read(stream: BinaryIO, column: str) -> Iterator[pa.LargeBinaryArray]:
    """The boards of the column; RushHourError where it is not there."""
    import pyarrow as pa

    _require_column(stream, column)
    try:
        for batch in _batches(stream, column):
            yield binary(pa.chunked_array([batch.column(0)]))
    except pa.ArrowInvalid as error:
        if "straddling" not in str(error):
            raise
        raise RushHourError(f"expected rows of at most {BLOCK >> 20} MiB, found more") from None


def _batches(stream: BinaryIO, column: str) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyarrow import csv

    options = csv.ConvertOptions(
        check_utf8=False,
        include_columns=[column],
        column_types={column: pa.large_binary()},
        null_values=[""],
        strings_can_be_null=True,
    )
    blocks = csv.ReadOptions(block_size=BLOCK, use_threads=False)
    yield from csv.open_csv(stream, blocks, csv.ParseOptions(newlines_in_values=True), options)


def _require_column(stream: BinaryIO, column: str) -> None:
    head: bytes = stream.peek(1 << 16)  # type: ignore[attr-defined]
    lines = head.removeprefix(b"\xef\xbb\xbf").decode(errors="replace").splitlines()
    names = next(csv.reader(lines), [])
    if column not in names:
        raise RushHourError(f"expected a column {column!r} in the header, found {names}")
