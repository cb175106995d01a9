"""generate: puzzles to order, one after another, each with what was proved of it.

`explanation` says why an order was not met: the test that most boards failed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from secrets import randbits
from typing import Any, NamedTuple, TypedDict, Unpack

import rushhour._core as _core
from rushhour.analysis.measures import difficulty_of
from rushhour.base.expect import expect, integer
from rushhour.base.ranges import words
from rushhour.errors import WrongValueError
from rushhour.formats import puzzle_of
from rushhour.formats.writing import board_value
from rushhour.generation.order import Order, OrderArguments
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.options import Limits, thread_count


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedPuzzle:
    """A puzzle and what was proved of it.

    `slides` and `steps` are its optima, `states` is the size of its cluster. `solutions` counts
    optimal solutions up to the order of independent moves; None if they are too many to count.
    `difficulty` is the number of moves that a person is predicted to make. `seed` is that of the
    stream, and `number` the place of the puzzle in it, from 1. `solution` is a shortest one in
    slides. `cluster` is the name that `canonical` gives to the cluster and its images.
    """

    number: int
    board: Puzzle
    slides: int
    steps: int
    states: int
    solutions: int | None
    difficulty: float | None
    seed: int
    solution: Solution
    cluster: str

    @property
    def vehicles(self) -> int:
        """The number of vehicles, the target included."""
        return len(self.board.vehicles)

    @property
    def walls(self) -> int:
        """The number of walls."""
        return len(self.board.walls)

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them.

        `board` is a board string, or the object of the format `json` where a board string cannot
        hold the puzzle, as with an exit on the left. The difficulty is rounded to three decimals:
        it solves equations, and further digits depend on how they are solved.
        """
        return {
            "board": board_value(self.board),
            "slides": self.slides,
            "steps": self.steps,
            "vehicles": self.vehicles,
            "walls": self.walls,
            "states": self.states,
            "solutions": self.solutions,
            "difficulty": None if self.difficulty is None else round(self.difficulty, 3),
            "seed": self.seed,
            "solution": str(self.solution),
        }


def made(
    found: tuple[Any, list[tuple[int, int]], int, int, int | None, float | None, str],
    *,
    number: int,
    seed: int,
) -> GeneratedPuzzle:
    """A puzzle as the core has made it."""
    core, moves, steps, states, solutions, walk, name = found
    puzzle = Puzzle._of(core, None)
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    solution = Solution(puzzle, tuple(Move(labels[index], cells) for index, cells in moves))
    return GeneratedPuzzle(
        number=number,
        board=puzzle,
        slides=len(moves),
        steps=steps,
        states=states,
        solutions=solutions,
        difficulty=None if walk is None else difficulty_of(len(moves), walk),
        seed=seed,
        solution=solution,
        cluster=name,
    )


class _Step(NamedTuple):
    """A test with the boards that came to it and those that passed."""

    test: str
    before: int
    after: int


def explanation(order: Order, boards: int, refused: Mapping[str, int]) -> str:
    """One line about the test that the smallest share of boards passed.

    >>> explanation(Order.of(vehicles=6, slides=45), 50, {"states": 2, "slides": 48})
    '0 of 48 clusters had 45 slides with 6 vehicles and no walls; 2 others had too many states'
    """
    steps, left = [], boards
    for test, failed in refused.items():
        if failed:
            steps.append(_Step(test, left, left - failed))
            left -= failed
    if not steps:
        return f"{boards:,} boards were tried, and none was refused"
    hardest = min(steps, key=lambda step: (step.after / step.before, -step.before))
    others = [
        f"{step.before - step.after:,} others {_FAULTS[step.test]}"
        for step in steps[: steps.index(hardest)]
    ]
    text = f"{hardest.after:,} of {hardest.before:,} {_phrase(order, hardest.test)}"
    return "; ".join([text, *others])


_FAULTS = {
    "placed": "had no room for all vehicles and walls",
    "states": "had too many states",
    "solvable": "had no solution",
    "slides": "had other optima in slides",
    "vehicles": "had other numbers of vehicles",
    "walls": "had other numbers of walls",
    "density": "had other densities",
    "steps": "had other optima in steps",
    "no-idle": "had idle vehicles",
    "solutions": "had other numbers of solutions",
    "difficulty": "had other difficulties",
    "measures": "had other measures",
    "new": "were known",
}


def _phrase(order: Order, test: str) -> str:
    """What the boards that pass a test have."""
    content = f"{words(order.vehicles, 'vehicle')} and {words(order.walls, 'wall')}"
    slides = words(order.slides, "slide")
    gone = " once all parts were taken out that can go" if order.minimal else ""
    phrases = {
        "placed": f"boards had room for {content} at random",
        "states": f"clusters had {words((0, order.max_states), 'state')}",
        "solvable": "clusters had a solution",
        "slides": f"clusters had {slides} with {content}",
        "vehicles": f"puzzles had {words(order.vehicles, 'vehicle')}{gone}",
        "walls": f"puzzles had {words(order.walls, 'wall')}{gone}",
        "density": f"puzzles had the density asked for{gone}",
        "steps": f"puzzles of {slides} had {words(order.steps or (0, None), 'step')}",
        "no-idle": f"puzzles of {slides} had no idle vehicle",
        "solutions": f"puzzles of {slides} had "
        f"{words(order.solutions or (0, None), 'optimal solution')} up to order",
        "difficulty": f"puzzles of {slides} had the difficulty asked for",
        "measures": f"puzzles of {slides} had the measures asked for",
        "new": "puzzles were new",
    }
    return phrases[test]


_MOST = 1 << 64


