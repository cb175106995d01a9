"""Plots of clusters: bars as high as their counts, every state a dot, every move a line."""

import itertools
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import rushhour
from rushhour import Cluster, RushHourError
from rushhour.errors import UnknownNameError
from rushhour.render.plot import ordered
from support.bridge import board_from, puzzle_of
from support.pictures import SVG, parts
from support.strategies import Drawing, drawings

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAM = rushhour.explore(rushhour.read(PUZZLES / "jam-21.txt"))
SMALL = rushhour.explore("..B.../AAB.../....../......")
LARGE = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
STUCK = rushhour.explore("oooBoooooBooAAoBoooooCoooooCoooooCoo")


def bars(svg: str) -> list[ET.Element]:
    return [
        part
        for part in ET.fromstring(svg).iter(f"{SVG}rect")
        if part.find(f"{SVG}title") is not None
    ]


@pytest.mark.parametrize("cluster", [JAM, SMALL], ids=["jam", "small"])
def test_bars_are_as_high_as_their_counts(cluster: Cluster) -> None:
    drawn = bars(cluster.plot("histogram"))
    heights = [float(bar.get("height", "")) for bar in drawn]
    assert len(heights) == len(cluster.histogram)
    for height, count in zip(heights, cluster.histogram, strict=True):
        assert height * max(cluster.histogram) == pytest.approx(
            max(heights) * count, abs=0.01 * 400
        )
    marked = [index for index, bar in enumerate(drawn) if bar.get("class") == "chosen"]
    assert marked == [cluster.distance()]
    lefts = [float(bar.get("x", "")) for bar in drawn]
    assert lefts == sorted(lefts)


@settings(deadline=None, max_examples=50)
@given(drawings(small=True, max_rows=5, max_cols=5))
def test_a_graph_has_every_state_and_every_move(drawing: Drawing) -> None:
    cluster = rushhour.explore(puzzle_of(board_from(drawing)))
    svg = cluster.plot("graph")
    dots = [part for part in ET.fromstring(svg).iter(f"{SVG}circle") if part.get("class") != "ring"]
    assert len(dots) == len(cluster)
    columns = sorted({float(dot.get("cx", "")) for dot in dots})
    layers = cluster.histogram or (len(cluster),)
    assert [sum(float(dot.get("cx", "")) == x for dot in dots) for x in columns] == list(layers)
    assert len({(dot.get("cx"), dot.get("cy")) for dot in dots}) == len(dots)
    lines = sum(path.get("d", "").count("M") for path in ET.fromstring(svg).iter(f"{SVG}path"))
    assert lines == len(list(cluster.edges()))
    scale = [(float(text.get("x", "")), text.text) for text in parts(svg, "caption plain")]
    assert scale == [(columns[n], str(n)) for n in range(len(cluster.histogram))]
    (ring,) = parts(svg, "ring")
    assert float(ring.get("cx", "")) == columns[cluster.distance() or 0]


@settings(deadline=None, max_examples=50)
@given(drawings(small=True, max_rows=5, max_cols=5))
def test_edges_and_places_are_those_of_the_cluster(drawing: Drawing) -> None:
    cluster = rushhour.explore(puzzle_of(board_from(drawing)))
    assert cluster.index() == cluster.index(cluster.puzzle)
    moves = {cluster.index(cluster.puzzle.apply(move)) for move in cluster.puzzle.legal_moves()}
    here = cluster.index()
    beside = {one + other - here for one, other in cluster.edges() if here in (one, other)}  # type: ignore[operator]
    assert beside == moves
    assert cluster.index(rushhour.parse("AA.B/...B/..../....")) is None


def test_few_lines_cross() -> None:
    mixed = [[0, 1, 2, 3], [4, 5, 6, 7]]
    neighbours = [[7], [6], [5], [4], [3], [2], [1], [0]]
    first, second = ordered(mixed, neighbours)
    assert [neighbours[node][0] for node in first] == second
    assert sorted(itertools.chain(first, second)) == list(range(8))


def test_small_clusters_are_graphs() -> None:
    assert SMALL.plot() == SMALL.plot("graph")
    assert JAM.plot() == JAM.plot("histogram")
    assert STUCK.plot() == STUCK.plot("histogram")
    assert "none of them solved" in STUCK.plot()
    assert len(parts(STUCK.plot("graph"), "state")) + len(parts(STUCK.plot("graph"), "chosen")) == 2


def test_what_cannot_be_drawn() -> None:
    large = rushhour.explore(LARGE)
    with pytest.raises(RushHourError, match="expected at most 5,000 states for a graph, found"):
        large.plot("graph")
    with pytest.raises(UnknownNameError, match="no plot named 'grpah'; did you mean 'graph'"):
        SMALL.plot("grpah")  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_themes(theme: Any) -> None:
    for form in ("histogram", "graph"):
        root = ET.fromstring(SMALL.plot(form, theme=theme))  # type: ignore[arg-type]
        assert root.get("class") == f"rushhour {theme}"


def test_a_notebook_shows_the_plots_and_a_hardest_state() -> None:
    for cluster, pictures in ((SMALL, 3), (JAM, 2), (STUCK, 1)):
        html = ET.fromstring(cluster._repr_html_())
        assert len(html.findall(f"{SVG}svg")) == pictures
    assert re.search(r"\b11 states", SMALL._repr_html_())
