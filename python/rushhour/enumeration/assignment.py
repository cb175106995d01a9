"""Assignment: the clusters of all boards that have the same lines as a given one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rushhour.enumeration.family import TO_RIGHT, EnumerationSettings, Family, FamilyRules
from rushhour.enumeration.summary import table_of
from rushhour.errors import WrongValueError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis

if TYPE_CHECKING:
    import pyarrow as pa

# First cells, lengths, and walls as bits.
_Line = tuple[list[int], list[int], int]


def clusters_beside(puzzle: Puzzle, rules: FamilyRules = "fogleman") -> pa.Table:
    """The clusters with a solution of all boards that have the lines of a puzzle.

    No move changes which vehicles stand in a line, so a puzzle with a solution is a state of one of
    them. The rows are those of an atlas, ordered by board; walls take labels, as in Fogleman's
    program. RushHourError if these rules allow no such board.
    """
    family = Family.of(
        puzzle.rows, puzzle.cols, walls=len(puzzle.walls), exit=puzzle.exit, rules=rules
    )
    puzzle = Puzzle._of(puzzle._core.image(TO_RIGHT[puzzle.exit.side]), puzzle.title)
    rows = [_line(puzzle, "h", row) for row in range(puzzle.rows)]
    cols = [_line(puzzle, "v", col) for col in range(puzzle.cols)]
    found = family.core().run_one(rows, cols)
    if found is None:
        raise WrongValueError(f"expected a board of the rules {rules!r}, found another one")
    return table_of(EnumerationSettings(family), found)


def _line(puzzle: Puzzle, axis: Axis, number: int) -> _Line:
    """What stands in a line; walls belong to rows."""
    places = sorted(
        (vehicle.col if axis == "h" else vehicle.row, vehicle.length)
        for vehicle in puzzle.vehicles
        if vehicle.axis == axis and (vehicle.row if axis == "h" else vehicle.col) == number
    )
    walls = sum(1 << col for row, col in puzzle.walls if axis == "h" and row == number)
    return [first for first, _ in places], [length for _, length in places], walls
