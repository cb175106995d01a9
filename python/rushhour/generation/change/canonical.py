"""canonical: one puzzle for each cluster, the same for all its states and images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.formats.writing import board_value
from rushhour.generation.change.parts import labels
from rushhour.model.puzzle import Puzzle
from rushhour.model.symmetry import image, mirrored
from rushhour.search.cluster import explore
from rushhour.search.query import GIB, Progress, checked_limits, reporter


@dataclass(frozen=True, slots=True, kw_only=True)
class Canonical:
    """A puzzle, the representative of its cluster, its mirror image and its hardest state.

    `board` is the representative: equal, labels included, for every state of the cluster and every
    rotation and reflection of it, and different for any other cluster. Its target is `A`; the other
    vehicles are named in reading order. `name` is the SHA-256 of the same, in hexadecimal. `mirror`
    is the reflection of the puzzle that leaves the exit on its side. `hardest` is a state with the
    most slides, the first in the order of the cluster. `slides` counts those of the puzzle,
    `most_slides` those of `hardest`; all three are None if no state of the cluster is solved.
    `states` is the size of the cluster.
    """

    puzzle: Puzzle
    name: str
    board: Puzzle
    mirror: Puzzle
    hardest: Puzzle | None
    slides: int | None
    most_slides: int | None
    states: int

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them; boards as in `GeneratedPuzzle.to_dict`."""
        return {
            "name": self.name,
            "board": board_value(self.board),
            "mirror": board_value(self.mirror),
            "hardest": None if self.hardest is None else board_value(self.hardest),
            "slides": self.slides,
            "most_slides": self.most_slides,
            "states": self.states,
        }


def canonical(
    puzzle: Puzzle | str,
    *,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Canonical:
    """Find the representative of a puzzle's cluster, its mirror image and its hardest state.

    The limits and `progress` are those of `explore`, and hold for each of two searches of the
    cluster; LimitReachedError if one is reached.

    >>> canonical("..B./AAB./....").board == canonical("..../AAB./..B.").board
    True
    """
    puzzle = puzzle_of(puzzle)
    limits = checked_limits(max_states, max_memory, max_seconds)
    name, core, way = _core.canonical_cluster(puzzle._core, limits, reporter(progress))
    cluster = explore(
        puzzle,
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
        progress=progress,
    )
    hardest = next(iter(cluster.hardest(1)), None)
    return Canonical(
        puzzle=puzzle,
        name=sha256(name).hexdigest(),
        board=_plain(image(Puzzle._of(core, None), way)),
        mirror=mirrored(puzzle),
        hardest=hardest,
        slides=cluster.distance(puzzle),
        most_slides=None if hardest is None else cluster.distance(hardest),
        states=len(cluster),
    )


def _plain(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the target `A` first, then the others in reading order by letters."""
    others = [vehicle for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    others.sort(key=lambda vehicle: (vehicle.row, vehicle.col))
    named = [
        replace(vehicle, label=label) for vehicle, label in zip(others, labels(), strict=False)
    ]
    target = replace(puzzle.vehicle(puzzle.target), label="A")
    return Puzzle(
        puzzle.rows,
        puzzle.cols,
        [target, *named],
        "A",
        exit=puzzle.exit,
        walls=puzzle.walls,
        driven_out=puzzle.driven_out,
    )
