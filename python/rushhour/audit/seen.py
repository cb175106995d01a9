"""Which puzzles look the same: labels, titles and the order of the vehicles left aside."""

from __future__ import annotations

from rushhour.model.puzzle import Puzzle

_WAYS = range(8)


class Seen:
    """The pictures that have come so far, each with the number of its first puzzle.

    A picture is kept as the one that all its symmetric images share, and the symmetry that leads
    there, so that equal keys are equal pictures: some 200 bytes for each different puzzle of 6x6.
    """

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}

    def enter(self, number: int, puzzle: Puzzle) -> tuple[int | None, int | None]:
        """The first puzzle that looks like this one, and else the first of which it is an image."""
        picture, way = puzzle._core.canonical()
        first = self._first.setdefault(bytes([way]) + picture, number)
        if first != number:
            return first, None
        keys = (bytes([other]) + picture for other in _WAYS if other != way)
        images = [self._first[key] for key in keys if key in self._first]
        return None, min(images, default=None)
