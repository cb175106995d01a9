"""Names in PDDL, which ignores case and forbids most signs."""

from __future__ import annotations

import re

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")


def vehicle_names(puzzle: Puzzle) -> dict[str, str]:
    """The name of each vehicle by its label: `car-b` for B.

    If two labels differ only in case, or one has another sign, all vehicles are numbered in their
    order instead: `vehicle-1`, `vehicle-2`.
    """
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    names = [f"car-{label.lower()}" for label in labels]
    if not all(map(_PLAIN.fullmatch, labels)) or len(set(names)) < len(names):
        names = [f"vehicle-{number}" for number in range(1, len(names) + 1)]
    return dict(zip(labels, names, strict=True))


def cell_name(puzzle: Puzzle, cell: Cell) -> str:
    """The name of a cell: `r2c0` on the board, `exit-1`, `exit-2` beyond the exit."""
    row, col = cell
    if 0 <= row < puzzle.rows and 0 <= col < puzzle.cols:
        return f"r{row}c{col}"
    beyond = {"right": col - puzzle.cols + 1, "bottom": row - puzzle.rows + 1}
    return f"exit-{beyond.get(puzzle.exit.side, -min(cell))}"


def action_name(length: int, cells: int) -> str:
    """The name of a move of a vehicle of some length: `forward-2-by-3`, or `back-2-by-3`."""
    return f"{'forward' if cells > 0 else 'back'}-{length}-by-{abs(cells)}"