class Nearest(NamedTuple):
    """The board nearest to the order: its optimum in slides, and its distance from the order.

    The distance is 100 for a slide, a vehicle or a wall too many or too few.
    """

    board: Puzzle
    slides: int
    distance: int


class Snapshot(NamedTuple):
    """What a stream has done so far; `boards` counts all that were tried, on all threads."""

    made: int
    boards: int
    nearest: Nearest | None


class SearchArguments(TypedDict, total=False):
    """What a search for puzzles of an order takes."""

    exclude: Iterable[Puzzle | str]
    threads: int | None
    max_boards: int | None
    max_seconds: float | None
    progress: Callable[[Snapshot], object] | None


class GenerationArguments(OrderArguments, SearchArguments, total=False):
    """The arguments of `generate` by their names, but for a whole order."""

    count: int | None
    seed: int | None


def generate(
    order: Order | None = None,
    *,
    count: int | None = None,
    exclude: Iterable[Puzzle | str] = (),
    seed: int | None = None,
    threads: int | None = None,
    max_boards: int | None = 1_000_000,
    max_seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    **wanted: Unpack[OrderArguments],
) -> Generation:
    """Make puzzles to order; the result is an iterator of `GeneratedPuzzle`.

    Pass an `Order`, or the arguments of `Order.of`, with ranges such as `"20..25"`. If no board can
    meet the order, InvalidOrderError lists every reason.

    The same order, `exclude` and `seed` give the same puzzles, on every machine and with any number
    of `threads`; without a seed a random one is chosen. No two puzzles share a cluster, mirror
    images and rotations included, and none is in a cluster of the puzzles of `exclude`.

    The stream ends after `count` puzzles, after `max_boards` boards that were tried without finding
    another, or after `max_seconds`, which may cut the stream but never changes a puzzle. Its
    `stopped_by` then names the limit, and `explanation()` says why. `progress` is called about 20
    times a second. While the stream works on a puzzle, a call from another thread, or from
    `progress`, raises RuntimeError.

    >>> first = next(generate(slides="10..12", vehicles="6..9", seed=1))
    >>> 10 <= first.slides <= 12 and 6 <= first.vehicles <= 9
    True
    """
    if order is None:
        order = Order.of(**wanted)
    elif wanted:
        raise WrongValueError(f"expected an order or its parts, found both: {', '.join(wanted)}")
    expect("order", order, Order, "an Order")
    for name, number in (("count", count), ("seed", seed), ("max_boards", max_boards)):
        if number is not None:
            integer(name, number, "an integer or None")
            if not 0 <= number < _MOST:
                raise WrongValueError(f"expected a {name} from 0 to 2^64 - 1, found {number}")
    _, _, max_seconds = Limits.of(None, None, max_seconds)
    seed = randbits(32) if seed is None else seed
    known = [puzzle_of(puzzle)._core for puzzle in exclude]
    boards = _MOST - 1 if max_boards is None else max_boards
    core = _core.Stream(order._as_core(), known, seed, thread_count(threads), boards)
    return Generation(core, order, seed, count, max_seconds, progress)


class Generation(Iterator[GeneratedPuzzle]):
    """A stream of puzzles made to order.

    `stopped_by` names the limit that ended it: `boards` or `seconds`; None before that, and after
    all puzzles that were asked for.
    """

    def __init__(
        self,
        core: _core.Stream,
        order: Order,
        seed: int,
        count: int | None,
        max_seconds: float | None,
        progress: Callable[[Snapshot], object] | None,
    ) -> None:
        self._core = core
        self._count = count
        self._seconds = max_seconds
        self._deadline: float | None = None
        self._progress = expect("progress", progress, Callable | None, "a function or None")
        self.order = order
        self.seed = seed
        self.made = 0
        self.stopped_by: str | None = None

    def __next__(self) -> GeneratedPuzzle:
        """The next puzzle; a limit ends the stream."""
        if self.stopped_by is not None or self.made == self._count:
            raise StopIteration
        found, stop = self._core.next(self._left(), self._report)
        if found is None:
            self.stopped_by = stop
            raise StopIteration
        self.made += 1
        return made(found, number=self.made, seed=self.seed)

    def go_on(self) -> None:
        """Continue after the limit on boards, with as many more."""
        if self.stopped_by == "boards":
            self.stopped_by = None

    @property
    def boards(self) -> int:
        """How many boards were tried for the puzzles so far; a seed gives the same number.

        Threads try more, for puzzles to come. These count only if `seconds` ended the stream.
        """
        return self._core.tally()[0]

    @property
    def refused(self) -> dict[str, int]:
        """How many boards failed each test first, in the order in which tests are made."""
        return dict(self._core.tally()[1])

    @property
    def nearest(self) -> Nearest | None:
        """The board nearest to the order among those that do not meet it."""
        return _nearest(self._core.nearest())

    def explanation(self) -> str:
        """Which part of the order most boards failed, in one line."""
        return explanation(self.order, self.boards, self.refused)

    def _left(self) -> float | None:
        """The seconds left, counted from the first puzzle that was asked for."""
        if self._seconds is None:
            return None
        now = time.monotonic()
        if self._deadline is None:
            self._deadline = now + self._seconds
        return max(0.0, self._deadline - now)

    def _report(self, boards: int, nearest: tuple[_core.Puzzle, int, int] | None) -> None:
        if self._progress is not None:
            self._progress(Snapshot(self.made, boards, _nearest(nearest)))


def _nearest(found: tuple[_core.Puzzle, int, int] | None) -> Nearest | None:
    if found is None:
        return None
    core, slides, distance = found
    return Nearest(Puzzle._of(core, None), slides, distance)
