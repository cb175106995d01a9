"""Published tables to the last digit, and the node counts behind what we say of `advanced`.

data/classics.csv holds the columns Zero and Blocking of the table of Princeton's COS 402, the
origin of seed 001: `slide`, goal `past`, ties first in first out; nodes are 1 + generated.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from rushhour.report import as_json
from rushhour.settings import Ties

HERE = Path(__file__).parent


class Classic(NamedTuple):
    """A line of classics.csv: optima, cluster size, nodes and branching factors as published."""

    name: str
    slides: int
    steps: int
    states: int
    zero: int
    zero_factor: float
    blocking: int
    blocking_factor: float


def classics() -> Iterator[Classic]:
    """The forty classic puzzles."""
    with (HERE / "data" / "classics.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kinds = Classic.__annotations__.items()
            yield Classic(**{name: kind(row[name]) for name, kind in kinds})


CLASSICS = list(classics())


def puzzle_of(classic: Classic) -> rushhour.Puzzle:
    """Its puzzle: Jam-7 is puzzles/jam-07.txt."""
    number = int(classic.name.removeprefix("Jam-"))
    return rushhour.read(HERE.parent / "puzzles" / f"jam-{number:02}.txt")


@pytest.mark.parametrize("classic", CLASSICS, ids=lambda classic: classic.name)
@pytest.mark.parametrize("heuristic", ["zero", "blocking"])
def test_princeton(classic: Classic, heuristic: str) -> None:
    outcome = rushhour.solve(puzzle_of(classic), goal="past", heuristic=heuristic, ties="fifo")
    factor = as_json(outcome, puzzle_of(classic))["branching_factor"]
    expected = getattr(classic, heuristic), getattr(classic, f"{heuristic}_factor")
    assert (1 + outcome.generated, factor) == expected
    assert outcome.cost == classic.slides


def test_there_are_forty() -> None:
    assert [classic.name for classic in CLASSICS] == [f"Jam-{n}" for n in range(1, 41)]


@pytest.mark.parametrize("classic", CLASSICS, ids=lambda classic: classic.name)
def test_optima_and_clusters(classic: Classic) -> None:
    puzzle = puzzle_of(classic)
    assert rushhour.solve(puzzle).cost == classic.slides
    assert rushhour.solve(puzzle, metric="step").cost == classic.steps
    assert len(rushhour.explore(puzzle)) == classic.states


def expanded(classic: Classic, heuristic: str, ties: Ties) -> int:
    """The states expanded under the default metric and goal."""
    return rushhour.solve(puzzle_of(classic), heuristic=heuristic, ties=ties).expanded


@pytest.mark.parametrize("ties", ["fifo", "lifo"])
def test_advanced_expands_fewer_states_than_blocking_on_every_classic(ties: Ties) -> None:
    for classic in CLASSICS:
        counts = [expanded(classic, name, ties) for name in ("advanced", "blocking", "zero")]
        assert counts == sorted(set(counts)), classic.name


@pytest.mark.parametrize(
    ("heuristic", "ties", "total"),
    [
        ("zero", "fifo", 110_841),
        ("zero", "lifo", 108_227),
        ("blocking", "fifo", 81_567),
        ("blocking", "lifo", 74_993),
        ("advanced", "fifo", 60_326),
        ("advanced", "lifo", 54_601),
    ],
)
def test_totals_over_the_classics(heuristic: str, ties: Ties, total: int) -> None:
    """With lifo, `advanced` expands half of what `zero` does."""
    assert sum(expanded(classic, heuristic, ties) for classic in CLASSICS) == total
