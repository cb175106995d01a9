"""The root element of every picture: size, name, style and background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rushhour.model.expect import known
from rushhour.model.notation import edge
from rushhour.model.puzzle import Puzzle
from rushhour.render.geometry import Box
from rushhour.render.markup import Svg, element, escape, number, rect
from rushhour.render.palette import Theme
from rushhour.render.style import style_sheet


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
