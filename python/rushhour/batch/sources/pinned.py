"""Pinned files: every byte that is read is checked against hashes made when the run began.

A file is hashed as a whole, for the plan, and in blocks. Each block is hashed again when it is
read, in any order, so an edit is noticed before the edited boards are solved.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Pin:
    """The size of a file, and the SHA-256 of the whole and of each block."""

    size: int
    sha256: str
    blocks: tuple[bytes, ...]

    def __str__(self) -> str:
        return f", {self.size} bytes, sha256 {self.sha256}"

    def open(self, file: str) -> BinaryIO:
        """Open the file for reading; reading a changed block raises ChangedError."""
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


class ChangedError(Exception):
    """A file is not what it was; no error of a puzzle in it."""


class _Checked(io.RawIOBase):
    """A file whose blocks are checked when they are read."""

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
        """A block, empty after the end; the last block read is cached."""
        if self._held[0] != number:
            self._held = (number, self._read(number))
        return self._held[1]

    def _read(self, number: int) -> bytes:
        self._file.seek(number * _BLOCK)
        data = self._file.read(_BLOCK)
        pinned = self._pin.blocks[number : number + 1]
        found = (hashlib.sha256(data).digest(),) if data else ()
        if found != pinned:
            raise ChangedError("expected no change while it is read, found one; run it again")
        return data
