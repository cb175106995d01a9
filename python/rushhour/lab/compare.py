"""compare: searches side by side, under counters that mean the same for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, count
from typing import Any, NamedTuple

from rushhour.custom.calling import name_of, places_of
from rushhour.custom.goal import GoalFunction, check_goal
from rushhour.custom.heuristic import Function
from rushhour.formats import puzzle_of
from rushhour.model.errors import RushHourError
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome, is_proved
from rushhour.search.query import GIB, Progress, guide_for
from rushhour.search.record import Status
from rushhour.search.registry import algorithm_for, chosen
from rushhour.search.registry import algorithms as all_algorithms
from rushhour.search.registry import heuristics as all_heuristics
from rushhour.search.settings import Duplicates, Settings, Ties
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Method:
    """An algorithm, a heuristic if it takes one, and of the settings given those that it takes.

    `guide` is what reports call the heuristic.
    """

    algorithm: str
    guide: str | None
    heuristic: str | Function | None
    settings: dict[str, Any]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.algorithm, self.guide]))


@dataclass(frozen=True, slots=True)
class Row:
    """What one search of one puzzle came to.

    `optimum` is None where the limits came before it, `settings` lists what is not as by default;
    the rest is as in `Outcome`.
    """

    puzzle: str
    algorithm: str
    heuristic: str | None
    settings: str
    status: Status
    depth: int | None
    cost: int | None
    optimum: int | None
    lower_bound: int
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    max_open: int
    evaluated: int
    memory: int
    branching_factor: float | None
    seconds: float

    @property
    def optimal(self) -> bool | None:
        """Whether the solution is shortest; None without one, or where nobody knows."""
        if is_proved(self.cost, self.lower_bound):
            return True
        return None if None in (self.cost, self.optimum) else self.cost == self.optimum


class Stage(NamedTuple):
    """How far a comparison is: the search under way, from 1, of so many, and what it has done."""

    number: int
    searches: int
    puzzle: str
    method: Method
    progress: Progress


def compare(
    puzzles: Mapping[str, Puzzle] | Iterable[Puzzle | str],
    *,
    algorithms: Sequence[str] | None = None,
    heuristics: Sequence[str | int | Function] | None = None,
    metric: Metric = "slide",
    goal: Goal | GoalFunction = "edge",
    weight: float | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = 10,
    progress: Callable[[Stage], object] | None = None,
) -> Iterator[Row]:
    """Search each puzzle with each algorithm and each heuristic that it takes, a row for each.

    `puzzles` are named by their titles or numbers, unless a mapping gives their names. By default
    all algorithms are compared, with the heuristic `advanced`; if `goal` is a function, all that
    take one, with `zero`. A function is called by its name, and by its file too where another
    one or a registered heuristic has that name.

    The options are those of `solve`; an algorithm gets those that it takes, and one that none of
    them takes is an error. `max_seconds` is for each search. `progress` is called some twenty times
    a second with a `Stage`.

    >>> rows = compare(["..B.../AAB.../....../......"], algorithms=["bfs", "astar"])
    >>> [(row.algorithm, row.heuristic, row.expanded, row.optimal) for row in rows]
    [('bfs', None, 6, True), ('astar', 'advanced', 2, True)]
    """
    settings = Settings.of(weight, ties, duplicates, reopen).chosen()
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    asked = {"metric": metric, "goal": goal, **limits}
    check_goal(goal)
    methods = _methods(algorithms, heuristics, settings, goal)
    return _rows(_named(puzzles), methods, asked, progress)


def _named(puzzles: Mapping[str, Puzzle] | Iterable[Puzzle | str]) -> dict[str, Puzzle]:
    if isinstance(puzzles, Mapping):
        return dict(puzzles)
    named: dict[str, Puzzle] = {}
    for number, item in enumerate(puzzles, 1):
        puzzle = puzzle_of(item)
        name = str(number) if puzzle.title is None else puzzle.title
        named[free(name, number, named)] = puzzle
    return named


def free(name: str, number: int, taken: Container[str]) -> str:
    """The name or, where it is taken, the name with the first number from this one that is free."""
    numbered = (f"{name} ({other})" for other in count(number))
    return next(other for other in chain([name], numbered) if other not in taken)


def _methods(
    algorithms: Sequence[str] | None,
    heuristics: Sequence[str | int | Function] | None,
    settings: dict[str, Any],
    goal: Goal | GoalFunction,
) -> list[Method]:
    needed = ["goal"] if callable(goal) else []
    able = [entry.name for entry in all_algorithms() if set(needed) <= set(entry.takes)]
    names = able if algorithms is None else algorithms
    entries = [algorithm_for(name, needed) for name in dict.fromkeys(names)]
    guides = guides_by_name(heuristics, goal)
    for name in settings:
        if not any(name in entry.takes for entry in entries):
            raise RushHourError(f"none of {', '.join(names)} takes {name}")
    alone: dict[None, None] = {None: None}
    return [
        Method(
            entry.name,
            called,
            guide,
            {name: value for name, value in settings.items() if name in entry.takes},
        )
        for entry in entries
        for called, guide in (guides if "heuristic" in entry.takes else alone).items()
    ]


def guides_by_name(
    heuristics: Sequence[str | int | Function] | None, goal: Goal | GoalFunction
) -> dict[str, str | Function]:
    """The heuristics by what reports call them, each with a name of its own."""
    wanted = [None] if heuristics is None else list(map(chosen, heuristics))
    found = dict.fromkeys(one if callable(one) else guide_for(goal, one) for one in wanted)
    names = {guide: _names(guide) for guide in found}
    used = Counter(name for guide, some in names.items() if callable(guide) for name in set(some))
    used.update(entry.name for entry in all_heuristics())
    named: dict[str, str | Function] = {}
    for guide, some in names.items():
        name = next((name for name in some if used[name] == 1), some[:2][-1])
        named[free(name, 2, named)] = guide
    return named


def _names(guide: str | Function) -> tuple[str, ...]:
    """What a heuristic may be called, the shortest first."""
    return (name_of(guide), *places_of(guide)) if callable(guide) else (guide,)


def _rows(
    puzzles: dict[str, Puzzle],
    methods: list[Method],
    asked: dict[str, Any],
    progress: Callable[[Stage], object] | None,
) -> Iterator[Row]:
    numbers = count(1)
    searches = len(puzzles) * (1 + len(methods))
    for name, puzzle in puzzles.items():
        stages = (
            Stage(next(numbers), searches, name, method, Progress(0, 0, 0))
            for method in (_reference(asked["goal"]), *methods)
        )
        optimum = _outcome(puzzle, next(stages), asked, progress).cost
        for stage in stages:
            yield _row(stage, _outcome(puzzle, stage, asked, progress), optimum)


def _reference(goal: Goal | GoalFunction) -> Method:
    """The search that finds what the others are measured by."""
    return Method("uniform" if callable(goal) else "fast", None, None, {})


def _outcome(
    puzzle: Puzzle,
    stage: Stage,
    asked: dict[str, Any],
    progress: Callable[[Stage], object] | None,
) -> Outcome:
    def report(seen: Progress) -> None:
        if progress is not None:
            progress(stage._replace(progress=seen))

    method = stage.method
    options = {"algorithm": method.algorithm, "heuristic": method.heuristic, **method.settings}
    return solve(puzzle, progress=report, threads=1, **options, **asked)


def _row(stage: Stage, outcome: Outcome, optimum: int | None) -> Row:
    own: dict[str, Any] = {
        "puzzle": stage.puzzle,
        "optimum": optimum,
        "algorithm": stage.method.algorithm,
        "heuristic": stage.method.guide,
        "settings": " ".join(f"{key}={value}" for key, value in outcome.settings.items()),
    }
    names = (field.name for field in fields(Row) if field.name not in own)
    return Row(**own, **{name: getattr(outcome, name) for name in names})
