"""Vehicles: JSON lists of vehicles under any usual keys, as games and courses keep their levels.

```text
{"size": 6, "vehicles": [{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "H"},
                         {"id": "A", "x": 2, "y": 0, "length": 3, "orientation": "V"}]}
[{"position": [2, 0], "len": 2, "dir": "h", "primary": true}, ...]
{"levels": [{"nrow": 6, "ncol": 6, "exit": "r", "pieces": [...]}, ...]}
```

The keys are those of `listing`, which also says what the numbers mean and which vehicle is the
target. Without a size the board is 6x6; without labels the target is A and the others are B, C, ...
Keys that mean nothing here are passed over, but for one that looks like a misspelt one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from rushhour.errors import ParseError
from rushhour.formats.document import (
    MAX_ITEMS,
    Document,
    are_lines,
    line_documents,
    opening,
    seen,
    whole,
)
from rushhour.formats.games import KLOTSKI
from rushhour.formats.listing import (
    BOARD,
    FIELDS,
    LENGTHS,
    LONE_WRAPPERS,
    RED,
    SIDES,
    SIZE,
    TARGET_TYPES,
    WRAPPERS,
    Entry,
    Listing,
    axis_of,
    field_of,
    plain,
    setup,
)
from rushhour.formats.source import Source, is_integer, pairs_in
from rushhour.model.setup import Axis, Cell, Exit, Setup

_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')
# The keys of the other formats in JSON, which are read by these.
_JSON = {"label", "axis", "row", "col", "length"}
_NYU = {"cars", "player", "position", "length", "id", "orientation"}
_PIECES = {"row", "col", "length", "isHorizontal", "horizontal", "isTarget", "target", "id"}


def matches(source: Source) -> bool:
    """Objects with a place, and an axis or a shape, and other keys than those of other formats."""
    text = opening(source)
    keys, meant = _keys(source)
    if not (_has_place(meant) and _SHAPES & meant):
        return False
    known = {key for key in keys if field_of(key, FIELDS) or field_of(key, BOARD)}
    around = {"rows", "cols", "exit", "walls", "target", "title", "vehicles", "id", "name", "board"}
    if len(_JSON & keys) > 3 and "vehicles" in keys:
        return not known <= _JSON | around
    if "cars" in keys and {"player", "position"} & keys:
        return not known <= _NYU
    if text[:1] == "[" and {"isHorizontal", "horizontal"} & keys and {"row", "col"} <= keys:
        return not known <= _PIECES | {"color", "name"}
    return True


def resembles(source: Source) -> bool:
    """Objects with a place or a shape, and a length, a label or a mark."""
    _, meant = _keys(source)
    others = {"length", "label", "target", "color", "type"}
    return bool((_has_place(meant) or _SHAPES & meant) and others & meant)


_SHAPES = {"axis", "horizontal", "vertical", "width", "height", "cells", "end"}


def _keys(source: Source) -> tuple[set[str], set[str]]:
    """The keys of a text in JSON, and what they mean of a vehicle; none of any other text."""
    text = opening(source)
    if text[:1] not in ("{", "[") or '"rushhour-pack-1"' in text:
        return set(), set()
    keys = {*_KEY.findall(text)}
    return keys, {name for key in keys if (name := field_of(key, FIELDS))}


def _has_place(meant: set[str]) -> bool:
    return bool({"place", "cells"} & meant) or {"row", "col"} <= meant


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; after one that is malformed, reading continues.

    `target` declares the label of the target.
    """
    try:
        boards = _boards(source)
        for index, board in enumerate(boards):
            if index or len(boards) > 1:
                source.begin = board.place[0]
            try:
                listing = _listing(source, board)
                yield setup(listing if target is None else replace(listing, target=target))
            except ParseError as error:
                yield error
    except ParseError as error:
        yield error


def _boards(source: Source) -> list[Document]:
    """The one board, those of a list or of an object that wraps one, or one on each line."""
    if are_lines(source, dict) or are_lines(source, list):
        return list(line_documents(source))
    return list(_unwrapped(whole(source)))


