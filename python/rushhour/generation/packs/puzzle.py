"""PackPuzzle: a puzzle of a pack, with its name, its theme and its hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rushhour.analysis.rating import Level, level_of
from rushhour.generation.made import GeneratedPuzzle
from rushhour.generation.packs.theme import PackTheme
from rushhour.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class PackPuzzle:
    """A puzzle of a pack.

    `order` is its place, from 1. `made` has the board and what was proved of it, `theme` what it is
    about. `hint` says the first move and why it is best.
    """

    name: str
    order: int
    made: GeneratedPuzzle
    difficulty: float
    theme: PackTheme
    hint: str

    @property
    def board(self) -> Puzzle:
        """The puzzle, with its name as its title."""
        return Puzzle._of(self.made.board._core, self.name)

    @property
    def level(self) -> Level:
        """The difficulty in a word."""
        return level_of(self.difficulty)

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them.

        The first seven say all that a player needs. `optimum` is in slides, `difficulty` the number
        of moves that a person is predicted to make. From `rows` on the board is written out for
        programs that read no board strings; `row` and `col` count from 0.
        """
        made, board = self.made.to_dict(), self.made.board
        return {
            "name": self.name,
            "order": self.order,
            "board": made["board"],
            "optimum": made["slides"],
            "difficulty": made["difficulty"],
            "solution": made["solution"],
            "hint": self.hint,
            "level": self.level,
            "steps": made["steps"],
            "states": made["states"],
            "solutions": made["solutions"],
            "theme": self.theme.to_dict(),
            "rows": board.rows,
            "cols": board.cols,
            "exit": {"side": board.exit.side, "line": board.exit.line},
            "pieces": _pieces(board),
            "walls": [{"row": row, "col": col} for row, col in board.walls],
        }


def _pieces(board: Puzzle) -> list[dict[str, Any]]:
    """The vehicles, by the keys of the format `pieces`."""
    return [
        {
            "id": vehicle.label,
            "row": vehicle.row,
            "col": vehicle.col,
            "length": vehicle.length,
            "horizontal": vehicle.axis == "h",
            "target": vehicle.label == board.target,
        }
        for vehicle in board.vehicles
    ]
