"""Other games: what is not a puzzle of this kind is said to be another one, with what is one here.

One sentence each: fuel, several vehicles that leave, pieces of one cell, and blocks of Klotski.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rushhour.model.setup import Scattered, Setup, Vehicle

KLOTSKI = "blocks two cells wide are of Klotski, another game; here a vehicle is one cell wide"
ONE_CELL = (
    "pieces of one cell are of another game; here a vehicle has two cells or more, and what never"
    " moves is a wall, x or #"
)
SEVERAL_LEAVE = "puzzles in which several vehicles leave are another game; here one leaves"

_FUEL = re.compile(r"[A-Za-z][0-9]+")


def fuel_behind(words: Sequence[str]) -> str | None:
    """What is said of the words of a line that are a board and the fuel of its vehicles."""
    is_board = len(words) > 1 and len(words[0]) >= 16 and "." in words[0]
    if not (is_board and all(_FUEL.fullmatch(word.strip(",;")) for word in words[1:])):
        return None
    message = f"expected a board alone, found fuel behind it: {words[1]}"
    return f"{message}; here every vehicle moves as far as it likes, remove it"


def several_leave(targets: int) -> str:
    """What is said beside the number of vehicles that are marked as the target."""
    return f"; {SEVERAL_LEAVE}" if targets > 1 else ""


def others(setup: Setup) -> Iterator[str]:
    """The games other than this one that a board of vehicles with faults looks like."""
    if any(isinstance(one, Scattered) and _is_block(one) for one in setup.vehicles):
        yield KLOTSKI
    if sum(_has_one_cell(one) for one in setup.vehicles) > 1:
        yield ONE_CELL


def _is_block(one: Scattered) -> bool:
    """Whether the cells fill a rectangle."""
    rows, cols = {row for row, _ in one.cells}, {col for _, col in one.cells}
    return min(len(rows), len(cols)) > 1 and len(rows) * len(cols) == len(one.cells)


def _has_one_cell(one: Vehicle | Scattered) -> bool:
    return (len(one.cells) if isinstance(one, Scattered) else one.length) == 1
