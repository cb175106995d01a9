"""JSON lines: an object on each line, with the board under a key.

Arrow's reader takes a block of lines at once. If it fails, the block is read line by line, and a
line that is not such an object is a fault in the place of its board. Kept values become text: other
values than texts as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from rushhour.batch.sources.kept import COMMAS, KeptColumns, beside, fault, text_fields
from rushhour.batch.sources.text import LONGEST, whole_lines
from rushhour.errors import RushHourError
from rushhour.store import binary

if TYPE_CHECKING:
    import pyarrow as pa


def read(stream: BinaryIO, column: str, layout: KeptColumns = COMMAS) -> Iterator[pa.Array]:
    """The boards under the key."""
    import pyarrow as pa

    for block in whole_lines(stream):
        if not block.isspace():
            try:
                yield _at_once(block, column, layout.names)
            except pa.ArrowInvalid:
                lines = [line for line in block.split(b"\n") if line.strip()]
                yield _one_by_one(lines, column, layout.names)


def fields(stream: BinaryIO, layout: KeptColumns = COMMAS) -> list[pa.Field]:  # noqa: ARG001
    """The keys of the first object: all are text."""
    lines = iter(lambda: stream.readline(LONGEST), b"")
    first = next((line for line in lines if line.strip(b"\xef\xbb\xbf \t\r\n")), b"{}")
    found = _object(first.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(found, dict):
        raise RushHourError("--keep: expected a JSON object in the first line, found none")
    return text_fields(list(found))


def _at_once(block: bytes, column: str, names: Sequence[str]) -> pa.Array:
    import pyarrow as pa
    from pyarrow import json as arrow_json

    table = arrow_json.read_json(
        pa.BufferReader(block),
        arrow_json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        arrow_json.ParseOptions(
            explicit_schema=pa.schema([(name, pa.string()) for name in (column, *names)]),
            unexpected_field_behavior="ignore",
        ),
    )
    kept = [table[name].combine_chunks() for name in names]
    return beside(binary(table[column]), kept, names)


def _one_by_one(lines: Sequence[bytes], column: str, names: Sequence[str]) -> pa.Array:
    import pyarrow as pa

    found = [_object(line) for line in lines]
    boards = [_board(line, one, column) for line, one in zip(lines, found, strict=True)]
    kept = [pa.array([_kept(one, name) for one in found], pa.string()) for name in names]
    return beside(pa.array(boards, pa.large_binary()), kept, names)


def _object(line: bytes) -> Any:
    """The value of a line; None if it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _board(line: bytes, found: object, column: str) -> bytes | None:
    if found is None and line.strip() != b"null":
        return fault("expected a JSON object, found no JSON", line)
    value = found.get(column) if isinstance(found, dict) else found
    if isinstance(found, dict) and isinstance(value, str | None):
        return None if value is None else value.encode(errors="surrogatepass")
    return fault(f"expected a JSON object with a text under {column!r}", line)


def _kept(found: object, name: str) -> str | None:
    """A value as text; lone surrogates are replaced."""
    value = found.get(name) if isinstance(found, dict) else None
    text = value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False)
    return text and text.encode(errors="replace").decode()
