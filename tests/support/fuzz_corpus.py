"""The corpus: for each target a file with an input a line.

A byte that is not a printable character of ASCII, and each backslash, is written as `\\xNN`.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fuzz" / "corpus"
_ESCAPE = re.compile(rb"\\x([0-9a-f]{2})")


def escaped(data: bytes) -> str:
    """An input as a line."""
    plain = set(range(32, 127)) - set(b"\\")
    return "".join(chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in data)


def unescaped(line: str) -> bytes:
    """The input of a line."""
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), line.encode("ascii"))


def inputs(target: str) -> list[bytes]:
    """The inputs of a target."""
    text = (FOLDER / f"{target}.txt").read_text(encoding="ascii")
    return [unescaped(line) for line in text.splitlines()]
