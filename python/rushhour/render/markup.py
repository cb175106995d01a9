"""Elements of SVG and HTML as text: attributes in the order given, everything escaped."""

from __future__ import annotations

import re
from html import escape as _escape
from pathlib import Path

from rushhour.files import save

# What XML 1.0 cannot hold, not even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEPT = {ord(character): f"&#{ord(character)};" for character in "\t\n\r"}


class Svg(str):
    """A picture as SVG text; notebooks draw it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self, *, zoom: float = 2) -> bytes:
        """The picture in pixels, so many for a unit; MissingExtraError without `pictures`."""
        from rushhour.render.raster import png

        return png(self, zoom=zoom)

    def save(self, path: str | Path) -> None:
        """Write a file, in pixels where its name ends in `.png`.

        It is written whole or not at all; one of that name is replaced.
        """
        is_png = Path(path).suffix.lower() == ".png"
        save(path, self.png() if is_png else self.encode())


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element; children are markup. `class_` is class, `_` in other names a hyphen.

    >>> element("a", escape("<"), class_="b c", stroke_width=1.50, x=None)
    '<a class="b c" stroke-width="1.5">&lt;</a>'
    """
    parts = [
        name,
        *(
            f'{_name(key)}="{_value(value)}"'
            for key, value in attributes.items()
            if value is not None
        ),
    ]
    body = "".join(children)
    return f"<{' '.join(parts)}>{body}</{name}>" if body else f"<{' '.join(parts)}/>"


def rect(
    at: tuple[float, float, float, float], *children: str, **attributes: str | float | None
) -> str:
    """A rectangle of SVG: its corner and its size, then other attributes."""
    x, y, width, height = at
    return element("rect", *children, x=x, y=y, width=width, height=height, **attributes)


def escape(text: str) -> str:
    """A text as markup; characters that no XML can hold become U+FFFD."""
    return _escape(_FORBIDDEN.sub("\ufffd", text))


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-") if not key[0].isupper() else key


def _value(value: str | float) -> str:
    """A value of an attribute, in which line ends would else become blanks."""
    return escape(value).translate(_KEPT) if isinstance(value, str) else number(value)
