"""compare: searches side by side, under counters that mean the same for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, count
from typing import Any, NamedTuple

from rushhour.base.expect import text
from rushhour.custom.functions import Function, GoalFunction, check_goal, function_name, places_of
from rushhour.errors import WrongValueError
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import (
    GIB,
    Algorithm,
    Duplicates,
    Options,
    Progress,
    Ties,
    algorithm_for,
    checked_settings,
    guide_for,
    heuristic_of,
)
from rushhour.search.options import algorithms as all_algorithms
from rushhour.search.options import heuristics as all_heuristics
from rushhour.search.outcome import Outcome, Status, is_proved
from rushhour.search.solve import search


@dataclass(frozen=True, slots=True)
class Method:
    """How to search: an algorithm, a heuristic if it takes one, and the settings that it takes.

    `guide` is what reports call the heuristic.
    """

    guide: str | None
    options: Options

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self.options.algorithm

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
    """How far a comparison is: the boards that are done, of so many, and the search under way.

    `number` of `searches` counts it from 1; `progress` is what it has done.
    """

    boards: int
    of: int
    number: int
    searches: int
    puzzle: str
    method: Method
    progress: Progress


def compare(
    puzzles: Mapping[str, Puzzle | str] | Iterable[Puzzle | str],
    *,
    algorithms: Sequence[str] | None = None,
    heuristics: Sequence[str | int | Function] | None = None,
    metric: Metric = "slide",
    goal: Goal | GoalFunction = "edge",
    weight: float | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    undo: bool = True,
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
    found = methods(
        algorithms,
        heuristics,
        metric=metric,
        goal=goal,
        weight=weight,
        ties=ties,
        duplicates=duplicates,
        reopen=reopen,
        undo=undo,
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
    )
    # The search that finds what the others are measured by.
    reference = Options.of(
        metric=metric,
        goal=goal,
        algorithm="uniform" if callable(goal) else "fast",
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
    )
    return _rows(_puzzles_by_name(puzzles), Method(None, reference), found, progress)


def methods(
    algorithms: Sequence[str] | None = None,
    heuristics: Sequence[str | int | Function] | None = None,
    *,
    metric: Metric = "slide",
    goal: Goal | GoalFunction = "edge",
    weight: float | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    undo: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    trace: bool = False,
) -> list[Method]:
    """Each algorithm with each heuristic that it takes; the other options are as for `compare`."""
    check_goal(goal)

    def options(entry: Algorithm, heuristic: str | Function | None) -> Options:
        return Options.of(
            heuristic,
            metric=metric,
            goal=goal,
            algorithm=entry.name,
            weight=weight if "weight" in entry.takes else None,
            ties=ties if "ties" in entry.takes else "fifo",
            duplicates=duplicates if "duplicates" in entry.takes else "better",
            reopen=reopen if "reopen" in entry.takes else None,
            undo=undo if "undo" in entry.takes else True,
            max_states=max_states,
            max_memory=max_memory,
            max_seconds=max_seconds,
            trace=trace,
        )

    settings = checked_settings(weight, ties, duplicates, reopen, undo)
    entries = _entries(algorithms, settings, goal)
    guides = guides_by_name(heuristics, goal)
    alone: dict[None, None] = {None: None}
    return [
        Method(name, options(entry, guide))
        for entry in entries
        for name, guide in (guides if "heuristic" in entry.takes else alone).items()
    ]


def _puzzles_by_name(
    puzzles: Mapping[str, Puzzle | str] | Iterable[Puzzle | str],
) -> dict[str, Puzzle]:
    named: dict[str, Puzzle] = {}
    if isinstance(puzzles, Mapping):
        for name, item in puzzles.items():
            text("the name of a puzzle", name)
            named[name] = puzzle_of(item)
        return named
    for number, item in enumerate(puzzles, 1):
        puzzle = puzzle_of(item)
        name = str(number) if puzzle.title is None else puzzle.title
        named[free(name, number, named)] = puzzle
    return named


def free(name: str, number: int, taken: Container[str]) -> str:
    """The name or, where it is taken, the name with the first number from this one that is free."""
    numbered = (f"{name} ({other})" for other in count(number))
    return next(other for other in chain([name], numbered) if other not in taken)


def _entries(
    algorithms: Sequence[str] | None, settings: Iterable[str], goal: Goal | GoalFunction
) -> list[Algorithm]:
    """The algorithms to compare; RushHourError for a setting that none of them takes."""
    needed = ["goal"] if callable(goal) else []
    able = [entry.name for entry in all_algorithms() if set(needed) <= set(entry.takes)]
    names = able if algorithms is None else algorithms
    entries = [algorithm_for(name, needed) for name in dict.fromkeys(names)]
    for name in settings:
        if not any(name in entry.takes for entry in entries):
            raise WrongValueError(f"none of {', '.join(names)} takes {name}")
    return entries


def guides_by_name(
    heuristics: Sequence[str | int | Function] | None, goal: Goal | GoalFunction
) -> dict[str, str | Function]:
    """The heuristics by what reports call them, each with a name of its own."""
    wanted = [None] if heuristics is None else list(map(heuristic_of, heuristics))
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
    return (function_name(guide), *places_of(guide)) if callable(guide) else (guide,)


def _rows(
    puzzles: dict[str, Puzzle],
    reference: Method,
    methods: list[Method],
    progress: Callable[[Stage], object] | None,
) -> Iterator[Row]:
    numbers = count(1)
    searches = len(puzzles) * (1 + len(methods))
    for boards, (name, puzzle) in enumerate(puzzles.items()):
        place = boards, len(puzzles)
        stages = (
            Stage(*place, next(numbers), searches, name, method, Progress(0, 0, 0))
            for method in (reference, *methods)
        )
        optimum = _outcome(puzzle, next(stages), progress).cost
        for stage in stages:
            yield _row(stage, _outcome(puzzle, stage, progress), optimum)


def _outcome(puzzle: Puzzle, stage: Stage, progress: Callable[[Stage], object] | None) -> Outcome:
    def report(seen: Progress) -> None:
        if progress is not None:
            progress(stage._replace(progress=seen))

    return search(puzzle, stage.method.options, 1, report)


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
