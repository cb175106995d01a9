"""What to search for, how, and when to give up: all that is checked before a search."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import rushhour._core as _core
from rushhour.base.expect import expect, integer, known, number
from rushhour.base.expect import limits as expect_limits
from rushhour.base.packages import Plugin, plugins
from rushhour.custom.functions import (
    BASE,
    SOUND,
    Function,
    GoalFunction,
    check_goal,
    function_name,
    goal_name,
)
from rushhour.custom.state import State
from rushhour.errors import PluginError, UnknownNameError, WrongValueError
from rushhour.model.move import Goal, Metric, check_metric, check_names

if TYPE_CHECKING:
    from fractions import Fraction


Optimal = Literal["always", "admissible", "within weight", "never"]


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A registered heuristic and what it promises in each metric."""

    name: str
    help: str
    admissible: dict[Metric, bool]
    consistent: dict[Metric, bool]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A registered algorithm: when its solutions are shortest, and what its users choose.

    `optimal` is `always`, `admissible` (if the heuristic is; where closed states are not reopened,
    if it is consistent), `within weight` (on the same condition at most the weight times the
    optimum) or `never`. `takes` names settings of `solve`: `heuristic`, `weight`, `ties`,
    `duplicates`, `reopen`, `undo`, `trace`; and `goal`, a function as the goal.
    """

    name: str
    help: str
    optimal: Optimal
    takes: tuple[str, ...]


def algorithm_name(name: str) -> str:
    """The name of an algorithm that may be called as in a textbook.

    >>> algorithm_name("A*"), algorithm_name("dijkstra"), algorithm_name("BFS")
    ('astar', 'uniform', 'bfs')
    """
    lower = name.lower() if isinstance(name, str) else name
    return _ALIASES.get(lower, lower)


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
    """The algorithms of the core, in the order in which `auto` prefers them."""
    return tuple(map(_algorithm, _core.algorithms()))


@lru_cache(maxsize=1)
def _other_names() -> dict[str, str]:
    """Other names of heuristics, in lower case: abbreviations of a source, and names of before."""
    return {other.lower(): name for other, name in _core.other_names()}


def heuristic(name: str) -> Heuristic:
    """The registered heuristic of a name."""
    return next(entry for entry in heuristics() if entry.name == name)


def algorithm_for(name: str, settings: Iterable[str]) -> Algorithm:
    """The algorithm of a name, or the one that `auto` stands for, which must take these settings.

    UnknownNameError where there is no such name, RushHourError where it takes less than that.
    """
    name = algorithm_name(name)
    known("algorithm", name, ["auto", *(entry.name for entry in algorithms())])
    return _algorithm_for(name, tuple(settings))


@lru_cache
def _algorithm_for(name: str, settings: tuple[str, ...]) -> Algorithm:
    return _algorithm(_core.algorithm_for(name, list(settings)))


def _algorithm(row: _core._AlgorithmRow) -> Algorithm:
    name, text, optimal, takes = row
    return Algorithm(name, text, optimal, tuple(takes))


def heuristic_of(choice: str | int | Function | None) -> str | int | Function | None:
    """The choice of a heuristic, with the function in place of a plug-in's name."""
    return _of_name(choice) if type(choice) is str else choice


@lru_cache(maxsize=64)
def _of_name(name: str) -> str | Function:
    """The function of the plug-in with a name; the name itself if there is none."""
    with suppress(UnknownNameError):
        heuristic_name(name)
        return name
    plugin = plugins("rushhour.heuristics").get(name)
    return name if plugin is None else _function(plugin)


def _function(plugin: Plugin) -> Function:
    """The heuristic of a plug-in under the plug-in's name; PluginError if it is no function."""
    function = plugin.load()
    if not callable(function):
        what = f"expected a function, found {function!r:.40}"
        raise PluginError(plugin.name, plugin.package, what)

    def estimate(state: State) -> float:
        return function(state)  # type: ignore[no-any-return]

    estimate.__name__ = plugin.name
    return estimate


# The three of the car-list assignment, in its order; all others have names alone.
_NUMBERED = 3

# What textbooks call some of the algorithms, in lower case.
_ALIASES = {
    "a*": "astar",
    "a-star": "astar",
    "breadth-first": "bfs",
    "depth-first": "dfs",
    "dijkstra": "uniform",
    "ida*": "ida",
    "ida-star": "ida",
    "ucs": "uniform",
    "uniform-cost": "uniform",
    "weighted a*": "weighted",
    "weighted-a*": "weighted",
}


