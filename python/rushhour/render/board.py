"""A board as SVG: a frame with an opening at the exit, walls, and the vehicles, each a bar."""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.render.colouring import colours
from rushhour.render.geometry import (
    CELL,
    FRAME,
    OUTWARD,
    Box,
    body,
    cell_box,
    extent,
    floor,
    gate,
    outline,
    sign,
)
from rushhour.render.markup import Svg, cut, element, escape, number, rect, width
from rushhour.render.page import name_of, page, root
from rushhour.render.palette import Colour, Theme

LARGEST_LETTER, SMALLEST_LETTER = 26, 9
# The margin on both sides of a label: the ring of the target, and some space.
RIM = 12
# Labels wider than this, relative to their size (three letters), run along the vehicle.
TURNED = 2


def vehicle(each: Vehicle, target: str, look: Colour, motion: str = "") -> str:
    """A vehicle at its place: a group that a `transform` or a given motion can move."""
    at = body(each)
    bar = rect(at, rx=12, fill=look.fill, class_="body", stroke_width=1.5)
    ring = rect(at.inset(6), rx=7, fill="none", stroke=look.ink, stroke_width=2.5)
    shape = bar + ring if each.label == target else bar
    label = _label(each, at, look.ink)
    return element("g", shape, label, motion, class_="vehicle", data_label=each.label)


def sprite(each: Vehicle, target: str, look: Colour, theme: Theme) -> Svg:
    """A picture of a vehicle alone, without background."""
    at = outline(each)
    return root(at, vehicle(each, target, look), theme=theme, width=at.width, height=at.height)


def _label(each: Vehicle, at: Box, ink: str) -> str:
    """The label in letters as large as fit; long labels run along the vehicle."""
    x, y = at.middle
    turned = each.axis == "v" and width(each.label, 1) > TURNED
    room = (at.height if turned else at.width) - 2 * RIM
    size = max(SMALLEST_LETTER, min(LARGEST_LETTER, room / width(each.label, 1)))
    text = escape(cut(each.label, size, room))
    turn = f"rotate(-90 {number(x)} {number(y)})" if turned else None
    return element("text", text, x=x, y=y + 0.36 * size, font_size=size, fill=ink, transform=turn)


def board_svg(puzzle: Puzzle, *, theme: Theme = "auto") -> Svg:
    """The board with all its vehicles."""
    return page(extent([puzzle]), board(puzzle), name=name_of(puzzle), theme=theme)


def board(puzzle: Puzzle) -> str:
    """The board with all its vehicles, as part of a picture."""
    return backdrop(puzzle) + vehicles(puzzle)


def vehicles(puzzle: Puzzle) -> str:
    """All vehicles at their places."""
    looks = colours(puzzle)
    return "".join(vehicle(each, puzzle.target, looks[each.label]) for each in puzzle.vehicles)


def backdrop(puzzle: Puzzle) -> str:
    """The fixed parts: frame, floor, walls and exit."""
    whole = floor(puzzle)
    return "".join(
        [
            rect(whole.inset(-FRAME), rx=16, class_="frame"),
            rect(gate(puzzle), class_="floor"),
            rect(whole, rx=5, class_="floor"),
            element("path", d=_grid(puzzle), class_="lines", stroke_width=2),
            *_walls(puzzle),
            _chevron(puzzle),
        ]
    )


def _grid(puzzle: Puzzle) -> str:
    whole = floor(puzzle)
    rows = (f"M0 {row * CELL}h{number(whole.width)}" for row in range(1, puzzle.rows))
    cols = (f"M{col * CELL} 0v{number(whole.height)}" for col in range(1, puzzle.cols))
    return "".join([*rows, *cols])


def _walls(puzzle: Puzzle) -> Iterator[str]:
    for cell in puzzle.walls:
        at = cell_box(cell)
        yield rect(at, class_="wall")
        yield element("path", d=_hatch(at), class_="hatch", stroke_width=3)


def _hatch(at: Box) -> str:
    """Five parallel strokes from edge to edge."""
    strokes = ((max(0, far - CELL), min(CELL, far)) for far in range(20, 2 * CELL, 20))
    return "".join(
        f"M{number(at.x + near)} {number(at.y + far)}L{number(at.x + far)} {number(at.y + near)}"
        for near, far in strokes
    )


def _chevron(puzzle: Puzzle) -> str:
    (x, y), (right, down) = sign(puzzle).middle, OUTWARD[puzzle.exit.side]
    tip = (x + 6 * right, y + 6 * down)
    ends = [
        (x - 6 * right + side * 11 * down, y - 6 * down + side * 11 * right) for side in (-1, 1)
    ]
    points = " ".join(f"{number(a)},{number(b)}" for a, b in (ends[0], tip, ends[1]))
    return element(
        "polyline",
        points=points,
        class_="exit",
        fill="none",
        stroke_width=6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
