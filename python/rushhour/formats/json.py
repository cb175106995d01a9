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
The reader is `src/reader/json.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import rushhour._core as _core
from rushhour.errors import ParseError
from rushhour.formats import document
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

if TYPE_CHECKING:
    from typing import Any

PACK = _core.PACK
"""The `format` of a pack."""

_VEHICLE = ("label", "axis", "row", "col", "length")


def matches(source: Source) -> bool:
    """A JSON object, or a list of them, with vehicles or a board."""
    return document.matches(source, "json")


def resembles(source: Source) -> bool:
    """Any other JSON object."""
    return document.resembles(source, "json")


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; `target` declares the target's character in board strings."""
    return document.read(source, "json", target)


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
