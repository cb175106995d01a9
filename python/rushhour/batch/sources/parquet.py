"""Parquet: the boards of one column, of any of Arrow's text types."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from rushhour.batch.arrow import binary, require_text
from rushhour.model.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 14
# A column is read in pieces of this size, however long its row groups are.
BUFFER = 1 << 20


def read(stream: BinaryIO, column: str) -> Iterator[pa.LargeBinaryArray]:
    """The boards of the column; RushHourError if it is missing or does not hold texts."""
    import pyarrow as pa
    from pyarrow import parquet

    if stream is sys.stdin.buffer or not stream.seekable():
        raise RushHourError("expected text, csv or jsonl; Parquet needs a file")
    file = parquet.ParquetFile(
        stream, buffer_size=BUFFER, pre_buffer=False, page_checksum_verification=True
    )
    names = file.schema_arrow.names
    if names.count(column) != 1:
        raise RushHourError(f"expected a column {column!r}, found {names}")
    require_text(file.schema_arrow.field(column).type)
    for batch in file.iter_batches(ROWS, columns=[column], use_threads=False):
        yield binary(pa.chunked_array([batch.column(0)]))
