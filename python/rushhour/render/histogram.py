"""The histogram of distances of a cluster; the bar of the start has the accent colour."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log10

from rushhour.render.geometry import Box
from rushhour.render.lettering import width
from rushhour.render.markup import Svg, element, escape, number, rect
from rushhour.render.page import page
from rushhour.render.palette import Theme
from rushhour.search.cluster import Cluster

# The area of the bars in the picture, in pixels.
PLOT = Box(64, 40, 640, 260)
PAD, SIZE = 16, 13


def histogram_svg(cluster: Cluster, *, theme: Theme) -> Svg:
    """The bars over an axis of distances, with the counts of states on the left."""
    counts, name = cluster.histogram, summary(cluster)
    view = Box(0, 0, PLOT.x + PLOT.width + PAD, PLOT.y + PLOT.height + 52)
    title = _text(name, PLOT.x, PAD + SIZE, "left")
    if not counts:
        return page(view._replace(height=3 * SIZE), title, name=name, theme=theme)
    top = _ceiling(max(counts))
    parts = [*_grid(top), *_bars(counts, top, cluster.distance()), *_axis(cluster, len(counts))]
    return page(view, title, *parts, name=name, theme=theme)


def summary(cluster: Cluster) -> str:
    """The cluster in one line of words."""
    states = f"{len(cluster):,} states"
    if not cluster.histogram:
        return f"{states}, none of them solved"
    return (
        f"{states}, {cluster.goals:,} solved, up to {cluster.eccentricity} {cluster.metric}s away"
    )


def _ceiling(most: int) -> int:
    """The least number with one significant digit of 1, 2, 3, 4, 5, 6 or 8 that is not smaller."""
    unit: int = 10 ** int(log10(most))
    return next(digit * unit for digit in (1, 2, 3, 4, 5, 6, 8, 10) if digit * unit >= most)


def _grid(top: int) -> Iterator[str]:
    """Lines at the quarters of the height, each with its count."""
    for quarter in range(5):
        count, y = top * quarter / 4, _height(quarter / 4)
        path = f"M{number(PLOT.x)} {number(y)}h{number(PLOT.width)}"
        yield element("path", d=path, class_="lines", stroke_width=1)
        if count == int(count):
            yield _text(f"{int(count):,}", PLOT.x - 8, y + 0.36 * SIZE, "right plain")


def _height(part: float) -> float:
    return PLOT.y + PLOT.height * (1 - part)


def _bars(counts: tuple[int, ...], top: int, start: int | None) -> Iterator[str]:
    wide = PLOT.width / len(counts)
    gap = min(6, wide * 0.15)
    for distance, count in enumerate(counts):
        y = _height(count / top)
        at = Box(PLOT.x + distance * wide + gap / 2, y, wide - gap, PLOT.y + PLOT.height - y)
        tooltip = element("title", escape(f"distance {distance}: {count:,} states"))
        look = "chosen" if distance == start else "state"
        yield rect(at, tooltip, rx=min(3, at.width / 3), class_=look)


def _axis(cluster: Cluster, bars: int) -> Iterator[str]:
    wide, y = PLOT.width / bars, PLOT.y + PLOT.height + 1.4 * SIZE
    every = ceil(width(str(bars), SIZE) * 1.6 / wide)
    for distance in range(0, bars, every):
        yield _text(str(distance), PLOT.x + (distance + 0.5) * wide, y, "plain")
    words = f"{cluster.metric}s to go; the puzzle: {cluster.distance()}"
    yield _text(words, PLOT.middle[0], y + 1.6 * SIZE, "plain")


def _text(text: str, x: float, y: float, look: str) -> str:
    return element("text", escape(text), x=x, y=y, font_size=SIZE, class_=f"caption {look}")
