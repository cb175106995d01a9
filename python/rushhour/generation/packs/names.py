"""Names of puzzles: streets, each from the name of the cluster, so that a puzzle keeps its name."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import count

# The streets of boards that are less full than this, and of the others.
_STREETS = ((0.6, "Square"), (0.72, "Street"), (1.1, "Lane"))


def name_of(cluster: str, density: float, taken: Collection[str] = ()) -> str:
    """The name of a puzzle from the hexadecimal name of its cluster; one that is not taken.

    >>> name_of("2b", 0.5), name_of("2b", 0.7), name_of("2b", 0.5, ["Cedar Square"])
    ('Clay Square', 'Clay Street', 'Clay Square')
    """
    street = next(street for most, street in _STREETS if density < most)
    words, first = _words(), int(cluster, 16)
    for place in range(first, first + len(words)):
        name = f"{words[place % len(words)]} {street}"
        if name not in taken:
            return name
    name = f"{words[first % len(words)]} {street}"
    return next(f"{name} {number}" for number in count(2) if f"{name} {number}" not in taken)


@cache
def _words() -> tuple[str, ...]:
    return tuple(files(__package__).joinpath("words.txt").read_text(encoding="utf-8").split())
