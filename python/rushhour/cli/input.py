"""Puzzles and texts from files and standard input, with warnings as lines on standard error."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, Token

from rushhour.cli.output import warn
from rushhour.formats import attempts
from rushhour.formats.opening import decoded, decoded_stream, standard_input
from rushhour.model.errors import FormatWarning, ParseError, PluginWarning, RushHourError
from rushhour.model.move import Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import STREAM

NO_OPTION = "no option"
"""The reason why a word with a hyphen is not a file."""


def _require_no_option(_: object, value: str | None) -> None:
    if value is not None and value.startswith("-") and value != STREAM:
        raise ValueError(NO_OPTION)


def _as_written(_: object, tokens: Sequence[Token]) -> str:
    return tokens[0].value


if TYPE_CHECKING:
    FileName = str
else:  # completion offers files for this type; the value stays the text
    FileName = Annotated[Path, Parameter(converter=_as_written)]

File = Annotated[FileName, Parameter(allow_leading_hyphen=True, validator=_require_no_option)]
"""The name of a file; `-` is standard input, not an option."""


def puzzles(
    file: str,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> Iterator[Puzzle | RushHourError]:
    """Every puzzle of a file or, for `-`, of standard input, with errors in their places."""
    with warnings_shown():
        yield from attempts(typed_text() if file == STREAM else file, format, target=target)


def only_puzzle(
    file: str,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
    *,
    choice: str | None = None,
) -> Puzzle:
    """The one puzzle of a file. `choice` says how to choose one of several; by default a pipe."""
    found = list(islice(puzzles(file, format, target), 2))
    if not found:
        raise RushHourError(f"{file}: expected one puzzle, found none")
    if len(found) > 1:
        one = f"rushhour convert {quote(file)} --to boardstring | sed -n 2p"
        choice = choice or f"choose the second, for example, by {one}"
        raise RushHourError(f"{file}: expected one puzzle, found several; {choice}")
    if isinstance(found[0], RushHourError):
        raise found[0]
    return found[0]


def text_of(file: str) -> str:
    """The text of a small file or of standard input."""
    content = standard_input().read() if file == STREAM else Path(file).read_bytes()
    try:
        return decoded(content)
    except RushHourError as error:
        raise RushHourError(f"{file}: {error}") from None


def typed_text() -> TextIOWrapper:
    """Standard input as text, decoded as a file is."""
    return decoded_stream(standard_input())


@contextmanager
def warnings_shown() -> Iterator[None]:
    """Print warnings about texts as lines on standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", FormatWarning)
        warnings.simplefilter("always", PluginWarning)
        warnings.showwarning = _show
        yield


def moves_of(solution: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read moves from a file, or from the argument itself.

    A single word counts as a move only if it moves a vehicle of the puzzle: `jam-01` is more likely
    the name of a missing file.
    """
    if solution == STREAM or os.path.exists(solution):  # noqa: PTH110 - of any length
        return read_moves(text_of(solution), puzzle)
    hint = f"neither a file nor moves such as B+1 A+4: {solution[:40]!r}"
    try:
        moves = read_moves(solution, puzzle)
    except ParseError as error:
        raise RushHourError(f"{hint}; {error.message}") from None
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if len(moves) == 1 and moves[0].vehicle not in labels:
        raise RushHourError(f"{hint}; the puzzle has no vehicle {moves[0].vehicle}")
    return moves


def function_files(*options: str | None) -> list[str]:
    """The files that options with FILE.py:FUNCTION read; other names need no file.

    >>> function_files("blocking", None, "mine.py:estimate")
    ['mine.py']
    """
    places = [option.rpartition(":")[0] for option in options if option is not None]
    return [place for place in places if place.endswith(".py")]


def _show(message: Warning | str, *_: object, **__: object) -> None:
    warn(f"warning: {message}")
