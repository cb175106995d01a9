"""Text from users, made safe for terminals, tables and spreadsheets.

Titles, labels and file names can hold anything: escape sequences for terminals, characters that
change the direction of writing, formulas for spreadsheets. All such text passes through `shown` on
its way to a terminal, `csv_cell` to CSV, or `json_line` to JSON.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

JsonDict: TypeAlias = dict[str, Any]
"""An object of JSON as `json` reads and writes it."""

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


# Tables in plain text: columns aligned by display width, in bands if a line is too narrow.
#
# ```text
# puzzle  algorithm  depth  cost        A table that is wider than the line continues below,
# jam-01  bfs            8     8        with the columns that name a row repeated:
#
# puzzle  algorithm  expanded  ms
# jam-01  bfs            1057   1
# ```


Cells = Sequence[str]

_GAP = "  "
# The least width of a line, and of a name that is cut.
_NARROW, _LEAST = 20, 8


def aligned(
    head: Cells,
    *sections: Sequence[Cells],
    names: int = 1,
    right: range = range(0),
    prose: bool = False,
    line: int | None = None,
) -> Iterator[str]:
    """The lines of a table; a rule separates its sections.

    The first `names` columns name a row, those in `right` hold numbers. `line` is the largest
    width, None for no limit. With `prose` the last column is text, which is wrapped below its row
    if it does not fit beside it.
    """
    line = None if line is None else max(line, _NARROW)
    rows = [head, *(row for section in sections for row in section)]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if line is not None and _total(widths) > line:
        notes = [row[-1] for row in rows] if prose else [""] * len(rows)
        kept = len(widths) - prose
        widths = [*_narrowed(widths[:names], line // 2), *widths[names:kept]]
        bands = list(_bands(widths, names, line))
    else:
        notes, bands, line = [""] * len(rows), [list(range(len(widths)))], 0
    rules = {sum(map(len, sections[:number])) for number in range(1, len(sections))} - {0}
    for number, band in enumerate(bands):
        if number:
            yield ""
        for place, (row, note) in enumerate(zip(rows, notes, strict=True)):
            if place - 1 in rules:
                yield "-" * _total([widths[column] for column in band])
            yield _line(row, widths, band, right)
            if number == 0 and note:
                yield from wrap(note, line, initial_indent="    ", subsequent_indent="    ")


def _line(row: Cells, widths: list[int], band: Sequence[int], right: range) -> str:
    cells = (
        padded(fitted(row[column], widths[column]), widths[column], right=column in right)
        for column in band
    )
    return _GAP.join(cells).rstrip()


def _bands(widths: list[int], names: int, line: int) -> Iterator[list[int]]:
    """The columns of each band: those that name a row, and as many others as fit."""
    band = list(range(names))
    for column in range(names, len(widths)):
        if len(band) > names and _total([widths[one] for one in [*band, column]]) > line:
            yield band
            band = list(range(names))
        band.append(column)
    yield band


def _narrowed(widths: list[int], room: int) -> list[int]:
    """The widths, with the widest reduced until all fit."""
    narrow = list(widths)
    while _total(narrow) > room and max(narrow) > _LEAST:
        narrow[narrow.index(max(narrow))] -= 1
    return narrow


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)
