"""The published histograms, and the same computed: `published/atlas/`, and `large/` in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from csv import DictReader
from importlib.resources import files
from typing import NamedTuple

from rushhour.enumeration.family import Keep
from rushhour.enumeration.settings import Measured

# Sizes whose minimal clusters are not counted; without them a run is faster.
_WITHOUT_MINIMAL = ("6x6-1", "6x6-2")
# Sizes whose distances are measured in slides alone, for the same reason.
_IN_SLIDES = ("6x6-2",)
# Clusters by their largest distance, by the name of the histogram.
_Histograms = dict[str, dict[str, str]]


class Count(NamedTuple):
    """How many clusters of a size have a distance; empty where a histogram has no such line."""

    size: str
    distance: str
    published: str
    computed: str


def counts(*, large: bool) -> Iterator[Count]:
    """Every line of every published histogram beside the computed one, size by size."""
    for size, published in _published(large=large).items():
        computed = _computed(size)
        for name in sorted({*published, *computed}):
            one, other = published.get(name, {}), computed.get(name, {})
            for distance in sorted({*one, *other}, key=int):
                column = f"{name} {distance}"
                yield Count(size, column, one.get(distance, ""), other.get(distance, ""))


def _published(*, large: bool) -> dict[str, _Histograms]:
    """The histograms by size; a size is `5x5-1`, with its walls."""
    found: dict[str, _Histograms] = defaultdict(dict)
    folder = files("rushhour.lab") / "published" / "atlas"
    folder = folder / "large" if large else folder
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".csv"):
            side, walls, name = file.name.removesuffix(".csv").split("-", 2)
            found[f"{side}-{walls}"][name] = _lines(file.read_text(encoding="utf-8"))
    return found


def _computed(size: str) -> _Histograms:
    """The histograms of a size."""
    from rushhour.atlas import make

    side, walls = size.split("-")
    rows, cols = map(int, side.split("x"))
    keep: Keep = "none" if size in _WITHOUT_MINIMAL else "minimal"
    metric: Measured = "slide" if size in _IN_SLIDES else "both"
    summary = make.enumerate(
        rows, cols, walls=int(walls), keep=keep, metric=metric, yes=True
    ).summary
    return {name: _lines(data.decode()) for name, data in summary.histograms().items()}


def _lines(text: str) -> dict[str, str]:
    return {row["eccentricity"]: row["clusters"] for row in DictReader(text.splitlines())}
