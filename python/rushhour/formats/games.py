"""Other games: what is not a puzzle of this kind is said to be another one, with what is one here.

One sentence each; that for several vehicles that leave stands in `src/reader/games.rs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import rushhour._core as _core
from rushhour.model.setup import Setup, body_of

KLOTSKI = _core.KLOTSKI

_FUEL = re.compile(r"[A-Za-z][0-9]+")


def fuel_behind(words: Sequence[str]) -> str | None:
    """What is said of the words of a line that are a board and the fuel of its vehicles."""
    is_board = len(words) > 1 and len(words[0]) >= 16 and "." in words[0]
    if not (is_board and all(_FUEL.fullmatch(word.strip(",;")) for word in words[1:])):
        return None
    message = f"expected a board alone, found fuel behind it: {words[1]}"
    return f"{message}; here every vehicle moves as far as it likes, remove it"


def others(setup: Setup) -> list[str]:
    """The other marks of empty cells, or games, that a board of vehicles with faults looks like."""
    return _core.other_games([body_of(one) for one in setup.vehicles])
