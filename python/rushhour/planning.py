"""Puzzles as tasks for planners: the texts of a PDDL domain and problem, and the plans they give.

STRIPS with types. `names` and `lanes` say what vehicles and cells are called and where vehicles can
stand, `domain` and `problem` write the two texts, `plan` reads what a planner prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from rushhour.base.expect import file_name
from rushhour.base.files import save
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle

__all__ = ["PlanningTask", "to_pddl"]


# Names in PDDL, which ignores case and forbids most signs.


_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")


def vehicle_names(puzzle: Puzzle) -> dict[str, str]:
    """The name of each vehicle by its label: `car-b` for B.

    If two labels differ only in case, or one has another sign, all vehicles are numbered in their
    order instead: `vehicle-1`, `vehicle-2`.
    """
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    names = [f"car-{label.lower()}" for label in labels]
    if not all(map(_PLAIN.fullmatch, labels)) or len(set(names)) < len(names):
        names = [f"vehicle-{number}" for number in range(1, len(names) + 1)]
    return dict(zip(labels, names, strict=True))


def cell_name(puzzle: Puzzle, cell: Cell) -> str:
    """The name of a cell: `r2c0` on the board, `exit-1`, `exit-2` beyond the exit."""
    row, col = cell
    if 0 <= row < puzzle.rows and 0 <= col < puzzle.cols:
        return f"r{row}c{col}"
    beyond = {"right": col - puzzle.cols + 1, "bottom": row - puzzle.rows + 1}
    return f"exit-{beyond.get(puzzle.exit.side, -min(cell))}"


def action_name(length: int, cells: int) -> str:
    """The name of a move of a vehicle of some length: `forward-2-by-3`, or `back-2-by-3`."""
    return f"{'forward' if cells > 0 else 'back'}-{length}-by-{abs(cells)}"


# Lanes: the cells that a vehicle can ever cover, in order, from wall to wall or edge to edge.


def lane(puzzle: Puzzle, vehicle: Vehicle, goal: Goal) -> list[Cell]:
    """The lane of a vehicle; that of the target goes on beyond the exit if the goal does."""
    walls, (back, forth) = set(puzzle.walls), _beyond(puzzle, vehicle, goal)
    size = puzzle.cols if vehicle.axis == "h" else puzzle.rows
    here = vehicle.col if vehicle.axis == "h" else vehicle.row
    first, last = here, here + vehicle.length - 1
    while first > -back and cell_of(vehicle, first - 1) not in walls:
        first -= 1
    while last < size + forth - 1 and cell_of(vehicle, last + 1) not in walls:
        last += 1
    return [cell_of(vehicle, place) for place in range(first, last + 1)]


def cell_of(vehicle: Vehicle, place: int) -> Cell:
    """The cell at a place of a vehicle's row or column."""
    return (vehicle.row, place) if vehicle.axis == "h" else (place, vehicle.col)


def goal_cell(puzzle: Puzzle, goal: Goal) -> Cell:
    """The top-left cell of the target at the goal; for `clear`, at the edge."""
    target = puzzle.vehicle(puzzle.target)
    back, forth = _beyond(puzzle, target, goal)
    if puzzle.exit.side in ("left", "top"):
        return cell_of(target, -back)
    size = puzzle.cols if target.axis == "h" else puzzle.rows
    return cell_of(target, size + forth - target.length)


def edge_cell(puzzle: Puzzle) -> Cell:
    """The last cell of the target's line before the exit."""
    target = puzzle.vehicle(puzzle.target)
    last = (puzzle.cols if target.axis == "h" else puzzle.rows) - 1
    return cell_of(target, 0 if puzzle.exit.side in ("left", "top") else last)


def _beyond(puzzle: Puzzle, vehicle: Vehicle, goal: Goal) -> tuple[int, int]:
    """How many cells outside the board the lane has at its beginning and its end."""
    depth = {"past": 1, "off": vehicle.length}.get(goal, 0) * (vehicle.label == puzzle.target)
    return (depth, 0) if puzzle.exit.side in ("left", "top") else (0, depth)


# The domain: one action for each length of vehicle, direction and number of cells.
#
# The lane of each vehicle is a chain of cells (`next`), so an action needs no numbers: a vehicle of
# two cells that goes three forward has a chain of five, the last three of which must be clear.


NAME = "rush-hour"


class Need(NamedTuple):
    """The actions that a task needs: lengths of vehicles, their moves, and lengths of clear roads.

    `moves` are pairs of a length and a number of cells, `roads` numbers of cells between the target
    and its exit; empty unless the goal is a clear road. `is_back` is whether the exit lies at the
    left or top.
    """

    lengths: list[int]
    moves: list[tuple[int, int]]
    target: int
    roads: list[int]
    is_back: bool


