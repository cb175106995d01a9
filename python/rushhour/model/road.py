"""Road: vehicles moved cell by cell, by the rules on the game's box, without the core."""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.model.move import Goal, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle


class Road:
    """The cells and the vehicles on them: the rules written anew, as on the game's box."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.cells = {vehicle.label: _cells(vehicle) for vehicle in puzzle.vehicles}
        self.axis = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}

    def drive(self, move: Move) -> str | None:
        """Move cell by cell; returns what is in the way, or None."""
        if move.vehicle not in self.cells:
            return f"there is no vehicle {move.vehicle}"
        for _ in range(abs(move.cells)):
            fault = self._step(move.vehicle, 1 if move.cells > 0 else -1)
            if fault:
                return fault
        return None if move.cells else "a move goes at least one cell"

    def _step(self, label: str, way: int) -> str | None:
        down, right = (way, 0) if self.axis[label] == "v" else (0, way)
        new = {(row + down, col + right) for row, col in self.cells[label]}
        for other, cells in self.cells.items():
            if other != label and new & cells:
                return f"vehicle {other} is in the way"
        if new & set(self.puzzle.walls):
            return "a wall is in the way"
        if not all(self._may_stand(label, cell) for cell in new):
            return "the way leads off the board"
        self.cells[label] = new
        return None

    def _may_stand(self, label: str, cell: Cell) -> bool:
        row, col = cell
        if 0 <= row < self.puzzle.rows and 0 <= col < self.puzzle.cols:
            return True
        return label == self.puzzle.target and 0 < self._depth(cell) <= len(self.cells[label])

    def _depth(self, cell: Cell) -> int:
        """How far a cell lies beyond the exit's edge: 0 on the edge, negative inside."""
        row, col = cell
        depths = {
            "right": col - self.puzzle.cols + 1,
            "left": -col,
            "bottom": row - self.puzzle.rows + 1,
            "top": -row,
        }
        return depths[self.puzzle.exit.side]

    def reaches(self, goal: Goal) -> bool:
        """Whether the target has reached the goal."""
        if goal == "clear":
            return not any(map(self._is_ahead, self._others()))
        return self.beyond(goal) >= 0

    def beyond(self, goal: Goal) -> int:
        """How many cells the target stands beyond a goal other than `clear`; negative before it."""
        cells = self.cells[self.puzzle.target]
        front = max(map(self._depth, cells))
        return front - {"edge": 0, "past": 1, "off": len(cells)}[goal]

    def _others(self) -> Iterator[Cell]:
        yield from self.puzzle.walls
        for label, cells in self.cells.items():
            if label != self.puzzle.target:
                yield from cells

    def _is_ahead(self, cell: Cell) -> bool:
        side, line = self.puzzle.exit.side, self.puzzle.exit.line
        in_line = line == (cell[0] if side in ("right", "left") else cell[1])
        front = max(map(self._depth, self.cells[self.puzzle.target]))
        return in_line and self._depth(cell) > front


def _cells(vehicle: Vehicle) -> set[Cell]:
    if vehicle.axis == "h":
        return {(vehicle.row, vehicle.col + step) for step in range(vehicle.length)}
    return {(vehicle.row + step, vehicle.col) for step in range(vehicle.length)}
