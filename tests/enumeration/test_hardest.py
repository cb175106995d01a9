"""The published hardest boards: complete by the histograms, and as hard as they say."""

from csv import DictReader
from importlib.resources import files
from itertools import pairwise

import pytest

import rushhour
from rushhour.lab.histograms import boards

PUBLISHED = files("rushhour.lab") / "published" / "atlas"
# Walls and metric, as in the name of a list.
LISTS = [(walls, metric) for walls in (0, 1) for metric in ("slides", "steps")]


def lines(file: str) -> list[dict[str, str]]:
    return list(DictReader((PUBLISHED / file).read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize(("walls", "metric"), LISTS)
def test_as_many_boards_of_each_distance_as_the_histogram_has_clusters(
    walls: int, metric: str
) -> None:
    distances = [int(row[metric]) for row in lines(f"hardest/6x6-{walls}-{metric}.csv")]
    assert len(distances) == 1_000
    clusters = {
        int(row["eccentricity"]): int(row["clusters"])
        for row in lines(f"large/6x6-{walls}-{metric}.csv")
    }
    listed = {distance: distances.count(distance) for distance in distances}
    complete = {at: count for at, count in clusters.items() if at > distances[-1]}
    assert {at: count for at, count in listed.items() if at > distances[-1]} == complete
    assert listed[distances[-1]] <= clusters[distances[-1]]


@pytest.mark.parametrize(("walls", "metric"), LISTS)
def test_the_hardest_come_first_and_none_twice(walls: int, metric: str) -> None:
    rows = lines(f"hardest/6x6-{walls}-{metric}.csv")
    order = [(-int(row[metric]), row["board"]) for row in rows]
    assert all(one < other for one, other in pairwise(order))


@pytest.mark.parametrize(("walls", "metric"), LISTS)
def test_a_board_has_the_parts_that_its_line_names(walls: int, metric: str) -> None:
    for row in lines(f"hardest/6x6-{walls}-{metric}.csv"):
        letters = set(row["board"]) - {".", "x"}
        assert (len(letters), row["walls"]) == (int(row["vehicles"]), str(walls))
        assert row["board"].count("x") == walls


@pytest.mark.parametrize(("walls", "metric"), LISTS)
def test_a_solution_is_as_long_as_the_line_says(walls: int, metric: str) -> None:
    rows = lines(f"hardest/6x6-{walls}-{metric}.csv")
    for row in (*rows[:5], *rows[5::100]):
        outcome = rushhour.solve(row["board"], metric="step" if metric == "steps" else "slide")
        assert outcome.cost == int(row[metric])


def test_some_boards_have_the_figures_of_their_clusters() -> None:
    for board in [*boards()][::400]:
        assert board.computed() == board.published
