"""Pieces: a JSON list of vehicles, as web games keep their levels.

```text
[{"row": 2, "col": 0, "length": 2, "isHorizontal": true, "isTarget": true},
 {"row": 0, "col": 2, "length": 3, "isHorizontal": false, "isTarget": false}]
```

`horizontal` and `target` are other names of the last two keys; a vehicle without the last is not
the target. Rows and columns count from 0; the board is 6x6. Several boards are a list of such
lists, or one list on each line. A vehicle is labelled by its `id`; where no vehicle has one, the
target is A and the others are B, C, ... in their order. The reader is `src/reader/pieces.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import ParseError
from rushhour.formats import document, listed
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

SIZE, TARGET = 6, "A"


def matches(source: Source) -> bool:
    """A list of objects that say whether they are horizontal, or a list of such lists."""
    return document.matches(source, "pieces")


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; after one that is malformed, reading continues."""
    return document.read(source, "pieces")


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
