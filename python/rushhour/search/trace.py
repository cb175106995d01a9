"""Traces: what a textbook search does, one expansion after another."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, Protocol

from rushhour.formats.json import as_dict
from rushhour.model.expect import expect
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import json_line


class Expansion(NamedTuple):
    """A state that is about to be expanded.

    `number` counts from 1. `state` has the labels of the puzzle: it is a board string, which omits
    cells beyond the exit, or an object of the format `json` if a board string cannot hold a label
    such as `12`. `move` led to it from the state before it on its way; None for the start.
    `h` is None without a heuristic, `f` where depth alone decides. `open` and `closed` are the
    sizes of the two lists, this state in neither; `memory` is the bytes of all tables. `from_goal`
    is for a search from both ends: it counts g from the goal.
    """

    number: int
    state: str
    move: Move | None
    g: int
    h: int | None
    f: float | None
    open: int
    closed: int
    memory: int
    from_goal: bool


# state as a board string or offsets, move as the index of a vehicle and its cells, g, h, f, open,
# closed, memory, from_goal
ExpansionRow = tuple[
    str | list[int], tuple[int, int] | None, int, int | None, float | None, int, int, int, bool
]


def tracer(
    trace: Callable[[Expansion], object] | None, puzzle: Puzzle
) -> Callable[[ExpansionRow], object] | None:
    """The caller's function as the core calls it."""
    if trace is None:
        return None
    expect("trace", trace, Callable, "a function or None")
    numbers, labels = count(1), [vehicle.label for vehicle in puzzle.vehicles]

    def show(row: ExpansionRow) -> None:
        picture, step, g, h, f, opened, closed, memory, from_goal = row
        state = picture if isinstance(picture, str) else _json(puzzle, picture)
        move = None if step is None else Move(labels[step[0]], step[1])
        whole = int(f) if f is not None and f.is_integer() else f
        lists = opened, closed, memory
        trace(Expansion(next(numbers), state, move, g, h, whole, *lists, from_goal))

    return show


def _json(puzzle: Puzzle, offsets: list[int]) -> str:
    """A state in the format `json`, without the title."""
    state = Puzzle._of(puzzle._core.at(offsets), None)
    return json.dumps(as_dict(state), ensure_ascii=False)


class Lines(Protocol):
    """What takes text."""

    def write(self, text: str, /) -> object:
        """Take a piece of text."""


def lines_to(file: Lines) -> Callable[[Expansion], object]:
    """A function for `trace` that writes each expansion as a line of JSON."""

    def write(expansion: Expansion) -> None:
        row = expansion._asdict()
        if expansion.state.startswith("{"):
            row["state"] = json.loads(expansion.state)
        row["move"] = None if expansion.move is None else str(expansion.move)
        file.write(json_line(row) + "\n")

    return write
