"""Reasons in words: each follows from its measures alone."""

from dataclasses import replace
from pathlib import Path

import pytest

import rushhour
from rushhour import Analysis
from rushhour.analysis import reasons

PUZZLES = Path(__file__).parents[2] / "puzzles"
EASY = Analysis(
    status="solved",
    slides=5,
    difficulty=8.0,
    walk=2.0,
    counterintuitive=0,
    returning=(),
    red_herrings=(),
    idle=(),
    optimal_solutions_up_to_order=2,
)


def test_an_easy_puzzle_has_one_reason() -> None:
    assert reasons(EASY) == ("short and direct",)


@pytest.mark.parametrize(
    ("measures", "words"),
    [
        ({"slides": 25}, "long: 25 slides"),
        ({"counterintuitive": 1}, "detour: 1 move away from the exit"),
        ({"counterintuitive": 4}, "long detour: 4 moves away from the exit"),
        ({"returning": ("B",)}, "one vehicle must go back"),
        ({"returning": ("B", "C")}, "two vehicles must go back"),
        ({"returning": tuple("BCDEFGHIJKL")}, "11 vehicles must go back"),
        ({"walk": 6.0}, "easy to get lost: some 81 times the fewest moves"),
        (
            {"optimal_solutions_up_to_order": 1, "slides": 6},
            "one solution, but for the order of moves",
        ),
        ({"red_herrings": ("B", "C", "D"), "idle": ("C",)}, "two vehicles can move but need not"),
    ],
)
def test_each_measure_is_a_reason(measures: dict[str, object], words: str) -> None:
    assert reasons(replace(EASY, **measures)) == (words,)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "measures",
    [
        {"optimal_solutions_up_to_order": 1},  # a single way is no wonder in five slides
        {"red_herrings": ("B", "C"), "idle": ("B", "C")},
        {"counterintuitive": None, "returning": None, "red_herrings": None, "idle": None},
    ],
)
def test_what_is_no_reason(measures: dict[str, object]) -> None:
    assert reasons(replace(EASY, **measures)) == ("short and direct",)  # type: ignore[arg-type]


def test_without_a_difficulty_there_is_no_reason() -> None:
    assert reasons(rushhour.analyse("..B/AAB/...")) == ()
    assert reasons(rushhour.analyse("..AA/..../..../....")) == ()


def test_reasons_of_the_classics() -> None:
    """Replayed by hand: in Jam-4 the target and vehicle 3 go both ways."""
    found = reasons(rushhour.read(PUZZLES / "jam-04.txt").analyse())
    assert "two vehicles must go back" in found
    hard = reasons(rushhour.read(PUZZLES / "jam-40.txt").analyse())
    assert hard[0] == "long: 51 slides"
    assert hard[1].startswith("long detour")
