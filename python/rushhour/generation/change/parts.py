"""Parts of a puzzle: a vehicle beside the target, by its label, or a wall, by its cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell

BoardPart = str | Cell

# Labels that a board string can hold, the target's A left out.
_LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"


def parts_of(puzzle: Puzzle) -> list[BoardPart]:
    """All parts: vehicles in their order, then walls."""
    labels = [vehicle.label for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    return [*labels, *puzzle.walls]


def without(puzzle: Puzzle, parts: Collection[BoardPart]) -> Puzzle:
    """The puzzle with some parts taken out."""
    return Puzzle(
        puzzle.rows,
        puzzle.cols,
        [vehicle for vehicle in puzzle.vehicles if vehicle.label not in parts],
        puzzle.target,
        exit=puzzle.exit,
        walls=[wall for wall in puzzle.walls if wall not in parts],
        title=puzzle.title,
        driven_out=puzzle.driven_out,
    )


def labels() -> Iterator[str]:
    """Labels for vehicles beside the target `A`: letters that a board string can hold, then others.

    >>> from itertools import islice
    >>> list(islice(labels(), 3))
    ['B', 'C', 'D']
    """
    yield from _LETTERS
    yield from (f"V{number}" for number in count(1))
