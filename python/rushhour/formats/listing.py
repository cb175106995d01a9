"""Lists of vehicles under any names: the one table of synonyms, and the reading that is legal.

A list says for each vehicle where it stands, its axis and its length, in words that differ from
program to program; case, `_` and `-` do not count. `setup` makes the board of a list. The table and
the reader are `src/reader/listing.rs`.

x is across and y is down, cells count from 0, the first cell of a vehicle is its top left one, and
a pair is row and column. Where that is no legal board and only one other reading is - counted from
1, y upwards, a pair as x and y - that one is taken, with a warning. The target is the vehicle that
the list marks, or the only red one, or the only one whose label the rule of `target` takes or is
red, or the only one on the axis of the exit that is written. It is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import rushhour._core as _core
from rushhour.base import expect
from rushhour.formats import drawn
from rushhour.formats.source import Source, encodable
from rushhour.model.setup import Axis, Setup

SIZE = _core.LIST_SIZE
"""Rows and columns where a text says none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A vehicle or wall of a list, whose numbers are still as they are written."""

    row: int
    col: int
    axis: Axis
    length: int
    label: str | None = None
    is_target: bool = False
    is_wall: bool = False
    is_red: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of vehicles and what stands around it.

    `are_cells` says that axes are those of cells, so that they turn where a pair is x and y.
    """

    source: Source
    entries: Sequence[Entry]
    rows: int = SIZE
    cols: int = SIZE
    target: str | None = None
    has_pairs: bool = False
    are_cells: bool = False
    has_y: bool = False
    line: int | None = None


def setup(listing: Listing, first: int | None = None) -> Setup:
    """The board of a list: with `first` counted from there, else in the reading that is legal."""
    for entry in listing.entries:
        if entry.label is not None:
            expect.text("label", entry.label)
    found = _core.read_listing(
        [
            (
                entry.row,
                entry.col,
                entry.axis,
                entry.length,
                entry.label,
                entry.is_target,
                entry.is_wall,
                entry.is_red,
            )
            for entry in listing.entries
        ],
        (listing.rows, listing.cols),
        drawn.declared(listing.target),
        has_pairs=listing.has_pairs,
        are_cells=listing.are_cells,
        has_y=listing.has_y,
        line=listing.line,
        first=first,
    )
    return drawn.item_of(listing.source, found)


def field_of(word: str) -> str | None:
    """The field of a vehicle that a word means."""
    return _core.vehicle_field(encodable(word))


def words_for(field: str) -> list[str]:
    """The words that mean a field of a vehicle."""
    return dict(_core.list_words()[0])[field]


def axis_of(word: str) -> Axis | None:
    """The axis that a word means."""
    return _core.axis_of(encodable(word))


def is_red(word: str) -> bool:
    """Whether a word is a red color."""
    return _core.is_red(encodable(word))


def synonyms() -> Iterator[str]:
    """The rows of the tables in docs/reference/formats.md."""
    for name, table in zip(("a vehicle", "the board"), _core.list_words(), strict=True):
        yield f"| {name} | words |"
        yield "|---|---|"
        for key, names in table:
            yield f"| {key} | {', '.join(names)} |"
        yield ""
