"""Writing puzzles in a format by name, and new labels where a format cannot hold a puzzle's own."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from string import ascii_letters, digits
from typing import Any

from rushhour.base.expect import expect
from rushhour.errors import UnwritableError
from rushhour.formats.registry import Format, named
from rushhour.model.puzzle import Puzzle


def write(puzzle: Puzzle, format: str) -> str:  # noqa: A002
    """Write a puzzle in a format by name; the text ends in a line end.

    UnwritableError says what the format cannot hold, such as walls in a car list; if only labels
    are the problem, `relabel` helps.
    """
    return named(format).write(expect("puzzle", puzzle, Puzzle, "a Puzzle"))


def board_line(puzzle: Puzzle) -> str:
    r"""The puzzle as one line that `parse` reads back, as short as possible.

    A board string if it can hold the puzzle, with new labels if it cannot hold these, else JSON.
    UnwritableError if the target has left the board.

    >>> from rushhour import parse
    >>> board_line(parse("6\n0 1 2 h 2\n1 3 0 v 3\n"))
    '...a.....a...AAa....................'
    """
    with suppress(UnwritableError):
        return write(puzzle, "boardstring").rstrip("\n")
    with suppress(UnwritableError):
        return write(relabel(puzzle, "boardstring"), "boardstring").rstrip("\n")
    return write(puzzle, "json").rstrip("\n")


def board_value(puzzle: Puzzle) -> Any:
    """The puzzle as a value in JSON: its board string, or the object of the format `json`.

    The object stands where a board string cannot hold the puzzle or its labels, as with an exit on
    the left. UnwritableError if the target has left the board.
    """
    try:
        return write(puzzle, "boardstring").rstrip("\n")
    except UnwritableError:
        return json.loads(write(puzzle, "json"))


def write_all(puzzles: Iterable[Puzzle], format: str) -> Generator[str, None, None]:  # noqa: A002
    """Write puzzles in a format by name; yields a piece of text for each, to be joined.

    UnwritableError, before any text, if there are several and the format holds only one.
    """
    entry = named(format)
    expect("puzzles", puzzles, Iterable, "puzzles")
    return _texts((expect("puzzles", puzzle, Puzzle, "puzzles") for puzzle in puzzles), entry)


def _texts(puzzles: Iterator[Puzzle], entry: Format) -> Generator[str, None, None]:
    first, second = next(puzzles, None), next(puzzles, None)
    if first is None:
        return
    if second is None:
        yield entry.write(first)
        return
    for puzzle in chain((first, second), puzzles):
        yield entry.write_item(puzzle)


def relabel(puzzle: Puzzle, format: str) -> Puzzle:  # noqa: A002
    """The same puzzle with labels that a format can hold: its target label, then others in order.

    The vehicles keep their order, except that the target comes first.
    """
    expect("puzzle", puzzle, Puzzle, "a Puzzle")
    first = named(format).target_label
    others = _others(first)
    target = puzzle.vehicle(puzzle.target)
    rest = [vehicle for vehicle in puzzle.vehicles if vehicle is not target]
    vehicles = [replace(target, label=first)]
    vehicles += [replace(vehicle, label=next(others)) for vehicle in rest]
    return puzzle.with_vehicles(vehicles, first)


def _others(target: str) -> Iterator[str]:
    """The labels of the vehicles that are not the target: numbers go on, letters begin anew."""
    if target.isdigit():
        return map(str, count(int(target) + 1))
    return _letters(taken=target + "XARTPKox")


def _letters(taken: str) -> Iterator[str]:
    # The 0 comes last: alone among letters it could be meant for the target's.
    free = [letter for letter in ascii_letters + digits[1:] + "0" if letter not in taken]
    yield from free
    yield from (f"V{number}" for number in count(1))
