"""The puzzles of several files: which files, in which order, with a head for each as `head` has."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rushhour.cli.input import only_puzzle, puzzles
from rushhour.cli.options import ReadingOptions
from rushhour.cli.output import complain, print_json, put
from rushhour.model.errors import ParseError, RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.output.files import STREAM


class LocatedPuzzle(NamedTuple):
    """A puzzle or its error, with its file and its number there, from 1."""

    file: str
    number: int
    item: Puzzle | RushHourError

    def print_json(self, facts: Mapping[str, Any]) -> None:
        """Print an object in a line, with the file and the number."""
        print_json({"file": self.file, "number": self.number, **facts})

    def complain(self, error: RushHourError, *, json: bool) -> None:
        """Print an error of this puzzle."""
        complain(self.file, self.number, error, json=json)


def given(files: Sequence[str]) -> tuple[str, ...]:
    """The files of a command line or, if none is named, standard input.

    RushHourError if that is a terminal: nobody who forgets a file expects to type a puzzle.
    """
    if files:
        return tuple(files)
    if sys.stdin is None or sys.stdin.isatty():
        raise RushHourError("expected a puzzle file, or input from a pipe; found neither")
    return (STREAM,)


def given_one(file: str | None) -> str:
    """The only file of a command line or, if none is named, standard input, as `given`."""
    return given(() if file is None else (file,))[0]


def found_in(files: Sequence[str], reading: ReadingOptions) -> Iterator[LocatedPuzzle]:
    """Every puzzle of the files, in their order.

    Of several files, one that cannot be read is an error in the place of its first puzzle. OSError
    if it is the only one.
    """
    from rushhour.cli import command_meant

    for file in files:
        try:
            for number, item in enumerate(puzzles(file, reading.format, reading.target), 1):
                yield LocatedPuzzle(file, number, item)
        except OSError as error:
            if len(files) == 1:
                raise
            reason = f"{error.strerror or error}{command_meant(file)}"
            yield LocatedPuzzle(file, 1, ParseError(reason, source=file))


def only(files: Sequence[str], reading: ReadingOptions, option: str) -> LocatedPuzzle:
    """The only puzzle of the only file, as an option needs it."""
    if len(files) > 1:
        raise RushHourError(f"{option}: expected one file, found {len(files)}")
    return LocatedPuzzle(files[0], 1, only_puzzle(files[0], reading.format, reading.target))


class Pages:
    """The heads of a text in pages: a line with the file if there are several."""

    def __init__(self, files: Sequence[str]) -> None:
        self._is_headed = len(files) > 1
        self._is_first = True
        self._file: str | None = None

    def begin(self, found: LocatedPuzzle, *, gap: bool = True) -> None:
        """Print what stands before the text of a puzzle: a blank line, the head of its file."""
        is_new = self._is_headed and (found.number == 1 or found.file != self._file)
        if not self._is_first and (gap or is_new):
            put("")
        if is_new:
            _put_head(found.file)
        self._is_first, self._file = False, found.file

    def begin_file(self, file: str) -> None:
        """Print what stands before the text of a whole file."""
        if self._is_headed:
            if not self._is_first:
                put("")
            _put_head(file)
        self._is_first, self._file = False, file


def _put_head(file: str) -> None:
    put(f"==> {'standard input' if file == STREAM else shown(file)} <==")
