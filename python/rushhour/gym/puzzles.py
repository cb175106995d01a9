"""Where episodes begin: puzzles of a list or a file, puzzles made to order, curricula."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import rushhour._core as _core
from rushhour.base.expect import brief_repr, integer, number
from rushhour.errors import RushHourError, WrongTypeError, WrongValueError
from rushhour.formats import puzzle_of, read_all
from rushhour.generation import Generation, Order, generate
from rushhour.lab.tables import published_puzzles
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np

POOL = 256
"""The most puzzles that are made for one order; later episodes draw from these."""


class Size(NamedTuple):
    """The most rows, columns, vehicles and cells of one move of several puzzles."""

    rows: int
    cols: int
    vehicles: int
    reach: int

    @staticmethod
    def largest(sizes: Iterable[Size]) -> Size:
        """The least size in which puzzles of all these sizes have room."""
        return Size(*map(max, zip(*sizes, strict=True)))


class Drawn(NamedTuple):
    """A puzzle and its number; equal numbers are equal puzzles until the next seed."""

    number: int
    puzzle: Puzzle


class PuzzleSource(ABC):
    """Puzzles for episodes; `count` is how many there are at most."""

    count: int

    @abstractmethod
    def size(self, metric: Metric, goal: Goal) -> Size:
        """The size in which every puzzle has room."""

    @abstractmethod
    def draw(self, random: np.random.Generator) -> Drawn:
        """The puzzle of the next episode."""

    def restart(self, seed: int) -> None:  # noqa: B027 - a list of puzzles has no beginning
        """Begin anew: the same seed and the same draws give the same puzzles."""

    def note(self, *, is_solved: bool) -> None:  # noqa: B027 - only a curriculum counts them
        """Hear how an episode has ended."""


Puzzles: TypeAlias = (
    "PuzzleSource | Order | Puzzle | str | PathLike[str]"
    " | Iterable[Puzzle | str | PathLike[str]] | None"
)


def source_of(puzzles: Puzzles) -> PuzzleSource:
    """The source of what a user names: by default the forty classic cards."""
    if isinstance(puzzles, PuzzleSource):
        return puzzles
    if isinstance(puzzles, Order):
        return MadeToOrder(puzzles)
    if puzzles is None:
        return Listed([puzzle for name, puzzle in published_puzzles().items() if "Jam-" in name])
    return Listed(list(_listed(puzzles)))


def _listed(puzzles: object) -> Iterator[Puzzle]:
    """The puzzles of a list, with all those of its files."""
    if isinstance(puzzles, Puzzle | str):
        yield puzzle_of(puzzles)
    elif isinstance(puzzles, PathLike):
        yield from read_all(puzzles)
    elif isinstance(puzzles, Iterable):
        for one in puzzles:
            if not isinstance(one, Puzzle | str | PathLike):
                raise WrongTypeError("puzzles", "puzzles, texts and paths", brief_repr(one))
            yield from _listed(one)
    else:
        raise WrongTypeError(
            "puzzles", "puzzles, a path, an Order or a Curriculum", brief_repr(puzzles)
        )


class Listed(PuzzleSource):
    """Puzzles that are known, each equally likely."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        """RushHourError without a puzzle."""
        if not puzzles:
            raise WrongValueError("expected at least one puzzle")
        self.puzzles = tuple(puzzles)
        self.count = len(puzzles)

    def size(self, metric: Metric, goal: Goal) -> Size:
        """The size in which every puzzle has room."""
        cores = (puzzle._core for puzzle in self.puzzles)
        return Size.largest(Size(*_core.Episodes.size(core, metric, goal)) for core in cores)

    def draw(self, random: np.random.Generator) -> Drawn:
        """One of the puzzles."""
        number = int(random.integers(self.count))
        return Drawn(number, self.puzzles[number])


class MadeToOrder(PuzzleSource):
    """Puzzles that the generator makes: each episode a new one, until there are `POOL`."""

    count = POOL

    def __init__(self, order: Order) -> None:
        """RushHourError if the order does not bound the number of vehicles."""
        if order.vehicles[1] is None:
            raise WrongValueError("expected an order with a largest number of vehicles")
        self._order = order
        self._vehicles = order.vehicles[1]
        self.restart(0)

    def size(self, metric: Metric, goal: Goal) -> Size:
        """The size of the largest board that meets the order."""
        least = min(self._order.lengths)  # the target's length, too
        beyond = {"past": 1, "off": least}.get(goal, 0)
        reach = max(1, max(self._order.size) - least + beyond)
        return Size(*self._order.size, self._vehicles, 1 if metric == "step" else reach)

    def restart(self, seed: int) -> None:
        """Begin a stream of puzzles with this seed."""
        self._made: list[Puzzle] = []
        self._stream: Generation | None = generate(self._order, seed=seed, threads=1)

    def draw(self, random: np.random.Generator) -> Drawn:
        """A new puzzle, or one of those that were made; RushHourError if none can be made."""
        made = next(self._stream, None) if self._stream is not None else None
        if made is not None:
            self._made.append(made.board)
            if len(self._made) == POOL:
                self._stream = None
            return Drawn(len(self._made) - 1, made.board)
        if not self._made:
            raise RushHourError("expected an order that a board meets, found none")
        self._stream = None
        number = int(random.integers(len(self._made)))
        return Drawn(number, self._made[number])


class Curriculum(PuzzleSource):
    """Levels of puzzles, from easy to hard; the next level begins when most episodes are solved.

    A level is anything that `puzzles` of the environment can be. `level` counts from 0; it rises
    when at least the share `threshold` of the last `window` episodes of this level was solved. The
    boards of a vector environment share one curriculum, and an environment that is seeded begins
    again at the first level.

    >>> Curriculum(["..B.../AAB.../....../......", Order.of(slides="3..5")]).count
    257
    """

    def __init__(
        self, levels: Iterable[Puzzles], *, threshold: float = 0.8, window: int = 50
    ) -> None:
        """RushHourError without a level, or for a threshold or a window that cannot be met."""
        if isinstance(levels, str | PathLike | Puzzle | Order):
            raise WrongTypeError("levels", "a list of levels", brief_repr(levels))
        integer("window", window)
        number("threshold", threshold)
        if not 1 <= window < 1 << 31 or not 0 <= threshold <= 1:
            found = f"{threshold} and {window}"
            raise WrongValueError(f"expected a threshold from 0 to 1 and a window, found {found}")
        self.levels = tuple(source_of(level) for level in levels)
        if not self.levels:
            raise WrongValueError("expected at least one level")
        self.count = sum(level.count for level in self.levels)
        self.threshold = threshold
        self.level = 0
        self._last: deque[bool] = deque(maxlen=window)

    def size(self, metric: Metric, goal: Goal) -> Size:
        """The size in which the puzzles of every level have room."""
        return Size.largest(level.size(metric, goal) for level in self.levels)

    def restart(self, seed: int) -> None:
        """Begin again at the first level."""
        self.level = 0
        self._last.clear()
        for place, level in enumerate(self.levels):
            level.restart((seed + place) % (1 << 64))

    def draw(self, random: np.random.Generator) -> Drawn:
        """A puzzle of the current level."""
        number, puzzle = self.levels[self.level].draw(random)
        before = sum(level.count for level in self.levels[: self.level])
        return Drawn(before + number, puzzle)

    def note(self, *, is_solved: bool) -> None:
        """Count an episode, and go to the next level if most were solved."""
        self._last.append(is_solved)
        is_full = len(self._last) == self._last.maxlen
        is_mastered = is_full and sum(self._last) >= self.threshold * len(self._last)
        if is_mastered and self.level + 1 < len(self.levels):
            self.level += 1
            self._last.clear()
