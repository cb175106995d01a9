"""Sealed parts: Parquet files that identify their answers and detect any changed byte.

The footer of a part holds a stamp, JSON that identifies the rows and options, and a seal, the
SHA-256 of all bytes of the file with zeros in place of the seal. Parquet's own checksums cover only
the pages; they are there for other readers.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rushhour.batch.plan import differences
from rushhour.model.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

_STAMP, _SEAL = b"rushhour answers", b"rushhour seal"
SUMMARY = b"rushhour summary"
"""The metadata of a table that its part keeps: what its rows were counted to be."""
# Stands before the seal, so that the seal can be found without parsing a damaged file.
_MARK = b"sha256 of all other bytes: "
_BLANK = b"0" * 64


class SpoiltError(RushHourError):
    """A part does not hold the answers that it should; the message says why."""


def seal(table: pa.Table, stamp: dict[str, Any]) -> bytes:
    """The bytes of a sealed part: zstd, one row group; equal rows give equal bytes."""
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    with parquet.ParquetWriter(
        sink, table.schema, compression="zstd", write_page_checksum=True
    ) as writer:
        writer.write_table(table, row_group_size=max(len(table), 1))
        writer.add_key_value_metadata({_STAMP: json.dumps(stamp), _SEAL: _MARK + _BLANK})
    head, rest = _parted(sink.getvalue().to_pybytes())
    return b"".join((head, _digest(head, rest), rest))


def unseal(data: bytes, stamp: dict[str, Any], schema: pa.Schema) -> pa.Table:
    """The table of a sealed part; SpoiltError if it has changed or has another stamp or schema."""
    import pyarrow as pa
    from pyarrow import parquet

    require_seal(data)
    try:
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        found = dict(json.loads((file.metadata.metadata or {})[_STAMP]))
        kept = {key: value for key, value in file.metadata.metadata.items() if key == SUMMARY}
        table = file.read(use_threads=False).replace_schema_metadata(kept or None)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        raise SpoiltError("expected a sealed part, found another file") from None
    if others := list(differences(stamp, found)):
        raise SpoiltError(f"expected other answers: {'; '.join(others)}")
    if not table.schema.equals(schema):
        raise SpoiltError(f"expected the columns {schema.names}, found {table.schema.names}")
    return table


def require_seal(data: bytes) -> None:
    """SpoiltError if a byte of a sealed part has changed."""
    head, rest = _parted(data)
    if not head:
        raise SpoiltError("expected a sealed part, found another file or a piece of one")
    if data[len(head) : len(head) + len(_BLANK)] != _digest(head, rest):
        raise SpoiltError("expected the bytes that were written, found others")


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """The bytes before and after the seal; nothing before it if there is no seal."""
    at = data.rfind(_MARK) + len(_MARK)
    if at < len(_MARK):
        return b"", data
    return data[:at], data[at + len(_BLANK) :]


def _digest(head: bytes, rest: bytes) -> bytes:
    digest = hashlib.sha256(head)
    digest.update(_BLANK)
    digest.update(rest)
    return digest.hexdigest().encode()
