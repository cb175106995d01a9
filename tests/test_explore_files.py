"""What `explore` writes for others: the hardest board, and the graph in four kinds of files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import rushhour
from rushhour import Puzzle
from rushhour.formats.writing import board_line
from rushhour.search.graphs import GRAPH_ENDINGS
from support import reference
from support.bridge import board_from, board_of, puzzle_of, state_of
from support.commands import result
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings, examples

SMALL = "..B.../AAB.../....../......"
STUCK = "AAB/..B/..B"

# Two states, the label that moves and its cells.
Move = tuple[int, int, str, int]


@examples(30)
@given(drawings(small=True))
def test_a_board_in_one_line_is_the_same_board(drawing: Drawing) -> None:
    puzzle = puzzle_of(board_from(drawing))
    line = board_line(puzzle)
    assert "\n" not in line
    again = rushhour.parse(line)
    frame = ("rows", "cols", "exit", "walls")
    assert [getattr(again, part) for part in frame] == [getattr(puzzle, part) for part in frame]
    assert places(again) == places(puzzle)


def places(puzzle: Puzzle) -> tuple[set[tuple[object, ...]], tuple[object, ...]]:
    """Where the vehicles and the target stand, without their labels."""
    cells = {vehicle.label: tuple(vehicle.cells()) for vehicle in puzzle.vehicles}
    return set(cells.values()), cells[puzzle.target]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("goal", GOALS)
def test_the_hardest_board_is_as_far_as_any(metric: Any, goal: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(SMALL, encoding="utf-8")
    out = result("explore", str(file), "--metric", metric, "--goal", goal, "--json")[1]
    form = json.loads(out)["hardest"]["board"]
    known = reference.explore(board_of(rushhour.parse(SMALL)), metric, goal)
    hardest = rushhour.parse(json.dumps(form), "json")
    start = board_of(hardest)
    assert reference.explore(start, metric, goal).optimum == known.farthest
    words = result("explore", str(file), "--metric", metric, "--goal", goal)[1]
    assert words.splitlines()[-1] == board_line(hardest)


def test_without_a_solution_no_state_is_hardest() -> None:
    code, out, _ = result("explore", "-", "--json", text=STUCK)
    assert (code, json.loads(out)["hardest"]) == (1, None)
    assert "hardest states:\n" not in result("explore", "-", text=STUCK)[1]


def from_csv(file: Path) -> list[Move]:
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [(int(r["source"]), int(r["target"]), r["vehicle"], int(r["cells"])) for r in rows]


def from_parquet(file: Path) -> list[Move]:
    from pyarrow import parquet

    rows = parquet.read_table(file).to_pylist()
    return [(r["source"], r["target"], r["vehicle"], r["cells"]) for r in rows]


def from_dot(file: Path) -> list[Move]:
    text = file.read_text(encoding="utf-8")
    found = re.findall(r'^  (\d+) -- (\d+) \[label="(.+)([+-]\d+)"\];$', text, re.MULTILINE)
    return [(int(one), int(other), label, int(cells)) for one, other, label, cells in found]


def from_graphml(file: Path) -> list[Move]:
    import networkx

    graph = networkx.read_graphml(file, node_type=int)
    # Undirected edges have no order, but ours lead to the larger number.
    return [(min(e[:2]), max(e[:2]), e[2]["vehicle"], e[2]["cells"]) for e in graph.edges.data()]


READERS: dict[str, Callable[[Path], list[Move]]] = {
    ".csv": from_csv,
    ".parquet": from_parquet,
    ".dot": from_dot,
    ".graphml": from_graphml,
}


def test_every_ending_has_a_reader_here() -> None:
    assert set(READERS) == set(GRAPH_ENDINGS)


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("text", [SMALL, STUCK, ".BBB/AA../CC../..DD"])
def test_a_graph_has_the_moves_of_the_reference(
    text: str, metric: Any, ending: str, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow" if ending == ".parquet" else "networkx")
    cluster = rushhour.explore(text, metric=metric)
    file = tmp_path / f"graph{ending}"
    cluster.save_graph(file)
    board = board_of(cluster.puzzle)
    states = [state_of(state) for state in cluster]
    expected = {
        (place, states.index(child), *move)
        for place, state in enumerate(states)
        for move, child in reference.successors(board, state, metric, "edge")
    }
    found = READERS[ending](file)
    back = [(other, one, label, -cells) for one, other, label, cells in found]
    assert set(found) | set(back) == expected
    assert len(found) * 2 == len(expected)


@pytest.mark.parametrize("text", [SMALL, "AA.../"])
def test_graphs_hold_boards_and_distances(text: str, tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    cluster = rushhour.explore(text)
    cluster.save_graph(tmp_path / "x.graphml")
    nodes = networkx.read_graphml(tmp_path / "x.graphml", node_type=int).nodes
    assert len(nodes) == len(cluster)
    for place, state in enumerate(cluster):
        assert rushhour.parse(nodes[place]["board"]) == state
        assert nodes[place]["distance"] == cluster.distance(state)
        assert nodes[place]["start"] == (state == cluster.puzzle)
    cluster.save_graph(tmp_path / "x.dot")
    drawn = (tmp_path / "x.dot").read_text(encoding="utf-8")
    told = re.findall(r'^  (\d+) \[board="(.*)" distance=(\d+)\];$', drawn, re.MULTILINE)
    assert [(int(n), b, int(d)) for n, b, d in told] == [
        (place, node["board"], node["distance"]) for place, node in sorted(nodes.items())
    ]


def test_labels_are_escaped(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    labels = ('<"&', "=1+1")
    vehicles = [rushhour.Vehicle("A", "h", 0, 0, 2), rushhour.Vehicle(labels[0], "h", 1, 0, 2)]
    vehicles.append(rushhour.Vehicle(labels[1], "h", 2, 0, 2))
    cluster = rushhour.explore(Puzzle(3, 3, vehicles, target="A"))
    for ending in (".graphml", ".dot", ".csv"):
        cluster.save_graph(tmp_path / f"x{ending}")
    graph = networkx.read_graphml(tmp_path / "x.graphml")
    assert {facts["vehicle"] for *_, facts in graph.edges.data()} == {"A", *labels}
    assert r'[label="<\"&+1"]' in (tmp_path / "x.dot").read_text(encoding="utf-8")
    assert {move[2] for move in from_csv(tmp_path / "x.csv")} == {"A", labels[0], "'=1+1"}


def test_another_ending_is_refused_before_the_search(tmp_path: Path) -> None:
    code, out, err = result("explore", "-", "--graph", str(tmp_path / "x.png"), text=SMALL)
    assert (code, out) == (2, "")
    assert "expected a name ending in .graphml, .dot, .csv or .parquet" in err
    with pytest.raises(rushhour.RushHourError, match=r"a name ending in \.graphml"):
        rushhour.explore(SMALL).save_graph(tmp_path / "x")
    assert not list(tmp_path.iterdir())
