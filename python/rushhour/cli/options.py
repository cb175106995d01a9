"""The options that several commands share, each described once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt

from rushhour.cli.input import File
from rushhour.model.errors import ParseError
from rushhour.model.puzzle import Goal, Metric
from rushhour.search.query import GIB
from rushhour.search.settings import Duplicates, Ties


def _described(text: str) -> Parameter:
    return Parameter(help=text)


PuzzleFile = Annotated[File, _described("The puzzle file in any format, - for standard input.")]
MetricOption = Annotated[
    Metric, _described("What costs one: a slide of any number of cells, or a step of one cell.")
]
GoalOption = Annotated[
    Goal,
    _described(
        "Solved when the target touches the edge, is a cell past it, is off, or has a clear road."
    ),
]


def written_file(text: str) -> Parameter:
    """An option that names a file to write; `-` is standard output."""
    return Parameter(help=text, allow_leading_hyphen=True)


ForceOption = Annotated[
    bool, _described("Replace a file that is there; an input is never replaced.")
]
JsonLines = Annotated[bool, _described("One JSON object a puzzle, each in its line.")]
JsonObject = Annotated[bool, _described("One JSON object.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the puzzle file."""

    format: Annotated[
        str | None, _described("The format of the puzzle file; by default it is recognised.")
    ] = None
    target: Annotated[str | None, _described("The target's symbol in a letter grid.")] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up."""

    max_states: Annotated[NonNegativeInt | None, _described("The most states to keep.")] = None
    max_memory: Annotated[str, _described("The most bytes to hold, such as 500M or 2G.")] = "4G"
    max_seconds: Annotated[
        NonNegativeFloat | None, _described("The most seconds for each puzzle.")
    ] = None

    def as_arguments(self) -> dict[str, Any]:
        """The limits as `solve` and `explore` take them."""
        memory = byte_count(self.max_memory)
        return {
            "max_states": self.max_states,
            "max_memory": memory,
            "max_seconds": self.max_seconds,
        }


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Tuning:
    """The settings of a best-first search."""

    weight: Annotated[float | None, _described("Of h in weighted A*; 2 if not given.")] = None
    ties: Annotated[Ties, _described("Which of equally promising states goes first.")] = "fifo"
    duplicates: Annotated[
        Duplicates, _described("Which other way to an open state queues up, too.")
    ] = "better"
    no_reopen: Annotated[
        bool, _described("Leave closed states closed when a cheaper way to them is found.")
    ] = False

    def as_arguments(self) -> dict[str, Any]:
        """The settings as `solve` takes them."""
        reopen = False if self.no_reopen else None
        return {
            "weight": self.weight,
            "ties": self.ties,
            "duplicates": self.duplicates,
            "reopen": reopen,
        }


# What an option is where it is not given.
ANY_READING, ANY_LIMITS, USUAL_TUNING = Reading(), Limits(), Tuning()


def byte_count(text: str) -> int:
    """Read a number of bytes such as 500M or 2G."""
    match = re.fullmatch(r"(\d{1,15})([KMG]?)B?", text.upper())
    if match is None:
        raise ParseError(f"expected a number of bytes such as 500M or 2G, found {text[:40]!r}")
    return int(match[1]) * {"": 1, "K": GIB >> 20, "M": GIB >> 10, "G": GIB}[match[2]]