def _unwrapped(document: Document) -> Iterator[Document]:
    value = document.value
    if isinstance(value, dict):
        wrappers = [key for key in value if _is_wrapper(key, value[key])]
        if len(wrappers) > 1:
            document.fail(f"expected one list of boards, found {' and '.join(wrappers)}")
        if not wrappers:
            yield document
        for wrapper in wrappers:
            yield from _unwrapped_all(document, wrapper)
    elif isinstance(value, list) and value and not _is_vehicle(value[0]):
        for index in range(len(value)):
            yield from _unwrapped(document.member(index))
    else:
        yield document


def _is_wrapper(key: str, value: Any) -> bool:
    is_lone = plain(key) in LONE_WRAPPERS and isinstance(value, dict | list)
    return is_lone or plain(key) in WRAPPERS


def _unwrapped_all(document: Document, wrapper: str) -> Iterator[Document]:
    """The boards in the list or object under a key."""
    inner = document.member(wrapper)
    if plain(wrapper) in LONE_WRAPPERS:
        yield from _unwrapped(inner)
    elif isinstance(inner.value, dict):
        for name in inner.value:
            yield from _unwrapped(inner.member(name))
    else:
        for item in document.items(wrapper):
            yield from _unwrapped(item)


def _is_vehicle(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return not any(field_of(key, BOARD) == "vehicles" for key in value)


def _fields(document: Document, table: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """The key for each field of a table; ParseError for two keys of one, and for a misspelt one."""
    document.check(dict)
    found: dict[str, str] = {}
    names = [name for all_names in table.values() for name in all_names]
    for key in document.value:
        meant = field_of(key, table)
        if meant in found:
            document.fail(f"expected one of the keys {found[meant]!r} and {key!r}, found both")
        if meant is not None:
            found[meant] = key
        elif near := get_close_matches(plain(key)[:40], map(plain, names), n=1, cutoff=0.8):
            document.member(key).fail(f"found the key {key[:40]!r}; did you mean {near[0]!r}?")
    return found


def _listing(source: Source, document: Document) -> Listing:
    """The list of vehicles of a board and what stands around it."""
    line = document.place[0]
    if isinstance(document.value, list):
        items = [document.member(index) for index in range(len(document.value))]
        return _of_items(source, items, line)
    keys = _fields(document, BOARD)
    if "vehicles" not in keys:
        document.fail("expected a list of vehicles, found none")
    rows, cols = _size(document, keys)
    items = _named_items(document, keys["vehicles"])
    listing = _of_items(source, items, line, cols)
    around: dict[str, Any] = {
        name: read(document.member(keys[name]), cols)
        for name, read in (("walls", _walls), ("target", _name), ("title", _name))
        if name in keys
    }
    return with_exit(replace(listing, rows=rows, cols=cols, **around), document)


def with_exit(listing: Listing, document: Document) -> Listing:
    """The list with the exit that stands in the object around it."""
    keys = {name: key for key in document.value if (name := field_of(key, BOARD))}
    ends = [_number(document, keys, name) for name in ("exit row", "exit column") if name in keys]
    if "exit" in keys:
        listing = replace(listing, exit=_exit(document.member(keys["exit"]), listing.cols))
    elif len(ends) > 1:
        return replace(listing, exit=(ends[0], ends[1]))
    return replace(listing, exit_line=ends[0]) if ends else listing


def _named_items(document: Document, key: str) -> list[Document]:
    """The vehicles of a list, or of an object by their labels."""
    found = document.member(key)
    if isinstance(found.value, dict):
        return [found.member(label) for label in found.value]
    return document.items(key)


def _of_items(source: Source, items: list[Document], line: int, cols: int = SIZE) -> Listing:
    if not 1 <= len(items) <= MAX_ITEMS:
        source.fail(f"expected 1 to {MAX_ITEMS} vehicles, found {len(items)}", line)
    keys = [_fields(item, FIELDS) for item in items]
    labels = [_label_of(item, own) for item, own in zip(items, keys, strict=True)]
    if None in labels and {*labels} != {None}:
        found = "expected a label for every vehicle or for none, found none here"
        items[labels.index(None)].fail(found)
    entries = [
        _entry(item, own, cols, label) for item, own, label in zip(items, keys, labels, strict=True)
    ]
    has_y = any(plain(own.get("row", "")) == "y" or "place" in own for own in keys)
    has_pairs = any("place" in own and "end" not in own for own in keys)
    return Listing(source, entries, has_y=has_y, has_pairs=has_pairs, line=line)


def _label_of(item: Document, keys: dict[str, str]) -> str | None:
    """The label of a vehicle: its own, or its key in an object of vehicles."""
    key = item.path[-1] if item.path else None
    if "label" in keys:
        return _label(item.member(keys["label"]))
    return key if isinstance(key, str) else None


def _entry(item: Document, keys: dict[str, str], cols: int, label: str | None) -> Entry:
    """A vehicle with its numbers as they are written."""
    if "cells" in keys:
        row, col, axis, length = _bar(item.member(keys["cells"]), cols)
    elif {"place", "end"} <= keys.keys():
        row, col, axis, length = _between(item, keys, cols)
    else:
        row, col = _place(item, keys, cols)
        axis, length = _shape(item, keys)
    kind, color = (_word(item, keys, name) for name in ("type", "color"))
    return Entry(
        row,
        col,
        axis,
        length,
        label,
        is_target=_flag(item, keys, "target") or kind in TARGET_TYPES,
        is_wall=_flag(item, keys, "wall") or label == "#" or kind == "wall",
        is_red=color in RED,
    )


def _word(item: Document, keys: dict[str, str], name: str) -> str | None:
    return str(item.value[keys[name]]).casefold() if name in keys else None


def _place(item: Document, keys: dict[str, str], cols: int) -> Cell:
    if "place" in keys:
        return _cell(item.member(keys["place"]), cols)
    for name in ("row", "col"):
        if name not in keys:
            item.fail(f"expected the key {name!r}, found none")
    return _number(item, keys, "row"), _number(item, keys, "col")


def _cell(document: Document, cols: int) -> Cell:
    """A pair, an object of row and column, or a number: row * columns + column."""
    value = document.value
    if type(value) is int:
        if cols < 1:
            document.fail(f"expected a board of at least one column, found {cols}")
        return divmod(value, cols)
    if isinstance(value, dict):
        keys = _fields(document, {key: FIELDS[key] for key in ("row", "col")})
        return _place(document, keys, cols)
    if type(value) is not list or [type(part) for part in value] != [int, int]:
        document.fail(f"expected [row, column], found {seen(value)}")
    return value[0], value[1]


def _bar(document: Document, cols: int) -> tuple[int, int, Axis, int]:
    """The bar of a list of cells."""
    document.check(list)
    cells = sorted(_cell(document.member(index), cols) for index in range(len(document.value)))
    if not cells:
        document.fail("expected the cells of a vehicle, found none")
    (row, col), (last, _) = cells[0], cells[-1]
    axis: Axis = "v" if last > row else "h"
    if cells != [(row + i * (axis == "v"), col + i * (axis == "h")) for i in range(len(cells))]:
        document.fail("expected cells in one line without a gap, found others")
    return row, col, axis, len(cells)


def _between(item: Document, keys: dict[str, str], cols: int) -> tuple[int, int, Axis, int]:
    """The bar from one cell to another."""
    ends = sorted(_cell(item.member(keys[name]), cols) for name in ("place", "end"))
    (row, col), (last, right) = ends
    if row != last and col != right:
        item.fail("expected a vehicle in one row or column, found its ends in others")
    length = last - row + right - col + 1
    if "length" in keys and _number(item, keys, "length") != length:
        item.fail(f"expected the length {length} of its ends, found another")
    return row, col, "v" if last > row else "h", length


def _shape(item: Document, keys: dict[str, str]) -> tuple[Axis, int]:
    """Axis and length, or width and height of which one is 1."""
    if {"width", "height"} <= keys.keys():
        width, height = (_number(item, keys, name) for name in ("width", "height"))
        if min(width, height) != 1:
            item.fail(f"expected a vehicle that is 1 cell wide, found {width}x{height}; {KLOTSKI}")
        return ("h", width) if height == 1 else ("v", height)
    kind = _word(item, keys, "type") or ""
    is_told = "length" in keys or kind not in LENGTHS
    length = _number(item, keys, "length") if is_told else LENGTHS[kind]
    if "horizontal" in keys:
        return ("h" if _flag(item, keys, "horizontal") else "v"), length
    if "vertical" in keys:
        return ("v" if _flag(item, keys, "vertical") else "h"), length
    if "axis" not in keys:
        item.fail("expected the key 'axis', found none")
    document = item.member(keys["axis"])
    axis = axis_of(document.value) if isinstance(document.value, str) else None
    if axis is None:
        document.fail(f"expected 'h' or 'v', found {seen(document.value)}")
    return axis, length


def _number(item: Document, keys: dict[str, str], name: str) -> int:
    if name not in keys:
        item.fail(f"expected the key {name!r}, found none")
    return _integer(item.member(keys[name]))


def _integer(document: Document) -> int:
    """A number, which may be a text."""
    if not (isinstance(document.value, str) and is_integer(document.value)):
        document.check(int)
    return int(document.value)


def _flag(item: Document, keys: dict[str, str], name: str) -> bool:
    """A truth value, which may be 0 or 1; false without the key."""
    if name not in keys:
        return False
    if item.value[keys[name]] not in (0, 1):
        item.member(keys[name]).check(bool)
    return bool(item.value[keys[name]])


def _name(document: Document, _: int) -> str:
    return _label(document)


def _label(document: Document) -> str:
    """A text or a number as a label."""
    if type(document.value) is not int:
        document.check(str)
    return str(document.value)


def _size(document: Document, keys: dict[str, str]) -> tuple[int, int]:
    """Rows and columns; a single number is a square."""
    given = [_number(document, keys, name) for name in ("rows", "cols") if name in keys]
    if "size" not in keys:
        return (given[0], given[-1]) if given else (SIZE, SIZE)
    size = document.member(keys["size"])
    said = _said(size)
    if given and (given[0], given[-1]) != said:
        size.fail(f"expected {given[0]} rows and {given[-1]} columns, found another size")
    return said


def _said(size: Document) -> tuple[int, int]:
    """Rows and columns in a size: `8x8`, an object, a pair or a number."""
    if isinstance(size.value, str) and len(pairs := pairs_in(size.value)) == 1:
        return pairs.pop()
    if isinstance(size.value, dict):
        keys = _fields(size, {key: BOARD[key] for key in ("rows", "cols")})
        if not keys:
            size.fail("expected the keys 'rows' and 'cols', found none")
        return _size(size, keys)
    if isinstance(size.value, list):
        return _cell(size, SIZE)
    size.check(int)
    return size.value, size.value


def _walls(document: Document, cols: int) -> list[Cell]:
    document.check(list)
    return [_cell(document.member(index), cols) for index in range(len(document.value))]


def _exit(document: Document, cols: int) -> Any:
    """A side, an exit, a cell at the edge, or a number: of such a cell, a row or a column."""
    value = document.value
    if type(value) is int:
        return value
    if isinstance(value, str):
        side = SIDES.get(value.strip().casefold())
        if side is None:
            document.fail(f"expected 'right', 'left', 'top' or 'bottom', found {seen(value)}")
        return side
    if isinstance(value, dict) and "side" in value:
        document.object({"side": str, "line": int}, optional={"line"})
        side = _exit(document.member("side"), cols)
        if "line" not in value:
            return side
        return Exit(side, value["line"])
    return _cell(document, cols)
