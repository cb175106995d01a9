"""The table of puzzles/README.md against the files and the solver."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from rushhour.model.move import Metric
from support.reference import METRICS

PUZZLES = Path(__file__).parent.parent / "puzzles"


class Row(NamedTuple):
    """A line of the table; an optimum is None where it is open."""

    file: str
    slide: int | None
    step: int | None


def table() -> Iterator[Row]:
    """The lines of the table."""
    text = (PUZZLES / "README.md").read_text(encoding="utf-8")
    for file, slides, steps in re.findall(r"^\| `(\S+)` \|.*\| (\w+) \| (\w+) \|$", text, re.M):
        optima = [None if word == "open" else int(word) for word in (slides, steps)]
        yield Row(file, *optima)


ROWS = {file: list(rows) for file, rows in groupby(table(), lambda row: row.file)}


def test_every_file_is_in_the_table() -> None:
    files = {path.name for path in PUZZLES.iterdir() if path.is_file()} - {"README.md"}
    assert ROWS.keys() == files


@pytest.mark.parametrize("file", ROWS)
def test_the_table_counts_the_puzzles_of_each_file(file: str) -> None:
    assert len(list(rushhour.read_all(PUZZLES / file))) == len(ROWS[file])


# Three large boards take seconds in steps.
LONG = {"uva-9x9_5.csv", "uva-9x9_6.csv", "uva-12x12_7.csv"}


@pytest.mark.parametrize(
    ("file", "metric"),
    [
        pytest.param(file, metric, marks=[pytest.mark.slow] if file in LONG else [])
        for file in ROWS
        for metric in METRICS
    ],
)
def test_optima(file: str, metric: Metric) -> None:
    for row, puzzle in zip(ROWS[file], rushhour.read_all(PUZZLES / file), strict=True):
        expected = getattr(row, metric)
        if expected is not None:
            outcome = rushhour.solve(puzzle, metric=metric, max_memory=16 << 30)
            assert (outcome.cost, outcome.stopped_by) == (expected, None)
