"""The measures of the core and the rating, each with its definition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

import rushhour._core as _core

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


# The measures of the core and the rating, each with its definition.


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name (a field of Analysis), its definition, its unit, its source, its use."""

    name: str
    formula: str
    unit: str
    source: str
    help: str


_DERIVED = (
    Measure(
        "difficulty",
        f"{FORMULA}: the predicted typical number of moves of a person",
        "moves",
        "this project, fitted to 50 boards and 84 people",
        "one number for how hard people find a puzzle",
    ),
    Measure(
        "rating",
        "the percentage of boards of a sample of the 6x6 database whose difficulty is lower",
        "percent",
        "this project; the boards are those of Fogleman's database, 2018",
        "difficulty on a scale from 0 to 100",
    ),
    Measure(
        "level",
        "beginner, intermediate, advanced or expert, as the classic cards of that difficulty; "
        "grandmaster where it is above that of every card",
        "word",
        "the classic cards, 1996",
        "difficulty in a word",
    ),
)


@lru_cache(maxsize=1)
def measures() -> tuple[Measure, ...]:
    """Every measure: those of the core in its order, then the rating.

    >>> [measure.unit for measure in measures() if measure.name == "walk"]
    ['ln slides']
    """
    return (*(Measure(*row) for row in _core.measures()), *_DERIVED)
