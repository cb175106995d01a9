"""A small cluster as a graph: a column for each distance, the solved states on the left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from rushhour.model.errors import RushHourError
from rushhour.render.geometry import Box
from rushhour.render.histogram import summary
from rushhour.render.layers import ordered
from rushhour.render.markup import Svg, element, escape, number
from rushhour.render.page import page
from rushhour.render.palette import Theme
from rushhour.search.cluster import Cluster

LARGEST = 5000
PAD, HEAD, SIZE = 28, 30, 13
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
        raise RushHourError(f"expected at most {LARGEST:,} states for a graph, {found}")
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
