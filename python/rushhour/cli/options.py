"""The options that several commands share, each defined once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, get_args

from cyclopts import Group, Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.cli.choices import Completer, among, formats, writable
from rushhour.cli.input import File
from rushhour.formats import FORMATS
from rushhour.model.errors import ParseError
from rushhour.model.move import Goal, Metric
from rushhour.search.settings import Duplicates, Ties

# The groups of options in help, in this order.
SEARCH = Group("Search", sort_key=1)
INPUT = Group("Input", sort_key=2)
LIMITS = Group("Limits", sort_key=3)
OUTPUT = Group("Output", sort_key=4)


def search_option(
    text: str, metavar: str | None = None, choices: Completer | None = None
) -> Parameter:
    """An option that says what to compute."""
    return Parameter(help=text, metavar=metavar, group=SEARCH, completer=choices)


def input_option(
    text: str, metavar: str | None = None, choices: Completer | None = None
) -> Parameter:
    """An option that says how to read the input."""
    return Parameter(help=text, metavar=metavar, group=INPUT, completer=choices)


def limit_option(text: str, metavar: str) -> Parameter:
    """An option that says when to stop."""
    return Parameter(help=text, metavar=metavar, group=LIMITS)


def print_option(text: str) -> Parameter:
    """An option that says what to print, and in which form."""
    return Parameter(help=text, group=OUTPUT)


_FILE = "The puzzle file in any format, - for standard input."
PuzzleFile = Annotated[File, Parameter(help=_FILE)]
# None is standard input, if it is not a terminal.
OptionalFile = Annotated[File | None, Parameter("FILE", help=_FILE)]
PUZZLE_FILES = Parameter("FILE", help="Puzzle files in any format, - for standard input.")
PuzzleFiles = Annotated[File, PUZZLE_FILES]
MetricOption = Annotated[
    Metric, search_option("What costs one: a slide of any number of cells, or a step of one cell.")
]
GoalOption = Annotated[
    Goal,
    search_option(
        "When a puzzle is solved: the target touches the edge, is one cell past it, as the"
        " car-list assignment wants it, is off the board, or has a clear road."
    ),
]
OwnGoalOption = Annotated[
    str,
    search_option(
        "When a puzzle is solved: the target touches the edge (edge), is one cell past it (past),"
        " as the car-list assignment wants it, is off the board (off), or has a clear road (clear);"
        " or your own, FILE.py:FUNCTION.",
        "GOAL",
        among(get_args(Goal)),
    ),
]
ForceOption = Annotated[bool, print_option("Replace an existing file; an input is never replaced.")]
CsvOption = Annotated[bool, print_option("Print CSV instead of a table.")]
JsonObject = Annotated[bool, print_option("Print a line of JSON.")]
ThreadsOption = Annotated[
    PositiveInt | None,
    search_option("The number of threads; by default one for each processor.", "N"),
]
SEED = search_option("The seed of the random numbers; the same seed gives the same answer.", "N")
SeedOption = Annotated[NonNegativeInt, SEED]
# By their help: asking the formats would import them all.
WRITABLE = ", ".join(entry.name for entry in FORMATS if not entry.help.endswith("(read only)"))
ToOption = Annotated[
    str,
    Parameter(
        help=f"The format to write, one of {WRITABLE}.",
        metavar="FORMAT",
        group=OUTPUT,
        completer=writable,
    ),
]
BoardsOption = Annotated[
    str | None,
    Parameter(
        help=f"Print the boards alone, in one of the formats {WRITABLE}.",
        metavar="FORMAT",
        group=OUTPUT,
        completer=writable,
    ),
]
RelabelOption = Annotated[
    bool, print_option("Give the vehicles new labels that the format can hold.")
]
ClusterOption = Annotated[
    str | None,
    search_option(
        "Work on the Dask scheduler at this address, such as tcp://HOST:8786, or on N processes"
        " with local:N; --threads is then for each worker.",
        "ADDRESS",
    ),
]
StatesOption = Annotated[
    NonNegativeInt | None, limit_option("The most states to keep for each puzzle.", "STATES")
]
MemoryOption = Annotated[
    str,
    limit_option("The most bytes to hold for each puzzle, such as 512MB, 1.5G or 4GiB.", "SIZE"),
]
SecondsOption = Annotated[
    NonNegativeFloat | None,
    limit_option("The most seconds for each search of a puzzle.", "SECONDS"),
]


def written_file(text: str) -> Parameter:
    """An option that names a file to write; `-` is standard output."""
    return Parameter(help=text, metavar="FILE", group=OUTPUT, allow_leading_hyphen=True)


def output_option(text: str, metavar: str = "FILE") -> Parameter:
    """The option `--output`, for the file or folder that a command is there to write."""
    names = ("--output", "-o")
    return Parameter(names, help=text, metavar=metavar, group=OUTPUT, allow_leading_hyphen=True)


def json_lines(subject: str) -> Parameter:
    """The option `--json` of a command that prints a line of JSON for each subject."""
    return print_option(f"Print a line of JSON for each {subject}.")


JsonLines = Annotated[bool, json_lines("puzzle")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How to read the puzzle file."""

    format: Annotated[
        str | None,
        input_option(
            "The format of the puzzle file; by default it is recognised.", "NAME", formats
        ),
    ] = None
    target: Annotated[
        str | None,
        input_option("The target's label in a drawn board, where it is not plain.", "LETTER"),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class LimitOptions:
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

    weight: Annotated[
        float | None, search_option("Weight of h in weighted A* (default 2).", "NUMBER")
    ] = None
    ties: Annotated[Ties, search_option("Which of equally promising states to expand first.")] = (
        "fifo"
    )
    duplicates: Annotated[
        Duplicates,
        search_option("Which further paths to an open state to queue: better, equal too, or all."),
    ] = "better"
    no_reopen: Annotated[
        bool, search_option("Do not reopen a closed state when a cheaper path to it is found.")
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
ANY_READING, ANY_LIMITS, USUAL_TUNING = ReadingOptions(), LimitOptions(), Tuning()


_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def byte_count(text: str) -> int:
    """Read a number of bytes such as 512MB, 1.5G or 4GiB; K, M, G and T are powers of 1024.

    ParseError says what was expected.

    >>> byte_count("1.5K"), byte_count("4MiB") == byte_count("4m"), byte_count("7")
    (1536, True, 7)
    """
    match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?) ?([KMGT]?)(?:I?B)?", text.upper(), re.ASCII)
    if match is None:
        expected = "a number of bytes such as 512MB, 1.5G or 4GiB"
        raise ParseError(f"--max-memory: expected {expected}, found {text[:40]!r}")
    return int(Decimal(match[1]) * 1024 ** _POWERS[match[2]])
