"""The options that several commands share, each defined once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, TypedDict, get_args

from cyclopts import Group, Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.base.packages import plugins
from rushhour.cli.input import File
from rushhour.errors import ParseError, PluginError, RushHourError
from rushhour.formats.declared import Declared
from rushhour.formats.registry import FORMATS, named, plugged
from rushhour.model.move import Goal, Metric
from rushhour.search.options import Duplicates, Ties
from rushhour.search.options import heuristics as registered

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

Completer = Callable[["CompletionContext"], list[str]]


def among(names: Iterable[str]) -> Completer:
    """These names."""
    found = list(names)
    return lambda _: found


def several(choices: Completer) -> Completer:
    """Each of the choices, behind those that are typed and end in a comma."""

    def after_comma(context: CompletionContext) -> list[str]:
        before, comma, _ = context.incomplete.rpartition(",")
        return [before + comma + name for name in choices(context)]

    return after_comma


def heuristic_names(_: CompletionContext) -> list[str]:
    """The registered heuristics, and those of other packages."""
    names = [entry.name for entry in registered()]
    return list(dict.fromkeys([*names, *plugins("rushhour.heuristics")]))


def format_names(_: CompletionContext) -> list[str]:
    """The formats of puzzles, and those of other packages."""
    return [entry.name for entry in (*FORMATS, *plugged())]


def writable(context: CompletionContext) -> list[str]:
    """The formats that can be written; not those of a package that is broken."""
    found = []
    for name in format_names(context):
        with suppress(PluginError):
            found += [name] * named(name).is_writable
    return found


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


def several_of(text: str, choices: Completer) -> Parameter:
    """A search option that takes several names, or one text with commas between them."""
    return Parameter(
        help=text,
        metavar="NAME",
        group=SEARCH,
        consume_multiple=(1, None),
        completer=several(choices),
    )


ANYWAY = (
    "Go on where it is refused: with a doubtful reading of a picture, a run of more than a day."
)


def input_option(
    text: str, metavar: str | None = None, choices: Completer | None = None
) -> Parameter:
    """An option that says how to read the input."""
    return Parameter(help=text, metavar=metavar, group=INPUT, completer=choices)


AGAINST = (
    "Known puzzles: a file, a folder, or a published list (classics, records, hardest); may be"
    " repeated."
)


def limit_option(text: str, metavar: str) -> Parameter:
    """An option that says when to stop."""
    return Parameter(help=text, metavar=metavar, group=LIMITS)


def print_option(text: str) -> Parameter:
    """An option that says what to print, and in which form."""
    return Parameter(help=text, group=OUTPUT)


PROSE = input_option("Find the moves in free text, such as a language model writes.")
_FILE = "The puzzle file in any format, - for standard input."
PuzzleFile = Annotated[File, Parameter(help=_FILE)]
# None is standard input, if it is not a terminal.
OptionalFile = Annotated[File | None, Parameter("FILE", help=_FILE)]
PUZZLE_FILES = Parameter("FILE", help="Puzzle files in any format, - for standard input.")
PuzzleFiles = Annotated[File, PUZZLE_FILES]
PuzzleFilesAndFolders = Annotated[
    File,
    Parameter("FILE", help="Puzzle files in any format, or folders of them, - for standard input."),
]
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


NO_TINY = input_option("Leave out the tiny boards.")
ROSTER = input_option(
    "A file with a student in each line. The name of an answer's file, or of its folder, has that"
    " of its student in it. Students without an answer, or with several, are named.",
    "FILE",
)


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


def _marks(text: str) -> Parameter:
    return Parameter(help=text, metavar="MARKS", group=INPUT, allow_leading_hyphen=True)


TargetOption = Annotated[
    str | None,
    input_option("The target's label in a drawn board, where it is not plain.", "LETTER"),
]
ExitOption = Annotated[
    str | None,
    input_option(
        "Where the target leaves: right, left, top or bottom, and a row or column from 0; by"
        " default that of the target.",
        "SIDE:LINE",
    ),
]
SizeOption = Annotated[str | None, input_option("Rows and columns.", "SIZE")]
EmptyOption = Annotated[str | None, _marks("The marks of empty cells in a drawn board.")]
WallOption = Annotated[str | None, _marks("The marks of walls in a drawn board.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How to read the puzzle file."""

    format: Annotated[
        str | None,
        Parameter(
            name=("--format", "--from"),
            help="The format of the puzzle file; by default it is recognised.",
            metavar="NAME",
            group=INPUT,
            completer=format_names,
        ),
    ] = None
    target: TargetOption = None
    exit: ExitOption = None
    size: SizeOption = None
    empty: EmptyOption = None
    wall: WallOption = None
    corners: Annotated[
        str | None,
        input_option(
            "The corners of the field of cells in a picture, clockwise from its top left, as"
            " 'X,Y X,Y X,Y X,Y' in pixels.",
            "PIXELS",
        ),
    ] = None
    yes: Annotated[bool, input_option(ANYWAY)] = False

    @property
    def declared(self) -> Declared:
        """What the options say of a drawn board; RushHourError if one is malformed."""
        known = Declared.of(self.exit, self.size, self.empty, self.wall)
        if self.format is not None and known.is_drawing:
            expected = "expected --format, or what a drawing means: --size, --empty, --wall"
            raise RushHourError(f"{expected}; found both")
        return known


class LimitArguments(TypedDict):
    """The limits by the names of their arguments."""

    max_states: int | None
    max_memory: int | None
    max_seconds: float | None


class TuningArguments(TypedDict):
    """The settings of a best-first search by the names of their arguments."""

    weight: float | None
    ties: Ties
    duplicates: Duplicates
    reopen: bool | None
    undo: bool


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class LimitOptions:
    """When a search stops without an answer."""

    max_states: StatesOption = None
    max_memory: MemoryOption = "4G"
    max_seconds: SecondsOption = None

    def as_arguments(self) -> LimitArguments:
        """The limits as `solve` and `explore` take them."""
        return {
            "max_states": self.max_states,
            "max_memory": byte_count(self.max_memory),
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
    no_undo: Annotated[
        bool, search_option("Do not generate the move back to the state before.")
    ] = False

    def as_arguments(self) -> TuningArguments:
        """The settings as `solve` takes them."""
        return {
            "weight": self.weight,
            "ties": self.ties,
            "duplicates": self.duplicates,
            "reopen": False if self.no_reopen else None,
            "undo": not self.no_undo,
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
