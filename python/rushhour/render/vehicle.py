"""A vehicle: a bar in its colour, ringed if it is the target."""

from __future__ import annotations

from rushhour.model.setup import Vehicle
from rushhour.render.geometry import Box, body, outline
from rushhour.render.lettering import cut, width
from rushhour.render.markup import Svg, element, escape, number, rect
from rushhour.render.page import root
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
