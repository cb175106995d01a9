"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from rushhour import _core
from rushhour.errors import RushHourError, UnknownNameError
from rushhour.puzzle import Goal, Metric, Move, Puzzle
from rushhour.solution import Solution

Status = Literal["solved", "unsolvable", "unknown"]
Ties = Literal["fifo", "lifo"]

GIB = 1 << 30

# metric, goal, algorithm, heuristic, ties, max_states, max_memory, max_seconds
_Query = tuple[Metric, Goal, str, str, Ties, int | None, int | None, float | None]
# status, stopped_by, moves as pairs of bytes, lower_bound, counters, seconds
_Counts = tuple[int, int, int, int, int, int]
_Found = tuple[Status, str | None, bytes | None, int, _Counts, float]


class Progress(NamedTuple):
    """What a search has done so far: states kept, bytes held, and the lower bound proved."""

    states: int
    bytes: int
    lower_bound: int


def reporter(
    progress: Callable[[Progress], object] | None,
) -> Callable[[int, int, int], object] | None:
    """The caller's function as the core calls it."""
    return None if progress is None else lambda *seen: progress(Progress(*seen))


class Outcome:
    """How a search ended, and what it counted.

    `status` is `solved`, `unsolvable` (proved) or `unknown` (the limit named by `stopped_by` came
    first). `cost` is None unless solved; `lower_bound` is proved in every case. The counters:

    - `expanded`: states whose successors were generated; never the goal
    - `generated`: successors of all expansions, duplicates included
    - `duplicates`: generated states that were already known
    - `reopened`: closed states taken back because a cheaper way to them was found
    - `max_open`: the largest size of the open list
    - `evaluated`: evaluations of the heuristic
    """

    __slots__ = ("_found", "_puzzle", "_query", "_solution")

    def __init__(self, puzzle: Puzzle | str, query: _Query, found: _Found) -> None:
        self._puzzle = puzzle
        self._query = query
        self._found = found
        self._solution: Solution | None = None

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self._found[0]

    @property
    def stopped_by(self) -> str | None:
        """The limit that came first, if the status is `unknown`."""
        return self._found[1]

    @property
    def puzzle(self) -> Puzzle:
        """What was solved."""
        if isinstance(self._puzzle, str):
            self._puzzle = _parsed(self._puzzle)
        return self._puzzle

    @property
    def solution(self) -> Solution | None:
        """The moves, if the status is `solved`."""
        if self._solution is None and self._found[2] is not None:
            moves = _moves(self.puzzle, self._found[2])
            self._solution = Solution(self.puzzle, moves, self.metric, self.goal)
        return self._solution

    @property
    def metric(self) -> Metric:
        """What costs one unit."""
        return self._query[0]

    @property
    def goal(self) -> Goal:
        """What counts as solved."""
        return self._query[1]

    @property
    def algorithm(self) -> str:
        """The algorithm that ran; never `auto`."""
        return self._query[2]

    @property
    def heuristic(self) -> str:
        """The heuristic that it used."""
        return self._query[3]

    @property
    def lower_bound(self) -> int:
        """No solution costs less: proved, whatever the status."""
        return self._found[3]

    @property
    def expanded(self) -> int:
        """States whose successors were generated; never the goal."""
        return self._found[4][0]

    @property
    def generated(self) -> int:
        """Successors of all expansions, duplicates included."""
        return self._found[4][1]

    @property
    def duplicates(self) -> int:
        """Generated states that were already known."""
        return self._found[4][2]

    @property
    def reopened(self) -> int:
        """Closed states taken back because a cheaper way to them was found."""
        return self._found[4][3]

    @property
    def max_open(self) -> int:
        """The largest size of the open list."""
        return self._found[4][4]

    @property
    def evaluated(self) -> int:
        """Evaluations of the heuristic."""
        return self._found[4][5]

    @property
    def seconds(self) -> float:
        """The time of the search in seconds."""
        return self._found[5]

    @property
    def cost(self) -> int | None:
        """The cost of the solution in the metric."""
        return self.depth

    @property
    def depth(self) -> int | None:
        """The number of moves of the solution."""
        moves = self._found[2]
        return None if moves is None else len(moves) // 2

    @property
    def branching_factor(self) -> float | None:
        """The b > 1 of a uniform tree with the solution's depth and 1 + generated nodes.

        N = 1 + b + b^2 + ... + b^depth, to 1e-5; None where there is no such b.
        """
        return None if self.depth is None else branching_factor(1 + self.generated, self.depth)

    def _values(self) -> tuple[object, ...]:
        return self.puzzle, self._query, self._found[:-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        cost = f"cost={self.cost}" if self.cost is not None else f"lower_bound={self.lower_bound}"
        return f"<Outcome {self.status}, {cost}, expanded={self.expanded}>"

    def __reduce__(self) -> tuple[type[Outcome], tuple[object, ...]]:
        return Outcome, (self._puzzle, self._query, self._found)


def branching_factor(nodes: int, depth: int) -> float | None:
    """The b > 1 with nodes = 1 + b + ... + b^depth: the lower end of its interval of 1e-5.

    >>> branching_factor(15, 3) is not None and round(branching_factor(15, 3), 3)
    2.0
    """
    if depth == 0 or nodes <= depth + 1:
        return None
    low, high = 1.0, float(nodes)
    while high - low > 1e-5:
        middle = (low + high) / 2
        if _tree_exceeds(nodes, middle, depth):
            high = middle
        else:
            low = middle
    return low


def _tree_exceeds(nodes: int, b: float, depth: int) -> bool:
    total, level = 1.0, 1.0
    for _ in range(depth):
        level *= b
        total += level
        if total > nodes:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A registered heuristic and what it promises in each metric."""

    name: str
    help: str
    admissible: dict[Metric, bool]
    consistent: dict[Metric, bool]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A registered algorithm."""

    name: str
    help: str


@lru_cache(maxsize=1)
def heuristics() -> tuple[Heuristic, ...]:
    """The heuristics of the core; the first three are also called 1, 2 and 3."""
    return tuple(
        Heuristic(
            name,
            text,
            {"slide": slide[0], "step": step[0]},
            {"slide": slide[1], "step": step[1]},
        )
        for name, text, slide, step in _core.heuristics()
    )


@lru_cache(maxsize=1)
def algorithms() -> tuple[Algorithm, ...]:
    """The algorithms of the core; `auto` chooses among them."""
    return tuple(Algorithm(name, text) for name, text in _core.algorithms())


def solve(
    puzzle: Puzzle | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: str = "auto",
    heuristic: str | int | None = None,
    ties: Ties = "fifo",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """Find a shortest solution, or prove that there is none.

    `puzzle` is a Puzzle or a text in any format that `rushhour.parse` reads. `algorithm` is a name
    from `algorithms()`; `auto` takes `astar` where a heuristic is named and `fast` elsewhere.
    `heuristic` is a name or a number from `heuristics()`, for `astar` by default `advanced`. The
    limits are on states kept, bytes held and seconds; where one is reached the outcome is
    `unknown`, with the counters so far. `progress` is called some twenty times a second; what it
    raises ends the search. A search never raises for the puzzle's sake; UnknownNameError and
    ParseError are for the caller.

    >>> outcome = solve("..B.../AAB.../....../......")
    >>> outcome.cost, str(outcome.solution)
    (2, 'B+2 A+4')
    """
    if isinstance(puzzle, str):
        puzzle = _parsed(puzzle)
    limits = checked_limits(max_states, max_memory, max_seconds)
    query: _Query = (metric, goal, *_choose(algorithm, heuristic), ties, *limits)
    return Outcome(puzzle, query, _core.search(puzzle._core, query, reporter(progress)))


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: str = "auto",
    heuristic: str | int | None = None,
    ties: Ties = "fifo",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    threads: int | None = None,
) -> Iterator[Outcome | RushHourError]:
    """Solve many puzzles on several threads; the options are those of `solve`, for each puzzle.

    The outcomes come in the order of the puzzles, which are read as they are needed, some thousands
    ahead at the most. In place of a text that is no puzzle comes its error, and the rest go on.
    `threads` is by default the number of processors; it changes nothing in the outcomes but their
    `seconds`. `max_memory` counts for each thread.

    >>> [outcome.cost for outcome in solve_many(["..B/AAB/...", "AA./.../..."])]
    [None, 1]
    """
    chosen = _choose(algorithm, heuristic)
    limits = checked_limits(max_states, max_memory, max_seconds)
    return _chunks(iter(puzzles), (metric, goal, *chosen, ties, *limits), _threads(threads))


def _threads(wanted: int | None) -> int:
    """The number of threads: as wanted, or one for each processor that this process may use."""
    import os

    if wanted is not None:
        if wanted < 1:
            raise RushHourError(f"expected at least 1 thread, found {wanted}")
        return wanted
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _chunks(
    pending: Iterator[Puzzle | str], query: _Query, threads: int
) -> Iterator[Outcome | RushHourError]:
    """Solve more and more at once, so that the first outcomes come soon and the rest fast."""
    size = _FIRST
    while chunk := list(islice(pending, size)):
        yield from _solved(chunk, query, threads)
        size = min(2 * size, _MOST)


_FIRST, _MOST = 64, 8192


def _solved(
    chunk: list[Puzzle | str], query: _Query, threads: int
) -> Iterator[Outcome | RushHourError]:
    items = [item if isinstance(item, str) else item._core for item in chunk]
    answers: list[Outcome | RushHourError | Puzzle] = [
        _parsed_or_error(item) if found is None else Outcome(item, query, found)
        for item, found in zip(chunk, _core.search_many(items, query, threads), strict=True)
    ]
    late = [answer for answer in answers if isinstance(answer, Puzzle)]
    found = iter(_core.search_many([puzzle._core for puzzle in late], query, threads))
    for answer in answers:
        if isinstance(answer, Puzzle):
            result = next(found)
            assert result is not None
            yield Outcome(answer, query, result)
        else:
            yield answer


def _parsed_or_error(item: Puzzle | str) -> Puzzle | RushHourError:
    try:
        return _parsed(str(item))
    except RushHourError as error:
        return error


def _parsed(text: str) -> Puzzle:
    from rushhour.formats import parse

    return parse(text)


def _choose(algorithm: str, heuristic: str | int | None) -> tuple[str, str]:
    """The algorithm for `auto`: A* if a heuristic is named, else the fast core, which uses none."""
    if heuristic is None and algorithm in ("auto", "fast"):
        return "fast", "zero"
    if algorithm == "fast":
        raise RushHourError("the algorithm fast takes no heuristic; expected astar")
    name = heuristic_name(heuristic)
    return "astar" if algorithm == "auto" else algorithm, name


def _moves(puzzle: Puzzle, pairs: bytes) -> tuple[Move, ...]:
    """Moves from pairs of bytes: the index of a vehicle and its signed cells."""
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    signed = (cells - 256 if cells > 127 else cells for cells in pairs[1::2])
    return tuple(
        Move(labels[index], cells) for index, cells in zip(pairs[::2], signed, strict=True)
    )


def checked_limits(
    states: int | None, memory: int | None, seconds: float | None
) -> tuple[int | None, int | None, float | None]:
    """The limits as they are, refused where one is negative or no number."""
    limits = {"max_states": states, "max_memory": memory, "max_seconds": seconds}
    for name, limit in limits.items():
        if limit is not None and not limit >= 0:
            raise RushHourError(f"expected {name} of at least 0 or None, found {limit}")
    most = (1 << 64) - 1
    return states and min(states, most), memory and min(memory, most), seconds


def heuristic_name(choice: str | int | None) -> str:
    """The name of a heuristic given by name, by number (from 1), or not at all."""
    names = [entry.name for entry in heuristics()]
    if choice is None:
        return "advanced"
    if str(choice) in names:
        return str(choice)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    if str(choice) in numbers:
        return names[numbers.index(str(choice))]
    raise UnknownNameError("heuristic", str(choice), names + numbers)
