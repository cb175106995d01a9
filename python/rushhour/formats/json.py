"""JSON of rushhour itself, which can express every puzzle.

```text
{"rows": 6, "cols": 6, "exit": {"side": "right", "line": 2}, "walls": [[0, 5]], "target": "X",
 "title": "...", "vehicles": [{"label": "X", "axis": "h", "row": 2, "col": 0, "length": 2}, ...]}
```

Rows and columns count from 0; `row` and `col` give the top-left cell of a vehicle; `exit`, `walls`
and `title` may be missing. Several puzzles are a list of such objects, or one on each line.

An object with a `board`, as `rushhour generate --json` and `rushhour tasks` write it, is read too:
the board is such an object or a board string, and the title is the `id`. Other keys are ignored.
A pack, as `rushhour generate --pack` writes it, is the list of its puzzles, titled by their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rushhour.formats import boardstring
from rushhour.formats.document import Document, is_open, read_each, seen, shows_key
from rushhour.formats.lines import Line
from rushhour.formats.source import Source
from rushhour.model.errors import ParseError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit, Setup, Vehicle

if TYPE_CHECKING:
    from typing import Any

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
    return any(shows_key(source, key) for key in ("vehicles", "rows", "board"))


def resembles(source: Source) -> bool:
    """Any other JSON object."""
    return is_open(source)


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; `target` declares the target's character in board strings."""
    return read_each(source, partial(_puzzle, target=target), _parts)


def _parts(document: Document) -> list[Document]:
    """The puzzles of a pack; any other document is one itself."""
    if not (isinstance(document.value, dict) and document.value.get("format") == PACK):
        return [document]
    return list(document.items("puzzles"))


def _puzzle(document: Document, target: str | None) -> Setup:
    if isinstance(document.value, dict) and "board" in document.value:
        return _of_record(document, target)
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


def _of_record(document: Document, target: str | None) -> Setup:
    """The puzzle of an object with a board, whatever else it has."""
    board = document.member("board")
    read_board = _puzzle if isinstance(board.value, dict) else _from_string
    setup = read_board(board, target)
    title = "name" if document.path[:1] == ("puzzles",) else "id"
    if title not in document.value:
        return setup
    document.member(title).check(str)
    return replace(setup, title=document.value[title])


def _from_string(document: Document, target: str | None) -> Setup:
    document.check(str)
    return boardstring.lone_board(document.source, Line(document.place[0], document.value), target)


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
