"""The measures of the core and the rating, each with its definition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rushhour import _core
from rushhour.analysis.rating import FORMULA


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
