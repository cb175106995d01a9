"""The rating: from the length and the human walk of a puzzle to what people make of it.

The core has the formula and its table, for pages without Python too (`src/analysis/rating.rs`).
"""

from __future__ import annotations

from typing import Literal, cast

from rushhour import _core

Level = Literal["beginner", "intermediate", "advanced", "expert", "grandmaster"]

# The moves of a person are exp(CONSTANT + PER_SLIDE * slides + PER_WALK * walk).
CONSTANT, PER_SLIDE, PER_WALK = _core.CONSTANT, _core.PER_SLIDE, _core.PER_WALK

ERROR = _core.RATING_ERROR
"""The standard deviation of the log moves of a board around the prediction."""

FEWEST_SLIDES, MOST_SLIDES = _core.RATED_SLIDES
"""The optima of the boards to which the prediction was fitted, all of 6x6 without walls."""

LEVELS = tuple(_core.LEVELS)
"""The difficulties that part the levels."""


def difficulty_of(slides: int, walk: float) -> float:
    """The predicted typical number of moves of a person.

    >>> round(difficulty_of(10, 5.0), 1)
    21.3
    """
    return _core.difficulty_of(slides, walk)


def rating_of(difficulty: float) -> float:
    """The percentage of the reference boards that are easier, from 0 to 100."""
    return _core.rating_of(difficulty)[0]


def level_of(difficulty: float) -> Level:
    """The word of the classic cards of that difficulty."""
    return cast(Level, _core.rating_of(difficulty)[1])
