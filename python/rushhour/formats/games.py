"""Other games: what is not a puzzle of this kind is said to be another one, with what is one here.

One sentence each: fuel, several vehicles that leave, pieces of one cell, and blocks of Klotski.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import rushhour._core as _core
from rushhour.model.setup import Setup, body_of

KLOTSKI = _core.KLOTSKI
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


def others(setup: Setup) -> list[str]:
    """The games other than this one that a board of vehicles with faults looks like."""
    return _core.other_games([body_of(one) for one in setup.vehicles])
