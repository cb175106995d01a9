"""A solution in still pictures: numbered arrows from start to end, or a strip of boards.

Arrows stand on one board as long as every vehicle moves only once, then on a next one. A strip has
the start, and the board after each move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import hypot

from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.model.words import brief
from rushhour.render.board import backdrop, board, vehicles
from rushhour.render.geometry import body, extent
from rushhour.render.markup import Svg, element, number, rect
from rushhour.render.page import Panel, name_of, page, sheet
from rushhour.render.palette import Theme

Point = tuple[float, float]

HEAD = 13


def middles(vehicle: Vehicle, cells: int) -> tuple[Point, Point]:
    """The middle of a vehicle before and after a move."""
    return body(vehicle).middle, body(vehicle.moved(cells)).middle


def arrow(start: Point, end: Point) -> str:
    """An arrow, legible on any background thanks to a wider line behind it."""
    (x, y), (to_x, to_y) = start, end
    far = hypot(to_x - x, to_y - y)
    right, down = (to_x - x) / far, (to_y - y) / far
    back = (to_x - HEAD * right, to_y - HEAD * down)
    wings = [(back[0] - side * HEAD * down, back[1] + side * HEAD * right) for side in (0.6, -0.6)]
    line = f"M{_at(start)}L{_at(back)}"
    head = f"M{_at(end)}L{_at(wings[0])}L{_at(wings[1])}Z"
    return "".join(
        [
            element("path", d=line + head, class_="halo", stroke_width=9, stroke_linejoin="round"),
            element("path", d=line, class_="shaft", stroke_width=4),
            element("path", d=head, class_="head"),
        ]
    )


def badge(at: Point, text: str) -> str:
    """A number in a disc."""
    x, y = at
    size = 15 if len(text) < 3 else 12
    disc = element("circle", cx=x, cy=y, r=12, class_="badge", stroke_width=2)
    return disc + element("text", text, x=x, y=y + 0.36 * size, font_size=size, class_="count")


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


CHAPTER_WIDTH = 320
# How far from the middle of its cell an arrow ends, since another's badge may be there.
SHORT = 16


def arrows_svg(solution: Solution, *, theme: Theme = "auto") -> Svg:
    """The start with its moves as arrows; a new board begins when a vehicle moves again."""
    view, runs = extent(solution.replay()), solution.runs()
    name = f"{name_of(solution.puzzle)}; solved in {len(runs)} moves"
    panels = list(_chapter_panels(solution.puzzle, runs))
    if len(panels) == 1:
        return page(view, panels[0].markup, name=name, theme=theme)
    return sheet(panels, view, wide=CHAPTER_WIDTH, name=name, theme=theme)


def _chapter_panels(puzzle: Puzzle, runs: tuple[Move, ...]) -> Iterator[Panel]:
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


BOARD_WIDTH = 195


def strip_svg(solution: Solution, *, theme: Theme = "auto") -> Svg:
    """The boards of a solution, each with the move that led to it, shown as an arrow."""
    panels = list(_board_panels(solution))
    name = f"{name_of(solution.puzzle)}; solved in {len(panels) - 1} moves"
    return sheet(panels, extent(solution.replay()), wide=BOARD_WIDTH, name=name, theme=theme)


def _board_panels(solution: Solution) -> Iterator[Panel]:
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
