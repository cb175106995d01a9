"""A solution as a strip of boards: the start, and the board after each move, in rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rushhour.model.notation import brief
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.render.arrow import arrow, middles
from rushhour.render.board import backdrop, board, vehicles
from rushhour.render.geometry import body, extent
from rushhour.render.markup import Svg, rect
from rushhour.render.page import name_of
from rushhour.render.palette import Theme
from rushhour.render.sheet import Panel, sheet

WIDE = 195


def strip_svg(solution: Solution, *, theme: Theme = "auto") -> Svg:
    """The boards of a solution, each with the move that led to it, shown as an arrow."""
    panels = list(_panels(solution))
    name = f"{name_of(solution.puzzle)}; solved in {len(panels) - 1} moves"
    return sheet(panels, extent(solution.replay()), wide=WIDE, name=name, theme=theme)


def _panels(solution: Solution) -> Iterator[Panel]:
    slides = Solution(solution.puzzle, solution.runs(), "slide", solution.goal)
    yield Panel(board(solution.puzzle), "start")
    steps = zip(slides.moves, pairwise(slides.replay()), strict=True)
    for index, (run, (before, after)) in enumerate(steps, 1):
        moved = _moved(before.vehicle(run.vehicle), run.cells, after)
        yield Panel(moved, f"{index}. {brief(run, before)}")


def _moved(was: Vehicle, cells: int, after: Puzzle) -> str:
    """A board with the former outline of a vehicle, and an arrow over the cells that it left."""
    ghost = rect(body(was), rx=12, class_="ghost", stroke_width=3)
    tail = replace(was, length=1).moved(0 if cells > 0 else was.length - 1)
    start, end = middles(tail, cells)
    return backdrop(after) + ghost + vehicles(after) + arrow(start, end)
