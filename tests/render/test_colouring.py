"""Which vehicle has which colour: what touches never looks alike, and no move changes a colour."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

import rushhour
from rushhour import Exit, Move, Puzzle, Vehicle, parse
from rushhour.model.setup import Side
from rushhour.render.colouring import colours, number
from rushhour.render.palette import FILLS, RED
from rushhour.web import daily
from support.bridge import board_from, puzzle_of
from support.colours import difference, lab
from support.strategies import Drawing, drawings

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"


def known() -> list[Puzzle]:
    """The puzzles here, and those of every tenth day."""
    own = [puzzle for file in sorted(PUZZLES.glob("*.txt")) for puzzle in rushhour.read_all(file)]
    rows = daily.text().splitlines()
    return own + [parse(row.split(",")[-1]) for row in rows[1::10]]


def side_by_side(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    at = {cell: vehicle.label for vehicle in puzzle.vehicles for cell in vehicle.cells()}
    for (row, col), label in at.items():
        for other in (at.get((row, col + 1)), at.get((row + 1, col))):
            if other not in (None, label):
                yield label, str(other)


def test_what_touches_does_not_look_alike() -> None:
    for puzzle in known():
        looks = {label: lab(look.fill, "normal") for label, look in colours(puzzle).items()}
        for one, other in side_by_side(puzzle):
            assert difference(looks[one], looks[other]) >= 30, (puzzle, one, other)


@pytest.mark.parametrize("name", ["jam-01", "jam-13", "jam-40"])
def test_nor_does_what_touches_later(name: str) -> None:
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    looks = {label: lab(look.fill, "normal") for label, look in colours(puzzle).items()}
    cluster = rushhour.explore(puzzle)
    for state in itertools.islice(cluster, 0, None, 1 + len(cluster) // 500):
        for one, other in side_by_side(state):
            assert difference(looks[one], looks[other]) >= 30, (state, one, other)


@settings(deadline=None)
@given(drawings())
def test_no_move_changes_a_colour(drawing: Drawing) -> None:
    puzzle = puzzle_of(board_from(drawing))
    looks = colours(puzzle)
    assert [label for label, look in looks.items() if look.fill == RED] == [puzzle.target]
    for move in puzzle.legal_moves(goal="off"):
        assert colours(puzzle.apply(move)) == looks


@pytest.mark.parametrize(("side", "cells"), [("left", -5), ("right", 3)])
def test_nor_does_leaving(side: Side, cells: int) -> None:
    board = parse("...AA.../......CB/......CB/........")
    puzzle = Puzzle(board.rows, board.cols, board.vehicles, "A", Exit(side, 0))
    assert colours(puzzle.apply(Move("A", cells))) == colours(puzzle)


def test_few_vehicles_all_differ() -> None:
    vehicles = tuple(
        Vehicle(label, "h", 2 * row, 0, 2) for row, label in enumerate("ABCDEFGHIJKLM")
    )
    looks = colours(Puzzle(26, 6, vehicles, "A"))
    assert {look.fill for look in looks.values()} == {*FILLS, RED}


def test_the_largest_board_has_colours() -> None:
    labels = [f"V{number}" for number in range(128)]
    vehicles = tuple(
        Vehicle(label, "h", at // 4, 8 * (at % 4), 2 + at % 3) for at, label in enumerate(labels)
    )
    looks = colours(Puzzle(32, 32, vehicles, "V0"))
    assert set(looks) == set(labels)


def test_labels_of_any_kind_have_a_number() -> None:
    assert [number(label) for label in ("0", "7", "12")] == [0, 7, 12]
    assert number("lorry") == number("lorry")
    for label in ("", "é", "漢字", "\x00", "\ud800", "9" * 5000, "٣", "x" * 10_000):
        assert 0 <= number(label) < 1 << 32
