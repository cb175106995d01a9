"""The options that several commands share, each defined once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.cli.input import File
from rushhour.formats import FORMATS
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
        "When a puzzle is solved: the target touches the edge, is one cell past it, is off the"
        " board, or has a clear road."
    ),
]
ForceOption = Annotated[bool, _described("Replace an existing file; an input is never replaced.")]
CsvOption = Annotated[bool, _described("Print CSV instead of a table.")]
JsonObject = Annotated[bool, _described("Print one JSON object.")]
ThreadsOption = Annotated[
    PositiveInt | None, _described("How many threads; by default one for each processor.")
]
SEED = _described("The seed of random numbers; the same seed gives the same answer.")
SeedOption = Annotated[NonNegativeInt, SEED]
ToOption = Annotated[
    str, _described(f"The format to write, one of {', '.join(entry.name for entry in FORMATS)}.")
]
StatesOption = Annotated[
    NonNegativeInt | None, _described("The most states to keep for each puzzle.")
]
MemoryOption = Annotated[
    str, _described("The most bytes to hold for each puzzle, such as 500M or 2G.")
]
SecondsOption = Annotated[
    NonNegativeFloat | None, _described("The most seconds for each search of a puzzle.")
]


def written_file(text: str) -> Parameter:
    """An option that names a file to write; `-` is standard output."""
    return Parameter(help=text, allow_leading_hyphen=True)


def output_option(text: str) -> Parameter:
    """The option `--output`, for the file that a command is there to write."""
    return Parameter(name=("--output", "-o"), help=text, allow_leading_hyphen=True)


def json_lines(subject: str) -> Parameter:
    """The option `--json` of a command that prints a line of JSON for each subject."""
    return Parameter(help=f"Print one JSON object for each {subject}, a line each.")


JsonLines = Annotated[bool, json_lines("puzzle")]


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
    """When a search stops without an answer."""

    max_states: StatesOption = None
    max_memory: MemoryOption = "4G"
    max_seconds: SecondsOption = None

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

    weight: Annotated[float | None, _described("Weight of h in weighted A* (default 2).")] = None
    ties: Annotated[Ties, _described("Which of equally promising states to expand first.")] = "fifo"
    duplicates: Annotated[
        Duplicates,
        _described("Which further paths to an open state to queue: better, equal too, or all."),
    ] = "better"
    no_reopen: Annotated[
        bool, _described("Do not reopen a closed state when a cheaper path to it is found.")
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


# The values of options that are not given.
ANY_READING, ANY_LIMITS, USUAL_TUNING = Reading(), Limits(), Tuning()


def byte_count(text: str) -> int:
    """Read a number of bytes such as 500M or 2G."""
    match = re.fullmatch(r"(\d{1,15})([KMG]?)B?", text.upper())
    if match is None:
        raise ParseError(f"expected a number of bytes such as 500M or 2G, found {text[:40]!r}")
    return int(match[1]) * {"": 1, "K": GIB >> 20, "M": GIB >> 10, "G": GIB}[match[2]]
