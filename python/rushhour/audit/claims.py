"""Claims: what a data set says of its puzzles, and in which convention it counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, get_args

from rushhour.errors import ParseError
from rushhour.expect import known
from rushhour.formats.source import is_integer, seen
from rushhour.puzzle import Goal, Metric

UNSOLVABLE = ("none", "unsolvable", "-", "-1")
_SOLUTION = re.compile(r"\S+[+-][0-9]+(\s+\S+[+-][0-9]+)*")


class Convention(NamedTuple):
    """How a solution is counted: its metric, and the goal to which it leads."""

    metric: Metric
    goal: Goal

    def __str__(self) -> str:
        return f"{self.metric}_{self.goal}"


CONVENTIONS = tuple(
    Convention(metric, goal) for metric in get_args(Metric) for goal in get_args(Goal)
)
STATES = ("states", "cluster", "cluster_size", "reachable")


class Claim(NamedTuple):
    """What a column says: an optimum (None: no solution) or, without a convention, a size."""

    column: str
    convention: Convention | None
    value: int | None


class Columns:
    """Which columns of a data set claim what.

    `slides`, `steps` and `moves` count to the goal of the audit, `moves` in its metric, unless it
    holds a solution, which claims nothing; `step_off` says both; `states`, `cluster`,
    `cluster_size` and `reachable` are sizes of clusters. `named` says the same of columns with
    other names: `{"slide_exit": "slide_past"}`.
    """

    def __init__(self, own: Convention, named: Mapping[str, str]) -> None:
        self._meanings: dict[str, Convention | None] = {str(entry): entry for entry in CONVENTIONS}
        self._meanings |= {
            "slides": Convention("slide", own.goal),
            "steps": Convention("step", own.goal),
            "moves": own,
        }
        self._meanings |= dict.fromkeys(STATES)
        for column, meaning in named.items():
            known("claim", meaning, list(self._meanings))
            self._meanings[column] = self._meanings[meaning]

    def claims(self, fields: Iterable[tuple[str, str | None]]) -> list[Claim]:
        """The claims of a row of fields; an empty one claims nothing. ParseError for no number."""
        return [
            Claim(column, self._meanings[column], _value(column, text.strip()))
            for column, text in fields
            if column in self._meanings and text and text.strip() and not _is_solution(text)
        ]


def _is_solution(text: str) -> bool:
    return bool(_SOLUTION.fullmatch(text.strip()))


def _value(column: str, text: str) -> int | None:
    if text.lower() in UNSOLVABLE:
        return None
    if not is_integer(text):
        raise ParseError(f"expected a number for {column}, found {seen(text)}")
    return int(text)
