"""QR codes, which a camera reads: a text such as the link to a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import rushhour._core as _core
from rushhour.base import expect
from rushhour.render.markup import Svg, element, escape, rect

QrLevel = Literal["low", "medium", "quartile", "high"]
# Pixels of a module, before a zoom.
_MODULE = 4
# A row of characters shows two rows of modules. Light ones are drawn: most terminals are dark.
_HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code with the four light modules around it that readers need.

    `rows` says of each module whether it is dark, `level` how much of the code may be missing: low
    7 %, medium 15 %, quartile 25 %, high 30 %. `str` draws it for a terminal with a dark ground.
    """

    text: str
    rows: tuple[tuple[bool, ...], ...]
    level: QrLevel
    path: str
    """The dark modules as a path of SVG, in which a module is one unit wide."""

    def svg(self) -> Svg:
        """The code as a picture, dark on white; `.png()` and `.save(path)` give pixels."""
        side = len(self.rows)
        size = {"width": _MODULE * side, "height": _MODULE * side}
        named = {"role": "img", "shape_rendering": "crispEdges", "viewBox": f"0 0 {side} {side}"}
        space = "http://www.w3.org/2000/svg"
        title = element("title", escape(self.text))
        return Svg(element("svg", title, self.drawn(), xmlns=space, **size, **named))

    def drawn(self) -> str:
        """The code as elements of SVG, in which a module is one unit wide."""
        side = len(self.rows)
        return rect((0, 0, side, side), fill="#fff") + element("path", d=self.path, fill="#000")

    def __str__(self) -> str:
        rows = self.rows if len(self.rows) % 2 == 0 else (*self.rows, (True,) * len(self.rows))
        pairs = (zip(*two, strict=True) for two in zip(rows[::2], rows[1::2], strict=True))
        return "\n".join("".join(map(_HALVES.__getitem__, pair)) for pair in pairs)

    def _repr_svg_(self) -> str:
        return self.svg()


def qr_code(text: str) -> QrCode:
    """A text, such as a link, as a QR code; WrongValueError if it has more than 2 953 bytes.

    The code is as small as the level `medium` allows, and takes a higher level if that needs no
    more room. Only texts that no code of that level can hold get the level `low`.

    >>> import rushhour
    >>> code = qr_code(rushhour.link("..B.../AAB.../....../......"))
    >>> len(code.rows), code.level
    (41, 'medium')
    """
    expect.text("text", text)
    rows, path, level = _core.qr(text)
    return QrCode(text, tuple(map(tuple, rows)), level, path)
