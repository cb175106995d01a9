"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rushhour import _core
from rushhour.errors import UnknownNameError
from rushhour.puzzle import Goal, Metric, Move, Puzzle
from rushhour.solution import Solution

Status = Literal["solved", "unsolvable", "unknown"]
Ties = Literal["fifo", "lifo"]

GIB = 1 << 30


@dataclass(frozen=True, slots=True)
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

    status: Status
    solution: Solution | None
    metric: Metric
    goal: Goal
    algorithm: str
    heuristic: str
    lower_bound: int
    stopped_by: str | None
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    max_open: int
    evaluated: int
    seconds: float

    @property
    def cost(self) -> int | None:
        """The cost of the solution in the metric."""
        return None if self.solution is None else self.solution.cost

    @property
    def depth(self) -> int | None:
        """The number of moves of the solution."""
        return None if self.solution is None else len(self.solution)

    @property
    def branching_factor(self) -> float | None:
        """The b > 1 of a uniform tree with the solution's depth and 1 + generated nodes.

        N = 1 + b + b^2 + ... + b^depth, to 1e-5, rounded down; None where there is no such b.
        """
        return None if self.depth is None else branching_factor(1 + self.generated, self.depth)


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
) -> Outcome:
    """Find a shortest solution, or prove that there is none.

    `puzzle` is a Puzzle or a text in any format that `rushhour.parse` reads. `algorithm` is a name
    from `algorithms()`; `auto` takes `astar` where a heuristic is named and `fast` elsewhere.
    `heuristic` is a name or a number from `heuristics()`, for `astar` by default `advanced`. The
    limits are on states kept, bytes held and seconds; where one is reached the outcome is
    `unknown`, with the counters so far. A search never raises for the puzzle's sake;
    UnknownNameError and ParseError are for the caller.

    >>> outcome = solve("..B.../AAB.../....../......")
    >>> outcome.cost, str(outcome.solution)
    (2, 'B+2 A+4')
    """
    if isinstance(puzzle, str):
        from rushhour.formats import parse

        puzzle = parse(puzzle)
    algorithm, estimate = _choose(algorithm, heuristic)
    status, stop, pairs, bound, counters, seconds = _core.search(
        puzzle._core,
        metric,
        goal,
        algorithm,
        estimate,
        ties,
        max_states,
        max_memory,
        max_seconds,
    )
    solution = None
    if status == "solved":
        solution = Solution(puzzle, _moves(puzzle, pairs), metric, goal)
    chosen = (metric, goal, algorithm, estimate)
    return Outcome(status, solution, *chosen, bound, stop, *counters, seconds)


def _choose(algorithm: str, heuristic: str | int | None) -> tuple[str, str]:
    """The algorithm for `auto`: A* if a heuristic is named, else the fast core, which uses none."""
    name = heuristic_name(heuristic)
    if algorithm == "auto":
        algorithm = "fast" if heuristic is None else "astar"
    return algorithm, "zero" if algorithm == "fast" else name


def _moves(puzzle: Puzzle, pairs: list[tuple[int, int]]) -> tuple[Move, ...]:
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    return tuple(Move(labels[index], cells) for index, cells in pairs)


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
