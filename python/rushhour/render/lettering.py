"""Estimates of the width of text, since no font is available."""

from __future__ import annotations

from unicodedata import east_asian_width

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
