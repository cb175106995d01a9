"""Lists of vehicles under any names: the one table of synonyms, and the reading that is legal.

A list says for each vehicle where it stands, its axis and its length, in words that differ from
program to program. `FIELDS` has the words for a vehicle, `BOARD` those for what is around the list;
case, `_` and `-` do not count. `setup` makes the board of a list.

x is across and y is down, cells count from 0, the first cell of a vehicle is its top left one, and
a pair is row and column. Where that is no legal board and only one other reading is - counted from
1, y upwards, a pair as x and y - that one is taken, with a warning. The target is the vehicle that
the list marks, or the only red one, or the only one whose label the rule of `target` takes or is
red, or the only one on the axis of the exit that is written. It is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, product
from string import ascii_uppercase
from typing import NamedTuple

from rushhour.errors import InvalidBoardError, ParseError
from rushhour.formats.games import several_leave
from rushhour.formats.source import Source
from rushhour.formats.target import candidates
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Setup, Side, Vehicle
from rushhour.model.words import place

FIELDS = {
    "label": ("label", "id", "name", "car", "vehicle", "symbol", "letter", "piece", "block"),
    "row": ("row", "r", "y", "start row", "top"),
    "col": ("col", "column", "c", "x", "start col", "start column", "left"),
    "place": (
        "position",
        "pos",
        "start",
        "location",
        "coordinates",
        "coords",
        "cell",
        "origin",
        "from",
    ),
    "end": ("end", "to", "stop"),
    "cells": ("cells", "squares", "tiles"),
    "length": ("length", "len", "size", "l", "span"),
    "width": ("width", "w"),
    "height": ("height", "h"),
    "axis": ("axis", "direction", "dir", "orientation", "orient", "alignment", "o"),
    "horizontal": ("is horizontal", "horizontal"),
    "vertical": ("is vertical", "vertical"),
    "target": (
        "is target",
        "target",
        "primary",
        "is primary",
        "player",
        "main",
        "is main",
        "is red",
    ),
    "wall": ("is wall", "wall", "fixed", "is fixed"),
    "color": ("color", "colour"),
    "type": ("type", "kind"),
}
BOARD = {
    "vehicles": ("vehicles", "cars", "pieces", "blocks"),
    "rows": ("rows", "nrow", "nrows", "height", "h", "row count", "num rows"),
    "cols": ("cols", "columns", "ncol", "ncols", "width", "w", "col count", "num cols"),
    "size": ("size", "board size", "grid size", "dimension", "dimensions", "n", "board", "grid"),
    "exit": ("exit", "exit side", "door"),
    "exit row": ("exit row", "exit y"),
    "exit column": ("exit column", "exit col", "exit x"),
    "walls": ("walls", "fix", "fixed", "obstacles", "blocked"),
    "target": ("target", "target id", "player", "main", "primary"),
    "title": ("title", "name", "id"),
}
WRAPPERS = ("levels", "puzzles", "boards", "games", "problems")
"""The keys of a list of boards, or of an object of them by their names."""
LONE_WRAPPERS = ("level", "puzzle", "game", "problem", "data")
"""The keys of an object or a list that is a board."""

AXES: dict[str, Axis] = {
    **dict.fromkeys(("h", "horizontal", "-", "horiz", "hor", "right", "left", "across"), "h"),
    **dict.fromkeys(("v", "vertical", "|", "vert", "ver", "down", "up"), "v"),
}
SIDES: dict[str, Side] = {
    **dict.fromkeys(("right", "r", "east", "e", ">"), "right"),
    **dict.fromkeys(("left", "l", "west", "w", "<"), "left"),
    **dict.fromkeys(("top", "t", "up", "u", "north", "n", "^"), "top"),
    **dict.fromkeys(("bottom", "b", "down", "d", "south", "s", "v"), "bottom"),
}
RED = ("red", "r", "#f00", "#ff0000")
TARGET_TYPES = ("target", "player", "main", "primary", "red", "hero", "goal")
LENGTHS = {"car": 2, "truck": 3, "lorry": 3, "bus": 3}
"""Types of vehicles that tell their length, where nothing else does."""
SIZE = 6
"""Rows and columns where a text says none."""


def plain(name: str) -> str:
    """A name of a field without what does not count: `isTarget` and `is_target` are the same."""
    return re.sub(r"[\s_-]+", "", name).casefold()


@cache
def _plain_words(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(plain, words))


def field_of(name: str, table: dict[str, tuple[str, ...]]) -> str | None:
    """The field of a table that a name means."""
    word = plain(name)
    return next((key for key, words in table.items() if word in _plain_words(words)), None)


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
    walls: Sequence[Cell] = ()
    exit: Side | Cell | Exit | int | None = None
    exit_line: int | None = None
    target: str | None = None
    title: str | None = None
    has_pairs: bool = False
    are_cells: bool = False
    has_y: bool = False
    line: int | None = None


class _Reading(NamedTuple):
    """How the numbers of a list are meant."""

    first: int = 0
    is_upward: bool = False
    is_swapped: bool = False

    def __str__(self) -> str:
        words = [f"cells counted from {self.first}"]
        words += ["y upwards"] * self.is_upward + ["pairs as x and y"] * self.is_swapped
        return ", ".join(words)

    def place(self, row: int, col: int, rows: int, deep: int) -> Cell:
        """Row and column, from 0, of the top left cell of what is so many rows deep."""
        row, col = (col, row) if self.is_swapped else (row, col)
        row, col = row - self.first, col - self.first
        return (rows - row - deep if self.is_upward else row), col


_USUAL = _Reading()


def setup(listing: Listing) -> Setup:
    """The board of a list, in the reading that is a legal board."""
    try:
        usual: Setup | ParseError = _setup(listing, _USUAL)
    except ParseError as error:
        usual = error
    if isinstance(usual, Setup) and _is_legal(usual):
        return usual
    ways = product((0, 1), (False, True), (False, True))
    readings = [
        _Reading(*way)
        for way in ways
        if (listing.has_y or not way[1]) and (listing.has_pairs or not way[2])
    ]
    found: dict[Setup, _Reading] = {}
    for reading in readings[1:]:
        with suppress(ParseError):
            board = _setup(listing, reading)
            if _is_legal(board):
                found.setdefault(board, reading)
    if len(found) == 1:
        ((board, reading),) = found.items()
        listing.source.warn(f"read with {reading}: else it is no legal board", listing.line)
        return board
    if found:
        names = " or ".join(f"with {reading}" for reading in found.values())
        message = "expected cells counted from 0, found a board that is legal only"
        listing.source.fail(f"{message} {names}", listing.line)
    if isinstance(usual, ParseError):
        raise usual
    return usual


def counted_from(first: int, listing: Listing) -> Setup:
    """The board of a list whose cells are counted from 0 or 1, legal or not."""
    return _setup(listing, _Reading(first))


def _is_legal(board: Setup) -> bool:
    try:
        Puzzle.from_setup(board)
    except InvalidBoardError:
        return False
    return True


def _setup(listing: Listing, reading: _Reading) -> Setup:
    bars = [entry for entry in listing.entries if not entry.is_wall]
    for wall in (entry for entry in listing.entries if entry.is_wall and entry.length < 1):
        found = f"expected a wall of at least 1 cell, found one of {wall.length}"
        listing.source.fail(found, listing.line)
    walls = [
        reading.place(row, col, listing.rows, 1)
        for row, col in chain(listing.walls, *(_cells(e) for e in listing.entries if e.is_wall))
    ]
    target = _target(listing, bars)
    letters = chain(ascii_uppercase[1:], (f"V{number}" for number in count(1)))
    vehicles = []
    for index, entry in enumerate(bars):
        label = entry.label
        if label is None:
            label = "A" if index == target else next(letters)
        axis = entry.axis
        if listing.are_cells and reading.is_swapped:
            axis = "h" if axis == "v" else "v"
        deep = entry.length if axis == "v" else 1
        row, col = reading.place(entry.row, entry.col, listing.rows, deep)
        vehicles.append(Vehicle(label, axis, row, col, entry.length))
    way_out = exit_of(listing, vehicles[target], reading)
    return Setup(
        listing.rows,
        listing.cols,
        tuple(vehicles),
        vehicles[target].label,
        way_out,
        tuple(sorted(walls)),
        listing.title,
    )


def _cells(entry: Entry) -> list[Cell]:
    return Vehicle("#", entry.axis, entry.row, entry.col, entry.length).cells()


def exit_of(listing: Listing, target: Vehicle, reading: _Reading = _USUAL) -> Exit | None:
    """The exit; one that is a cell is the first or last of the target's line, or beyond it."""
    found = listing.exit
    line = target.row if target.axis == "h" else target.col
    own: Side = "right" if target.axis == "h" else "bottom"
    if listing.exit_line is not None and not isinstance(found, Exit):
        side = found if isinstance(found, str) else own
        return Exit(side, listing.exit_line - reading.first)
    if isinstance(found, int):
        if found - reading.first == line:
            return Exit(own, line)
        found = divmod(found, listing.cols)
    if found is None or isinstance(found, Exit):
        return found
    if isinstance(found, str):
        return Exit(found, line)
    row, col = reading.place(*found, listing.rows, 1)
    sides: tuple[Side, Side] = ("left", "right") if target.axis == "h" else ("top", "bottom")
    at, across, count = (col, row, listing.cols) if target.axis == "h" else (row, col, listing.rows)
    if at not in (-1, 0, count - 1, count):
        message = f"expected an exit at the edge of the board, found one at {place((row, col))}"
        listing.source.fail(message, listing.line)
    return Exit(sides[2 * at >= count], across)


