"""PlanningTask: a puzzle in the language of planners."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from rushhour.formats import puzzle_of
from rushhour.model.errors import UnwritableError
from rushhour.model.expect import file_name
from rushhour.model.move import Goal, Metric, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import save
from rushhour.planning.domain import Need, domain
from rushhour.planning.lanes import lane
from rushhour.planning.problem import Lanes, problem


@dataclass(frozen=True, slots=True)
class PlanningTask:
    """A puzzle as the texts of a PDDL domain and problem; a plan costs what a solution costs."""

    domain: str
    problem: str

    def save(self, name: str | PathLike[str]) -> tuple[Path, Path]:
        """Write NAME-domain.pddl and NAME-problem.pddl; returns their paths."""
        paths = task_files(file_name("name", name))
        for path, text in zip(paths, (self.domain, self.problem), strict=True):
            save(path, text.encode())
        return paths


def task_files(name: str) -> tuple[Path, Path]:
    """The names of the two files of a task."""
    return Path(f"{name}-domain.pddl"), Path(f"{name}-problem.pddl")


def to_pddl(
    puzzle: Puzzle | str | PathLike[str], metric: Metric = "slide", goal: Goal = "edge"
) -> PlanningTask:
    """The puzzle in PDDL: STRIPS with types, one action of cost 1 for each slide or step.

    For the goal `clear` a final action of cost 0 states that the road is clear; only then actions
    have costs. UnwritableError if the target has left the board. `Solution.parse` reads the plan of
    a planner.

    >>> task = to_pddl("..B.../AAB.../....../......", "step")
    >>> print(task.domain.split("(:action ")[1])
    back-2-by-1
        :parameters (?v - length-2 ?c1 ?c2 ?c3 - cell)
        :precondition (and (at ?v ?c2) (next ?v ?c1 ?c2) (next ?v ?c2 ?c3) (clear ?c1))
        :effect (and (not (at ?v ?c2)) (at ?v ?c1) (clear ?c3) (not (clear ?c1))))
    <BLANKLINE>
    """
    check_names(metric, goal)
    puzzle = puzzle_of(puzzle)
    if puzzle.driven_out:
        raise UnwritableError(f"vehicle {puzzle.target} has left the board")
    lanes = {vehicle.label: lane(puzzle, vehicle, goal) for vehicle in puzzle.vehicles}
    return PlanningTask(domain(_need(puzzle, lanes, metric, goal)), problem(puzzle, lanes, goal))


def _need(puzzle: Puzzle, lanes: Lanes, metric: Metric, goal: Goal) -> Need:
    rooms: dict[int, int] = {}
    for vehicle in puzzle.vehicles:
        room = len(lanes[vehicle.label]) - vehicle.length
        rooms[vehicle.length] = max(rooms.get(vehicle.length, 0), room)
    moves = [
        (length, sign * cells)
        for length, room in sorted(rooms.items())
        for cells in range(1, min(room, 1 if metric == "step" else room) + 1)
        for sign in (-1, 1)
    ]
    length = puzzle.vehicle(puzzle.target).length
    is_back = puzzle.exit.side in ("left", "top")
    road = lanes[puzzle.target]
    roads = range(len(road) - length + 1) if goal == "clear" else range(0)
    return Need(sorted(rooms), moves, length, list(roads), is_back)
