"""Drawings: rows of cells, however they were written, become a board.

Every reader of pictures ends here: letters in rows, frames, lists of strings, cells between commas,
rows in JSON and in Python. What a mark means is decided once, in `src/reader/drawing.rs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rushhour._core as _core
from rushhour.formats import drawn
from rushhour.formats.source import Source
from rushhour.model.setup import Setup

BLANK = " "


def board(
    source: Source,
    rows: drawn.CellRows,
    *,
    target: str | None = None,
    own: str | None = None,
    line: int | None = None,
) -> Setup:
    """The board that rows of cells show; `own` is the format's label of the target.

    `target` declares the target's label. `line` is the place of errors about the whole board.
    """
    found = _core.read_drawing(drawn.checked(rows), drawn.declared(target), own, line)
    return drawn.item_of(source, found)


def cells(rows: Iterable[Iterable[Any]]) -> list[list[str]]:
    """CellRows of any values as cells: None, an empty text and blanks are a blank cell."""
    return [
        ["".join(str("" if cell is None else cell).split()) or BLANK for cell in row]
        for row in rows
    ]
