"""Plans: what planners print for a puzzle's PDDL, read back as moves.

```text
(forward-2-by-3 car-a r2c1 r2c2 r2c3 r2c4 r2c5)
; cost = 1 (unit cost)
```

Times and durations around an action, as some planners print them, are ignored: `0.003: (...)
[1.000]`. So is the action that finds the road clear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rushhour.model.errors import ParseError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle
from rushhour.planning.lanes import cell_of, lane
from rushhour.planning.names import action_name, cell_name, vehicle_names

_LINE = re.compile(r"\s*(?:[0-9.]{1,20}\s*:\s*)?\(\s*([^()]*)\)\s*(?:\[[0-9.]*\]\s*)?")
_ACTION = re.compile(r"(forward|back)-[0-9]{1,3}-by-([0-9]{1,3})", re.IGNORECASE)
_FINISH = re.compile(r"finish-[0-9]{1,3}", re.IGNORECASE)
_START = re.compile(r"\s*(?:;|(?:[0-9.]{1,20}\s*:\s*)?\()")


def is_plan(text: str) -> bool:
    """Whether a text begins like a plan: with a comment or an action."""
    return bool(_START.match(text))


def read_plan(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """The moves of a plan; ParseError, with the line, if it does not fit the puzzle's PDDL.

    The cells of each action must be those where its vehicle stands and goes. Whether they are clear
    is left to `Solution.verify`.
    """
    return tuple(_moves(text, puzzle))


def _moves(text: str, puzzle: Puzzle) -> Iterator[Move]:
    labels = {name: label for label, name in vehicle_names(puzzle).items()}
    vehicles = {vehicle.label: vehicle for vehicle in puzzle.vehicles}
    lanes = {label: set(lane(puzzle, vehicle, "off")) for label, vehicle in vehicles.items()}
    for number, line in enumerate(text.splitlines(), 1):
        words = _words(line, number)
        if not words or _FINISH.fullmatch(words[0]):
            continue
        label, cells = _action(words, labels, number)
        chain = _chain(vehicles[label], cells)
        names = [cell_name(puzzle, cell) for cell in chain if cell in lanes[label]]
        expected = " ".join([action_name(vehicles[label].length, cells), words[1], *names])
        if len(names) < len(chain):
            message = f"expected cells in the lane of vehicle {label}"
        elif " ".join(words) != expected:
            message = f"expected ({expected}) of vehicle {label} where it stands"
        else:
            vehicles[label] = vehicles[label].moved(cells)
            yield Move(label, cells)
            continue
        raise ParseError(f"{message}, found {line.strip()[:80]!r}", number)


def _chain(vehicle: Vehicle, cells: int) -> list[Cell]:
    """The cells that a vehicle covers before, during and after a move, in order."""
    start = vehicle.col if vehicle.axis == "h" else vehicle.row
    places = range(start + min(cells, 0), start + max(cells, 0) + vehicle.length)
    return [cell_of(vehicle, place) for place in places]


def _words(line: str, number: int) -> list[str]:
    """The words of the action in a line, in small letters; none if it holds a comment alone."""
    action = line.partition(";")[0]
    if not action.strip():
        return []
    match = _LINE.fullmatch(action)
    if match is None:
        raise ParseError(f"expected an action in brackets, found {line.strip()[:40]!r}", number)
    return match[1].lower().split() or [""]


def _action(words: list[str], labels: dict[str, str], number: int) -> tuple[str, int]:
    match = _ACTION.fullmatch(words[0])
    if match is None or int(match[2]) == 0:
        raise ParseError(f"expected an action such as forward-2-by-1, found {words[0]!r}", number)
    name = words[1] if len(words) > 1 else ""
    if name not in labels:
        known = ", ".join(labels)
        raise ParseError(f"expected one of {known}, found {name[:40]!r}", number)
    return labels[name], int(match[2]) * (1 if match[1] == "forward" else -1)
