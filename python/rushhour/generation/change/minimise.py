"""minimise: every set of vehicles and walls that can go while the optimum remains.

What can go together can also go in part: taking something out leaves every solution legal, so the
optimum never rises. So the largest sets describe all others, and one that cannot go decides for all
sets that hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from sys import maxsize
from typing import Any

from rushhour.formats import puzzle_of
from rushhour.formats.writing import board_value
from rushhour.generation.change.budget import Budget
from rushhour.generation.change.parts import BoardPart, parts_of, without
from rushhour.model.errors import LimitReachedError, RushHourError
from rushhour.model.expect import integer
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell
from rushhour.search.query import GIB, Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """Vehicles and walls that can go together, and the puzzle that is left.

    `board` is minimal: nothing further can go.
    """

    vehicles: tuple[str, ...]
    walls: tuple[Cell, ...]
    board: Puzzle

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them."""
        return {
            "vehicles": list(self.vehicles),
            "walls": [list(wall) for wall in self.walls],
            "board": board_value(self.board),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimised:
    """What can be taken out of a puzzle whose optimum is `slides`; None without a solution.

    `reductions` are all sets that can go and to which nothing can be added, those that leave the
    smallest puzzle first: any part of such a set can go as well. If the only set is empty, the
    puzzle is minimal. `stopped_by` names the limit (`sets`, `states`, `memory` or `seconds`) after
    which other sets may be missing.
    """

    puzzle: Puzzle
    slides: int | None
    reductions: tuple[Reduction, ...]
    stopped_by: str | None = None

    @property
    def is_minimal(self) -> bool:
        """Whether nothing can go: no vehicle beside the target and no wall."""
        return any(not (found.vehicles or found.walls) for found in self.reductions)

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them."""
        return {
            "board": board_value(self.puzzle),
            "slides": self.slides,
            "minimal": self.is_minimal,
            "reductions": [found.to_dict() for found in self.reductions],
            "stopped_by": self.stopped_by,
        }


def minimise(
    puzzle: Puzzle | str,
    *,
    max_sets: int = 1000,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Minimised:
    """Find every set of vehicles and walls that can go while the optimum in slides remains.

    `max_states` and `max_memory` hold for each search, `max_sets` and `max_seconds` for all. A
    limit ends the work with the sets found so far. `progress` is as in `solve`.

    >>> found = minimise("..B.../AAB.../....../CC....")
    >>> [(one.vehicles, one.walls) for one in found.reductions]
    [(('C',), ())]
    """
    puzzle = puzzle_of(puzzle)
    integer("max_sets", max_sets)
    if max_sets < 1:
        raise RushHourError(f"expected at least 1 of max_sets, found {max_sets}")
    budget = Budget.of(max_states, max_memory, max_seconds, progress)
    slides, stop = None, None
    sets: list[frozenset[BoardPart]] = []
    try:
        slides = budget.slides(puzzle)
        found = iter(()) if slides is None else _Search(puzzle, slides, budget).sets()
        for one in islice(found, min(max_sets, maxsize)):
            sets.append(one)  # noqa: PERF402 - those before a limit are kept
        stop = None if next(found, None) is None else "sets"
    except LimitReachedError as error:
        stop = error.stopped_by
    reductions = tuple(_reductions(puzzle, sets))
    return Minimised(puzzle=puzzle, slides=slides, reductions=reductions, stopped_by=stop)


def _reductions(puzzle: Puzzle, sets: list[frozenset[BoardPart]]) -> Iterator[Reduction]:
    """The sets with the most parts first, then in the order of the parts."""
    parts = parts_of(puzzle)
    indices = [[index for index, part in enumerate(parts) if part in found] for found in sets]
    for chosen in sorted(indices, key=lambda chosen: (-len(chosen), chosen)):
        yield _reduction(puzzle, [parts[index] for index in chosen])


def _reduction(puzzle: Puzzle, found: list[BoardPart]) -> Reduction:
    return Reduction(
        vehicles=tuple(part for part in found if isinstance(part, str)),
        walls=tuple(part for part in found if not isinstance(part, str)),
        board=without(puzzle, found),
    )


class _Search:
    """The search for the largest sets, with the answers so far."""

    def __init__(self, puzzle: Puzzle, slides: int, budget: Budget) -> None:
        self._puzzle, self._slides, self._budget = puzzle, slides, budget
        self._good: list[frozenset[BoardPart]] = []
        self._bad: list[frozenset[BoardPart]] = []

    def sets(self) -> Iterator[frozenset[BoardPart]]:
        """Every set that can go and to which nothing can be added.

        Each branch has taken out some parts, may take out others, and keeps the rest. It ends when
        all of the others can go at once. A stack holds the branches, so nothing recurses.
        """
        empty: frozenset[BoardPart] = frozenset()
        branches: list[tuple[frozenset[BoardPart], list[BoardPart], frozenset[BoardPart]]]
        branches = [(empty, parts_of(self._puzzle), empty)]
        while branches:
            taken, others, kept = branches.pop()
            free = [part for part in others if self._can_go(taken | {part})]
            whole = taken.union(free)
            if any(self._can_go(whole | {part}) for part in kept):
                continue  # The branch that takes this part out finds everything of this one.
            if self._can_go(whole):
                yield whole
                continue
            first, *rest = free
            branches.append((taken, rest, kept | {first}))
            branches.append((taken | {first}, rest, kept))

    def _can_go(self, parts: frozenset[BoardPart]) -> bool:
        if any(parts <= found for found in self._good):
            return True
        if any(found <= parts for found in self._bad):
            return False
        can_go = self._budget.slides(without(self._puzzle, parts)) == self._slides
        (self._good if can_go else self._bad).append(parts)
        return can_go
