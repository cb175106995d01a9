"""Blocks of whole lines, for the sources that read lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

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