def domain(need: Need) -> str:
    """The text of the domain."""
    types = " ".join(f"length-{length}" for length in need.lengths)
    costs = " :action-costs" if need.roads else ""
    predicates = "(at ?v - vehicle ?c - cell) (next ?v - vehicle ?c ?d - cell) (clear ?c - cell)"
    extra = " (target ?v - vehicle) (edge ?c - cell) (solved)" if need.roads else ""
    parts = [
        f"(define (domain {NAME})",
        f"  (:requirements :strips :typing{costs})",
        f"  (:types vehicle cell - object {types} - vehicle)",
        f"  (:predicates {predicates}{extra})",
        *(["  (:functions (total-cost) - number)"] if need.roads else []),
        *(_move(length, cells, bool(need.roads)) for length, cells in need.moves),
        *(_finish(need.target, road, is_back=need.is_back) for road in need.roads),
    ]
    return "\n".join(parts) + ")\n"


def _move(length: int, cells: int, is_priced: bool) -> str:
    chain = [f"?c{number}" for number in range(1, length + abs(cells) + 1)]
    before, after = chain[:length], chain[-length:]
    swept = chain[length:]
    if cells < 0:
        before, after, swept = after, before, chain[:-length]
    needs = [f"(at ?v {before[0]})", *_chained(chain), *_each("clear", swept)]
    effects = [f"(not (at ?v {before[0]}))", f"(at ?v {after[0]})"]
    effects += _each("clear", [cell for cell in before if cell not in after])
    effects += [f"(not (clear {cell}))" for cell in after if cell not in before]
    effects += ["(increase (total-cost) 1)"] * is_priced
    return _action(action_name(length, cells), length, chain, needs, effects)


def _finish(length: int, road: int, *, is_back: bool) -> str:
    """The action that finds the road clear; it costs nothing, since nothing moves."""
    chain = [f"?c{number}" for number in range(1, length + road + 1)]
    place, ahead, edge = chain[0], chain[length:], chain[-1]
    if is_back:
        place, ahead, edge = chain[road], chain[:road], chain[0]
    needs = ["(target ?v)", f"(at ?v {place})", f"(edge {edge})"]
    needs += [*_chained(chain), *_each("clear", ahead)]
    return _action(f"finish-{road}", length, chain, needs, ["(solved)"])


def _action(
    name: str, length: int, chain: list[str], needs: Iterable[str], effects: Iterable[str]
) -> str:
    return "\n".join(
        [
            f"  (:action {name}",
            f"    :parameters (?v - length-{length} {' '.join(chain)} - cell)",
            f"    :precondition (and {' '.join(needs)})",
            f"    :effect (and {' '.join(effects)}))",
        ]
    )


def _chained(chain: list[str]) -> Iterator[str]:
    return (f"(next ?v {one} {other})" for one, other in pairwise(chain))


def _each(predicate: str, cells: Iterable[str]) -> list[str]:
    return [f"({predicate} {cell})" for cell in cells]


# The problem: the vehicles, their lanes, and which cells are clear.


Lanes = dict[str, list[Cell]]


def problem(puzzle: Puzzle, lanes: Lanes, goal: Goal) -> str:
    """The text of the problem; `lanes` are those of all vehicles by label."""
    names = vehicle_names(puzzle)
    final = goal_cell(puzzle, goal)
    is_clear = goal == "clear"
    aim = "(solved)" if is_clear else f"(at {names[puzzle.target]} {cell_name(puzzle, final)})"
    ends = [edge_cell(puzzle)] if is_clear else [final]
    cells = sorted({cell for lane in lanes.values() for cell in lane}.union(ends))
    parts = [
        f"(define (problem {_title(puzzle)})",
        f"  (:domain {NAME})",
        f"  (:objects\n    {' '.join(cell_name(puzzle, cell) for cell in cells)} - cell",
        *_typed(puzzle, names),
        "  )",
        "  (:init",
        *(f"    {facts}" for facts in _facts(puzzle, names, lanes, cells)),
        *_for_clear(puzzle, names, is_clear=is_clear),
        "  )",
        f"  (:goal {aim})",
        *["  (:metric minimize (total-cost))"] * is_clear,
    ]
    return "\n".join(parts) + ")\n"


def _title(puzzle: Puzzle) -> str:
    words = re.findall(r"[a-z0-9]+", (puzzle.title or "").lower())
    return "-".join(["puzzle", *words])[:80]


def _typed(puzzle: Puzzle, names: dict[str, str]) -> Iterator[str]:
    by_length = sorted(puzzle.vehicles, key=lambda vehicle: vehicle.length)
    for length, group in groupby(by_length, key=lambda vehicle: vehicle.length):
        yield f"    {' '.join(names[vehicle.label] for vehicle in group)} - length-{length}"


def _facts(puzzle: Puzzle, names: dict[str, str], lanes: Lanes, cells: list[Cell]) -> Iterator[str]:
    """Lines of facts: two for each vehicle, and one for the clear cells."""
    for vehicle in puzzle.vehicles:
        name = names[vehicle.label]
        places = [cell_name(puzzle, cell) for cell in lanes[vehicle.label]]
        yield f"(at {name} {cell_name(puzzle, (vehicle.row, vehicle.col))})"
        yield " ".join(f"(next {name} {one} {other})" for one, other in pairwise(places))
    taken = {cell for vehicle in puzzle.vehicles for cell in vehicle.cells()}.union(puzzle.walls)
    yield " ".join(f"(clear {cell_name(puzzle, cell)})" for cell in cells if cell not in taken)


