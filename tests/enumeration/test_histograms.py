"""The published histograms: what independent enumerators found, and laws that all of them obey."""

from csv import DictReader
from importlib.resources import files

import pytest

PUBLISHED = files("rushhour.lab") / "published" / "atlas"
# Sizes with histograms of minimal clusters.
COUNTED = sorted(
    file.name.removesuffix("-minimal-slides.csv")
    for file in (PUBLISHED / "large").iterdir()
    if file.name.endswith("-minimal-slides.csv")
)
# Puzzles of Fogleman's database with 0, 1 and 2 walls, by their slides.
FOGLEMAN = {1: 1, 2: 8, 3: 176, 11: 299_746, 20: 50_365, 30: 2_467, 40: 142, 50: 8, 51: 2}


def histogram(name: str) -> dict[int, int]:
    """How many clusters have each distance."""
    lines = (PUBLISHED / "large" / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return {int(row["eccentricity"]): int(row["clusters"]) for row in DictReader(lines)}


def test_those_of_6x6_agree_with_an_independent_enumerator() -> None:
    slides, steps = histogram("6x6-0-slides"), histogram("6x6-0-steps")
    assert sum(slides.values()) == sum(steps.values()) == 33_167_684
    assert (max(slides), max(steps)) == (51, 93)
    assert slides[0] == steps[0]


@pytest.mark.parametrize("size", COUNTED)
def test_minimal_clusters_are_some_of_all_and_the_same_in_both_metrics(size: str) -> None:
    minimal = [histogram(f"{size}-minimal-{metric}") for metric in ("slides", "steps")]
    for metric, found in zip(("slides", "steps"), minimal, strict=True):
        everything = histogram(f"{size}-{metric}")
        assert all(count <= everything[distance] for distance, count in found.items())
    slides, steps = minimal
    assert sum(slides.values()) == sum(steps.values())


def test_foglemans_database_has_the_minimal_clusters_without_walls() -> None:
    minimal = histogram("6x6-0-minimal-slides")
    assert all(minimal[slides] <= puzzles for slides, puzzles in FOGLEMAN.items())
    assert [minimal[1], minimal[2]] == [FOGLEMAN[1], FOGLEMAN[2]]
