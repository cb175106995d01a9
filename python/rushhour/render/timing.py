"""The times at which each move of an animation begins and ends; short moves take less time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rushhour.model.move import Move

# Seconds: at the start, for a move, for each of its cells, between moves, at the end.
START, MOVE, PER_CELL, PAUSE, END = 0.8, 0.18, 0.07, 0.22, 2.0


class Moment(NamedTuple):
    """A move and its time in seconds from the beginning."""

    move: Move
    begin: float
    end: float


def schedule(moves: Iterable[Move]) -> list[Moment]:
    """The moves one after another."""
    moments, now = [], START
    for move in moves:
        end = now + MOVE + PER_CELL * abs(move.cells)
        moments.append(Moment(move, now, end))
        now = end + PAUSE
    return moments
