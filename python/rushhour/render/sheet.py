"""Sheets: many boards in one picture, as panels with captions in even rows."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from rushhour.render.geometry import Box
from rushhour.render.markup import Svg, element, escape, number
from rushhour.render.page import page
from rushhour.render.palette import Theme

# The width of a row in pixels; a single wide board may exceed it.
WIDTH = 1000
# In units of the board, like all other lengths.
CAPTION, LETTER, MARGIN = 50, 30, 10


class Panel(NamedTuple):
    """A board as markup, and its caption."""

    markup: str
    caption: str


def sheet(panels: list[Panel], view: Box, *, wide: float, name: str, theme: Theme) -> Svg:
    """Arrange panels that share a view box, each at most `wide` pixels wide."""
    scale = min(1, wide / view.width)
    columns = _columns(len(panels), int(WIDTH / scale / view.width))
    tall, rows = view.height + CAPTION, ceil(len(panels) / columns)
    placed = []
    for index, panel in enumerate(panels):
        row, col = divmod(index, columns)
        by = f"translate({number(col * view.width - view.x)} {number(row * tall - view.y)})"
        inside = panel.markup + _caption(view, panel.caption)
        placed.append(element("g", inside, transform=by, class_="panel"))
    whole = Box(0, 0, columns * view.width, rows * tall).inset(-MARGIN)
    return page(whole, *placed, name=name, theme=theme, scale=scale)


def _columns(panels: int, most: int) -> int:
    """The number of columns: as few rows as the width allows, evenly filled."""
    rows = ceil(panels / max(1, most))
    return ceil(panels / rows)


def _caption(view: Box, text: str) -> str:
    x, y = view.middle[0], view.y + view.height + LETTER
    return element("text", escape(text), x=x, y=y, font_size=LETTER, class_="caption")
