"""New labels for a puzzle whose labels a format cannot hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from string import ascii_letters, digits

from rushhour.formats import named
from rushhour.model.expect import expect
from rushhour.model.puzzle import Puzzle


def relabel(puzzle: Puzzle, format: str) -> Puzzle:  # noqa: A002
    """The same puzzle with labels that a format can hold: its target label, then others in order.

    The vehicles keep their order, except that the target comes first.
    """
    expect("puzzle", puzzle, Puzzle, "a Puzzle")
    first, others = _labels(named(format).name)
    target = puzzle.vehicle(puzzle.target)
    rest = [vehicle for vehicle in puzzle.vehicles if vehicle is not target]
    vehicles = [replace(target, label=first)]
    vehicles += [replace(vehicle, label=next(others)) for vehicle in rest]
    return puzzle.with_vehicles(vehicles, first)


def _labels(format_name: str) -> tuple[str, Iterator[str]]:
    """The target's label in a format, and the others' in their order."""
    numbers = {"carlist": 0, "ntnu": 0, "csc": 1, "matrix": 1}
    if format_name in numbers:
        start = numbers[format_name]
        return str(start), map(str, count(start + 1))
    targets = {"blocks": "T", "uva": "X", "grid": "X", "strings": "X", "itb": "P"}
    target = targets.get(format_name, "A")
    return target, _letters(taken=target + "XARTPKox")


def _letters(taken: str) -> Iterator[str]:
    # The 0 comes last: alone among letters it could be meant for the target's.
    free = [letter for letter in ascii_letters + digits[1:] + "0" if letter not in taken]
    yield from free
    yield from (f"V{number}" for number in count(1))
