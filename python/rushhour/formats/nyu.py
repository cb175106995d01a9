"""NYU: the JSON of a psychology lab's experiments with players.

```text
{"id": "prb1", "cars": [{"player": true, "position": 12, "length": 2, "id": "r",
                         "orientation": "horizontal"}, ...]}
```

The board is 6x6; a position is row * 6 + column; the target is the player's car.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import listed, vehicles
from rushhour.formats.document import Document, read_each, seen, shows_key
from rushhour.formats.games import several_leave
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Setup, Vehicle

SIZE = 6


def matches(source: Source) -> bool:
    """A JSON object, or a list of them, with cars."""
    return shows_key(source, "cars") and not vehicles.matches(source)


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzles of the text."""
    return read_each(source, _puzzle)


def _puzzle(document: Document) -> Setup:
    top = document.object({"cars": list, "id": str}, optional={"id"}, strict=False)
    entries = document.items("cars")
    vehicles = tuple(map(_vehicle, entries))
    players = [entry.value["id"] for entry in entries if entry.value["player"]]
    if len(players) != 1:
        found = f"{len(players)}{several_leave(len(players))}"
        document.fail(f'expected one car with "player": true, found {found}')
    return Setup(SIZE, SIZE, vehicles, players[0], title=top.get("id"))


_KEYS = {"player": bool, "position": int, "length": int, "id": str, "orientation": str}
_AXES: dict[str, Axis] = {"horizontal": "h", "vertical": "v"}


def _vehicle(document: Document) -> Vehicle:
    car = document.object(_KEYS, strict=False)
    axis = _AXES.get(car["orientation"])
    if axis is None:
        found = seen(car["orientation"])
        document.member("orientation").fail(f"expected 'horizontal' or 'vertical', found {found}")
    row, col = divmod(car["position"], SIZE)
    return Vehicle(car["id"], axis, row, col, car["length"])


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
