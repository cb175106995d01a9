"""Clusters on disk: larger than memory, in a folder of sorted files."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, NamedTuple

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.model.expect import file_name
from rushhour.model.move import Goal, Metric, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import StrPath
from rushhour.search.explored import ExploredCluster


class DiskCluster(ExploredCluster[_core.DiskCluster]):
    """All states that can be reached from one another, in the files of a folder.

    `explore` with `disk` returns it. A state is a Puzzle on the same board; a method without one
    uses the start. A distance is looked up in the files, which takes some milliseconds. A damaged
    file raises RushHourError, one that cannot be read OSError. Without a solved state the folder
    keeps the number of states alone.
    """

    __slots__ = ("folder",)

    def __init__(
        self, puzzle: Puzzle, metric: Metric, goal: Goal, core: _core.DiskCluster, folder: str
    ) -> None:
        super().__init__(puzzle, metric, goal, core)
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.puzzle, self.metric, self.goal, self.folder)

    @property
    def disk_bytes(self) -> int:
        """How many bytes the states take on the disk."""
        return self._core.bytes


def check_disk(puzzle: Puzzle, folder: StrPath, metric: Metric, goal: Goal) -> None:
    """RushHourError for a board or a folder that `explore` with `disk` would refuse."""
    _core.check_on_disk(puzzle._core, metric, goal, file_name("folder", folder))


class DiskEstimate(NamedTuple):
    """About how many states a cluster has at most, the bytes for them, and those that are free."""

    states: float
    disk_bytes: float
    free_bytes: int


def estimate_disk(puzzle: Puzzle | str, folder: StrPath, goal: Goal = "edge") -> DiskEstimate:
    """About what `explore` with `disk` needs at most in a folder, which need not exist.

    The number of all legal placements of the vehicles bounds that of the states in one cluster. It
    is estimated from 20 000 random placements, so a cluster may exceed it by some percent. On
    crowded boards most of them belong to other clusters.

    >>> round(estimate_disk("..B.../AAB.../....../......", ".").states)
    11
    """
    puzzle = puzzle_of(puzzle)
    check_names("slide", goal)
    place = Path(file_name("folder", folder)).absolute()
    there = next(one for one in (place, *place.parents) if one.exists())
    free = shutil.disk_usage(there).free
    return DiskEstimate(*_core.estimate_on_disk(puzzle._core, goal), free)


def _opened(puzzle: Puzzle, metric: Metric, goal: Goal, folder: str) -> DiskCluster:
    from rushhour.search.cluster import explore

    return explore(puzzle, metric, goal, disk=folder)
