"""Searches and clusters of hundreds of thousands of states: a lost state must change a count."""

import csv
from pathlib import Path
from typing import Any

import pytest

from make_counts import Row, square
from rushhour import explore, solve
from support.bridge import puzzle_of

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[Row]:
    """The lines of a table that tests/make_counts.py has filled in."""
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_searches_are_large() -> None:
    assert sum(int(row["expanded"]) > 100_000 for row in rows("searches.csv")) == 2
    assert any(row["reopened"] != "0" for row in rows("searches.csv"))


@pytest.mark.parametrize("row", rows("searches.csv"), ids=lambda row: row["heuristic"])
def test_a_star_counts_as_the_reference(row: dict[str, Any]) -> None:
    puzzle = puzzle_of(square(row.pop("board")))
    how = {name: row.pop(name) for name in ("metric", "heuristic")}
    outcome = solve(puzzle, algorithm="astar", **how)
    assert {name: str(getattr(outcome, name)) for name in row} == row


@pytest.mark.parametrize("row", rows("clusters.csv"), ids=lambda row: row["states"])
def test_clusters_are_those_of_the_reference(row: Row) -> None:
    cluster = explore(puzzle_of(square(row["board"])))
    assert len(cluster) == int(row["states"])
    assert " ".join(map(str, cluster.histogram)) == row["histogram"]
