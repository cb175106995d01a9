"""A text with one character spoilt is the same board, one that is nearly the same, or refused.

Nobody wrote a size, an exit or a target that stands only in what a reader passed over. Such a board
is refused, or there is a warning.
"""

import random
import warnings
from io import StringIO
from os import environ

import pytest

from formats.test_ways import LAYOUTS
from rushhour import Puzzle, RushHourError
from rushhour.errors import FormatWarning
from rushhour.formats import attempts
from support.ways import WAYS, Unfit

SIGNS = ".,;:'\"[](){}<>|-+=0123456789xXABo# \n_/"
TEXTS = 3 * int(environ.get("RUSHHOUR_EXAMPLES", "1"))
"""The texts of each way."""


def spoilt(rng: random.Random, text: str) -> str:
    """The text without a character, with one twice, with another one, or with one more."""
    at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
    before, own, behind = text[:at], text[at], text[at + 1 :]
    return before + rng.choice(["", own + own, sign, sign + own]) + behind


def texts(name: str) -> list[tuple[Puzzle, str]]:
    """Spoilt texts of a way, and the board that each was."""
    rng, found = random.Random(name), []
    puzzles = list(LAYOUTS.values())
    while puzzles and len(found) < TEXTS:
        puzzle = rng.choice(puzzles)
        try:
            found.append((puzzle, spoilt(rng, WAYS[name](puzzle))))
        except Unfit:
            puzzles.remove(puzzle)
    return found


def differences(one: Puzzle, other: Puzzle) -> set[str]:
    """What is more than one vehicle, wall or label."""
    found = {name for name in ("rows", "cols") if getattr(one, name) != getattr(other, name)}
    if one.exit.side != other.exit.side:
        found.add("exit")
    if len({*one.vehicles} ^ {*other.vehicles}) > 4:
        found.add("vehicles")
    if len({*one.walls} ^ {*other.walls}) > 2:
        found.add("walls")
    target = other.vehicle(other.target)
    if one.target != other.target and target.length != one.vehicle(one.target).length:
        found.add("target")
    return found


@pytest.mark.parametrize("name", WAYS)
def test_what_a_reader_passed_over_has_no_part_in_the_board(name: str) -> None:
    for puzzle, text in texts(name):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", FormatWarning)
            items = list(attempts(StringIO(text)))
        assert all(isinstance(item, Puzzle | RushHourError) for item in items)
        match items:
            case [Puzzle() as found] if not said:
                own = puzzle.target in {vehicle.label for vehicle in found.vehicles}
                far = differences(puzzle, found) - ({"target"} if own else set())
                assert not far, text
