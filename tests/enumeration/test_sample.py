"""Fogleman's database: lines of its sample are minimal clusters of the enumeration.

All boards with the lines of a puzzle are enumerated, which is one assignment of a whole run.
"""

import os
from pathlib import Path

import pytest

import rushhour
from rushhour.enumeration.assignment import clusters_beside
from rushhour.enumeration.family import Family
from rushhour.errors import RushHourError

CORPUS = os.environ.get("RUSHHOUR_CORPUS")
# The lines that a test looks at, spread over the file.
NUMBERS = [60, pytest.param(500, marks=pytest.mark.slow)]


def sample() -> list[str]:
    if CORPUS is None:
        pytest.skip("RUSHHOUR_CORPUS names the corpus")
    return (Path(CORPUS) / "fogleman" / "sample.txt").read_text().splitlines()


def require_line(line: str) -> None:
    """A line is `slides board states`, the board the smallest of the hardest of its cluster."""
    slides, board, states = line.split()
    puzzle = rushhour.parse(board)
    rows = clusters_beside(puzzle).to_pylist()
    found = [row for row in rows if row["board"] == board.replace("o", ".")]
    assert [(row["slides"], row["states"], row["minimal"]) for row in found] == [
        (int(slides), int(states), True)
    ], line


@pytest.mark.parametrize("number", NUMBERS)
def test_lines_are_minimal_clusters(number: int) -> None:
    lines = sample()
    for line in lines[:: len(lines) // number]:
        require_line(line)


def test_the_assignments_of_a_size_have_the_clusters_of_the_whole() -> None:
    """Of 4 x 4 with up to one wall: each cluster is found again from its own board."""
    for row in (
        rushhour.atlas.enumerate_clusters(4, 4, walls="0..1", keep="solvable").table().to_pylist()
    ):
        beside = clusters_beside(rushhour.parse(row["board"]), "fogleman").to_pylist()
        plain = [{name: other[name] for name in ("slides", "steps", "states")} for other in beside]
        assert {name: row[name] for name in ("slides", "steps", "states")} in plain


def test_other_boards_are_refused() -> None:
    full = rushhour.parse("....AA..BBCC....")
    with pytest.raises(RushHourError, match="expected a board of the rules 'fogleman'"):
        clusters_beside(full)
    assert len(clusters_beside(full, "all"))
    assert Family.of(3, 3).core().run_one([], []) is None
