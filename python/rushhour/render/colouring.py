"""Which vehicle has which colour: no two that can ever touch have similar ones.

A vehicle reaches the cells of its line between the walls, less the room of the vehicles that it
cannot pass. Two that can stand side by side are neighbours. Only what no move changes counts, so a
vehicle keeps its colour in every state and in every picture of a puzzle. The page has the same rule
in `web/static/colouring.js`.

Colours are dealt greedily, to vehicles with many neighbours first; then each vehicle looks again
for a better one. Where neighbours look alike even so, another vehicle begins. Among equally good
colours a vehicle takes the first from the number of its label on.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.render.palette import FILLS, SIMILAR, Colour, colour

_RED = len(FILLS)
# What it costs if neighbours have the same colour, or similar ones; and if others have the same.
_SAME, _SIMILAR, _USED = 100, 10, 1
# So many vehicles begin, and so often each of them looks for a better colour.
_BEGINNERS, _ROUNDS = 12, 4


def colours(puzzle: Puzzle) -> dict[str, Colour]:
    """The colour of every vehicle by its label; the target is red.

    >>> from rushhour import parse
    >>> looks = colours(parse("..B.../AAB.../....../......"))
    >>> looks["A"].fill
    '#d62728'
    """
    vehicles = sorted(puzzle.vehicles, key=_place)
    reaches = [_reach(puzzle, vehicle) for vehicle in vehicles]
    beside = [
        [other for other, there in enumerate(reaches) if other != at and _touch(here, there)]
        for at, here in enumerate(reaches)
    ]
    others = [at for at, vehicle in enumerate(vehicles) if vehicle.label != puzzle.target]
    order = sorted(others, key=lambda at: -len(beside[at]))
    start = {at: _RED for at in range(len(vehicles)) if at not in others}
    firsts = [number(vehicle.label) for vehicle in vehicles]
    best = (len(order) ** 2, start)
    for k in range(min(_BEGINNERS, len(order))):
        dealt = _deal([order[k], *order[:k], *order[k + 1 :]], beside, firsts, start)
        best = min(best, dealt, key=lambda one: one[0])
        if best[0] == 0:
            break
    chosen = best[1]
    return {vehicle.label: colour(chosen[at]) for at, vehicle in enumerate(vehicles)}


class _Reach(NamedTuple):
    """The cells from `start` up to `end`, without it, of a row or column."""

    axis: str
    line: int
    start: int
    end: int

    def has(self, cell: int, around: int = 0) -> bool:
        return self.start - around <= cell < self.end + around


def _place(vehicle: Vehicle) -> tuple[str, int, int]:
    """The axis, the line, and the offset in it."""
    row, col = vehicle.row, vehicle.col
    return ("h", row, col) if vehicle.axis == "h" else ("v", col, row)


def _reach(puzzle: Puzzle, vehicle: Vehicle) -> _Reach:
    """The cells that a vehicle could cover if all others made room on their lines."""
    axis, line, offset = _place(vehicle)
    is_row = axis == "h"
    walls = [
        (col if is_row else row) for row, col in puzzle.walls if (row, col)[not is_row] == line
    ]
    before = max((wall for wall in walls if wall < offset), default=-1)
    behind = min(
        (wall for wall in walls if wall > offset), default=puzzle.cols if is_row else puzzle.rows
    )
    lengths = {-1: 0, 1: 0}
    for other in puzzle.vehicles:
        its_axis, its_line, its_offset = _place(other)
        if (its_axis, its_line) == (axis, line) and its_offset != offset:
            way = 1 if its_offset > offset else -1
            if not any(min(offset, its_offset) < wall < max(offset, its_offset) for wall in walls):
                lengths[way] += other.length
    return _Reach(axis, line, before + 1 + lengths[-1], behind - lengths[1])


def _touch(one: _Reach, other: _Reach) -> bool:
    """Whether two vehicles can stand side by side."""
    if one.axis == other.axis:
        is_next = abs(one.line - other.line) == 1
        return one.line == other.line or (
            is_next and one.start < other.end and other.start < one.end
        )
    return (one.has(other.line) and other.has(one.line, 1)) or (
        one.has(other.line, 1) and other.has(one.line)
    )


def _deal(
    order: list[int], beside: list[list[int]], firsts: list[int], start: dict[int, int]
) -> tuple[int, dict[int, int]]:
    """The number of neighbours with similar colours, and the number of a fill for each vehicle."""
    chosen, used = dict(start), Counter[int]()
    for _ in range(_ROUNDS):
        for at in order:
            used[chosen.get(at, _RED)] -= 1
            costs = _costs([chosen[other] for other in beside[at] if other in chosen], used)
            ranks = [(cost, (fill - firsts[at]) % _RED, fill) for fill, cost in enumerate(costs)]
            chosen[at] = min(ranks)[2]
            used[chosen[at]] += 1
    faults = sum(
        chosen[at] == chosen[other] or chosen[other] in SIMILAR[chosen[at]]
        for at in order
        for other in beside[at]
    )
    return faults, chosen


def _costs(near: list[int], used: Counter[int]) -> list[int]:
    """What each fill costs beside those of the neighbours, where so many vehicles have each."""
    costs = [_USED * used[fill] for fill in range(_RED)]
    for fill in near:
        for similar in SIMILAR[fill]:
            if similar != _RED:
                costs[similar] += _SIMILAR
        if fill != _RED:
            costs[fill] += _SAME
    return costs


def number(label: str) -> int:
    """The number from whose colour on a label chooses; a decimal number stands for itself.

    >>> number("7"), number("C") - number("B")
    (7, 1)
    """
    if label.isascii() and label.isdigit() and len(label) < 10:
        return int(label)
    total = 0
    for character in label:
        total = (total * 31 + ord(character)) % (1 << 32)
    return total
