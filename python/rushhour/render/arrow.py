"""Arrows for moves, from the middle of a vehicle to where that will be."""

from __future__ import annotations

from math import hypot

from rushhour.model.setup import Vehicle
from rushhour.render.geometry import body
from rushhour.render.markup import element, number

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
