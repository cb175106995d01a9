"""Words of a line: integers, and what messages quote."""

from __future__ import annotations

import re

from rushhour.formats.lines import Line
from rushhour.formats.source import Source

_INTEGER = re.compile(r"[+-]?[0-9]+")


def is_integer(word: str) -> bool:
    """Whether a word is a decimal integer of at most 9 digits."""
    return len(word) <= 10 and bool(re.fullmatch(r"[+-]?[0-9]{1,9}", word))


def integer(source: Source, line: Line, word: int, meaning: str) -> int:
    """Read a word of a line as an integer; `meaning` is what the error expects."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if not is_integer(found):
        column = line.column_of(word)
        source.fail(f"expected {meaning}, found {seen(found)}", line.number, column)
    return int(found)


def seen(word: str) -> str:
    """A word as quoted in messages: shortened; for a long number, how many digits it has."""
    if _INTEGER.fullmatch(word) and not is_integer(word):
        return f"a number of {len(word.lstrip('+-'))} digits"
    return repr(word[:40]) if word else "the end of the line"
