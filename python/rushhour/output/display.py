"""Text from users, made safe for terminals, tables and spreadsheets.

Titles, labels and file names can hold anything: escape sequences for terminals, characters that
change the direction of writing, formulas for spreadsheets. All such text passes through `shown` on
its way to a terminal, `csv_cell` to CSV, or `json_line` to JSON.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping

# Controls, invisible characters such as those that change the direction, lone surrogates, and the
# ends of lines and paragraphs.
_OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Joiners, which some emoji and scripts need; they do not change the direction.
_JOINERS = "\u200c\u200d"
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def shown(text: str) -> str:
    r"""The text as one line that is safe to print: an escape character becomes `\x1b`.

    >>> print(shown("Jam\x1b[2J\n\u202e1"))
    Jam\x1b[2J\n\u202e1
    """
    return _escaped(text, lambda character: character.encode("unicode_escape").decode())


def json_line(value: Mapping[str, object]) -> str:
    """An object as one line of JSON that is safe to print; no character is lost."""
    line = json.dumps(value, ensure_ascii=False)
    return _escaped(line, lambda character: json.dumps(character)[1:-1])


def csv_cell(text: str) -> str:
    """The text as a CSV cell that no spreadsheet evaluates: a quote is put before a formula.

    For names and messages, not for numbers.

    >>> csv_cell("=1+1"), csv_cell("-2"), csv_cell("Jam 1")
    ("'=1+1", '-2', 'Jam 1')
    """
    line = shown(text)
    is_plain = line == "-" or _NUMBER.fullmatch(line)  # the name of standard input, or a number
    return f"'{line}" if _FORMULA.match(line) and not is_plain else line


def width(text: str) -> int:
    """The columns of a line in a terminal; CJK characters and emoji take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text padded with blanks after it, or with `right` before it."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def fitted(text: str, columns: int) -> str:
    """The text, with `...` in place of its middle if it is wider than the columns."""
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
