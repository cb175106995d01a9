"""How much room text takes, where no font can be asked."""

from __future__ import annotations

from unicodedata import east_asian_width

# The width of an average letter, of its size.
LETTER = 0.62


def width(text: str, size: float) -> float:
    """About how wide a text is; East Asian letters are twice as wide as others."""
    return LETTER * size * sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, size: float, room: float) -> str:
    """As much of a text as there is room for, with an ellipsis where that is not all.

    >>> cut("lorry number twelve", 10, 62)
    'lorry num…'
    """
    if width(text, size) <= room:
        return text
    kept = text[: int(room / (LETTER * size)) + 1]  # a letter is at least that wide
    while kept and width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept + "…"
