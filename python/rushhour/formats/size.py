"""Sizes of boards as people write them: `8`, `8 8`, `8x8`, `size 8`, `rows=8 cols=8`."""

from __future__ import annotations

import re

# Rows and columns with a blank or a cross between them.
_SIDE = re.compile(r"([+-]?[0-9]{1,9})(?:(?:\s*[xX\u00d7]\s*|\s+)([+-]?[0-9]{1,9}))?")
_PAIR = re.compile(r"(?<![0-9])([0-9]{1,2})\s*[xX\u00d7]\s*([0-9]{1,2})(?![0-9])")
# More than any size has, and few enough for `int`.
_DIGITS = 10
_WORD = r"(?:size|rows?|col(?:umn)?s?|width|height)"
_NAMED = re.compile(rf"\b{_WORD}\s*[:=]?\s*([0-9]+)|([0-9]+)\s*{_WORD}\b", re.IGNORECASE)


def side_of(text: str) -> int | None:
    """The side of a square board in a line that gives nothing else; None if it does not.

    >>> side_of("8 x 8")
    8
    """
    match = _SIDE.fullmatch(text.strip())
    if match is None or (match[2] is not None and int(match[1]) != int(match[2])):
        return None
    return int(match[1])


def pairs_in(text: str) -> set[tuple[int, int]]:
    """Every pair such as 8x8 in a text.

    >>> pairs_in("Rushhour9x9_4.csv")
    {(9, 9)}
    """
    return {(int(match[1]), int(match[2])) for match in _PAIR.finditer(text)}


def sizes_in(text: str) -> set[int]:
    """Every number that a text names as a size, rows or columns; of a long one the first digits.

    >>> sizes_in("Level 5, size 8")
    {8}
    """
    named = {int((match[1] or match[2])[:_DIGITS]) for match in _NAMED.finditer(text)}
    return named.union(*pairs_in(text))
