"""`rushhour minimise FILE`: every set of vehicles and walls that can go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts.types import PositiveInt

from rushhour.base.text import shown as safe
from rushhour.cli.each import for_each, format_for, put_boards, put_lines
from rushhour.cli.input import given_one
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    BoardsOption,
    JsonLines,
    LimitOptions,
    OptionalFile,
    ReadingOptions,
    limit_option,
)
from rushhour.cli.progress import search_progress
from rushhour.formats.writing import board_line
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import place

if TYPE_CHECKING:
    from rushhour.generation.change import Minimised, Reduction


def minimise(
    file: OptionalFile = None,
    /,
    *,
    to: BoardsOption = None,
    json: JsonLines = False,
    max_sets: Annotated[PositiveInt, limit_option("The most sets to find.", "SETS")] = 1000,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print what can be taken out of each puzzle while its optimum in slides remains.

    Each line is a set of vehicles and walls that can go together, and to which
    nothing can be added; the sets that leave the smallest puzzles come first. Any
    part of such a set can go as well. --max-seconds holds for all searches of a
    puzzle, --max-states and --max-memory for each.

    Exit codes: 0 all sets were found, 1 there is no solution, 2 a puzzle is
    malformed, 3 a limit came first; the sets found so far are printed.

    Examples
    --------
    rushhour minimise puzzles/jam-25.txt
    rushhour minimise puzzles/jam-25.txt --to boardstring
    """
    from rushhour.generation.change import minimise as run

    file, entry = given_one(file), format_for(to, json=json)

    def find(puzzle: Puzzle) -> tuple[Minimised, str | None]:
        with search_progress() as progress:
            found = run(puzzle, max_sets=max_sets, progress=progress, **limits.as_arguments())
        return found, found.stopped_by

    def write(number: int, found: Minimised) -> None:
        if entry is not None:
            put_boards((one.board for one in found.reductions), entry)
        else:
            put_lines(number, found.puzzle, _lines(found))

    return for_each(file, reading, find, write, json=json)


def _lines(found: Minimised) -> Iterator[str]:
    if found.is_minimal:
        yield f"nothing can go: the puzzle is minimal at {found.slides} slides"
    elif found.reductions:
        yield f"what can go at {found.slides} slides:"
        yield from (f"  {_words(one)}: {board_line(one.board)}" for one in found.reductions)
    elif found.stopped_by is None:
        yield "there is no solution"
    if found.stopped_by is not None:
        yield f"the limit on {found.stopped_by} was reached before all sets were found"


def _words(one: Reduction) -> str:
    walls = [f"the wall at {place(cell)}" for cell in one.walls]
    return ", ".join([*map(safe, one.vehicles), *walls])
