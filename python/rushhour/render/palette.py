"""Colours: the target red, every other vehicle by its label alone.

Twelve colours and the red, any two of which can be told apart with normal sight and with
protanopia, deuteranopia and tritanopia (tests/render/test_palette.py measures it). Twelve
consecutive labels, such as B C D or 1 2 3, have different colours.
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
FILLS = (
    "#ecda75",  # yellow
    "#2b437f",  # navy
    "#3abaad",  # teal
    "#ef981a",  # orange
    "#aaa0e4",  # lavender
    "#488b58",  # green
    "#eaafca",  # pink
    "#7482e4",  # blue
    "#cbedba",  # mint
    "#864bb2",  # purple
    "#91dbfd",  # sky
    "#623f35",  # brown
)
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


def colour(label: str, target: str) -> Colour:
    """The colour of a vehicle, by its label; red for the target.

    >>> colour("A", "A").fill, colour("B", "A").fill == colour("B", "X").fill
    ('#d62728', True)
    """
    fill = RED if label == target else FILLS[number(label) % len(FILLS)]
    return Colour(fill, _ink(fill))


def number(label: str) -> int:
    """The number that decides the colour of a label; a decimal number stands for itself.

    >>> number("7"), number("C") - number("B")
    (7, 1)
    """
    if label.isascii() and label.isdigit() and len(label) < 10:
        return int(label)
    total = 0
    for character in label:
        total = (total * 31 + ord(character)) % (1 << 32)
    return total


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
