"""NYU: the JSON of a psychology lab's experiments with players.

```text
{"id": "prb1", "cars": [{"player": true, "position": 12, "length": 2, "id": "r",
                         "orientation": "horizontal"}, ...]}
```

The board is 6x6; a position is row * 6 + column; the target is the player's car.
The reader is `src/reader/nyu.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import document, listed
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

SIZE = 6


def matches(source: Source) -> bool:
    """A JSON object, or a list of them, with cars."""
    return document.matches(source, "nyu")


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzles of the text."""
    return document.read(source, "nyu")


def write(puzzle: Puzzle) -> str:
    """Write one JSON object in one line; the title becomes the id."""
    import json

    listed.require_board(puzzle, "nyu", target=puzzle.target, size=SIZE)
    if puzzle.vehicle(puzzle.target).axis != "h":
        raise UnwritableError("the format nyu has horizontal targets only")
    cars = [
        {
            "player": vehicle.label == puzzle.target,
            "position": vehicle.row * SIZE + vehicle.col,
            "length": vehicle.length,
            "id": vehicle.label,
            "orientation": "horizontal" if vehicle.axis == "h" else "vertical",
        }
        for vehicle in puzzle.vehicles
    ]
    title = {} if puzzle.title is None else {"id": puzzle.title}
    return json.dumps({"cars": cars, **title}, ensure_ascii=False) + "\n"


write_item = write  # several are lines of one file
