"""Parquet: the boards of one column, of any of Arrow's text types, and kept columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from rushhour.batch.sources.kept import COMMAS, KeptColumns, beside
from rushhour.errors import RushHourError
from rushhour.store import binary, require_text

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

ROWS = 1 << 14
# A column is read in pieces of this size, however long its row groups are.
BUFFER = 1 << 20


def read(stream: BinaryIO, column: str, layout: KeptColumns = COMMAS) -> Iterator[pa.Array]:
    """The boards of the column; RushHourError if it is missing or does not hold texts."""
    import pyarrow as pa

    file = _opened(stream)
    names = file.schema_arrow.names
    if names.count(column) != 1:
        raise RushHourError(f"expected a column {column!r}, found {names}")
    require_text(file.schema_arrow.field(column).type)
    wanted = [column, *layout.names]
    for batch in file.iter_batches(ROWS, columns=wanted, use_threads=False):
        kept = [_converted(batch[field.name], field.type) for field in layout.keep]
        yield beside(binary(pa.chunked_array([batch[column]])), kept, layout.names)


def fields(stream: BinaryIO, layout: KeptColumns = COMMAS) -> list[pa.Field]:  # noqa: ARG001
    """The columns of a file, with the types in which they are kept."""
    import pyarrow as pa

    found = _opened(stream).schema_arrow
    return [pa.field(field.name, _type(field.type)) for field in found]


def _type(type_: pa.DataType) -> pa.DataType:
    """Numbers and truth values keep their types; all else is text."""
    import pyarrow as pa

    is_kept = (pa.types.is_integer, pa.types.is_boolean, pa.types.is_float32, pa.types.is_float64)
    return type_ if any(test(type_) for test in is_kept) else pa.string()


def _converted(column: pa.Array, type_: pa.DataType) -> pa.Array:
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    try:
        return column.cast(type_)
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        raise RushHourError(f"--keep takes no column of {column.type}") from None


def _opened(stream: BinaryIO) -> parquet.ParquetFile:
    from pyarrow import parquet

    if stream is sys.stdin.buffer or not stream.seekable():
        raise RushHourError("expected text, csv or jsonl; Parquet needs a file")
    return parquet.ParquetFile(
        stream, buffer_size=BUFFER, pre_buffer=False, page_checksum_verification=True
    )
