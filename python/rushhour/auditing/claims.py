"""Claims: what a data set says about its puzzles, and how it counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, get_args

from rushhour.formats.words import is_integer, seen
from rushhour.model.errors import ParseError
from rushhour.model.expect import known
from rushhour.model.move import Goal, Metric

UNSOLVABLE = ("none", "unsolvable", "-", "-1")
_SOLUTION = re.compile(r"\S+[+-][0-9]+(\s+\S+[+-][0-9]+)*")


class Convention(NamedTuple):
    """How solutions are counted: a metric and a goal."""

    metric: Metric
    goal: Goal

    def __str__(self) -> str:
        return f"{self.metric}_{self.goal}"


CONVENTIONS = tuple(
    Convention(metric, goal) for metric in get_args(Metric) for goal in get_args(Goal)
)


class Claim(NamedTuple):
    """What a column says: an optimum (None: no solution), the value of a measure, or a size.

    The value of a measure is claimed to `digits` after the point.
    """

    column: str
    convention: Convention | None
    value: float | None
    measure: str | None = None
    digits: int = 0


class Columns:
    """The meanings of the columns of a data set; case and surrounding blanks are ignored.

    `slides`, `steps` and `moves` count to the goal of the audit, `moves` in its metric, unless it
    holds a solution, which claims nothing; `step_off` names both; `states`, `cluster`,
    `cluster_size` and `reachable` are sizes of clusters. `min_slides`, `optimal_slides` and
    `least_slides` are `slides`, and so on. `named` explains columns with other names:
    `{"slide_exit": "slide_past"}`. `difficulty`, `rating` and `walk` are checked only if `named`
    says so, as in `{"rating": "rating"}`, since other data sets use these names for other scales.
    """

    def __init__(self, default: Convention, named: Mapping[str, str]) -> None:
        self._meanings: dict[str, Convention | str | None] = {
            str(entry): entry for entry in CONVENTIONS
        }
        for name, convention in (
            ("slides", Convention("slide", default.goal)),
            ("steps", Convention("step", default.goal)),
            ("moves", default),
        ):
            words = (name, *(f"{least}_{name}" for least in _LEAST))
            self._meanings |= dict.fromkeys(words, convention)
        self._meanings |= dict.fromkeys(_SIZES)
        self.named = dict(named)
        for column, meaning in named.items():
            known("claim", meaning, [*self._meanings, *MEASURES])
            is_measure = meaning in MEASURES
            self._meanings[plain(column)] = meaning if is_measure else self._meanings[meaning]

    def meaning(self, column: str) -> str | None:
        """What a column claims: a convention such as `slide_edge`, or `states`; None if nothing."""
        if plain(column) not in self._meanings:
            return None
        convention = self._meanings[plain(column)]
        return str(convention) if convention else "states"

    def claims(self, fields: Iterable[tuple[str, str | None]]) -> list[Claim]:
        """The claims of a row; an empty field claims nothing. ParseError if one is not a number."""
        return [
            self._claim(column, text.strip())
            for column, text in fields
            if plain(column) in self._meanings and text and text.strip() and not is_solution(text)
        ]

    def _claim(self, column: str, text: str) -> Claim:
        meaning = self._meanings[plain(column)]
        if not isinstance(meaning, str):
            return Claim(column, meaning, _value(column, text))
        if not _DECIMAL.fullmatch(text):
            raise ParseError(f"expected a number for {column}, found {seen(text)}")
        return Claim(column, None, float(text), meaning, len(text.partition(".")[2]))


MEASURES = ("difficulty", "rating", "walk")
"""The values of an analysis that a column can claim."""

_DECIMAL = re.compile(r"[0-9]{1,300}(\.[0-9]{1,20})?")
_LEAST = ("min", "optimal", "least")
_SIZES = ("states", "cluster", "cluster_size", "reachable")


def plain(column: str) -> str:
    """The normal form of a column's name: `Slide edge ` is `slide_edge`."""
    return re.sub(r"[\s_-]+", "_", column.strip().casefold())


def is_solution(text: str) -> bool:
    """Whether a field holds moves, which claim nothing."""
    return bool(_SOLUTION.fullmatch(text.strip()))


def _value(column: str, text: str) -> int | None:
    if text.lower() in UNSOLVABLE:
        return None
    if not is_integer(text):
        raise ParseError(f"expected a number for {column}, found {seen(text)}")
    return int(text)
