"""Text: a board or an entry of Fogleman's list on each line; skips blank lines and comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import rushhour._core as _core
from rushhour.batch.sources.kept import COMMAS, KeptColumns
from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

BLOCK = 1 << 20
# Far longer than a board, since a line may have other fields too.
LONGEST = 1 << 24


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Blocks of whole lines without a byte order mark; lines are cut after LONGEST bytes.

    Some bytes at the end of a cut line are kept, so it is still too long for a board, and for JSON.
    """
    held = b""
    is_first = True
    while block := stream.read(BLOCK):
        if is_first:
            block, is_first = block.removeprefix(b"\xef\xbb\xbf"), False
        end = block.rfind(b"\n") + 1
        if end:
            yield held + block[:end]
            held = block[end:]
        else:
            held = (held + block)[:LONGEST]
    if held:
        yield held


def read(
    stream: BinaryIO, column: str, layout: KeptColumns = COMMAS
) -> Iterator[pa.LargeBinaryArray]:
    """The boards of the lines; RushHourError if the first line looks like another kind."""
    import pyarrow as pa

    if layout.keep:
        raise RushHourError(_NO_COLUMNS)
    for number, block in enumerate(whole_lines(stream)):
        if number == 0:
            _require_text(block, column)
        ends, boards = map(pa.py_buffer, _core.read_lines(block, layout.are_drawings))
        rows = len(ends) // 8 - 1
        yield pa.Array.from_buffers(pa.large_binary(), rows, [None, ends, boards])


def numbers(stream: BinaryIO, layout: KeptColumns = COMMAS) -> Iterator[int]:
    """The number, from 1, of each line that has a board."""
    number = 0
    for block in whole_lines(stream):
        for line in block.removesuffix(b"\n").split(b"\n"):
            number += 1
            ends, _ = _core.read_lines(line, layout.are_drawings)
            if len(ends) > 8:
                yield number


_NO_COLUMNS = "--keep needs csv, jsonl or parquet; text has no columns but the boards"


def fields(stream: BinaryIO, layout: KeptColumns = COMMAS) -> list[pa.Field]:  # noqa: ARG001
    """Text has no columns to keep: RushHourError."""
    raise RushHourError(_NO_COLUMNS)


def _require_text(block: bytes, column: str) -> None:
    first = block.lstrip().partition(b"\n")[0]
    names = [name.strip(b'" \r') for name in first.split(b",")]
    signs = {
        "csv": len(names) > 1 and column.encode() in names,
        "jsonl": first.startswith(b"{") and b'"' in first,
        "parquet": first.startswith(b"PAR1"),
    }
    for kind, is_there in signs.items():
        if is_there:
            raise RushHourError(f"expected a board a line, found {kind}; say --format {kind}")