def _for_clear(puzzle: Puzzle, names: dict[str, str], *, is_clear: bool) -> Iterator[str]:
    if is_clear:
        yield f"    (target {names[puzzle.target]}) (edge {cell_name(puzzle, edge_cell(puzzle))})"
        yield "    (= (total-cost) 0)"


# PlanningTask: a puzzle in the language of planners.


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
    puzzle: Puzzle | str | PathLike[str], *, metric: Metric = "slide", goal: Goal = "edge"
) -> PlanningTask:
    """The puzzle in PDDL: STRIPS with types, one action of cost 1 for each slide or step.

    For the goal `clear` a final action of cost 0 states that the road is clear; only then actions
    have costs. UnwritableError if the target has left the board. `Solution.parse` reads the plan of
    a planner.

    >>> task = to_pddl("..B.../AAB.../....../......", metric="step")
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


# Plans: what planners print for a puzzle's PDDL, read back as moves.
#
# ```text
# (forward-2-by-3 car-a r2c1 r2c2 r2c3 r2c4 r2c5)
# ; cost = 1 (unit cost)
# ```
#
# Times and durations around an action, as some planners print them, are ignored: `0.003: (...)
# [1.000]`. So is the action that finds the road clear.


_LINE = re.compile(r"\s*(?:[0-9.]{1,20}\s*:\s*)?\(\s*([^()]*)\)\s*(?:\[[0-9.]*\]\s*)?")
_ACTION = re.compile(r"(forward|back)-[0-9]{1,3}-by-([0-9]{1,3})", re.IGNORECASE)
_FINISH = re.compile(r"finish-[0-9]{1,3}", re.IGNORECASE)
_START = re.compile(r"\s*(?:;|(?:[0-9.]{1,20}\s*:\s*)?\((?!\s*[0-9]))")


def is_plan(text: str) -> bool:
    """Whether a text begins like a plan: with a comment or an action."""
    return bool(_START.match(text))


def read_plan(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """The moves of a plan; ParseError, with the line, if it does not fit the puzzle's PDDL.

    The cells of each action must be those where its vehicle stands and goes. Whether they are clear
    is left to `Solution.verify`.
    """
    return tuple(_moves(text, puzzle))


def _moves(text: str, puzzle: Puzzle) -> Iterator[Move]:
    labels = {name: label for label, name in vehicle_names(puzzle).items()}
    vehicles = {vehicle.label: vehicle for vehicle in puzzle.vehicles}
    lanes = {label: set(lane(puzzle, vehicle, "off")) for label, vehicle in vehicles.items()}
    for number, line in enumerate(text.splitlines(), 1):
        words = _words(line, number)
        if not words or _FINISH.fullmatch(words[0]):
            continue
        label, cells = _plan_action(words, labels, number)
        chain = _chain(vehicles[label], cells)
        names = [cell_name(puzzle, cell) for cell in chain if cell in lanes[label]]
        expected = " ".join([action_name(vehicles[label].length, cells), words[1], *names])
        if len(names) < len(chain):
            message = f"expected cells in the lane of vehicle {label}"
        elif " ".join(words) != expected:
            message = f"expected ({expected}) of vehicle {label} where it stands"
        else:
            vehicles[label] = vehicles[label].moved(cells)
            yield Move(label, cells)
            continue
        raise ParseError(f"{message}, found {line.strip()[:80]!r}", number)


def _chain(vehicle: Vehicle, cells: int) -> list[Cell]:
    """The cells that a vehicle covers before, during and after a move, in order."""
    start = vehicle.col if vehicle.axis == "h" else vehicle.row
    places = range(start + min(cells, 0), start + max(cells, 0) + vehicle.length)
    return [cell_of(vehicle, place) for place in places]


def _words(line: str, number: int) -> list[str]:
    """The words of the action in a line, in small letters; none if it holds a comment alone."""
    action = line.partition(";")[0]
    if not action.strip():
        return []
    match = _LINE.fullmatch(action)
    if match is None:
        raise ParseError(f"expected an action in brackets, found {line.strip()[:40]!r}", number)
    return match[1].lower().split() or [""]


def _plan_action(words: list[str], labels: dict[str, str], number: int) -> tuple[str, int]:
    match = _ACTION.fullmatch(words[0])
    if match is None or int(match[2]) == 0:
        raise ParseError(f"expected an action such as forward-2-by-1, found {words[0]!r}", number)
    name = words[1] if len(words) > 1 else ""
    if name not in labels:
        known = ", ".join(labels)
        raise ParseError(f"expected one of {known}, found {name[:40]!r}", number)
    return labels[name], int(match[2]) * (1 if match[1] == "forward" else -1)