def _target(listing: Listing, bars: list[Entry]) -> int:
    """The index of the target; ParseError where the list does not show it."""
    side = listing.exit.side if isinstance(listing.exit, Exit) else listing.exit
    axis = None if not isinstance(side, str) else "h" if side in ("left", "right") else "v"
    labels = {entry.label for entry in bars if entry.label is not None}
    known = candidates([[""]], labels) or [label for label in labels if label.casefold() == "red"]
    rules: tuple[Callable[[Entry], bool], ...] = (
        lambda entry: entry.is_target,
        lambda entry: listing.target is not None and entry.label == listing.target,
        lambda entry: entry.is_red,
        lambda entry: entry.label in known,
        lambda entry: entry.axis == axis,
    )
    for rule in rules:
        found = [index for index, entry in enumerate(bars) if rule(entry)]
        if len(found) == 1:
            _require_named(listing, bars[found[0]])
            return found[0]
        if found and rule is not rules[-1]:
            several = several_leave(len(found))
            listing.source.fail(f"expected one target, found {len(found)}{several}", listing.line)
        if listing.target is not None and rule is rules[1]:
            message = f"expected a vehicle labelled {listing.target}, found none"
            listing.source.fail(message, listing.line)
    message = "expected a vehicle that is marked as the target, such as isTarget or the label X"
    listing.source.fail(f"{message}, found none", listing.line)


def _require_named(listing: Listing, target: Entry) -> None:
    """Refuse a target other than the one that the board names."""
    if listing.target is not None and target.label != listing.target:
        found = f"{listing.target} named and {target.label or 'another vehicle'} marked"
        listing.source.fail(f"expected one target, found {found}", listing.line)


def axis_of(word: str) -> Axis | None:
    """The axis that a word means."""
    return AXES.get(word.strip().casefold())


def synonyms() -> Iterator[str]:
    """The rows of the tables in docs/reference/formats.md."""
    for name, table in (("a vehicle", FIELDS), ("the board", BOARD)):
        yield f"| {name} | words |"
        yield "|---|---|"
        for key, names in table.items():
            yield f"| {key} | {', '.join(names)} |"
        yield ""
