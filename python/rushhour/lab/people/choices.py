"""Choices: the slides that people could choose from, and what distinguishes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.records import Attempt
from rushhour.lab.people.sight import Sight, SightState
from rushhour.model.extras import needs
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

FEATURES = (
    "solves",
    "farthest",
    "related",
    "cells",
    "blockers",
    "again",
    "again after one",
    "solves in two",
    "solves in three",
    "nearer",
    "farther",
    "nearer by distance",
    "farther by distance",
)
"""What distinguishes the slides of a state; `_Board.features` has their definitions."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Slides, one choice after another.

    `features` is slides x FEATURES. `starts` has the first slide of each choice, `chosen` the one
    that was chosen, `participants` who chose.
    """

    features: _Array
    starts: NDArray[np.int64]
    chosen: NDArray[np.int64]
    participants: tuple[str, ...]

    def columns(self, names: Iterable[str]) -> _Array:
        """The columns of some features."""
        return self.features[:, [FEATURES.index(name) for name in names]]

    def of_slides(self) -> NDArray[np.int64]:
        """The number of the choice that each slide belongs to."""
        ends = np.append(self.starts[1:], len(self.features))
        return np.repeat(np.arange(len(self.starts)), ends - self.starts)


def choices(attempts: Iterable[Attempt], puzzles: Mapping[str, Puzzle]) -> Choices:
    """The slides in every state that people moved in, of the boards with these names.

    Takes about 1 kB a slide: 230 MB for the public data.
    """
    boards = {name: _Board(puzzle) for name, puzzle in puzzles.items()}
    rows: list[tuple[float, ...]] = []
    starts, chosen, participants = [], [], []
    for attempt in attempts:
        for slides, at in _of(attempt, boards[attempt.board]):
            starts.append(len(rows))
            chosen.append(len(rows) + at)
            participants.append(attempt.participant)
            rows += slides
    features = np.array(rows, float).reshape(len(rows), len(FEATURES))
    return Choices(features, np.array(starts), np.array(chosen), tuple(participants))


def _of(attempt: Attempt, board: _Board) -> Iterator[tuple[list[tuple[float, ...]], int]]:
    """For each choice of an attempt its slides, and the place of the chosen one."""
    moved: list[int] = [-1, -1]
    for state, end in zip(attempt.states, attempt.states[1:], strict=False):
        slides = board.slides(state)
        last, before = moved[-1], moved[-2]
        rows = [
            (*row[:5], float(vehicle == last), float(vehicle == before != last), *row[5:])
            for vehicle, _, row in slides
        ]
        at = [after for _, after, _ in slides].index(end)
        moved.append(slides[at][0])
        yield rows, at


class _Board:
    def __init__(self, puzzle: Puzzle) -> None:
        self.sight = Sight(puzzle)
        offsets, distances = explore(puzzle).arrays()
        states = map(tuple, offsets.tolist())
        self.distances: dict[SightState, int] = dict(zip(states, distances.tolist(), strict=True))
        self.slides = cache(self._slides)
        self.dependencies = cache(self.sight.dependencies)
        self.blockers = cache(self.sight.blockers)

    def _slides(self, state: SightState) -> list[tuple[int, SightState, tuple[float, ...]]]:
        """The vehicle, the state after it and the features of each slide, but for memory."""
        found = []
        for slide in self.sight.slides(state):
            end = (*state[: slide.vehicle], slide.place, *state[slide.vehicle + 1 :])
            seen = (
                slide.is_farthest,
                slide.vehicle == self.sight.target or slide.vehicle in self.dependencies(state),
                slide.cells - 1,
                self.blockers(end) - self.blockers(state),
            )
            found.append((slide.vehicle, end, self.features(state, end, seen)))
        return found

    def features(
        self, state: SightState, end: SightState, seen: tuple[float, ...]
    ) -> tuple[float, ...]:
        """FEATURES but `again` and `again after one`, in their order.

        `solves in two` and `in three` are those of a plan: one or two slides remain after this one.
        `nearer` and `farther` say whether the distance falls or rises; `by distance` divides them
        by the distance before.
        """
        before, after = self.distances[state], self.distances[end]
        nearer, farther = float(after < before), float(after > before)
        near = tuple(float(after == left) for left in (1, 2))
        by_distance = (nearer / before, farther / before)
        return (float(after == 0), *map(float, seen), *near, nearer, farther, *by_distance)
