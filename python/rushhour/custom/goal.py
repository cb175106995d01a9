"""Custom goals: functions of a State that say whether it is solved; what they return is checked.

A search for a custom goal has the states of `edge`: the target stays on the board. Of the core's
heuristics only `zero` is admissible for it, and of its algorithms only those that take the setting
`goal` call the function; `Query.of` refuses all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast, get_args

from rushhour.custom.calling import call, name_of
from rushhour.custom.layout import Layout
from rushhour.custom.state import State
from rushhour.model.errors import GoalError, RushHourError, listed
from rushhour.model.expect import known
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle

GoalFunction = Callable[[State], bool]

BASE: Goal = "edge"
"""The goal whose states a search for a custom goal has."""

SOUND = "zero"
"""The only registered heuristic that is admissible for every goal."""


def goal_name(goal: Goal | GoalFunction) -> str:
    """What reports call a goal."""
    return name_of(goal) if callable(goal) else goal


def check_goal(goal: Goal | GoalFunction) -> None:
    """Refuse what is neither a goal's name nor a function."""
    if not callable(goal):
        known_goal(goal)


def known_goal(name: str) -> Goal:
    """The registered goal of a name; UnknownNameError if there is none."""
    known("goal", name, get_args(Goal))
    return cast(Goal, name)


def registered(goal: Goal | GoalFunction, task: str) -> Goal:
    """The goal, for a task that takes no custom goals; RushHourError says so."""
    if callable(goal):
        expected = f"expected {listed(get_args(Goal))}"
        raise RushHourError(f"{task} takes no goal of your own; {expected}, found {name_of(goal)}")
    return goal


def guarded_goal(
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
    return _is_solved(goal, State.of(puzzle, metric, BASE))


def _is_solved(goal: GoalFunction, state: State) -> bool:
    value = call("goal", goal, state)
    if not isinstance(value, bool):
        raise GoalError(name_of(goal), value, str(state))
    return value
