"""JSON lines: an object on each line, with the board under a key.

Arrow's reader takes a block of lines at once. If it fails, the block is read line by line, and a
line that is not such an object is a fault in the place of its board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from rushhour.batch.arrow import binary
from rushhour.batch.faults import fault
from rushhour.batch.sources.lines import whole_lines

if TYPE_CHECKING:
    import pyarrow as pa


def read(stream: BinaryIO, column: str) -> Iterator[pa.LargeBinaryArray]:
    """The boards under the key."""
    import pyarrow as pa

    for block in whole_lines(stream):
        if not block.isspace():
            try:
                yield _at_once(block, column)
            except pa.ArrowInvalid:
                lines = [line for line in block.split(b"\n") if line.strip()]
                yield pa.array([_board(line, column) for line in lines], pa.large_binary())


def _at_once(block: bytes, column: str) -> pa.LargeBinaryArray:
    import pyarrow as pa
    from pyarrow import json as arrow_json

    table = arrow_json.read_json(
        pa.BufferReader(block),
        arrow_json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        arrow_json.ParseOptions(
            explicit_schema=pa.schema([(column, pa.string())]),
            unexpected_field_behavior="ignore",
        ),
    )
    return binary(table[column])


def _board(line: bytes, column: str) -> bytes | None:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return fault("expected a JSON object, found no JSON", line)
    value = fields.get(column) if isinstance(fields, dict) else fields
    if isinstance(fields, dict) and isinstance(value, str | None):
        return None if value is None else value.encode(errors="surrogatepass")
    return fault(f"expected a JSON object with a text under {column!r}", line)
