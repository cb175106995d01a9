"""What is near a puzzle: its canonical form, its smaller forms and its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from sys import maxsize
from typing import Literal, NamedTuple

import rushhour._core as _core
from rushhour.base.expect import expect, integer
from rushhour.errors import WrongValueError
from rushhour.formats import puzzle_of
from rushhour.formats.json import as_dict
from rushhour.model.move import quoted
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell
from rushhour.search.options import GIB, Limits, Progress, reporter, thread_count

__all__ = [
    "Canonical",
    "Minimised",
    "Reduction",
    "Variant",
    "Variation",
    "canonical",
    "minimise",
    "vary",
]


# canonical: one puzzle for each cluster, the same for all its states and images.


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

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them; boards in the format `json`."""
        return {
            "name": self.name,
            "board": as_dict(self.board),
            "mirror": as_dict(self.mirror),
            "hardest": None if self.hardest is None else as_dict(self.hardest),
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

    The limits and `progress` are those of `explore`; LimitReachedError if a limit is reached.

    >>> canonical("..B./AAB./....").board == canonical("..../AAB./..B.").board
    True
    """
    puzzle = puzzle_of(puzzle)
    limits = Limits.of(max_states, max_memory, max_seconds)
    found = _core.canonical(puzzle._core, thread_count(None), limits, reporter(progress))
    name, board, mirror, hardest, slides, most_slides, states = found
    return Canonical(
        puzzle=puzzle,
        name=name,
        board=Puzzle._of(board, None),
        mirror=Puzzle._of(mirror, puzzle.title),
        hardest=None if hardest is None else Puzzle._of(hardest, puzzle.title),
        slides=slides,
        most_slides=most_slides,
        states=states,
    )


# minimise: every set of vehicles and walls that can go while the optimum remains.


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """Vehicles and walls that can go together, and the puzzle that is left.

    `board` is minimal: nothing further can go.
    """

    vehicles: tuple[str, ...]
    walls: tuple[Cell, ...]
    board: Puzzle

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them."""
        return {
            "vehicles": list(self.vehicles),
            "walls": [list(wall) for wall in self.walls],
            "board": as_dict(self.board),
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

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them."""
        return {
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
        raise WrongValueError(f"expected at least 1 of max_sets, found {max_sets}")
    limits = Limits.of(max_states, max_memory, max_seconds)
    slides, reductions, stop = _core.minimise(
        puzzle._core, min(max_sets, maxsize), thread_count(None), limits, reporter(progress)
    )
    return Minimised(
        puzzle=puzzle,
        slides=slides,
        reductions=tuple(
            Reduction(
                vehicles=tuple(vehicles),
                walls=tuple(walls),
                board=Puzzle._of(board, puzzle.title),
            )
            for vehicles, walls, board in reductions
        ),
        stopped_by=stop,
    )


# vary: the neighbours of a puzzle that are harder, easier, or subtler.


VariantKind = Literal["harder", "subtler", "easier"]
KINDS: tuple[VariantKind, ...] = ("harder", "subtler", "easier")


class Tried(NamedTuple):
    """What was done so far: neighbours tried, variants found, and states of the search at work."""

    neighbours: int
    variants: int
    states: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A neighbour of a puzzle, the change that makes it, and how hard it is.

    `kind` is `harder` for more slides, `easier` for fewer, and `subtler` for as many slides with a
    greater `difficulty`, the predicted number of moves of a person: None for the other kinds.
    """

    kind: VariantKind
    change: str
    board: Puzzle
    slides: int
    difficulty: float | None

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them; the difficulty has three decimals."""
        return {
            "kind": self.kind,
            "change": self.change,
            "board": as_dict(self.board),
            "slides": self.slides,
            "difficulty": _rounded(self.difficulty),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """A puzzle and its variants.

    `slides` and `difficulty` are those of the puzzle, None without a solution or where a limit came
    first. `variants` are the harder ones, then the subtler, then the easier; within a kind those
    with the most slides and then the greatest difficulty come first. `tried` counts the neighbours,
    `unsolvable` those without a solution, `open` those whose slides or difficulty a limit left
    open. `stopped_by` is the limit that came before the puzzle was solved or all were tried.
    """

    puzzle: Puzzle
    slides: int | None
    difficulty: float | None
    variants: tuple[Variant, ...]
    tried: int
    unsolvable: int
    open: int
    stopped_by: str | None

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them."""
        return {
            "slides": self.slides,
            "difficulty": _rounded(self.difficulty),
            "variants": [variant.to_dict() for variant in self.variants],
            "tried": self.tried,
            "unsolvable": self.unsolvable,
            "open": self.open,
            "stopped_by": self.stopped_by,
        }


def vary(
    puzzle: Puzzle | str,
    *,
    max_states: int | None = 1 << 20,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Tried], object] | None = None,
) -> Variation:
    """Find the neighbours of a puzzle that are harder, easier, or as long but harder for people.

    A neighbour differs in one change: a vehicle or a wall is taken out, added or shifted by a cell
    across its line, or a vehicle becomes a cell longer or shorter. The target and everything else
    stay in their places. `max_states` and `max_memory` hold for each search, `max_seconds` for all;
    a limit ends the work with what was found so far. `progress` is called some 20 times a second;
    an exception in it ends the work.

    >>> found = vary("..B.../AAB.../....../......")
    >>> found.slides, found.variants[0].kind, found.variants[-1].change
    (2, 'harder', 'without B')
    """
    puzzle = puzzle_of(puzzle)
    expect("progress", progress, Callable | None, "a function or None")

    limits = Limits.of(max_states, max_memory, max_seconds)
    names = [quoted(vehicle.label) for vehicle in puzzle.vehicles]
    report = None if progress is None else lambda *seen: progress(Tried(*seen))
    found = _core.vary(puzzle._core, names, thread_count(None), limits, report)
    slides, difficulty, variants, tried, unsolvable, still_open, stop = found
    return Variation(
        puzzle=puzzle,
        slides=slides,
        difficulty=difficulty,
        variants=tuple(
            Variant(
                kind=kind,
                change=change,
                board=Puzzle._of(board, puzzle.title),
                slides=slides,
                difficulty=difficulty,
            )
            for kind, change, board, slides, difficulty in variants
        ),
        tried=tried,
        unsolvable=unsolvable,
        open=still_open,
        stopped_by=stop,
    )


def _rounded(difficulty: float | None) -> float | None:
    return None if difficulty is None else round(difficulty, 3)