def heuristic_name(choice: str | int | Function | None) -> str:
    """The name of a heuristic given by name, by number (1 to 3), as a function, or not at all.

    >>> heuristic_name("CPH"), heuristic_name("bmh"), heuristic_name(2)
    ('critical-path', 'mobility', 'blocking')
    """
    if callable(choice):
        return function_name(choice)
    names = [entry.name for entry in heuristics()]
    expect("heuristic", choice, str | int | None, "a name, a number or None")
    if isinstance(choice, int):
        integer("heuristic", choice, "a name, a number or None")
    if choice is None:
        return "advanced"
    called = _other_names().get(str(choice).lower(), str(choice))
    if called in names:
        return called
    numbers = [str(number) for number in range(1, _NUMBERED + 1)]
    if str(choice) in numbers:
        return names[numbers.index(str(choice))]
    more = [plugin for plugin in plugins("rushhour.heuristics") if plugin not in names]
    raise UnknownNameError("heuristic", str(choice), names + more + numbers)


GIB = 1 << 30

Ties = Literal["fifo", "lifo", "heap"]
Duplicates = Literal["better", "equal", "keep"]


class Limits(NamedTuple):
    """When to give up: states kept, bytes held, seconds; None is without limit."""

    states: int | None
    memory: int | None
    seconds: float | None

    @staticmethod
    def of(states: int | None, memory: int | None, seconds: float | None) -> Limits:
        """Limits that the core takes; refuses one that is negative or no number."""
        seconds = expect_limits(states, memory, seconds)
        most = (1 << 64) - 1
        return Limits(states and min(states, most), memory and min(memory, most), seconds)


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked of a search: the question that an outcome answers.

    `of` makes one, with everything checked, names in the place of numbers, and the algorithm for
    `auto`. `weight` is a fraction, `heuristic` is None where the algorithm takes none. Threads are
    not among them, since no answer depends on them.

    >>> Options.of(2) == Options.of("blocking", algorithm="astar")
    True
    """

    metric: Metric
    goal: Goal | GoalFunction
    algorithm: str
    heuristic: str | Function | None
    weight: Fraction | None
    ties: Ties
    duplicates: Duplicates
    reopen: bool | None
    undo: bool
    max_states: int | None
    max_memory: int | None
    max_seconds: float | None

    @staticmethod
    def of(
        heuristic: str | int | Function | None = None,
        *,
        metric: Metric = "slide",
        goal: Goal | GoalFunction = "edge",
        algorithm: str = "auto",
        weight: float | Fraction | None = None,
        ties: Ties = "fifo",
        duplicates: Duplicates = "better",
        reopen: bool | None = None,
        undo: bool = True,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
        trace: bool = False,
    ) -> Options:
        """The options of `solve`; with `trace` for an algorithm that shows its expansions.

        Checking takes longer than solving a small board, so the last ones without functions are
        kept.
        """
        heuristic = heuristic_of(heuristic)
        options = heuristic, metric, goal, algorithm, weight, ties, duplicates, reopen, undo
        limits = max_states, max_memory, max_seconds
        if callable(heuristic) or callable(goal):
            return _checked(*options, *limits, trace)
        try:
            return _kept(*options, *limits, trace)
        except TypeError:
            # Something cannot be hashed: the check says what is wrong with it.
            return _checked(*options, *limits, trace)

    @staticmethod
    def of_cluster(
        metric: Metric,
        goal: Goal,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
    ) -> Options:
        """The options of what explores whole clusters: registered goals alone, no settings."""
        check_names(metric, goal)
        return Options.of(
            metric=metric,
            goal=goal,
            max_states=max_states,
            max_memory=max_memory,
            max_seconds=max_seconds,
        )

    @property
    def settings(self) -> dict[str, bool | float | str]:
        """The settings beside the heuristic that are not as by default, by name."""
        return _settings(self.weight, self.ties, self.duplicates, self.reopen, self.undo)

    @property
    def guide(self) -> str | None:
        """What reports call the heuristic."""
        return function_name(self.heuristic) if callable(self.heuristic) else self.heuristic

    def by_name(self) -> Options:
        """The same with the name of a heuristic that is a function."""
        return replace(self, heuristic=self.guide) if callable(self.heuristic) else self

    def for_core(self) -> Options:
        """The same with names alone, as the core takes it; it takes functions beside them."""
        if callable(self.heuristic) or callable(self.goal):
            goal = BASE if callable(self.goal) else self.goal
            return replace(self.by_name(), goal=goal, heuristic=SOUND)
        return self


def _checked(
    heuristic: str | int | Function | None,
    metric: Metric,
    goal: Goal | GoalFunction,
    algorithm: str,
    weight: float | Fraction | None,
    ties: Ties,
    duplicates: Duplicates,
    reopen: bool | None,
    undo: bool,
    max_states: int | None,
    max_memory: int | None,
    max_seconds: float | None,
    trace: bool,
) -> Options:
    settings = checked_settings(weight, ties, duplicates, reopen, undo)
    fraction = None if weight is None else _fraction(weight)
    check_metric(metric)
    check_goal(goal)
    needs = {"goal": callable(goal), "heuristic": heuristic is not None, "trace": trace}
    names = [name for name, is_needed in needs.items() if is_needed]
    entry = algorithm_for(algorithm, [*names, *settings])
    guide = guide_for(goal, heuristic) if "heuristic" in entry.takes else None
    limits = Limits.of(max_states, max_memory, max_seconds)
    chosen = fraction, ties, duplicates, reopen, undo
    return Options(metric, goal, entry.name, guide, *chosen, *limits)


def checked_settings(
    weight: float | Fraction | None,
    ties: Ties,
    duplicates: Duplicates,
    reopen: bool | None,
    undo: bool,
) -> dict[str, bool | float | str]:
    """The settings beside the heuristic that are not as by default, by name; refuses wrong ones."""
    known("tie order", ties, get_args(Ties))
    known("policy for duplicates", duplicates, get_args(Duplicates))
    expect("reopen", reopen, bool | None, "a truth value or None")
    expect("undo", undo, bool, "a truth value")
    exact = None if weight is None else _fraction(weight)
    return _settings(exact, ties, duplicates, reopen, undo)


# Typed, since True equals 1 and is no number of a heuristic.
_kept = lru_cache(maxsize=64, typed=True)(_checked)


def _settings(
    weight: Fraction | None,
    ties: Ties,
    duplicates: Duplicates,
    reopen: bool | None,
    undo: bool,
) -> dict[str, bool | float | str]:
    """The settings that are not as by default, by name."""
    found: dict[str, bool | float | str] = {}
    if weight is not None:
        found["weight"] = float(weight)
    if ties != "fifo":
        found["ties"] = ties
    if duplicates != "better":
        found["duplicates"] = duplicates
    if reopen is not None:
        found["reopen"] = reopen
    if not undo:
        found["undo"] = undo
    return found


def guide_for(goal: Goal | GoalFunction, heuristic: str | int | Function | None) -> str | Function:
    """The heuristic, by default the strongest of the three; for a custom goal `zero`.

    RushHourError for an estimate of the cost to another goal.
    """
    if callable(heuristic):
        return heuristic
    if not callable(goal):
        return heuristic_name(heuristic)
    name = heuristic_name(SOUND if heuristic is None else heuristic)
    if name != SOUND:
        expected = f"expected {SOUND} or a heuristic of your own for the goal {goal_name(goal)}"
        raise WrongValueError(f"{expected}; {name} may exceed the cost to it")
    return name


# A weight is a fraction to the core: a float becomes the nearest with a denominator up to this.
_FINEST, _GREATEST = 1000, 1_000_000


def _fraction(weight: float | Fraction) -> Fraction:
    from fractions import Fraction

    number("weight", weight, "a number or None")
    try:
        exact = Fraction(weight).limit_denominator(_FINEST)
    except (ValueError, OverflowError):  # not a number, infinite
        exact = Fraction(0)
    if not 1 <= exact <= _GREATEST:
        raise WrongValueError(f"expected a weight from 1 to {_GREATEST}, found {weight}")
    return exact


# Each takes a stack of its own, and far more of them than processors gain nothing.
_MOST_THREADS = 1024


def thread_count(wanted: int | None) -> int:
    """The number of threads: as wanted, or one for each processor that this process may use."""
    if wanted is not None:
        integer("threads", wanted, "an integer or None")
        if wanted < 1:
            raise WrongValueError(f"expected at least 1 thread, found {wanted}")
        if wanted > _MOST_THREADS:
            raise WrongValueError(f"expected at most {_MOST_THREADS} threads, found {wanted}")
        return wanted
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Progress(NamedTuple):
    """What a search has done so far: states kept, bytes held, and the lower bound proved.

    `upper_bound` is the cost of the best solution so far, None where there is none.
    """

    states: int
    bytes: int
    lower_bound: int
    upper_bound: int | None = None


def reporter(
    progress: Callable[[Progress], object] | None,
) -> Callable[[int, int, int, int | None], object] | None:
    """The caller's function as the core calls it."""
    expect("progress", progress, Callable | None, "a function or None")
    return None if progress is None else lambda *seen: progress(Progress(*seen))
