"""Tables in plain text: columns aligned by display width, in bands if a line is too narrow.

```text
puzzle  algorithm  depth  cost        A table that is wider than the line continues below, with the
jam-01  bfs            8     8        columns that name a row repeated:

puzzle  algorithm  expanded  ms
jam-01  bfs            1057   1
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rushhour.output.display import fitted, padded, width

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
