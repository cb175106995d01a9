"""The pages that replay searches, read as their script reads them."""

import json
import re
from dataclasses import replace
from typing import Any

import rushhour
from rushhour import Move, Puzzle

TRACED = [entry.name for entry in rushhour.search.algorithms() if "trace" in entry.takes]


def data_of(html: str) -> Any:
    """The data for the script."""
    found = re.search(r'<script id="data" type="application/json">(.*)</script>', html)
    assert found is not None
    return json.loads(found[1])


def moved(puzzle: Puzzle, offsets: list[int]) -> Puzzle:
    """A state by how far its vehicles are from their places."""
    vehicles = [
        replace(one, row=one.row + by) if one.axis == "v" else replace(one, col=one.col + by)
        for one, by in zip(puzzle.vehicles, offsets, strict=True)
    ]
    return puzzle.with_vehicles(vehicles, puzzle.target)


def shown_at(puzzle: Puzzle, search: Any, index: int) -> Puzzle:
    """The state that the page draws for an expansion: its moves from its root, each a legal one."""
    steps = []
    while search["parent"][index] >= 0:
        steps.append((search["vehicle"][index], search["cells"][index]))
        index = search["parent"][index]
    offsets = next(offsets for root, offsets, _ in search["roots"] if root == index)
    state = moved(puzzle, offsets)
    for vehicle, cells in reversed(steps):
        state = state.apply(Move(puzzle.vehicles[vehicle].label, cells))
    return state
