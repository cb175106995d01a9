"""A board as SVG: a frame with an opening, walls, and every vehicle in the colour of its label."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

from rushhour.puzzle import Puzzle
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
    sign,
)
from rushhour.render.markup import Svg, element, escape, number
from rushhour.render.palette import Theme, colour
from rushhour.render.style import style_sheet
from rushhour.setup import Vehicle

LARGEST_LETTER, SMALLEST_LETTER = 26, 9
# The width of an average letter, of its size.
LETTER = 0.62
# What stays free on both sides of a label: the ring of the target, and some air.
RIM = 12


def board_svg(puzzle: Puzzle, *, theme: Theme = "auto") -> Svg:
    """The board with all its vehicles."""
    return page(extent([puzzle]), board(puzzle), name=name_of(puzzle), theme=theme)


def page(view: Box, *children: str, name: str, theme: Theme, scale: float = 1) -> Svg:
    """A whole picture on its ground: so wide in pixels as in units, times the scale."""
    ground = element("rect", **_place(view), rx=14, class_="ground")
    return Svg(
        element(
            "svg",
            element("title", escape(name)),
            element("style", style_sheet()),
            ground,
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, view)),
            width=view.width * scale,
            height=view.height * scale,
            class_=f"rushhour {theme}",
            role="img",
        )
    )


def name_of(puzzle: Puzzle) -> str:
    """What a picture is called where it cannot be seen."""
    title = "" if puzzle.title is None else f"{puzzle.title}: "
    size = f"{puzzle.rows} by {puzzle.cols} cells, {len(puzzle.vehicles)} vehicles"
    line = "row" if puzzle.exit.side in ("right", "left") else "column"
    way_out = f"{puzzle.target} leaves at the {puzzle.exit.side} of {line} {puzzle.exit.line + 1}"
    return f"{title}{size}, {way_out}"


def board(puzzle: Puzzle) -> str:
    """The board with all its vehicles, as a part of a picture."""
    return backdrop(puzzle) + "".join(vehicle(each, puzzle.target) for each in puzzle.vehicles)


def backdrop(puzzle: Puzzle) -> str:
    """What never moves: frame, floor, walls and exit."""
    whole = floor(puzzle)
    return "".join(
        [
            element("rect", **_place(whole.inset(-FRAME)), rx=16, class_="frame"),
            element("rect", **_place(gate(puzzle)), class_="floor"),
            element("rect", **_place(whole), rx=5, class_="floor"),
            element("path", d=_grid(puzzle), class_="lines", stroke_width=2),
            *_walls(puzzle),
            _chevron(puzzle),
        ]
    )


def vehicle(each: Vehicle, target: str, **attributes: str) -> str:
    """A vehicle where it stands: a group that a `transform` moves."""
    at, look = body(each), colour(each.label, target)
    outline = element("rect", **_place(at), rx=12, fill=look.fill, class_="body", stroke_width=1.5)
    mark = element(
        "rect", **_place(at.inset(6)), rx=7, fill="none", stroke=look.ink, stroke_width=2.5
    )
    ring = mark if each.label == target else ""
    label = _label(each, at, look.ink)
    return element("g", outline, ring, label, class_="vehicle", data_label=each.label, **attributes)


def _label(each: Vehicle, at: Box, ink: str) -> str:
    x, y = at.middle
    columns = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in each.label)
    turned = each.axis == "v" and columns > 3
    room = (at.height if turned else at.width) - 2 * RIM
    size = max(SMALLEST_LETTER, min(LARGEST_LETTER, room / (LETTER * columns)))
    text = escape(_cut(each.label, int(room / (LETTER * size))))
    turn = f"rotate(-90 {number(x)} {number(y)})" if turned else None
    return element("text", text, x=x, y=y + 0.36 * size, font_size=size, fill=ink, transform=turn)


def _cut(label: str, columns: int) -> str:
    return label if len(label) <= columns else label[: columns - 1] + "…"


def _grid(puzzle: Puzzle) -> str:
    whole = floor(puzzle)
    rows = (f"M0 {row * CELL}h{number(whole.width)}" for row in range(1, puzzle.rows))
    cols = (f"M{col * CELL} 0v{number(whole.height)}" for col in range(1, puzzle.cols))
    return "".join([*rows, *cols])


def _walls(puzzle: Puzzle) -> Iterator[str]:
    for cell in puzzle.walls:
        at = cell_box(cell)
        yield element("rect", **_place(at), class_="wall")
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


def _place(at: Box) -> dict[str, float]:
    return at._asdict()
