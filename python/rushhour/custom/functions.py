"""Custom heuristics: functions of a State, whose values are checked before a search uses them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar, cast, get_args

import rushhour._core as _core
from rushhour.base.expect import known
from rushhour.custom.state import Layout, State
from rushhour.errors import GoalError, HeuristicError, WrongValueError, listed
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle

Function = Callable[[State], float]

MOST = 65_535
"""The largest finite estimate: the open list has a place for every value of f."""

# Sums of fractions miss whole numbers by less.
_NOISE = 1e-9


def core_heuristic(
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
        return lambda offsets: estimate(function, State(layout, offsets))[0]

    return of_puzzle


def estimate(function: Function, state: State) -> tuple[int | None, float]:
    """The estimate of a function as the core takes it, and the value that the function returned."""
    value = call("heuristic", function, state)
    if type(value) is int and 0 <= value <= MOST:
        return value, value
    try:
        return _whole(value), value
    except ValueError as error:
        raise HeuristicError(
            function_name(function), str(error), value, str(state)
        ) from error.__cause__


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


# Calls of the user's functions: their names in reports, and the tracebacks of their errors.


T = TypeVar("T")

_NOTES = ("in the heuristic ", "in the goal ")


def function_name(function: Callable[..., object]) -> str:
    """The name of a function in reports."""
    return str(getattr(function, "__name__", type(function).__name__))


def places_of(function: Callable[..., object]) -> tuple[str, str]:
    """The name of a function with its file, and with the path of that; a module if it has none."""
    code = getattr(function, "__code__", None)
    path = Path(code.co_filename if code else getattr(function, "__module__", None) or "")
    return f"{path.name}:{function_name(function)}", f"{path}:{function_name(function)}"


def call(kind: Literal["heuristic", "goal"], function: Callable[[State], T], state: State) -> T:
    """Call a function of the user; its exceptions get a note that names the state."""
    try:
        return function(state)
    except Exception as error:
        error.add_note(f"in the {kind} {function_name(function)}, for the state {state}")
        raise


def is_from_user(error: BaseException) -> bool:
    """Whether an error was raised by a function of the user, not by this package."""
    return any(note.startswith(_NOTES) for note in getattr(error, "__notes__", ()))


def users_part(error: BaseException) -> TracebackType | None:
    """The traceback of such an error, from the function on."""
    trace, ours = error.__traceback__, None
    while trace is not None:
        ours = trace if trace.tb_frame.f_code.co_filename == __file__ else ours
        trace = trace.tb_next
    return ours and ours.tb_next


# Custom goals: functions of a State that say whether it is solved; what they return is checked.
#
# A search for a custom goal has the states of `edge`: the target stays on the board. Of the
# core's heuristics only `zero` is admissible for it, and of its algorithms only those that take
# the setting `goal` call the function; `Options.of` refuses all others.


GoalFunction = Callable[[State], bool]

BASE: Goal = "edge"
"""The goal whose states a search for a custom goal has."""

SOUND = "zero"
"""The only registered heuristic that is admissible for every goal."""


def goal_name(goal: Goal | GoalFunction) -> str:
    """What reports call a goal."""
    return function_name(goal) if callable(goal) else goal


def check_goal(goal: Goal | GoalFunction) -> None:
    """Refuse what is neither a goal's name nor a function."""
    if not callable(goal):
        known_goal(goal)


def known_goal(name: str) -> Goal:
    """The registered goal of a name; UnknownNameError if there is none."""
    known("goal", name, get_args(Goal))
    return cast(Goal, name)


def require_registered(goal: Goal | GoalFunction, task: str) -> Goal:
    """The goal, for a task that takes no custom goals; RushHourError says so."""
    if callable(goal):
        expected = f"expected {listed(get_args(Goal))}"
        raise WrongValueError(
            f"{task} takes no goal of your own; {expected}, found {function_name(goal)}"
        )
    return goal


def core_goal(
    goal: Goal | GoalFunction, puzzle: Puzzle, metric: Metric
) -> Callable[[tuple[int, ...]], bool] | None:
    """Wrap a function for the core, which passes offsets; None for a goal of the core.

    GoalError if it returns anything but True or False. An exception from the function gets a note
    that names the state.
    """
    if not callable(goal):
        return None
    layout = Layout(puzzle, metric, BASE)
    return lambda offsets: _is_solved(goal, State(layout, offsets))


def reaches(goal: GoalFunction, puzzle: Puzzle, metric: Metric) -> bool:
    """Whether a puzzle has reached a custom goal."""
    return _is_solved(goal, State.of(puzzle, metric=metric, goal=BASE))


def _is_solved(goal: GoalFunction, state: State) -> bool:
    value = call("goal", goal, state)
    if not isinstance(value, bool):
        raise GoalError(function_name(goal), value, str(state))
    return value
