"""JSON of rushhour itself, which can express every puzzle.

```text
{"rows": 6, "cols": 6, "exit": {"side": "right", "line": 2}, "walls": [[0, 5]], "target": "X",
 "title": "...", "vehicles": [{"label": "X", "axis": "h", "row": 2, "col": 0, "length": 2}, ...]}
```

Rows and columns count from 0; `row` and `col` give the top-left cell of a vehicle; `exit`, `walls`
and `title` may be missing. Several puzzles are a list of such objects, or one on each line.

An object with a `board`, as `rushhour generate --json` and `rushhour tasks` write it, is read too:
the board, also under a word like it, is such an object, a board string or a list of rows; the title
is the `id` or `level`. An exit and a target beside it are read, other keys are ignored. Such
objects, or board strings, may stand in a list or an object under `levels` or a word like it.
A pack, as `rushhour generate --pack` writes it, is the list of its puzzles, titled by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rushhour.errors import ParseError
from rushhour.formats import boardstring, drawing, matrix, vehicles
from rushhour.formats.document import Document, is_open, opening, read_each, seen, shows_key
from rushhour.formats.listing import LONE_WRAPPERS, WRAPPERS, Listing, exit_of, plain
from rushhour.formats.source import Line, Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit, Setup, Vehicle

if TYPE_CHECKING:
    from typing import Any

BOARDS = ("board", "grid", "layout", "map", "state", "field", "rows")
"""The keys of a drawn board."""

_PACK = re.compile(rf"""\{{\s*"(?i:{"|".join(WRAPPERS)})"\s*:\s*\[\s*["{{]""")
PACK = "rushhour-pack-1"
"""The `format` of a pack."""

_PUZZLE: dict[str, type] = {
    "rows": int,
    "cols": int,
    "exit": dict,
    "walls": list,
    "target": str,
    "title": str,
    "vehicles": list,
}
_VEHICLE: dict[str, type] = {"label": str, "axis": str, "row": int, "col": int, "length": int}


def matches(source: Source) -> bool:
    """A JSON object, or a list of them, with vehicles or a board."""
    keys = ("vehicles", *BOARDS)
    is_one = any(shows_key(source, key) for key in keys) or _PACK.match(opening(source))
    return bool(is_one) and not vehicles.matches(source)


def resembles(source: Source) -> bool:
    """Any other JSON object."""
    return is_open(source) and not vehicles.resembles(source)


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; `target` declares the target's character in board strings."""
    return read_each(source, partial(_puzzle, target=target), _parts)


def _parts(document: Document) -> list[Document]:
    """The puzzles of a pack, or under a key of an object that has nothing else that is known.

    Any other document is one itself.
    """
    value = document.value
    if not isinstance(value, dict):
        return [document]
    keys = [key for key in value if plain(key) in (*WRAPPERS, *LONE_WRAPPERS)]
    keys = [key for key in keys if isinstance(value[key], list | dict)]
    if value.get("format") == PACK:
        keys = ["puzzles"]
    if len(keys) != 1 or value.keys() & {*BOARDS, *_PUZZLE} - {"title"}:
        return [document]
    inner = document.member(keys[0])
    if plain(keys[0]) in LONE_WRAPPERS:
        return _parts(inner)
    if isinstance(inner.value, dict):
        return [inner.member(name) for name in inner.value]
    return list(document.items(keys[0]))


def _puzzle(document: Document, target: str | None) -> Setup:
    if isinstance(document.value, str):
        return _from_string(document, target)
    if isinstance(document.value, list) and document.value:
        return _from_rows(document, target)
    key = _board_key(document)
    if key is not None:
        return _of_record(document, key, target)
    puzzle = document.object(_PUZZLE, optional={"exit", "walls", "title"})
    if target not in (None, puzzle["target"]):
        document.member("target").fail(f"expected the declared target {target}")
    return Setup(
        puzzle["rows"],
        puzzle["cols"],
        tuple(map(_vehicle, document.items("vehicles"))),
        puzzle["target"],
        _exit(document.member("exit")) if "exit" in puzzle else None,
        tuple(map(_cell, document.items("walls"))) if "walls" in puzzle else (),
        puzzle.get("title"),
    )


def _board_key(document: Document) -> str | None:
    """The key of the board in an object; None in one that is a board itself."""
    value = document.value if isinstance(document.value, dict) else {}
    found = [
        key for key in value if plain(key) in BOARDS and isinstance(value[key], str | list | dict)
    ]
    found = [key for key in found if key not in _PUZZLE or isinstance(value[key], list)]
    if len(found) > 1:
        document.fail(f"expected one board, found {' and '.join(found)}")
    return found[0] if found else None


def _of_record(document: Document, key: str, target: str | None) -> Setup:
    """The puzzle of an object with a board, whatever else it has."""
    board = document.member(key)
    if isinstance(board.value, dict):
        setup = _puzzle(board, target)
    else:
        read_board = _from_rows if isinstance(board.value, list) else _from_string
        setup = _with_exit(document, read_board(board, target or _target_beside(document, board)))
    keys = ("name",) if document.path[:1] == ("puzzles",) else ("id", "level")
    title = next((key for key in keys if key in document.value), None)
    if title is None:
        return setup
    if type(document.value[title]) is not int:
        document.member(title).check(str)
    return replace(setup, title=str(document.value[title]))


def _target_beside(document: Document, board: Document) -> str | None:
    """The label under `target` beside a drawn board that has it."""
    label = document.value.get("target")
    rows = board.value if isinstance(board.value, list) else [board.value]
    is_there = isinstance(label, str) and any(label in row for row in rows if row is not None)
    return label if is_there else None


def _with_exit(document: Document, setup: Setup) -> Setup:
    """The board with the exit that stands beside it."""
    target = next((one for one in setup.vehicles if one.label == setup.target), None)
    listing = Listing(document.source, (), setup.rows, setup.cols, line=document.place[0])
    listing = vehicles.with_exit(listing, document)
    if not isinstance(target, Vehicle) or (listing.exit, listing.exit_line) == (None, None):
        return setup
    return replace(setup, exit=exit_of(listing, target))


def _from_rows(document: Document, target: str | None) -> Setup:
    """The board in a list of rows, each a text or a list of cells; of numbers it is a matrix."""
    rows = document.value
    for index, row in enumerate(rows):
        if not isinstance(row, str | list):
            document.member(index).fail(f"expected a row of cells, found {seen(row)}")
        if len(row) != len(rows[0]):
            found = f"expected {len(rows[0])} cells in row {index + 1}, found {len(row)}"
            document.member(index).fail(found)
    if not rows or not rows[0]:
        document.fail("expected rows of cells, found none")
    cells = drawing.cells(rows)
    if all(type(cell) is int for row in rows for cell in row):
        return matrix.board(document.source, cells, target)
    return drawing.board(document.source, cells, target=target, line=document.place[0])


def _from_string(document: Document, target: str | None) -> Setup:
    """The board in a text: a board string, or rows below one another."""
    document.check(str)
    text = "/".join(document.value.split("\n"))
    return boardstring.lone_board(document.source, Line(document.place[0], text), target)


def _vehicle(document: Document) -> Vehicle:
    vehicle = document.object(_VEHICLE)
    if vehicle["axis"] not in ("h", "v"):
        document.member("axis").fail(f"expected 'h' or 'v', found {seen(vehicle['axis'])}")
    return Vehicle(**vehicle)


def _exit(document: Document) -> Exit:
    way_out = document.object({"side": str, "line": int})
    if way_out["side"] not in ("right", "left", "top", "bottom"):
        expected = "'right', 'left', 'top' or 'bottom'"
        document.member("side").fail(f"expected {expected}, found {seen(way_out['side'])}")
    return Exit(**way_out)


def _cell(document: Document) -> Cell:
    value = document.value
    if type(value) is not list or [type(part) for part in value] != [int, int]:
        document.fail(f"expected [row, column], found {seen(value)}")
    return value[0], value[1]


def write(puzzle: Puzzle) -> str:
    """One object in one line."""
    import json

    return json.dumps(as_dict(puzzle), ensure_ascii=False) + "\n"


write_item = write  # several are lines of one file


def as_dict(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the plain values that JSON holds."""
    vehicles = [{key: getattr(vehicle, key) for key in _VEHICLE} for vehicle in puzzle.vehicles]
    title = {} if puzzle.title is None else {"title": puzzle.title}
    return {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "exit": {"side": puzzle.exit.side, "line": puzzle.exit.line},
        "walls": [list(cell) for cell in puzzle.walls],
        "target": puzzle.target,
        **title,
        "vehicles": vehicles,
    }
