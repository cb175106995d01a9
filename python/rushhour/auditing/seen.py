"""Repeats: puzzles that look the same, whatever their labels, titles and order of vehicles."""

from __future__ import annotations

from rushhour.model.puzzle import Puzzle

_WAYS = range(8)


class Seen:
    """The pictures seen so far, each with the number of its first puzzle.

    A picture is kept in a canonical form, which all its symmetric images share, with the symmetry
    that leads there. So equal keys are equal pictures. Each different 6x6 puzzle takes some 200
    bytes.
    """

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}

    def enter(self, number: int, puzzle: Puzzle) -> tuple[int | None, int | None]:
        """The first puzzle with the same picture, or else the first with a mirror image of it."""
        picture, way = puzzle._core.canonical()
        first = self._first.setdefault(bytes([way]) + picture, number)
        if first != number:
            return first, None
        keys = (bytes([other]) + picture for other in _WAYS if other != way)
        images = [self._first[key] for key in keys if key in self._first]
        return None, min(images, default=None)
