"""Words of a line: integers, and what messages quote."""

from __future__ import annotations

import re

from rushhour.formats.lines import Line
from rushhour.formats.source import Source

_INTEGER = re.compile(r"[+-]?[0-9]+")


def is_integer(word: str) -> bool:
    """Whether a word is a decimal integer of a size that a board could ever use."""
    return len(word) <= 10 and bool(re.fullmatch(r"[+-]?[0-9]{1,9}", word))


def integer(source: Source, line: Line, word: int, meaning: str) -> int:
    """Read one word of a line as an integer; the error says what it should have meant."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if not is_integer(found):
        column = line.column_of(word)
        source.fail(f"expected {meaning}, found {seen(found)}", line.number, column)
    return int(found)


def seen(word: str) -> str:
    """A word as a message quotes it: shortened, and counted where it is but a long number."""
    if _INTEGER.fullmatch(word) and not is_integer(word):
        return f"a number of {len(word.lstrip('+-'))} digits"
    return repr(word[:40]) if word else "the end of the line"
