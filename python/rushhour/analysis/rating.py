"""The rating: from the length and the human walk of a puzzle to what people make of it.

The core has the formula and its table, for pages without Python too (`src/analysis/rating.rs`).
"""

from __future__ import annotations

from typing import Literal, cast

from rushhour import _core

Level = Literal["beginner", "intermediate", "advanced", "expert", "grandmaster"]

FORMULA = f"exp({_core.CONSTANT} + {_core.PER_LN_SLIDES} ln slides + {_core.PER_WALK} walk)"
"""The predicted moves of a person."""

ERROR = _core.RATING_ERROR
"""The standard deviation of the log moves of a board around the fit to all others."""

FEWEST_SLIDES, MOST_SLIDES = _core.RATED_SLIDES
"""The optima of the boards to which the prediction was fitted, all of 6x6 without walls."""

LEVELS = tuple(_core.LEVELS)
"""The difficulties that part the levels."""


def difficulty_of(slides: int, walk: float) -> float:
    """The predicted typical number of moves of a person.

    >>> round(difficulty_of(10, 5.0), 1)
    22.6
    """
    return _core.difficulty_of(slides, walk)


def rating_of(difficulty: float) -> float:
    """The percentage of the reference boards that are easier, from 0 to 100."""
    return _core.rating_of(difficulty)[0]


def level_of(difficulty: float) -> Level:
    """The word of the classic cards of that difficulty."""
    return cast(Level, _core.rating_of(difficulty)[1])
