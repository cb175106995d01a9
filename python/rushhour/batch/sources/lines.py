"""Blocks of whole lines: what the readers of lines are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

BLOCK = 1 << 20
# Far beyond a board; a line of a table may hold other things too.
LONGEST = 1 << 24


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Blocks of whole lines without a byte order mark; a longer line loses what is beyond LONGEST.

    Some bytes before its end stay, so it is still too long for a board, and for JSON.
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
