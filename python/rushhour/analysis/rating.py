"""The rating: from the length and the human walk of a puzzle to what people make of it."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from importlib.resources import files
from math import exp
from typing import Literal, get_args

Level = Literal["beginner", "intermediate", "advanced", "expert", "grandmaster"]

# Least squares of the mean log moves of 50 boards: `python -m rushhour.lab.people FOLDER`.
CONSTANT, PER_SLIDE, PER_WALK = 1.22, 0.078, 0.212

ERROR = 0.22
"""The standard deviation of the log moves of a board around the prediction."""

FEWEST_SLIDES, MOST_SLIDES = 6, 15
"""The optima of the boards to which the prediction was fitted, all of 6x6 without walls."""

# Midway between the median difficulties of neighbouring tens of the classic cards, and the largest
# difficulty of a card: `python -m rushhour.analysis.reference levels puzzles/jam-*.txt`.
LEVELS = (36.9, 103.0, 308.2, 1414.9)


def difficulty_of(slides: int, walk: float) -> float:
    """The predicted typical number of moves of a person.

    >>> round(difficulty_of(10, 5.0), 1)
    21.3
    """
    return exp(CONSTANT + PER_SLIDE * slides + PER_WALK * walk)


def rating_of(difficulty: float) -> float:
    """The percentage of the reference boards that are easier, from 0 to 100."""
    table = percentiles()
    above = bisect_left(table, difficulty)
    if above in (0, len(table)):
        return 100.0 if above else 0.0
    low, high = table[above - 1], table[above]
    return 100 * (above - 1 + (difficulty - low) / (high - low)) / (len(table) - 1)


def level_of(difficulty: float) -> Level:
    """The word of the classic cards of that difficulty."""
    levels: tuple[Level, ...] = get_args(Level)
    return levels[bisect_left(LEVELS, difficulty)]


@cache
def percentiles() -> tuple[float, ...]:
    """The difficulties below which 0, 1, ..., 100 percent of the reference boards are."""
    text = files("rushhour.analysis").joinpath("reference.csv").read_text(encoding="utf-8")
    rows = [line.split(",") for line in text.splitlines() if not line.startswith("#")]
    return tuple(float(difficulty) for _, difficulty in rows[1:])
