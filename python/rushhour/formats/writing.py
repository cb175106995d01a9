"""Writing puzzles in a format by name."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from rushhour.formats.registry import Format, named
from rushhour.model.expect import expect

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle


def write(puzzle: Puzzle, format: str) -> str:  # noqa: A002
    """The text of a puzzle in a format by name, ending in a line end.

    UnwritableError says what the format cannot hold, such as walls in a car list; where only the
    labels are at fault, `relabel` helps.
    """
    from rushhour.model.puzzle import Puzzle

    return named(format).write(expect("puzzle", puzzle, Puzzle, "a Puzzle"))


def write_all(puzzles: Iterable[Puzzle], format: str) -> Generator[str, None, None]:  # noqa: A002
    """The texts of puzzles, a piece each, that together make one file in a format by name.

    UnwritableError, before any text, where there are several and the format holds one.
    """
    from rushhour.model.puzzle import Puzzle

    entry = named(format)
    expect("puzzles", puzzles, Iterable, "puzzles")
    return _texts((expect("puzzles", puzzle, Puzzle, "puzzles") for puzzle in puzzles), entry)


def _texts(puzzles: Iterator[Puzzle], entry: Format) -> Generator[str, None, None]:
    first, second = next(puzzles, None), next(puzzles, None)
    if first is None:
        return
    if second is None:
        yield entry.write(first)
        return
    for puzzle in chain((first, second), puzzles):
        yield entry.write_item(puzzle)
