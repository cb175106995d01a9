"""Colours: the target red, every other vehicle one of twelve.

Any two of the thirteen can be told apart with normal sight and with protanopia, deuteranopia and
tritanopia (tests/render/test_palette.py measures it). `colouring` says which vehicle has which.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Theme = Literal["auto", "light", "dark"]


class Colour(NamedTuple):
    """The fill of a vehicle and the ink of its label, as `#rrggbb`."""

    fill: str
    ink: str


class Scene(NamedTuple):
    """The colours around the vehicles, from the background to the outlines."""

    ground: str
    frame: str
    floor: str
    line: str
    wall: str
    text: str
    mark: str
    accent: str
    edge: str
    edge_opacity: float


RED = "#d62728"
_NAMED = {
    "yellow": "#ecda75",
    "navy": "#2b437f",
    "teal": "#3abaad",
    "orange": "#ef981a",
    "lavender": "#aaa0e4",
    "green": "#488b58",
    "pink": "#eaafca",
    "blue": "#7482e4",
    "mint": "#cbedba",
    "purple": "#864bb2",
    "sky": "#91dbfd",
    "brown": "#623f35",
    "red": RED,
}
FILLS = tuple(_NAMED.values())[:-1]
# Those that look alike beside one another: the closest by CIEDE2000, up to 30.
_PAIRS = """
lavender blue, lavender pink, lavender purple, lavender sky, blue purple, blue navy, blue sky,
blue pink, navy purple, navy brown, brown red, teal green, teal sky, teal mint, green mint,
yellow mint, yellow orange
"""


def _similar() -> tuple[tuple[int, ...], ...]:
    names, pairs = list(_NAMED), [pair.split() for pair in _PAIRS.split(",")]
    return tuple(
        tuple(names.index(other) for other in names for pair in pairs if {name, other} == {*pair})
        for name in names
    )


SIMILAR = _similar()
"""For each of FILLS and for red, in this order, the numbers of those that look like it."""

LIGHT = Scene(
    ground="#ffffff",
    frame="#566070",
    floor="#f3f4f6",
    line="#dde1e7",
    wall="#8a93a1",
    text="#1b1f26",
    mark="#566070",
    accent="#c41f20",
    edge="#000000",
    edge_opacity=0.5,
)
DARK = Scene(
    ground="#15181d",
    frame="#59636f",
    floor="#23282f",
    line="#343b45",
    wall="#5a6472",
    text="#eef1f5",
    mark="#9aa7b8",
    accent="#ff6b63",
    edge="#ffffff",
    edge_opacity=0.55,
)

_DARK_INK, _LIGHT_INK = "#0c0e11", "#ffffff"


def colour(fill: int) -> Colour:
    """The colour of a number: one of FILLS, and after them red.

    >>> colour(12)
    Colour(fill='#d62728', ink='#ffffff')
    """
    shade = (*FILLS, RED)[fill]
    return Colour(shade, _ink(shade))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2: from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _ink(fill: str) -> str:
    return max(_DARK_INK, _LIGHT_INK, key=lambda ink: contrast(ink, fill))


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in bytes.fromhex(colour[1:]))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
