"""Text of users where people read it: in terminals, tables and spreadsheets.

Titles, labels and names of files can hold anything: escape sequences that a terminal obeys,
characters that turn the direction of writing, formulas that a spreadsheet computes. All such text
goes through `shown` to a terminal, through `csv_cell` into CSV and through `json_line` into JSON.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping

# Controls, invisible characters such as those that turn the direction, halves of characters, and
# the ends of lines and paragraphs.
_OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Emoji of several people and some scripts are written with these, which change no direction.
_JOINERS = "\u200c\u200d"
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def shown(text: str) -> str:
    r"""The text as one line that a terminal can only show: `\x1b` stands for an escape.

    >>> print(shown("Jam\x1b[2J\n\u202e1"))
    Jam\x1b[2J\n\u202e1
    """
    return _escaped(text, lambda character: character.encode("unicode_escape").decode())


def json_line(value: Mapping[str, object]) -> str:
    """An object as JSON in one line that a terminal can only show; no character is lost."""
    line = json.dumps(value, ensure_ascii=False)
    return _escaped(line, lambda character: json.dumps(character)[1:-1])


def csv_cell(text: str) -> str:
    """The text as a cell of CSV that no spreadsheet computes: a formula gets a quote before it.

    For names and messages; numbers stay as they are.

    >>> csv_cell("=1+1"), csv_cell("-2"), csv_cell("Jam 1")
    ("'=1+1", '-2', 'Jam 1')
    """
    line = shown(text)
    return f"'{line}" if _FORMULA.match(line) and not _NUMBER.fullmatch(line) else line


def width(text: str) -> int:
    """The columns that a line takes in a terminal: two for CJK and emoji."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text with blanks behind it, or with `right` before it, so that it takes the columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def fitted(text: str, columns: int) -> str:
    """The text, with `...` in the place of its middle where it takes more than the columns."""
    if width(text) <= columns:
        return text
    ends = text if len(text) <= 2 * columns else text[:columns] + text[-columns:]
    cuts = ((ends[: (len(ends) - cut) // 2], cut) for cut in range(1, len(ends) + 1))
    shorter = (f"{head}...{ends[len(head) + cut :]}" for head, cut in cuts)
    return next((short for short in shorter if width(short) <= columns), "")


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    if text.isprintable():
        return text
    return "".join(
        escape(character)
        if unicodedata.category(character) in _OBEYED and character not in _JOINERS
        else character
        for character in text
    )
