"""The lists of puzzles/large: what they say of their boards, as far as it is proved in no time."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from rushhour.model.move import Metric
from rushhour.search.outcome import Outcome
from support.loading import loaded
from support.reference import METRICS

ROOT = Path(__file__).parent.parent
LARGE = ROOT / "puzzles" / "large"
# No time: this ends a proof after the same expansions everywhere.
MAX_STATES = 50_000


class Row(NamedTuple):
    """A line of a list: optima are `unsolvable` where there is none, empty where open."""

    list: str
    name: str
    board: str
    slides: str
    steps: str


def rows() -> list[Row]:
    return [
        Row(file.stem, **row)
        for file in sorted(LARGE.glob("*.csv"))
        for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    ]


ROWS = rows()
GENERATED = [row for row in ROWS if row.list == "generated"]
# One of five is looked at in every run.
SOME = [
    row if i % 5 == 0 else pytest.param(row, marks=pytest.mark.slow) for i, row in enumerate(ROWS)
]


@cache
def brief(row: Row, metric: Metric) -> Outcome:
    """What is proved of a board in no time."""
    return rushhour.solve(row.board, metric=metric, algorithm="refine", max_states=MAX_STATES)


def test_there_are_as_many_boards_as_the_list_says() -> None:
    assert (len(GENERATED), len(ROWS)) == (100, 127)
    assert len({row.name for row in ROWS}) == len({row.board for row in ROWS}) == len(ROWS)


def test_generated_boards_vary() -> None:
    puzzles = [rushhour.parse(row.board, "boardstring") for row in GENERATED]
    assert {puzzle.rows for puzzle in puzzles} == set(range(8, 17))
    assert all(puzzle.rows == puzzle.cols for puzzle in puzzles)
    assert sum(bool(puzzle.walls) for puzzle in puzzles) > 20
    assert {len(car.cells()) for puzzle in puzzles for car in puzzle.vehicles} == {2, 3, 4}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_optima_are_possible(row: Row) -> None:
    words = {row.slides, row.steps} - {""}
    assert words == {"unsolvable"} or all(word.isdigit() for word in words)
    if row.slides.isdigit() and row.steps.isdigit():
        assert 4 <= int(row.slides) < int(row.steps)
    first = rushhour.solve(row.board, algorithm="astar", heuristic="advanced", max_states=1)
    assert row.list != "generated" or (first.status == "unknown" and first.lower_bound >= 4)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("row", SOME, ids=lambda row: row.name)
def test_what_is_proved_soon_is_what_the_list_says(row: Row, metric: Metric) -> None:
    expected = getattr(row, f"{metric}s")
    outcome = brief(row, metric)
    if outcome.status == "unknown":
        assert expected in ("", "unsolvable") or outcome.lower_bound <= int(expected)
    else:
        assert str(outcome.cost or outcome.status) == expected
        assert outcome.solution is None or not outcome.solution.verify()


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_most_is_proved_soon(metric: Metric) -> None:
    proved = [row for row in ROWS if brief(row, metric).status != "unknown"]
    assert len(proved) > 0.7 * len(ROWS)


@pytest.mark.parametrize("row", [row for row in ROWS if row.list == "aveiro8x8"][::9])
@pytest.mark.parametrize("metric", METRICS)
def test_blind_search_agrees(row: Row, metric: Metric) -> None:
    outcome = rushhour.solve(row.board, metric=metric, algorithm="fast")
    assert str(outcome.cost) == getattr(row, f"{metric}s")


@pytest.mark.slow
@pytest.mark.parametrize("number", [8, 16, 25])
def test_the_generator_makes_the_list(number: int) -> None:
    generator = loaded(ROOT / "benches" / "generate_large.py")
    assert f"{generator.hard_board(number)}" == GENERATED[number].board
