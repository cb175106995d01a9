"""Pictures of a cluster, and its display in a notebook: a histogram, or a graph if it is small.

The curve of a pack has the frame of the histogram.

The graph has a column for each distance, the solved states on the left. Its layers are ordered for
few crossings (Sugiyama et al. 1981): each is sorted by the mean place of its nodes' neighbours in
the previous layer, forwards through all layers, then backwards, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, log, log10
from statistics import fmean
from typing import Literal, NamedTuple, get_args

from rushhour.base.expect import known
from rushhour.errors import WrongValueError
from rushhour.render.geometry import Box
from rushhour.render.markup import Svg, element, escape, number, rect, width
from rushhour.render.page import page
from rushhour.render.palette import Theme
from rushhour.search.cluster import Cluster

# More rounds change little.
ROUNDS = 12


def ordered(layers: list[list[int]], neighbours: list[list[int]]) -> list[list[int]]:
    """The layers sorted; `neighbours` of each node may be in any layer."""
    layers = [list(layer) for layer in layers]
    level = {node: depth for depth, layer in enumerate(layers) for node in layer}
    place = {node: part for layer in layers for node, part in _places(layer)}
    for turn in range(ROUNDS):
        step = 1 if turn % 2 == 0 else -1
        for depth in range(len(layers))[::step][1:]:
            beside = {
                node: [place[other] for other in neighbours[node] if level[other] == depth - step]
                for node in layers[depth]
            }
            layers[depth].sort(key=lambda node: fmean(beside[node] or [place[node]]))
            place.update(_places(layers[depth]))
    return layers


def _places(layer: list[int]) -> list[tuple[int, float]]:
    """The place of each node in its layer, from 0 to 1."""
    return [(node, (index + 0.5) / len(layer)) for index, node in enumerate(layer)]


# The area of the bars in the picture, in pixels.
PLOT = Box(64, 40, 640, 260)
PAD, SIZE = 28, 13
VIEW = Box(0, 0, PLOT.x + PLOT.width + PAD, PLOT.y + PLOT.height + 52)


def histogram_svg(cluster: Cluster, *, theme: Theme) -> Svg:
    """The bars over an axis of distances, with the counts of states on the left."""
    counts, name = cluster.histogram, summary(cluster)
    title = _text(name, PLOT.x, PAD + SIZE, "left")
    if not counts:
        return page(VIEW._replace(height=3 * SIZE), title, name=name, theme=theme)
    top = _ceiling(max(counts))
    quarters = [(quarter / 4, top * quarter / 4) for quarter in range(5)]
    grid = _grid((part, f"{int(at):,}" if at == int(at) else "") for part, at in quarters)
    words = f"{cluster.metric}s to go; the puzzle: {cluster.distance()}"
    bars = _bars(counts, top, cluster.distance())
    axis = _axis(range(len(counts)), words)
    return page(VIEW, title, *grid, *bars, *axis, name=name, theme=theme)


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


def _grid(lines: Iterable[tuple[float, str]]) -> Iterator[str]:
    """Lines at parts of the height, each with its text on the left."""
    for part, text in lines:
        y = _height(part)
        path = f"M{number(PLOT.x)} {number(y)}h{number(PLOT.width)}"
        yield element("path", d=path, class_="lines", stroke_width=1)
        if text:
            yield _text(text, PLOT.x - 8, y + 0.36 * SIZE, "right plain")


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


def _axis(numbers: range, words: str) -> Iterator[str]:
    """The numbers of columns, as many as have room, and what they count."""
    wide, y = PLOT.width / len(numbers), PLOT.y + PLOT.height + 1.4 * SIZE
    every = ceil(width(str(len(numbers)), SIZE) * 1.6 / wide)
    for index in range(0, len(numbers), every):
        yield _text(str(numbers[index]), PLOT.x + (index + 0.5) * wide, y, "plain")
    yield _text(words, PLOT.middle[0], y + 1.6 * SIZE, "plain")


def curve_svg(
    bands: Sequence[tuple[float, float]], puzzles: Iterable[tuple[float, str]], *, theme: Theme
) -> Svg:
    """The difficulties asked for, and those of the puzzles with their names.

    Difficulties are predicted moves of a person; equal heights are equal ratios.
    """
    least, most = bands[0][0], bands[-1][1]
    dots = list(_dots_in(bands, puzzles))
    name = f"{len(dots)} of {len(bands)} puzzles, from {least:.3g} to {most:.3g} moves of a person"
    title = _text(name, PLOT.x, PAD + SIZE, "left")
    grid = _grid((_share(tick, least, most), f"{tick:g}") for tick in _ticks(least, most))
    axis = _axis(range(1, len(bands) + 1), "place in the pack")
    return page(VIEW, title, *grid, *_boxes(bands), *dots, *axis, name=name, theme=theme)


def _share(difficulty: float, least: float, most: float) -> float:
    """The part of the height at which a difficulty is drawn."""
    return log(difficulty / least) / log(most / least)


def _ticks(least: float, most: float) -> list[float]:
    """The numbers 1, 2 and 5 with zeros behind them in a range."""
    powers = [10.0**ten for ten in range(int(log10(most)) + 1)]
    ticks = [digit * power for power in powers for digit in (1, 2, 5)]
    return [tick for tick in ticks if least <= tick <= most]


def _boxes(bands: Sequence[tuple[float, float]]) -> Iterator[str]:
    """The bands side by side."""
    wide, (least, most) = PLOT.width / len(bands), (bands[0][0], bands[-1][1])
    for index, (low, high) in enumerate(bands):
        top, bottom = (_height(_share(end, least, most)) for end in (high, low))
        tooltip = element("title", f"{index + 1}: {low:.1f} to {high:.1f} moves")
        at = Box(PLOT.x + index * wide, top, wide, bottom - top)
        yield rect(at, tooltip, class_="state", fill_opacity=0.25)


def _dots_in(
    bands: Sequence[tuple[float, float]], puzzles: Iterable[tuple[float, str]]
) -> Iterator[str]:
    """The puzzles, each in its band."""
    wide, (least, most) = PLOT.width / len(bands), (bands[0][0], bands[-1][1])
    for difficulty, name in puzzles:
        band = next(index for index, (_, high) in enumerate(bands) if difficulty < high)
        x, y = PLOT.x + (band + 0.5) * wide, _height(_share(difficulty, least, most))
        tooltip = element("title", escape(f"{name}: {difficulty:.1f} moves"))
        yield element("circle", tooltip, cx=x, cy=y, r=min(5, wide / 2), class_="chosen")


def _text(text: str, x: float, y: float, look: str) -> str:
    return element("text", escape(text), x=x, y=y, font_size=SIZE, class_=f"caption {look}")


LARGEST = 5000
HEAD = 30
# The picture without margins, unless columns or nodes would be too close.
WIDTH, HEIGHT = 880, 560
CLOSEST, FARTHEST, APART = 36, 170, 26


class Node(NamedTuple):
    """The place and size of a state."""

    x: float
    y: float
    radius: float


def graph_svg(cluster: Cluster, *, theme: Theme) -> Svg:
    """The states as dots, the moves as lines; the puzzle itself has a ring."""
    if len(cluster) > LARGEST:
        found = f"found {len(cluster):,}; plot('histogram') takes any number"
        raise WrongValueError(f"expected at most {LARGEST:,} states for a graph, {found}")
    edges = list(cluster.edges())
    layers = ordered(_layers(cluster), _neighbours(len(cluster), edges))
    nodes = dict(_placed(layers))
    view = _around(nodes)
    place = {"x": PAD, "y": PAD, "font_size": SIZE}
    head = element("text", escape(summary(cluster)), **place, class_="caption left")
    dots = _dots(layers, nodes, cluster.index())
    scale = _scale(layers, nodes, view) if cluster.histogram else ()
    name = summary(cluster)
    return page(view, head, *_lines(edges, nodes), *dots, *scale, name=name, theme=theme)


def _around(nodes: dict[int, Node]) -> Box:
    right, bottom = (max(part) for part in zip(*(node[:2] for node in nodes.values()), strict=True))
    return Box(0, 0, max(420, right + PAD), bottom + PAD + 1.5 * SIZE)


def _scale(layers: list[list[int]], nodes: dict[int, Node], view: Box) -> Iterator[str]:
    """The distance of each column, below it."""
    for depth, layer in enumerate(layers):
        place = {"x": nodes[layer[0]].x, "y": view.height - SIZE, "font_size": SIZE}
        yield element("text", str(depth), **place, class_="caption plain")


def _layers(cluster: Cluster) -> list[list[int]]:
    """The states at each distance; all in one layer if no state is solved."""
    sizes = cluster.histogram or (len(cluster),)
    return [list(range(*ends)) for ends in pairwise(accumulate(sizes, initial=0))]


def _neighbours(states: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in range(states)]
    for one, other in edges:
        neighbours[one].append(other)
        neighbours[other].append(one)
    return neighbours


def _placed(layers: list[list[int]]) -> Iterator[tuple[int, Node]]:
    """Columns of evenly spaced nodes around the middle."""
    tall = min(HEIGHT, APART * max(map(len, layers)))
    wide = max(CLOSEST, min(FARTHEST, WIDTH / len(layers)))
    for depth, layer in enumerate(layers):
        apart = min(APART, tall / len(layer))
        top = PAD + HEAD + (tall - apart * (len(layer) - 1)) / 2
        radius = max(1.2, min(7, 0.36 * apart))
        for index, node in enumerate(layer):
            yield node, Node(PAD + wide * depth, top + apart * index, radius)


def _lines(edges: list[tuple[int, int]], nodes: dict[int, Node]) -> Iterator[str]:
    """Straight lines from column to column, fainter arcs within one."""
    ends = [(nodes[one], nodes[other]) for one, other in edges]
    within = "".join(_arc(one, other) for one, other in ends if one.x == other.x)
    between = "".join(f"M{_at(one)}L{_at(other)}" for one, other in ends if one.x != other.x)
    yield element("path", d=within, class_="edge faint", stroke_width=0.8)
    yield element("path", d=between, class_="edge", stroke_width=1)


def _arc(one: Node, other: Node) -> str:
    bend = one.x + min(CLOSEST * 0.8, 8 + abs(other.y - one.y) * 0.15)
    return f"M{_at(one)}Q{number(bend)} {number((one.y + other.y) / 2)} {_at(other)}"


def _dots(layers: list[list[int]], nodes: dict[int, Node], start: int | None) -> Iterator[str]:
    for depth, layer in enumerate(layers):
        for state in layer:
            x, y, radius = nodes[state]
            tooltip = element("title", f"{depth} to go")
            look = "state" if depth else "chosen"
            yield element("circle", tooltip, cx=x, cy=y, r=radius, class_=look)
            if state == start:
                yield element("circle", cx=x, cy=y, r=radius + 4, class_="ring", stroke_width=2.5)


def _at(node: Node) -> str:
    return f"{number(node.x)} {number(node.y)}"


Plot = Literal["auto", "histogram", "graph"]

# The most states whose lines and dots can be told apart.
SMALL = 500


def plot_svg(cluster: Cluster, form: Plot, *, theme: Theme) -> Svg:
    """The picture of a form."""
    known("plot", form, get_args(Plot))
    if form == "graph" or (form == "auto" and len(cluster) <= SMALL and cluster.goals):
        return graph_svg(cluster, theme=theme)
    return histogram_svg(cluster, theme=theme)


def cluster_html(cluster: Cluster) -> str:
    """The plots, and one of the hardest states."""
    pictures = [histogram_svg(cluster, theme="auto")]
    if cluster.goals:
        pictures += [graph_svg(cluster, theme="auto")] if len(cluster) <= SMALL else []
        pictures.append(cluster.hardest(1)[0].svg())
    return element("div", *pictures, style="display:flex;flex-wrap:wrap;gap:1em;align-items:start")
