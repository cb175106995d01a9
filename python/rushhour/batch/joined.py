"""Reading a joined file back as the tables of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rushhour.batch.parts import pieces

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 24


def tables(path: Path, schema: pa.Schema, rows: int) -> Iterator[pa.Table]:
    """The answers in a file of any kind that can be written, some rows at a time."""
    import pyarrow as pa

    read = {".parquet": _parquet, ".csv": _csv, ".jsonl": _jsonl}[path.suffix.lower()]
    structs = (batch.to_struct_array() for batch in read(path, schema))
    for piece in pieces(structs, rows, pa.array([], pa.struct(schema))):
        yield pa.Table.from_struct_array(piece)


def _parquet(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:  # noqa: ARG001
    from pyarrow import parquet

    yield from parquet.ParquetFile(path, page_checksum_verification=True).iter_batches()


def _csv(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    from pyarrow import csv

    options = csv.ConvertOptions(
        column_types=schema, strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    blocks = csv.ReadOptions(block_size=_BLOCK)
    yield from csv.open_csv(path, blocks, csv.ParseOptions(newlines_in_values=True), options)


def _jsonl(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    from pyarrow import json

    options = json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    yield from json.open_json(path, json.ReadOptions(block_size=_BLOCK), options)
