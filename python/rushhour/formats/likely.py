"""Which formats a text that is in none of them is most like, and what it lacks for each.

Every reader reads the text. The one that comes furthest understood most of it: first by the marks
that it knows its format by, then by the puzzles before its error, then by the place of the error.
Readers that stop at the first character saw nothing of their own, and are not named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rushhour.errors import InvalidBoardError, ParseError, RushHourError
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

if TYPE_CHECKING:
    from rushhour.formats.registry import Format

MOST_CHARACTERS = 1 << 12
"""How much of a text is tried."""


class _Attempt(NamedTuple):
    """How far a reader came, most telling first, and why it stopped; empty if it found nothing."""

    has_marks: bool
    puzzles: int
    line: int
    column: int
    format: str
    why: str


def what_is_missing(source: Source, formats: Sequence[Format]) -> str:
    """The one or two formats that a source is most like, each with the error of its reader.

    Empty if no reader understood any of it.
    """
    lines = _lines(source)
    tried = [_tried(Source(lines, source.name), entry) for entry in formats]
    near = [one for one in tried if one.why and (one.has_marks or one[1:4] > (0, 1, 1))]
    near.sort(key=lambda one: one[:4], reverse=True)  # stable: then in the order of the registry
    first_for = {one.why: one for one in reversed(near)}
    named = [one for one in near if first_for[one.why] is one]
    return "; ".join(f"as {one.format}, {one.why}" for one in named[:2])


def _lines(source: Source) -> list[str]:
    """The first lines of a source; a byte order mark behind the first one is none."""
    kept, room = [], MOST_CHARACTERS
    for number, written in enumerate(source.head_as_written()):
        line = written if number else f"\ufeff{written}"
        kept.append(line[:room])
        room -= len(line) + 1
        if room <= 0:
            break
    return kept


def _tried(source: Source, entry: Format) -> _Attempt:
    """How far the reader of a format comes."""
    source.held_back = []
    puzzles, end = 0, source.head[-1].number if source.head else 1
    error: RushHourError | None = None
    try:
        for item in entry.read(source):
            error = item if isinstance(item, ParseError) else _invalid(item)
            if error is not None:
                break
            puzzles += 1
    except RushHourError as failed:
        error = failed
    has_marks = bool(source.head) and entry.resembles(source)
    if not isinstance(error, ParseError):  # all of it was understood, but it is no board
        why = error.reasons[0] if isinstance(error, InvalidBoardError) else ""
        return _Attempt(has_marks, puzzles, end + 1, 1, entry.name, why)
    place = "" if error.line is None else f"line {error.line}: "
    line = end + 1 if error.line is None else error.line
    if "the end of the text" in error.message:  # which is no sign of what it had to be
        line, error.column = 1, None
    why = place + error.message.partition(";")[0]  # without the advice
    return _Attempt(has_marks, puzzles, line, error.column or 1, entry.name, why)


def _invalid(setup: Setup) -> InvalidBoardError | None:
    try:
        Puzzle.from_setup(setup)
    except InvalidBoardError as error:
        return error
    return None
