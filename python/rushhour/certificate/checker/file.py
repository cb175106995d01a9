"""Reading a certificate, which may be hostile: every size is bounded before it is read."""

from __future__ import annotations

import gzip
import json
import zlib
from itertools import chain, repeat
from math import inf
from typing import Any, BinaryIO, NamedTuple

from .rules import Board, Move, RefutedError
from .shape import MalformedError, expect

FORMAT = "rushhour certificate 1"
# Some 0.7 GB in memory.
MAX_STATES = 1 << 22
MAX_TABLE = 1 << 27
MAX_HEADER = 1 << 20
MAX_SIDE = 32
MAX_VEHICLES = 128


class Header(NamedTuple):
    """The first line; the docstring of the package describes it."""

    puzzle: dict[str, Any]
    metric: str
    goal: str
    claim: str
    solution: list[Move] | None
    removed: list[str]
    states: int
    levels: list[int]


_INDEX, _SIZE, _LENGTH = range(MAX_SIDE), range(1, MAX_SIDE + 1), range(2, MAX_SIDE + 1)
_MOVES = [(str, range(-MAX_SIDE, MAX_SIDE + 1))]
_PUZZLE = {
    "rows": _SIZE,
    "cols": _SIZE,
    "exit": {"side": {"right", "left", "bottom", "top"}, "line": _INDEX},
    "walls": [(_INDEX, _INDEX)],
    "target": str,
    "vehicles": [
        {"label": str, "axis": {"h", "v"}, "row": _INDEX, "col": _INDEX, "length": _LENGTH}
    ],
}
_HEADER = {
    "format": {FORMAT},
    "puzzle": _PUZZLE,
    "metric": {"slide", "step"},
    "goal": {"edge", "past", "off", "clear"},
    "claim": str,
    "removed": [str],
    "states": range(1, MAX_STATES + 1),
    "levels": [range(MAX_STATES + 1)],
}


def read(file: BinaryIO) -> tuple[Header, Board, dict[bytes, float]]:
    """The header, the board without the removed vehicles, and the distances of its states."""
    try:
        with gzip.open(file) as stream:
            header = _header(stream.readline(MAX_HEADER + 1))
            board = _board(header)
            size = header.states * len(board.labels)
            if size > MAX_TABLE:
                raise MalformedError(f"expected a table of at most {MAX_TABLE} bytes, not {size}")
            table = stream.read(size + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise MalformedError(f"expected a whole certificate, packed with gzip: {error}") from None
    if len(table) != size:
        found = "more" if len(table) > size else len(table)
        raise MalformedError(f"expected {size} bytes after the first line, found {found}")
    return header, board, _distances(table, header)


def _header(line: bytes) -> Header:
    if len(line) > MAX_HEADER:
        raise MalformedError(f"expected a first line of at most {MAX_HEADER} bytes")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"expected JSON in the first line: {error}") from None
    expect(value, _HEADER, "the header")
    if value.get("solution", "none") is not None:
        expect(value, {"solution": _MOVES}, "the header")
        value["solution"] = [tuple(move) for move in value["solution"]]
    header = Header(*(value[name] for name in Header._fields))
    if header.levels and sum(header.levels) != header.states:
        raise MalformedError(f"expected levels of {header.states} states in all")
    return header


def _board(header: Header) -> Board:
    """The board without the removed vehicles; MalformedError if the whole board is illegal."""
    puzzle, removed = header.puzzle, set(header.removed)
    cars = {car["label"]: car for car in puzzle["vehicles"]}
    if not len(cars) == len(puzzle["vehicles"]) <= MAX_VEHICLES:
        raise MalformedError(f"expected at most {MAX_VEHICLES} vehicles of different labels")
    if puzzle["target"] not in cars.keys() - removed or not removed <= cars.keys():
        raise MalformedError("expected the target among the vehicles, and what is removed, too")
    if len(removed) < len(header.removed):
        raise MalformedError("expected each label that is removed once")
    target, way_out = cars[puzzle["target"]], puzzle["exit"]
    axis, line = ("h", "row") if way_out["side"] in {"left", "right"} else ("v", "col")
    if (target["axis"], target[line]) != (axis, way_out["line"]):
        raise MalformedError("expected the target in the line of the exit")
    if any(row >= puzzle["rows"] or col >= puzzle["cols"] for row, col in puzzle["walls"]):
        raise MalformedError("expected walls on the board")
    try:
        # With this goal no vehicle has a place beyond the exit: a certificate begins on the board.
        whole = Board.of(puzzle, "edge")
        whole.taken(whole.start)
    except RefutedError as error:
        raise MalformedError(f"expected a legal puzzle: {error}") from None
    return Board.of(puzzle, header.goal, removed)


def _distances(table: bytes, header: Header) -> dict[bytes, float]:
    count, levels = header.states, header.levels
    columns = [table[first : first + count] for first in range(0, len(table), count)]
    far = chain(*map(repeat, range(len(levels)), levels)) if levels else repeat(inf)
    distances = dict(zip(map(bytes, zip(*columns, strict=True)), far, strict=False))
    if len(distances) < count:
        raise RefutedError(f"{count - len(distances)} states are in the table again")
    return distances
