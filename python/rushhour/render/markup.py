"""Elements of SVG and HTML as text: attributes in the order given, everything escaped.

No font is available, so the width of a text is an estimate.
"""

from __future__ import annotations

import re
from html import escape as _escape
from pathlib import Path
from unicodedata import east_asian_width

from rushhour.base.files import save

# What XML 1.0 cannot hold, not even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEPT = {ord(character): f"&#{ord(character)};" for character in "\t\n\r"}


class Svg(str):
    """A picture as SVG text, which notebooks display."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self, *, zoom: float = 2) -> bytes:
        """The picture as PNG, `zoom` pixels for a unit; MissingExtraError without `pictures`."""
        from rushhour.render.raster import png

        return png(self, zoom=zoom)

    def save(self, path: str | Path) -> None:
        """Write a file; as PNG if its name ends in `.png`.

        It is written whole or not at all and replaces an existing file.
        """
        is_png = Path(path).suffix.lower() == ".png"
        save(path, self.png() if is_png else self.encode())


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element whose children are markup. `class_` means class; `_` in other names a hyphen.

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
    """An SVG rectangle: corner and size, then other attributes."""
    x, y, width, height = at
    return element("rect", *children, x=x, y=y, width=width, height=height, **attributes)


def escape(text: str) -> str:
    """Escape a text; characters that XML cannot hold become U+FFFD."""
    return _escape(_FORBIDDEN.sub("\ufffd", text))


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-") if not key[0].isupper() else key


def _value(value: str | float) -> str:
    """The value of an attribute; line ends are escaped, or they would become blanks."""
    return escape(value).translate(_KEPT) if isinstance(value, str) else number(value)


# The width of an average letter, as a fraction of its size.
LETTER = 0.62


def width(text: str, size: float) -> float:
    """The approximate width of a text; East Asian letters are twice as wide as others."""
    return LETTER * size * sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, size: float, room: float) -> str:
    """As much of a text as fits, with an ellipsis if it is cut.

    >>> cut("lorry number twelve", 10, 62)
    'lorry num…'
    """
    if width(text, size) <= room:
        return text
    kept = text[: int(room / (LETTER * size)) + 1]  # a letter is at least that wide
    while kept and width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept + "…"
