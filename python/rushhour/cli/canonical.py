"""`rushhour canonical FILE`: the representative of a cluster, mirror image and hardest state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

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
)
from rushhour.cli.progress import search_progress
from rushhour.formats.writing import board_line
from rushhour.generation.change import canonical as run
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rushhour.generation.change import Canonical


def canonical(
    file: OptionalFile = None,
    /,
    *,
    to: BoardsOption = None,
    json: JsonLines = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print one board for all states and images of each puzzle.

    Puzzles that can be reached from one another, their rotations and their
    reflections have the same representative, with the same labels. Beside it
    are a name for it, the mirror image of the puzzle and a hardest state.

    Exit codes: 0 found, 1 there is no solution and so no hardest state, 2 a puzzle
    is malformed, 3 a limit came first.

    Examples
    --------
    rushhour canonical puzzles/jam-01.txt
    rushhour canonical puzzles/jam-01.txt --to boardstring
    """
    file, entry = given_one(file), format_for(to, json=json)

    def find(puzzle: Puzzle) -> tuple[Canonical, None]:
        with search_progress() as progress:
            return run(puzzle, progress=progress, **limits.as_arguments()), None

    def write(number: int, found: Canonical) -> None:
        if entry is not None:
            put_boards([found.board], entry)
        else:
            put_lines(number, found.puzzle, _lines(found))

    return for_each(file, reading, find, write, json=json)


def _lines(found: Canonical) -> Iterator[str]:
    yield f"name            {found.name}"
    yield f"representative  {board_line(found.board)}"
    yield f"mirror image    {board_line(found.mirror)}"
    if found.hardest is None:
        yield f"no solution from any of {found.states:,} states"
        return
    yield f"hardest state   {board_line(found.hardest)}"
    yield (f"{found.slides} slides, the hardest of {found.states:,} states has {found.most_slides}")
