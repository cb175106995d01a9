"""Solutions as text: compact (`A+2 B-1`), in sentences (seed 001), or our own JSON."""

from __future__ import annotations

import re

from rushhour.errors import ParseError
from rushhour.puzzle import Move, Puzzle

_SENTENCE = re.compile(
    r"move car # (\S+) (left|right|up|down) (\d{1,3}) squares?\.?", re.IGNORECASE
)
_WAYS = {"left": ("h", -1), "right": ("h", 1), "up": ("v", -1), "down": ("v", 1)}


def sentence(move: Move, puzzle: Puzzle) -> str:
    """The move in the words that seed 001 prescribes: `Move car # 3 down 3 squares`."""
    axis = puzzle.vehicles[puzzle.index(move.vehicle)].axis
    words = {way: word for word, way in _WAYS.items()}
    way = words[axis, 1 if move.cells > 0 else -1]
    count = abs(move.cells)
    return f"Move car # {move.vehicle} {way} {count} {'square' if count == 1 else 'squares'}"


def read_moves(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read a solution in any of its notations; ParseError with line and column otherwise.

    Only the writing is read here; whether the moves are legal is for `Solution.verify`.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text)
    if _SENTENCE.search(text):
        return _from_sentences(text, puzzle)
    lines = enumerate(text.splitlines(), 1)
    return tuple(move for number, line in lines for move in _from_line(line, number))


def _from_line(line: str, number: int) -> list[Move]:
    moves = []
    for token in re.finditer(r"[^\s,]+", line.split("#", maxsplit=1)[0]):
        try:
            moves.append(Move.parse(token[0]))
        except ParseError as error:
            raise ParseError(error.message, number, token.start() + 1) from None
    return moves


def _from_sentences(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    moves = []
    axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
    for number, line in enumerate(text.splitlines(), 1):
        match = _SENTENCE.fullmatch(line.strip())
        if match is None:  # the board, the counters: everything else that the output holds
            continue
        label, word, count = match[1], match[2].lower(), int(match[3])
        axis, way = _WAYS[word]
        if axes.get(label, axis) != axis:
            raise ParseError(f"vehicle {label} cannot move {word}", number)
        moves.append(Move(label, way * count))
    return tuple(moves)


def _from_json(text: str) -> tuple[Move, ...]:
    import json

    try:
        data = json.loads(text)
        moves = data["moves"] if isinstance(data, dict) else data
        return tuple(Move(str(move["vehicle"]), int(move["cells"])) for move in moves)
    except json.JSONDecodeError as error:
        raise ParseError(f"expected JSON, {error.msg}", error.lineno, error.colno) from None
    except (LookupError, TypeError, ValueError, RecursionError):
        shape = '{"moves": [{"vehicle": "A", "cells": 2}, ...]}'
        raise ParseError(f"expected a solution such as {shape}") from None
