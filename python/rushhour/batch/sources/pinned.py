"""Pinned files: every byte that is read is one of those that were hashed when the run began.

A file is hashed as a whole, for the plan, and in blocks. Each block is hashed again when it is
read, in any order. So a file that is edited in between is noticed before the edited boards are
solved.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from rushhour.model.errors import RushHourError

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Pin:
    """The bytes of a file: how many, and the SHA-256 of all of them and of each block."""

    size: int
    sha256: str
    blocks: tuple[bytes, ...]

    def __str__(self) -> str:
        return f", {self.size} bytes, sha256 {self.sha256}"

    def open(self, file: str) -> BinaryIO:
        """The file, for reading; RushHourError when a byte is read that is not the pinned one."""
        return cast("BinaryIO", io.BufferedReader(_Checked(file, self), _BLOCK))


def pin(file: str) -> Pin:
    """Hash a file."""
    whole, blocks, size = hashlib.sha256(), [], 0
    with Path(file).open("rb") as stream:
        while block := stream.read(_BLOCK):
            whole.update(block)
            blocks.append(hashlib.sha256(block).digest())
            size += len(block)
    return Pin(size, whole.hexdigest(), tuple(blocks))


class _Checked(io.RawIOBase):
    """A file of which each block is hashed when it is read."""

    def __init__(self, file: str, pinned: Pin) -> None:
        self._file = Path(file).open("rb")  # noqa: SIM115 - until `close`
        self._pin = pinned
        self._at = 0
        self._held = (-1, b"")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        before = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._pin.size}
        self._at = max(0, before[whence] + offset)
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        number, inside = divmod(self._at, _BLOCK)
        piece = self._block(number)[inside : inside + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()

    def _block(self, number: int) -> bytes:
        """A block, or nothing after the end; the last one that was read is held."""
        if self._held[0] != number:
            self._held = (number, self._read(number))
        return self._held[1]

    def _read(self, number: int) -> bytes:
        self._file.seek(number * _BLOCK)
        data = self._file.read(_BLOCK)
        pinned = self._pin.blocks[number : number + 1]
        found = (hashlib.sha256(data).digest(),) if data else ()
        if found != pinned:
            raise RushHourError("expected no change while it is read, found one; run it again")
        return data
