"""Vehicles by their cells: a label and all cells, or the first and the last, on each line.

```text
X: (2,0) (2,1)        row and column, counted from 0
B: (0,2) (1,2) (2,2)

X = a3, b3            column and row, counted from 1
B = c1-c3
```

The board is 6x6, unless a size such as `6 6` stands above. What the numbers of pairs mean, and
which vehicle is the target, is said in `listing`. Row 1 of letters and numbers is the top one,
unless only the other reading is a legal board; a FormatWarning says which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from rushhour.errors import ParseError
from rushhour.formats import code
from rushhour.formats.listing import SIZE, Entry, Listing, setup
from rushhour.formats.source import Line, Source, checked_lines, seen
from rushhour.formats.table import size_in
from rushhour.model.setup import Axis, Cell, Setup

_PAIR = r"[(\[]?\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*[)\]]?"
_NAMED = r"[A-Za-z][0-9]{1,2}"
_BETWEEN = r"\s*(?:[,;]|->?|\.\.|\bto\b|\band\b)?\s*"
_LINE = re.compile(
    rf"\W*?(?P<label>\w{{1,12}}|\*)\s*(?P<sign>[:=])?\s*[\[({{]?\s*"
    rf"(?P<cells>(?:{_PAIR})(?:{_BETWEEN}(?:{_PAIR}))+|{_NAMED}(?:{_BETWEEN}{_NAMED})+)"
    rf"\s*[\])}}]?\s*[,;.]?\s*"
)
_CELL = re.compile(rf"{_PAIR}|{_NAMED}")
_NUMBER = re.compile(r"[0-9]+")
# Longer than any vehicle with all its cells.
_WIDE = 1 << 10


def _match(line: Line) -> re.Match[str] | None:
    found = _LINE.fullmatch(line.text) if len(line.text) <= _WIDE else None
    # Without a sign, numbers alone could be a row of a table.
    is_sure = found is not None and (
        found["sign"] or "(" in line.text or found["cells"][0].isalpha()
    )
    return found if is_sure else None


def matches(source: Source) -> bool:
    """A label and at least two cells on each line."""
    _, lines = size_in([*source.head])
    return bool(lines) and all(map(_match, lines)) and not code.matches(source)


def resembles(source: Source) -> bool:
    """A label and at least two cells on more lines than not."""
    return 2 * sum(_match(line) is not None for line in source.head) > len(source.head)


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The one puzzle of the text; `target` declares the label of the target."""
    size, lines = size_in(checked_lines(source.bounded(source.lines())))
    entries = [_entry(source, line) for line in lines]
    if not entries:
        source.fail("expected a vehicle, found the end of the text")
    are_named = [named for named, _ in entries]
    if any(are_named) != all(are_named):
        other = lines[are_named.index(not are_named[0])]
        found = seen(other.text.strip())
        source.fail(f"expected cells as in the first line, found {found}", other.number)
    if are_named[0]:
        source.warn("row 1 is taken as the top row", lines[0].number)
    yield setup(
        Listing(
            source,
            [entry for _, entry in entries],
            *size or (SIZE, SIZE),
            target=target,
            has_pairs=not are_named[0],
            are_cells=True,
            has_y=are_named[0],
            line=lines[0].number,
        )
    )


def _entry(source: Source, line: Line) -> tuple[bool, Entry]:
    """Whether the cells of a line have letters, and its vehicle or wall."""
    found = _match(line)
    if found is None:
        seen_ = seen(line.text.strip())
        source.fail(
            f"expected a label and cells such as B: (0,2) (1,2), found {seen_}", line.number
        )
    words = _CELL.findall(found["cells"])
    is_named = words[0][0].isalpha()
    row, col, axis, length = _bar(source, line, sorted(map(_cell, words)))
    label = found["label"]
    return is_named, Entry(row, col, axis, length, label)


def _cell(word: str) -> Cell:
    numbers = [int(number) for number in _NUMBER.findall(word)]
    if word[0].isalpha():
        return numbers[0] - 1, ascii_lowercase.index(word[0].lower())
    return numbers[0], numbers[1]


def _bar(source: Source, line: Line, cells: Sequence[Cell]) -> tuple[int, int, Axis, int]:
    """The bar of all cells of a vehicle, or of its first and last."""
    (row, col), (last, right) = cells[0], cells[-1]
    axis: Axis = "v" if last > row else "h"
    length = last - row + right - col + 1
    whole = [(row + i * (axis == "v"), col + i * (axis == "h")) for i in range(length)]
    if not whole or list(cells) not in (whole, [whole[0], whole[-1]]):
        found = seen(line.text.strip())
        source.fail(f"expected cells in one line without a gap, found {found}", line.number)
    return row, col, axis, length
