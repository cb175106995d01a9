"""The algorithms and heuristics of the core, by name and number."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rushhour import _core
from rushhour.custom.calling import name_of
from rushhour.custom.heuristic import Function
from rushhour.custom.state import State
from rushhour.model.errors import PluginError, UnknownNameError
from rushhour.model.expect import expect, integer, known
from rushhour.model.move import Metric
from rushhour.model.plugins import Plugin, plugins

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
    `duplicates`, `reopen`, `trace`; and `goal`, a function as the goal.
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


def algorithm_for(name: str, chosen: Iterable[str]) -> Algorithm:
    """The algorithm of a name, or the one that `auto` stands for, which must take these settings.

    UnknownNameError where there is no such name, RushHourError where it takes less than that.
    """
    name = algorithm_name(name)
    known("algorithm", name, ["auto", *(entry.name for entry in algorithms())])
    return _algorithm_for(name, tuple(chosen))


@lru_cache
def _algorithm_for(name: str, chosen: tuple[str, ...]) -> Algorithm:
    return _algorithm(_core.algorithm_for(name, list(chosen)))


def _algorithm(row: _core._AlgorithmRow) -> Algorithm:
    name, text, optimal, takes = row
    return Algorithm(name, text, optimal, tuple(takes))


def chosen(choice: str | int | Function | None) -> str | int | Function | None:
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
        return name_of(choice)
    names = [entry.name for entry in heuristics()]
    expect("heuristic", choice, str | int | None, "a name, a number or None")
    if isinstance(choice, int):
        integer("heuristic", choice, "a name, a number or None")
    if choice is None:
        return "advanced"
    chosen = _other_names().get(str(choice).lower(), str(choice))
    if chosen in names:
        return chosen
    numbers = [str(number) for number in range(1, _NUMBERED + 1)]
    if str(choice) in numbers:
        return names[numbers.index(str(choice))]
    more = [plugin for plugin in plugins("rushhour.heuristics") if plugin not in names]
    raise UnknownNameError("heuristic", str(choice), names + more + numbers)
