"""The problem: the vehicles, their lanes, and which cells are clear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell
from rushhour.planning.domain import NAME
from rushhour.planning.lanes import edge_cell, goal_cell
from rushhour.planning.names import cell_name, vehicle_names

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
