"""Pages: the root element of every picture with its name and style, and sheets of many boards.

The style sheet, a light and a dark scene, is the same in every picture. All its rules begin with
`.rushhour`, so several pictures on one page disturb neither one another nor the page. A sheet has
boards as panels with captions, in even rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import NamedTuple, get_args

from rushhour.base.expect import known
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import edge
from rushhour.render.geometry import Box
from rushhour.render.markup import Svg, element, escape, number, rect
from rushhour.render.palette import DARK, LIGHT, Scene, Theme

FONTS = (
    "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',"
    "'Liberation Sans','DejaVu Sans',sans-serif"
)


def style_sheet() -> str:
    """The rules of a theme; `auto` uses the dark scene if the reader prefers it."""
    dark = _scene(".rushhour.auto", DARK)
    return "".join(
        [
            f".rushhour text{{font-family:{FONTS};font-weight:600;text-anchor:middle}}",
            ".rushhour .left{text-anchor:start}.rushhour .right{text-anchor:end}",
            ".rushhour .plain{font-weight:400}",
            _scene(".rushhour", LIGHT),
            _scene(".rushhour.dark", DARK),
            f"@media (prefers-color-scheme:dark){{{dark}}}",
        ]
    )


def _scene(root: str, scene: Scene) -> str:
    rules = {
        ".ground": f"fill:{scene.ground}",
        ".frame": f"fill:{scene.frame}",
        ".floor": f"fill:{scene.floor}",
        ".lines": f"stroke:{scene.line}",
        ".wall": f"fill:{scene.wall}",
        ".hatch": f"stroke:{scene.floor}",
        ".exit": f"stroke:{scene.accent}",
        ".caption": f"fill:{scene.text}",
        ".halo": f"stroke:{scene.ground};fill:{scene.ground}",
        ".shaft": f"stroke:{scene.text};fill:none",
        ".head": f"fill:{scene.text}",
        ".cut": f"stroke:{scene.frame};fill:none",
        ".bar": f"fill:{scene.accent}",
        ".state": f"fill:{scene.mark}",
        ".chosen": f"fill:{scene.accent}",
        ".edge": f"stroke:{scene.text};stroke-opacity:0.3;fill:none",
        ".faint": "stroke-opacity:0.12",
        ".ring": f"stroke:{scene.text};fill:none",
        ".badge": f"fill:{scene.text};stroke:{scene.ground}",
        ".count": f"fill:{scene.ground}",
        ".ghost": f"stroke:{scene.text};stroke-opacity:0.45;stroke-dasharray:8 7;fill:none",
        ".body": f"stroke:{scene.edge};stroke-opacity:{scene.edge_opacity}",
    }
    return "".join(f"{root} {selector}{{{rule}}}" for selector, rule in rules.items())


def page(
    view: Box,
    *children: str,
    name: str,
    theme: Theme,
    scale: float = 1,
    controls: Mapping[str, str] | None = None,
) -> Svg:
    """A whole picture on its background; `scale` is the number of pixels for a unit."""
    ground = rect(view, rx=14, class_="ground")
    parts = (element("title", escape(name)), ground, *children)
    width, height = view.width * scale, view.height * scale
    return root(view, *parts, theme=theme, width=width, height=height, **(controls or {}))


def root(view: Box, *children: str, theme: Theme, **attributes: str | float) -> Svg:
    """An SVG element with its style; `width` and `height` are among its attributes."""
    known("theme", theme, get_args(Theme))
    return Svg(
        element(
            "svg",
            element("style", style_sheet()),
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, view)),
            class_=f"rushhour {theme}",
            role="img",
            **attributes,
        )
    )


def name_of(puzzle: Puzzle) -> str:
    """The name of a picture for those who cannot see it."""
    title = "" if puzzle.title is None else f"{puzzle.title}: "
    size = f"{puzzle.rows} by {puzzle.cols} cells, {len(puzzle.vehicles)} vehicles"
    return f"{title}{size}, {puzzle.target} leaves at the {edge(puzzle.exit)}"


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
