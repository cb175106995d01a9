"""The boards to which the rating was fitted: 50 of the 70 of the repository."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rushhour.model.errors import UnknownNameError

_NUMBERS = """
10166 10206 11647 12604 1267 13171 14047 14485 14651 15290 15595 19279 20059 20888 22436
23404 24227 25604 26567 2834 29232 29414 29585 31907 3203 3217 32695 33509 34092 343
34551 38526 38725 42959 45893 46224 46580 48146 54081 54506 55384 57223 58853 62222
68514 68910 72800 78361 79230 8786
"""

FITTED = frozenset(f"prb{number}" for number in _NUMBERS.split())
"""Their names. The rating has seen no other board."""

Which = Literal["all", "fitted", "others"]
"""All boards of a folder, those of FITTED, or all but these."""

CHOICES: dict[str, Callable[[str], bool]] = {
    "all": bool,
    "fitted": lambda board: board in FITTED,
    "others": lambda board: board not in FITTED,
}


def chosen(which: str) -> Callable[[str], bool]:
    """Whether a board belongs to some; UnknownNameError if `which` is none of CHOICES."""
    if which not in CHOICES:
        raise UnknownNameError("set of boards", which, list(CHOICES))
    return CHOICES[which]
