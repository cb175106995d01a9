"""Sealed parts: Parquet files that identify their answers and detect any changed byte.

The footer of a part holds a stamp, JSON that identifies the rows and options, and a seal. Parquet's
own checksums cover only the pages; they are there for other readers.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rushhour.batch.plan import differences
from rushhour.output.seals import NO_SEAL, SpoiltError, digest_of, sealed

if TYPE_CHECKING:
    import pyarrow as pa

_STAMP, _SEAL = b"rushhour answers", b"rushhour seal"
SUMMARY = b"rushhour summary"
"""The metadata of a table that its part keeps: what its rows were counted to be."""


def seal(table: pa.Table, stamp: dict[str, Any]) -> bytes:
    """The bytes of a sealed part: zstd, one row group; equal rows give equal bytes."""
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    with parquet.ParquetWriter(
        sink, table.schema, compression="zstd", write_page_checksum=True
    ) as writer:
        writer.write_table(table, row_group_size=max(len(table), 1))
        writer.add_key_value_metadata({_STAMP: json.dumps(stamp), _SEAL: NO_SEAL})
    return sealed(sink.getvalue().to_pybytes())


def unseal(data: bytes, stamp: dict[str, Any], schema: pa.Schema) -> pa.Table:
    """The table of a sealed part; SpoiltError if it has changed or has another stamp or schema."""
    import pyarrow as pa
    from pyarrow import parquet

    digest_of(data)
    try:
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        found = dict(json.loads((file.metadata.metadata or {})[_STAMP]))
        kept = {key: value for key, value in file.metadata.metadata.items() if key == SUMMARY}
        table = file.read(use_threads=False).replace_schema_metadata(kept or None)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        raise SpoiltError("expected a sealed file, found another file") from None
    if others := list(differences(stamp, found)):
        raise SpoiltError(f"expected other answers: {'; '.join(others)}")
    if not table.schema.equals(schema):
        raise SpoiltError(f"expected the columns {schema.names}, found {table.schema.names}")
    return table
