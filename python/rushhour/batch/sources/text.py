"""Text: one board or one entry of Fogleman's list a line; blank lines and comments are left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from rushhour import _core
from rushhour.batch.sources.lines import whole_lines

if TYPE_CHECKING:
    import pyarrow as pa


def read(stream: BinaryIO, column: str) -> Iterator[pa.LargeBinaryArray]:  # noqa: ARG001
    """The boards of the lines."""
    import pyarrow as pa

    for block in whole_lines(stream):
        ends, boards = map(pa.py_buffer, _core.read_lines(block))
        rows = len(ends) // 8 - 1
        yield pa.Array.from_buffers(pa.large_binary(), rows, [None, ends, boards])
