"""Theme: what a puzzle is about, so that a pack can vary it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from rushhour.generation.made import GeneratedPuzzle
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis

# Densities are compared in steps of this size.
_STEP = 0.05


class PackTheme(NamedTuple):
    """The key vehicle, the road to the exit, and the density.

    `key` is the vehicle beside the target that moves most often in the solution, the first of
    several; None if only the target moves. `road` counts the vehicles between the target and its
    exit, `density` is the share of cells that are not empty.
    """

    key: str | None
    road: int
    density: float

    @classmethod
    def of(cls, made: GeneratedPuzzle) -> PackTheme:
        """The theme of a puzzle that was made."""
        board = made.board
        moved = Counter(move.vehicle for move in made.solution if move.vehicle != board.target)
        key = min(moved, key=lambda label: (-moved[label], board.index(label)), default=None)
        covered = sum(vehicle.length for vehicle in board.vehicles) + len(board.walls)
        return cls(key, len(_on_road(board)), covered / (board.rows * board.cols))

    def to_dict(self) -> dict[str, Any]:
        """The values by name, the density with two decimals."""
        return {**self._asdict(), "density": round(self.density, 2)}


class Kinds:
    """Counts the kinds of themes, to choose the least used."""

    def __init__(self) -> None:
        self._used: Counter[object] = Counter()

    def choose(self, candidates: Iterable[GeneratedPuzzle]) -> tuple[GeneratedPuzzle, PackTheme]:
        """The first of the puzzles with the least used theme, which is counted as used."""
        themes = [(made, PackTheme.of(made)) for made in candidates]
        made, theme = min(themes, key=lambda pair: sum(self._used[k] for k in _kinds(*pair)))
        self._used.update(_kinds(made, theme))
        return made, theme


def _kinds(made: GeneratedPuzzle, theme: PackTheme) -> tuple[object, ...]:
    """The axis and the length of the key vehicle, the road, and the density in steps."""
    shape: tuple[Axis, int] | None = None
    if theme.key is not None:
        key = made.board.vehicle(theme.key)
        shape = (key.axis, key.length)
    return ("key", shape), ("road", theme.road), ("density", round(theme.density / _STEP))


def _on_road(board: Puzzle) -> set[str]:
    """The vehicles that stand between the target and its exit."""
    target = board.vehicle(board.target)
    is_across = target.axis == "h"
    is_forward = board.exit.side in ("right", "bottom")
    front = max(target.cells()) if is_forward else min(target.cells())

    def is_ahead(cell: tuple[int, int]) -> bool:
        line, place = (0, 1) if is_across else (1, 0)
        beyond = cell[place] > front[place] if is_forward else cell[place] < front[place]
        return cell[line] == front[line] and beyond

    others = (vehicle for vehicle in board.vehicles if vehicle.label != board.target)
    return {vehicle.label for vehicle in others if any(map(is_ahead, vehicle.cells()))}
