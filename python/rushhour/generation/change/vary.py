"""vary: the neighbours of a puzzle that are harder, easier, or subtler."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rushhour.analysis import analyse
from rushhour.formats import puzzle_of
from rushhour.formats.writing import board_value
from rushhour.generation.change.budget import Budget
from rushhour.generation.change.neighbours import Neighbour, neighbours
from rushhour.model.errors import LimitReachedError
from rushhour.model.expect import expect
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import GIB, Progress

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

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them; the difficulty has three decimals."""
        return {
            "kind": self.kind,
            "change": self.change,
            "board": board_value(self.board),
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

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them."""
        return {
            "board": board_value(self.puzzle),
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
    a limit ends the work with what was found so far. `progress` is called some 20 times a second,
    and after each neighbour; an exception in it ends the work.

    >>> found = vary("..B.../AAB.../....../......")
    >>> found.slides, found.variants[0].kind, found.variants[-1].change
    (2, 'harder', 'without B')
    """
    puzzle = puzzle_of(puzzle)
    expect("progress", progress, Callable | None, "a function or None")

    def report(seen: Progress) -> None:
        if progress is not None:
            progress(Tried(work.tried, len(work.variants), seen.states))

    work = _Work(puzzle, Budget.of(max_states, max_memory, max_seconds, report))
    stop = None
    try:
        work.begin()
        for neighbour in neighbours(puzzle) if work.slides is not None else ():
            work.try_one(neighbour)
            report(Progress(0, 0, 0))
        work.compare_equals()
    except LimitReachedError as error:
        stop = error.stopped_by
    ranked = sorted(work.variants, key=_rank)
    return Variation(
        puzzle=puzzle,
        slides=work.slides,
        difficulty=work.difficulty,
        variants=tuple(ranked),
        tried=work.tried,
        unsolvable=work.unsolvable,
        open=work.open + len(work.equals),
        stopped_by=stop,
    )


class _Work:
    """What was found so far; `equals` are as long as the puzzle, and not compared further yet."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle, self._budget = puzzle, budget
        self.slides: int | None = None
        self.difficulty: float | None = None
        self.variants: list[Variant] = []
        self.equals: deque[Neighbour] = deque()
        self.tried = self.unsolvable = self.open = 0

    def begin(self) -> None:
        """Solve the puzzle itself; LimitReachedError if a limit is first."""
        self.slides = self._budget.slides(self._puzzle)

    def try_one(self, neighbour: Neighbour) -> None:
        """Solve a neighbour; LimitReachedError if there is no time left."""
        try:
            slides = self._budget.slides(neighbour.board)
        except LimitReachedError as error:
            if error.stopped_by == "seconds":
                raise
            self.tried += 1
            self.open += 1
            return
        self.tried += 1
        if slides is None or self.slides is None:
            self.unsolvable += 1
        elif slides == self.slides:
            self.equals.append(neighbour)
        else:
            self._add("harder" if slides > self.slides else "easier", neighbour, slides)

    def compare_equals(self) -> None:
        """Compare the difficulties of equals, which takes longer than to solve them."""
        if not self.slides:
            self.equals.clear()  # A solved puzzle has no difficulty, nor have its equals.
            return
        self.difficulty = self._difficulty(self._puzzle)
        while self.equals and self.difficulty is not None:
            difficulty = self._difficulty(self.equals[0].board)
            neighbour = self.equals.popleft()
            if difficulty is None:
                self.open += 1
            # As exact as JSON shows it: the last digits depend on how equations are solved.
            elif round(difficulty, 3) > round(self.difficulty, 3):
                self._add("subtler", neighbour, self.slides, difficulty)

    def _add(
        self, kind: VariantKind, neighbour: Neighbour, slides: int, difficulty: float | None = None
    ) -> None:
        change, board = neighbour
        found = Variant(kind=kind, change=change, board=board, slides=slides, difficulty=difficulty)
        self.variants.append(found)

    def _difficulty(self, board: Puzzle) -> float | None:
        """The predicted moves of a person; None if the cluster is too large for exact ones."""
        seconds = self._budget.seconds_left()
        found = analyse(
            board,
            max_states=self._budget.max_states,
            max_memory=self._budget.max_memory,
            max_seconds=seconds,
            progress=self._budget.progress,
        )
        if found.stopped_by == "seconds":
            raise LimitReachedError("seconds", 0)
        return None if found.walk_is_simulated else found.difficulty


def _rank(variant: Variant) -> tuple[int, int, float, str]:
    """The place of a variant: by kind, then the hardest first."""
    place = KINDS.index(variant.kind)
    return place, -variant.slides, -(variant.difficulty or 0.0), variant.change


def _rounded(difficulty: float | None) -> float | None:
    return None if difficulty is None else round(difficulty, 3)
