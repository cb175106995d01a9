"""A solution as numbered arrows, on one board as long as every vehicle moves only once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.render.arrow import Point, arrow, badge, middles
from rushhour.render.board import board
from rushhour.render.geometry import extent
from rushhour.render.markup import Svg
from rushhour.render.page import name_of, page
from rushhour.render.palette import Theme
from rushhour.render.sheet import Panel, sheet

WIDE = 320
# How far from the middle of its cell an arrow ends, since another's badge may be there.
SHORT = 16


def arrows_svg(solution: Solution, *, theme: Theme = "auto") -> Svg:
    """The start with its moves as arrows; a new board begins when a vehicle moves again."""
    view, runs = extent(solution.replay()), solution.runs()
    name = f"{name_of(solution.puzzle)}; solved in {len(runs)} moves"
    panels = list(_panels(solution.puzzle, runs))
    if len(panels) == 1:
        return page(view, panels[0].markup, name=name, theme=theme)
    return sheet(panels, view, wide=WIDE, name=name, theme=theme)


def _panels(puzzle: Puzzle, runs: tuple[Move, ...]) -> Iterator[Panel]:
    first = 1
    for chapter in _chapters(runs):
        last = first + len(chapter) - 1
        numbers = str(first) if first == last else f"{first} to {last}"
        yield Panel(_drawn(puzzle, chapter, first), numbers)
        for run in chapter:
            puzzle = puzzle.apply(run)
        first = last + 1


def _chapters(runs: tuple[Move, ...]) -> Iterator[list[Move]]:
    """The moves in parts in which every vehicle moves only once; at least one part."""
    chapter: list[Move] = []
    for run in runs:
        if any(run.vehicle == other.vehicle for other in chapter):
            yield chapter
            chapter = []
        chapter.append(run)
    yield chapter


def _drawn(puzzle: Puzzle, chapter: list[Move], first: int) -> str:
    """A board with an arrow for each move, numbered from `first`."""
    ways = [_way(puzzle.vehicle(run.vehicle), run.cells) for run in chapter]
    badges = (badge(start, str(number)) for number, (start, _) in enumerate(ways, first))
    return board(puzzle) + "".join(arrow(*way) for way in ways) + "".join(badges)


def _way(vehicle: Vehicle, cells: int) -> tuple[Point, Point]:
    """The ends of an arrow: the vehicle's first cell before and after; its label stays free."""
    front = replace(vehicle, length=1).moved(vehicle.length - 1 if cells > 0 else 0)
    start, (x, y) = middles(front, cells)
    back = -SHORT if cells > 0 else SHORT
    return start, (x + back, y) if vehicle.axis == "h" else (x, y + back)
