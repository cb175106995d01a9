"""Puzzles: a text in any other format, such as car lists, grids and JSON; each puzzle is a board.

Batches hold boards as board strings, so the vehicles get new labels, and a puzzle that a board
string cannot hold, such as one with another exit, is a fault in its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING, BinaryIO

import rushhour._core as _core
from rushhour.batch.sources.kept import COMMAS, KeptColumns, fault
from rushhour.errors import RushHourError
from rushhour.formats import levels
from rushhour.formats.reading import attempts
from rushhour.formats.registry import detect, named
from rushhour.formats.source import Source
from rushhour.formats.writing import relabel
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    import pyarrow as pa

HEAD = 1 << 14
"""The bytes that show whether a text has puzzles."""

_ROWS = 4096
# What helps where the target of a drawing is not plain: a batch names that of boards in lines.
_HOW = "; rushhour convert FILE --target LABEL --to boardstring --relabel names it"
_LISTS = ("boardstring", "fogleman", "link")
"""Formats that have a board on each line, which are read without their puzzles."""


def read(stream: BinaryIO, column: str, layout: KeptColumns = COMMAS) -> Iterator[pa.Array]:  # noqa: ARG001
    """The puzzles as boards."""
    import pyarrow as pa

    if layout.keep:
        fields(stream, layout)
    boards: list[bytes] = []
    for item in attempts(stream):
        boards.append(_board(item))
        if len(boards) == _ROWS:
            yield pa.array(boards, pa.large_binary())
            boards = []
    yield pa.array(boards, pa.large_binary())


def fields(stream: BinaryIO, layout: KeptColumns = COMMAS) -> list[pa.Field]:  # noqa: ARG001
    """Puzzles have no columns to keep: RushHourError."""
    raise RushHourError("--keep needs csv, jsonl or parquet; puzzles have no columns")


def are_in(head: bytes, column: str) -> bool:
    """Whether a text that begins so holds puzzles in a format of more than a line for each.

    JSON lines with the board in a column are of another kind.
    """
    first = head.lstrip().partition(b"\n")[0]
    if first.startswith(b"{") and json.dumps(column).encode() in first:
        return False
    lines = head[:HEAD].decode(errors="surrogateescape").splitlines(keepends=True)
    try:
        source = Source(StringIO("".join(lines if len(head) <= HEAD else lines[:-1])))
        if not source.head:
            return False
        name = detect(source).name
        return name not in _LISTS and not (name == "levels" and levels.are_plain(source))
    except RushHourError:
        return False


def _board(item: Puzzle | RushHourError) -> bytes:
    try:
        if isinstance(item, RushHourError):
            raise item
        return named("boardstring").write(relabel(item, "boardstring")).strip().encode()
    except RushHourError as error:
        what, asks, _ = str(error).partition(f"; {_core.NAME_IT}")
        return fault(f"{what}{_HOW if asks else ''}", b"")
