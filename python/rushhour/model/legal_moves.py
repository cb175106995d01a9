"""The legal moves of a puzzle, as a view that is computed on use."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from rushhour.model.move import Goal, Metric, Move, check_names

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle


class LegalMoves(Collection[Move]):
    """The legal moves of a puzzle in their defined order: by vehicle, back before forth."""

    __slots__ = ("_goal", "_metric", "_puzzle")

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal) -> None:
        check_names(metric, goal)
        self._puzzle, self._metric, self._goal = puzzle, metric, goal

    def _pairs(self) -> list[tuple[int, int]]:
        return self._puzzle._core.moves(self._metric, self._goal)

    def __iter__(self) -> Iterator[Move]:
        vehicles = self._puzzle.vehicles
        return (Move(vehicles[index].label, cells) for index, cells in self._pairs())

    def __len__(self) -> int:
        return len(self._pairs())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(move == str(legal) for legal in self)
        return any(move == legal for legal in self)

    def __repr__(self) -> str:
        return f"<legal moves: {', '.join(map(str, self))}>"
