"""Traces: what a textbook search does, one expansion after another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import NamedTuple, Protocol

from rushhour.model.expect import expect
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import json_line


class Expansion(NamedTuple):
    """A state that is about to be expanded.

    `number` counts from 1. `state` is a board string, with the labels of the puzzle where these are
    single characters. `move` led to it from the state before it on its way; None for the start.
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


# state, move as the index of a vehicle and its cells, g, h, f, open, closed, memory, from_goal
ExpansionRow = tuple[
    str, tuple[int, int] | None, int, int | None, float | None, int, int, int, bool
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
        state, step, g, h, f, opened, closed, memory, from_goal = row
        move = None if step is None else Move(labels[step[0]], step[1])
        whole = int(f) if f is not None and f.is_integer() else f
        lists = opened, closed, memory
        trace(Expansion(next(numbers), state, move, g, h, whole, *lists, from_goal))

    return show


class Lines(Protocol):
    """What takes text."""

    def write(self, text: str, /) -> object:
        """Take a piece of text."""


def lines_to(file: Lines) -> Callable[[Expansion], object]:
    """A function for `trace` that writes each expansion as a line of JSON."""

    def write(expansion: Expansion) -> None:
        row = expansion._asdict()
        row["move"] = None if expansion.move is None else str(expansion.move)
        file.write(json_line(row) + "\n")

    return write
