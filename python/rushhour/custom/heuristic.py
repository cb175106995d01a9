"""Custom heuristics: functions of a State, whose values are checked before a search uses them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf

from rushhour import _core
from rushhour.custom.calling import call, name_of
from rushhour.custom.goal import BASE, GoalFunction
from rushhour.custom.layout import Layout
from rushhour.custom.state import State
from rushhour.model.errors import HeuristicError
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle

Function = Callable[[State], float]

MOST = 65_535
"""The largest finite estimate: the open list has a place for every value of f."""

# Sums of fractions miss whole numbers by less.
_NOISE = 1e-9


def guarded(
    function: Function, metric: Metric, goal: Goal | GoalFunction
) -> Callable[[_core.Puzzle], Callable[[tuple[int, ...]], int | None]]:
    """Wrap a function for the core, which passes offsets and takes a whole number or None.

    Fractions are rounded up. That is sound: costs are whole, so h <= h* gives ceil(h) <= h*, and
    h(s) <= cost + h(t) gives ceil(h(s)) <= cost + ceil(h(t)). A value within 1e-9 above a whole
    number is rounded down to it. Infinity means that there is no solution. HeuristicError for any
    other value. An exception from the function gets a note that names the state.
    """

    def of_puzzle(puzzle: _core.Puzzle) -> Callable[[tuple[int, ...]], int | None]:
        layout = Layout(Puzzle._of(puzzle, None), metric, BASE if callable(goal) else goal)
        return lambda offsets: estimate(State(layout, offsets))

    def estimate(state: State) -> int | None:
        value = call("heuristic", function, state)
        if type(value) is int and 0 <= value <= MOST:
            return value
        try:
            return _whole(value)
        except ValueError as error:
            raise HeuristicError(
                name_of(function), str(error), value, str(state)
            ) from error.__cause__

    return of_puzzle


def _whole(value: object) -> int | None:
    """A checked estimate; ValueError says what was expected."""
    if not hasattr(value, "__float__"):
        lost = "; does a branch lack its return?" if value is None else ""
        raise ValueError(f"a number{lost}")
    try:
        number = float(value)
    except OverflowError:
        number = float(MOST + 1)
    except Exception as error:  # an array of several numbers, or another object
        raise ValueError(f"a number; float() of it raises {type(error).__name__}") from error
    if number == inf:
        return None
    if not number >= 0:
        raise ValueError("a number of at least 0")
    if number > MOST:
        raise ValueError(f"at most {MOST}, or infinity where there is no solution")
    return max(0, ceil(number - _NOISE))
