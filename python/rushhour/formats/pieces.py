"""Pieces: a JSON list of vehicles, as web games keep their levels.

```text
[{"row": 2, "col": 0, "length": 2, "isHorizontal": true, "isTarget": true},
 {"row": 0, "col": 2, "length": 3, "isHorizontal": false, "isTarget": false}]
```

`horizontal` and `target` are other names of the last two keys; a vehicle without the last is not
the target. Rows and columns count from 0; the board is 6x6. Several boards are a list of such
lists, or one list on each line. A vehicle is labelled by its `id`; where no vehicle has one, the
target is A and the others are B, C, ... in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, count
from string import ascii_uppercase

from rushhour.errors import ParseError
from rushhour.formats import listed, vehicles
from rushhour.formats.document import (
    MAX_ITEMS,
    Document,
    are_lines,
    line_documents,
    opening,
    whole,
)
from rushhour.formats.games import several_leave
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup, Vehicle

SIZE, TARGET = 6, "A"
_HORIZONTAL, _TARGET = ("isHorizontal", "horizontal"), ("isTarget", "target")

_VALUES = r'(?:"(?:[^"\\]|\\.)*"|[^"{}])*?'
_START = re.compile(rf'\[\s*(\[\s*)?\{{{_VALUES}"(isHorizontal|horizontal)"\s*:')


def matches(source: Source) -> bool:
    """A list of objects that say whether they are horizontal, or a list of such lists."""
    return bool(_START.match(opening(source))) and not vehicles.matches(source)


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; after one that is malformed, reading continues."""
    for board in _boards(source):
        try:
            yield _puzzle(board)
        except ParseError as error:
            yield error


def _boards(source: Source) -> Iterator[Document]:
    """The one list of vehicles, each of several in a list, or each line."""
    if are_lines(source, list):
        yield from line_documents(source)
        return
    top = whole(source)
    top.check(list)
    if top.value and isinstance(top.value[0], list):
        yield from top.parts()
    else:
        yield top


def _puzzle(document: Document) -> Setup:
    document.check(list)
    if not 1 <= len(document.value) <= MAX_ITEMS:
        document.fail(f"expected 1 to {MAX_ITEMS} vehicles, found {len(document.value)}")
    entries = [document.member(index) for index in range(len(document.value))]
    for entry in entries:
        entry.object({"row": int, "col": int, "length": int}, strict=False)
    targets = [index for index, entry in enumerate(entries) if _flag(entry, _TARGET, default=False)]
    if len(targets) != 1:
        found = f"{len(targets)}{several_leave(len(targets))}"
        document.fail(f'expected one vehicle with "isTarget": true, found {found}')
    labels = _labels(entries, targets[0])
    vehicles = tuple(map(_vehicle, entries, labels))
    return Setup(SIZE, SIZE, vehicles, labels[targets[0]])


def _vehicle(entry: Document, label: str) -> Vehicle:
    value, axis = entry.value, "h" if _flag(entry, _HORIZONTAL) else "v"
    return Vehicle(label, axis, value["row"], value["col"], value["length"])  # type: ignore[arg-type]


def _flag(entry: Document, names: tuple[str, ...], *, default: bool | None = None) -> bool:
    """The truth value under one of these keys."""
    found = [name for name in names if name in entry.value]
    if len(found) > 1:
        entry.fail(f"expected one of the keys {' and '.join(names)}, found both")
    if found:
        entry.member(found[0]).check(bool)
        return bool(entry.value[found[0]])
    if default is None:
        entry.fail(f"expected the key {names[0]!r}, found none")
    return default


def _labels(entries: list[Document], target: int) -> list[str]:
    """The ids; letters where no vehicle has one."""
    named = [entry for entry in entries if "id" in entry.value]
    if not named:
        letters = chain(ascii_uppercase[1:], (f"V{number}" for number in count(1)))
        return [TARGET if index == target else next(letters) for index in range(len(entries))]
    for entry in entries:
        if "id" not in entry.value:
            entry.fail("expected an id for every vehicle or for none, found none here")
        if type(entry.value["id"]) is not int:
            entry.member("id").check(str)
    return [str(entry.value["id"]) for entry in entries]


def write(puzzle: Puzzle) -> str:
    """The list in one line, without the title, which the format cannot hold."""
    import json

    listed.require_board(puzzle, "pieces", target=puzzle.target, size=SIZE)
    entries = [
        {
            "id": vehicle.label,
            "row": vehicle.row,
            "col": vehicle.col,
            "length": vehicle.length,
            "isHorizontal": vehicle.axis == "h",
            "isTarget": vehicle.label == puzzle.target,
        }
        for vehicle in puzzle.vehicles
    ]
    return json.dumps(entries, ensure_ascii=False) + "\n"


write_item = write  # several are lines of one file
