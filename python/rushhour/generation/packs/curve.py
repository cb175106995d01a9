"""Curve: how fast the puzzles of a pack become harder."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log

from rushhour.analysis.rating import difficulty_of
from rushhour.generation.order import difficulty_range
from rushhour.generation.ranges import RealRangeLike
from rushhour.model.errors import InvalidOrderError

# The easiest puzzles of 6x6 boards of default density, and hard ones that are still found fast.
USUAL = (6.0, 120.0)
# The logarithm of the difficulty by that of the slides, fitted to 8 boards each of 3, 6, ... 27
# slides. It only says where to begin: the search then follows the difficulties that it measures.
_OFFSET, _PER_LN_SLIDES = -0.174, 1.381


@dataclass(frozen=True, slots=True)
class Curve:
    """Difficulties from `least` to below `most`, parted into `count` bands of equal ratio."""

    least: float
    most: float
    count: int

    @classmethod
    def of(cls, difficulty: RealRangeLike | None, count: int) -> Curve:
        """The curve through a range of difficulties; InvalidOrderError if it has no end.

        >>> Curve.of("10..40", 2)
        Curve(least=10.0, most=40.0, count=2)
        """
        least, most = USUAL if difficulty is None else difficulty_range(difficulty)
        if most == inf:
            expected = "expected a greatest difficulty for a pack, such as 6..120"
            raise InvalidOrderError([f"{expected}, found {least:g}.. without end"])
        # Fewer moves are predicted for no puzzle.
        least = max(least, difficulty_of(1, 0.0))
        if not least < most:
            raise InvalidOrderError(
                [f"expected a range of difficulties for a pack, found {least:g}..{most:g}"]
            )
        return cls(least, most, count)

    def band(self, difficulty: float) -> int | None:
        """The band of a difficulty, from 0; None outside the curve.

        >>> [Curve(10, 40, 2).band(difficulty) for difficulty in (9, 10, 19.9, 20.1, 40)]
        [None, 0, 0, 1, None]
        """
        if not self.least <= difficulty < self.most:
            return None
        share = log(difficulty / self.least) / log(self.most / self.least)
        return min(int(share * self.count), self.count - 1)

    def bounds(self, band: int) -> tuple[float, float]:
        """The least difficulty of a band, and that of the next.

        >>> Curve(10, 40, 2).bounds(1)
        (20.0, 40.0)
        """
        ratio = self.most / self.least
        low, high = (self.least * ratio ** (edge / self.count) for edge in (band, band + 1))
        return low, high

    def slides(self) -> int:
        """The slides with which a search for the easiest puzzles begins."""
        return max(1, round(exp((log(self.least) - _OFFSET) / _PER_LN_SLIDES)))
