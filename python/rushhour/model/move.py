"""Move: a vehicle and a number of cells; what it costs, and to which goal it leads.

A move is a value: immutable, comparable, hashable, picklable, and its `repr` is code to paste.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal, get_args

import rushhour._core as _core
from rushhour.base import expect
from rushhour.errors import ParseError

Metric = Literal["slide", "step"]
Goal = Literal["edge", "past", "off", "clear"]


def check_names(metric: Metric, goal: Goal) -> None:
    """Refuse unknown metrics and goals."""
    check_metric(metric)
    expect.known("goal", goal, get_args(Goal))


def check_metric(metric: Metric) -> None:
    """Refuse unknown metrics."""
    expect.known("metric", metric, get_args(Metric))


# Labels in lines of text: plain, or as JSON strings if they could not be read back. Formats allow
# any label: `red car`, `#1`, even one with a line end. In a solution a blank, a comma or a `#` ends
# a label, and text that begins with a quote or a bracket is JSON.
QUOTED = r'"(?:[^"\\]|\\.)*"'


def quoted(label: str) -> str:
    """The label as it is written in a solution."""
    if not _core.needs_quotes(label):
        return label
    return json.dumps(label, ensure_ascii=not label.isprintable())


def unquoted(text: str) -> str:
    """The label written in a solution; ParseError if quotes do not hold a JSON string."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ParseError(f"expected a label in quotes as JSON has it, found {text[:40]}") from None


_MOVE = re.compile(rf"(?P<label>{QUOTED}|[^\"].*?)(?P<cells>[+-][0-9]{{1,3}})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Move:
    """A vehicle, by its label, and how many cells it moves: positive to the right or down.

    >>> Move("A", 2)
    Move(vehicle='A', cells=2)
    >>> str(Move("A", 2))
    'A+2'
    >>> Move.parse("B-1")
    Move(vehicle='B', cells=-1)
    >>> str(Move("red car", 3))
    '"red car"+3'
    """

    vehicle: str
    cells: int

    def __post_init__(self) -> None:
        expect.text("vehicle", self.vehicle)
        expect.integer("cells", self.cells)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move as `str` writes it: label, sign, number of cells. ParseError otherwise."""
        match = _MOVE.fullmatch(expect.expect("text", text, str, "a text"))
        if match is None or int(match["cells"]) == 0:
            raise ParseError(f"expected a move such as A+2 or B-1, found {text[:40]!r}")
        return cls(unquoted(match["label"]), int(match["cells"]))

    @classmethod
    def of(cls, move: Move | str) -> Move:
        """A move itself, or the one that a text such as `A+2` writes."""
        if isinstance(move, str):
            return cls.parse(move)
        return expect.expect("move", move, Move, "a Move or a text such as A+2")

    def __str__(self) -> str:
        return f"{quoted(self.vehicle)}{self.cells:+d}"
