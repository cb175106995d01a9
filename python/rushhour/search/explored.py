"""What is known of every explored cluster, whether its states are in memory or on disk."""

from __future__ import annotations

from typing import Generic, TypeVar

from rushhour import _core
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect, integer
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution

_Core = TypeVar("_Core", bound="_core.Cluster | _core.DiskCluster")


class ExploredCluster(Generic[_Core]):
    """The distances of a cluster: their histogram, and queries about single states.

    A state is a Puzzle on the same board; a method without one uses the start.
    """

    __slots__ = ("_core", "goal", "metric", "puzzle")

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal, core: _Core) -> None:
        self.puzzle = puzzle
        self.metric: Metric = metric
        self.goal: Goal = goal
        self._core: _Core = core

    def __len__(self) -> int:
        return len(self._core)

    def __repr__(self) -> str:
        return f"<cluster of {len(self)} states, {self.goals} solved, {self.metric} metric>"

    @property
    def engine(self) -> str:
        """The loop that found the states: `small`, `blocks`, `wide`, `general` or `disk`."""
        return self._core.engine

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many states are at distance 0, 1, 2, ...; empty if no state is solved."""
        return tuple(self._core.histogram)

    @property
    def goals(self) -> int:
        """The number of solved states."""
        return self.histogram[0] if self.histogram else 0

    @property
    def eccentricity(self) -> int | None:
        """The largest distance; None if no state is solved."""
        return len(self.histogram) - 1 if self.histogram else None

    def hardest(self, most: int | None = None) -> tuple[Puzzle, ...]:
        """The states at the largest distance in a fixed order, or the first of them."""
        if most is not None:
            integer("most", most, "an integer or None")
            if most < 0:
                raise RushHourError(f"expected at least 0 states, found {most}")
            most = min(most, len(self))
        return tuple(self._puzzle(core) for core in self._core.hardest(most))

    def distance(self, state: Puzzle | None = None) -> int | None:
        """The distance of a state; None outside the cluster or if there is no solution."""
        return self._core.distance(self._aligned(state)._core)

    def best_moves(self, state: Puzzle | None = None) -> tuple[Move, ...]:
        """The moves that reduce the distance, in the defined order; none at the goal."""
        aligned = self._aligned(state)
        return self._moves(self._core.best_moves(aligned._core))

    def solution(self, state: Puzzle | None = None) -> Solution | None:
        """One optimal solution of a state, by the first best move each time."""
        aligned = self._aligned(state)
        path = self._core.path(aligned._core)
        return None if path is None else self._solution(aligned, path)

    def _aligned(self, state: Puzzle | None) -> Puzzle:
        """The state with its vehicles in the order of this cluster's puzzle, where it has them."""
        if state is None:
            return self.puzzle
        expect("state", state, Puzzle, "a Puzzle or None")
        order = {vehicle.label: index for index, vehicle in enumerate(self.puzzle.vehicles)}
        labels = [vehicle.label for vehicle in state.vehicles]
        if labels == list(order) or set(labels) != set(order):
            return state
        return state.with_vehicles(sorted(state.vehicles, key=lambda one: order[one.label]))

    def _moves(self, pairs: list[tuple[int, int]]) -> tuple[Move, ...]:
        vehicles = self.puzzle.vehicles
        return tuple(Move(vehicles[index].label, cells) for index, cells in pairs)

    def _solution(self, state: Puzzle, pairs: list[tuple[int, int]]) -> Solution:
        return Solution(state, self._moves(pairs), self.metric, self.goal)

    def _puzzle(self, core: _core.Puzzle) -> Puzzle:
        return Puzzle._of(core, self.puzzle.title)
