"""Targets: write the parts of a batch as one file or stream; each writer is in `WRITERS`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rushhour import store as arrow
from rushhour.base.files import write_all
from rushhour.errors import RushHourError, listed

if TYPE_CHECKING:
    import pyarrow as pa

Writer = Callable[[Iterable["pa.Table"], "pa.Schema", BinaryIO], None]


def parquet(tables: Iterable[pa.Table], schema: pa.Schema, stream: BinaryIO) -> None:
    """Parquet, a row group for each part."""
    from pyarrow import parquet

    with parquet.ParquetWriter(
        stream, schema, compression="zstd", write_page_checksum=True
    ) as writer:
        for table in tables:
            writer.write_table(table, row_group_size=max(len(table), 1))


def csv(tables: Iterable[pa.Table], schema: pa.Schema, stream: BinaryIO) -> None:
    """CSV with a header; null is an empty field."""
    from pyarrow import csv

    with csv.CSVWriter(stream, schema) as writer:
        for table in tables:
            writer.write_table(table)


def jsonl(tables: Iterable[pa.Table], schema: pa.Schema, stream: BinaryIO) -> None:  # noqa: ARG001
    """JSON lines, an object with every column for each row; flushed after each part."""
    for table in tables:
        _, text, _ = arrow.texts(arrow.binary(json_lines(table)))
        write_all(stream, text)


def json_lines(table: pa.Table) -> pa.ChunkedArray:
    """The rows as JSON objects with line ends, built column by column."""
    import pyarrow as pa
    import pyarrow.compute as pc

    pieces: list[pa.ChunkedArray | pa.Scalar] = []
    for number, name in enumerate(table.column_names):
        pieces.append(pa.scalar(("{" if number == 0 else ", ") + json.dumps(name) + ": "))
        pieces.append(pc.fill_null(_json(table[name]), "null"))
    return pc.binary_join_element_wise(*pieces, pa.scalar("}\n"), "")


def _json(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Each value as JSON; texts with control characters, which are rare, are escaped one by one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_floating(column.type):  # JSON has neither NaN nor infinity
        column = pc.if_else(pc.is_finite(column), column, None)
    if not pa.types.is_string(column.type):
        return column.cast(pa.string())
    if pc.any(pc.match_substring_regex(column, r"[\x00-\x1f]")).as_py():
        texts = [None if text is None else json.dumps(text) for text in column.to_pylist()]
        return pa.chunked_array([texts], pa.string())
    escaped = pc.replace_substring(pc.replace_substring(column, "\\", "\\\\"), '"', '\\"')
    return pc.binary_join_element_wise('"', escaped, '"', "")


WRITERS: dict[str, Writer] = {".parquet": parquet, ".csv": csv, ".jsonl": jsonl}


def writer_of(target: Path) -> Writer | None:
    """The writer for a file name; None for a name without suffix, which is a folder."""
    writer = WRITERS.get(target.suffix.lower())
    if writer is None and not target.is_dir() and _is_file_name(target):
        wanted = f"{listed(list(WRITERS))}, a folder or -"
        raise RushHourError(f"{target}: expected {wanted}, found the suffix {target.suffix}")
    return writer


def _is_file_name(target: Path) -> bool:
    is_suffix = re.fullmatch(r"\.[a-z]{2,8}", target.suffix.lower())
    return is_suffix is not None or any(suffix.lower() in WRITERS for suffix in target.suffixes)
