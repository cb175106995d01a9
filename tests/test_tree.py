"""tree: every expansion and every generated state of a trace, once; a damaged trace is refused."""

import json
import re
import sys
import tracemalloc
from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, Outcome, ParseError, Puzzle, RushHourError, Vehicle
from rushhour.errors import MissingExtraError
from rushhour.lab import recording, save_tree, tree, watch
from rushhour.search import Expansion, read_trace
from rushhour.search.trace import lines_to
from support.bridge import drawn
from support.cases import CASES, Case
from support.commands import result
from support.reference import ALONG, Goal, State
from support.replays import TRACED, data_of, shown_at
from support.strategies import examples

PUZZLES = Path(__file__).parent.parent / "puzzles"
JAM = rushhour.read(PUZZLES / "jam-01.txt")
SMALL = "..B.../AAB.../....../......"
TREES = sorted({*TRACED} - {"ida", "bidirectional"})


def traced(puzzle: Puzzle | str, **options: Any) -> tuple[Outcome, list[Expansion]]:
    """An outcome with its trace."""
    shown: list[Expansion] = []
    return rushhour.solve(puzzle, trace=shown.append, **options), shown


def written(path: Path, expansions: list[Expansion]) -> Path:
    """A trace as a file."""
    with path.open("w", encoding="utf-8") as file:
        for expansion in expansions:
            lines_to(file)(expansion)
    return path


@pytest.mark.parametrize("algorithm", TRACED)
def test_a_node_for_the_start_and_for_each_generated_state(algorithm: str) -> None:
    outcome, shown = traced(JAM, algorithm=algorithm, trace_children=True)
    graph = tree(shown)
    roots = [e.number for e in shown if e.parent is None]
    assert len(graph) == len(roots) + outcome.generated
    assert sum(graph.nodes[node]["expanded"] for node in graph) == outcome.expanded == len(shown)
    assert nx.is_branching(graph)
    assert [node for node, above in graph.in_degree() if above == 0] == roots
    assert len(tree([e._replace(children=None) for e in shown])) == outcome.expanded
    if algorithm != "ida":
        known = sum(child.known for e in shown for child in e.children or ())
        assert known == outcome.duplicates


@examples(25)
@given(CASES, st.sampled_from(TREES), st.booleans())
def test_each_state_is_that_after_the_moves_to_it(case: Case, algorithm: str, undo: bool) -> None:
    """For every exit, goal and metric, from the start by the moves of the edges."""
    shown: list[Expansion] = []
    options: dict[str, Any] = {"algorithm": algorithm, "undo": undo, "trace_children": True}
    outcome = case.solve(trace=shown.append, **options)
    if not shown:
        with pytest.raises(ParseError, match="expected the expansions of a search, found none"):
            tree(shown)
        return
    graph = tree(shown)
    assert len(graph) == 1 + outcome.generated
    states: dict[int | str, State] = {1: case.board.start}
    for node in graph:
        if node != 1:
            (above, _, move) = next(iter(graph.in_edges(node, data="move")))
            states[node] = moved(case, states[above], move)
        rows = drawn(case.board, states[node]).replace("/", "")
        assert graph.nodes[node]["state"].replace("/", "") == rows


def moved(case: Case, state: State, move: str) -> State:
    """The places of the cars after a move."""
    label, cells = move[0], int(move[1:])
    places = list(state)
    index = next(n for n, car in enumerate(case.board.cars) if car.label == label)
    down, right = ALONG[case.board.cars[index].axis]
    row, col = places[index]
    places[index] = row + down * cells, col + right * cells
    return tuple(places)


@pytest.mark.parametrize("children", [True, False])
def test_a_trace_is_read_as_it_was_written(tmp_path: Path, children: bool) -> None:
    for puzzle in (JAM, rushhour.read(PUZZLES / "jam-13.txt")):
        _, shown = traced(puzzle, heuristic=2, trace_children=children, max_states=2000)
        file = written(tmp_path / "trace.jsonl", shown)
        assert list(read_trace(file)) == shown
        with file.open("rb") as stream:
            assert list(read_trace(stream)) == shown
        assert ("children" in file.read_text(encoding="utf-8")) == children


@pytest.mark.parametrize(("name", "states"), [("jam-01", 2000), ("jam-13", 400)])
def test_files_have_the_graph_of_networkx(tmp_path: Path, name: str, states: int) -> None:
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    _, shown = traced(puzzle, heuristic=2, trace_children=True, max_states=states)
    trace = written(tmp_path / "trace.jsonl", shown)
    graph = tree(trace)
    save_tree(trace, tmp_path / "tree.graphml")
    read = nx.read_graphml(tmp_path / "tree.graphml")
    assert dict(read.nodes(data=True)) == {str(n): f for n, f in graph.nodes(data=True)}
    assert list(read.edges(data="move")) == [
        (str(a), str(b), move) for a, b, move in graph.edges(data="move")
    ]
    save_tree(trace, tmp_path / "tree.dot")
    lines = (tmp_path / "tree.dot").read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("digraph search {", "}")
    edges = [re.fullmatch(r'  (\S+) -> (\S+) \[label="(.+)"\];', line) for line in lines]
    found = [(m[1], m[2].strip('"'), m[3]) for m in edges if m]
    assert sorted(found) == sorted(read.edges(data="move"))
    nodes = [re.fullmatch(r'  "?([\d.]+)"? \[label="(.+)"(.*)\];', line) for line in lines]
    labels = {m[1]: m[2] for m in nodes if m}
    assert labels.keys() == {str(node) for node in graph}
    first = graph.nodes[1]
    rows = first["state"].replace("/", "\\n")
    assert labels["1"] == f"{rows}\\ng 0 h {first['h']} f {first['f']}"


@pytest.mark.parametrize("algorithm", TRACED)
def test_the_page_is_that_of_watch_without_its_end(tmp_path: Path, algorithm: str) -> None:
    trace = written(tmp_path / "trace.jsonl", traced(JAM, algorithm=algorithm)[1])
    save_tree(trace, tmp_path / "tree.html")
    (found,) = data_of((tmp_path / "tree.html").read_text(encoding="utf-8"))["searches"]
    (expected,) = data_of(watch(JAM, algorithm=algorithm).html)["searches"]
    for name in ("parent", "cells", "earlier", "again", "g", "h", "f", "open", "closed"):
        assert found[name] == expected[name]
    count = expected["expansions"]
    assert found["end"] == f"The trace ends after {count} expansions."
    assert (found["title"], found["is_solved"], found["way"]) == ("trace.jsonl", False, [])
    puzzle = rushhour.parse(next(read_trace(trace)).state)
    for index, e in enumerate(read_trace(trace)):
        if index % 97 == 0:
            assert shown_at(puzzle, found, index) == rushhour.parse(e.state)


def test_a_long_trace_is_thinned_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "SHOWN", 100)
    outcome, shown = traced(JAM, algorithm="ida", heuristic="zero", max_states=10**6)
    save_tree(shown, tmp_path / "tree.html")
    (search,) = data_of((tmp_path / "tree.html").read_text(encoding="utf-8"))["searches"]
    assert len(search["numbers"]) <= 100 < search["expansions"] == outcome.expanded


SIDES = [Exit("left", 1), Exit("top", 1), Exit("right", 1), Exit("bottom", 1)]


@pytest.mark.parametrize("side", SIDES, ids=lambda exit: exit.side)
@pytest.mark.parametrize("goal", ["edge", "past", "off", "clear"])
@pytest.mark.parametrize("label", ["A", "Z", "red car"])
def test_every_exit_goal_and_label_from_both_ends(
    tmp_path: Path, side: Exit, goal: Goal, label: str
) -> None:
    """Also where the roots at the goal stand beyond the exit."""
    axis = "h" if side.side in ("left", "right") else "v"
    target = Vehicle(label, "h", 1, 1, 2) if axis == "h" else Vehicle(label, "v", 1, 1, 2)
    others = [
        Vehicle(name, "v", 1, at, 2) if axis == "h" else Vehicle(name, "h", at, 1, 2)
        for name, at in (("b", 0), ("c", 3))
    ]
    puzzle = Puzzle(4, 4, [target, *others], label, side)
    outcome, shown = traced(puzzle, algorithm="bidirectional", goal=goal, trace_children=True)
    trace = written(tmp_path / "trace.jsonl", shown)
    graph = tree(trace)
    assert len(graph) == sum(e.parent is None for e in shown) + outcome.generated
    save_tree(trace, tmp_path / "tree.html")
    page = data_of((tmp_path / "tree.html").read_text(encoding="utf-8"))
    assert [one[0] for one in page["vehicles"]] != []
    assert rushhour.parse(shown[0].state) == puzzle


def change(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda row: row.update(values)


DAMAGE: list[tuple[Any, str]] = [
    (change(number=9), "line 5: expected number 5, found 9"),
    (change(number=1), "line 5: expected number 5, found 1; another search begins here"),
    (change(number="5"), "line 5: expected number to be a count, found '5'"),
    (change(number=True), "line 5: expected number to be a count, found True"),
    (change(parent=5), "line 5: expected parent to be null or a number from 1 to 4, found 5"),
    (change(parent=0), "line 5: expected parent to be null or a number from 1 to 4, found 0"),
    (change(parent=None), "line 5: expected a parent and a move, or null for both"),
    (change(parent=4), "line 5: "),
    (change(earlier=2), "line 5: expected the state of expansion 2, found "),
    (change(move="2"), "line 5: expected a move such as A\\+2 or B-1, found '2'"),
    (change(move="2+9"), "line 5: the move 2\\+9 is not possible after expansion 1"),
    (change(move="Q+1"), "line 5: no vehicle is labelled 'Q'"),
    (change(move=3), "line 5: expected move to be a text such as 'B\\+2', found 3"),
    (change(state="..B.../AAB.../....../......"), "line 5: expected .* from expansion 1, found "),
    (change(state=None), "line 5: expected state to be a board, found nothing"),
    (change(state={"rows": 6}), "line 5: expected .* from expansion 1, found "),
    (change(g=-1), "line 5: expected g to be a count, found -1"),
    (change(h=1.5), "line 5: expected h to be a count, found 1.5"),
    (change(f="x"), "line 5: expected f to be a number or null, found 'x'"),
    (change(f=float("nan")), "line 5: expected f to be a number or null, found nan"),
    (change(from_goal=0), "line 5: expected from_goal to be true or false, found 0"),
    (change(children={}), "line 5: expected children to be a list, found {}"),
    (change(children=[1]), "line 5: expected children to be objects, found 1"),
    (change(children=[{}]), "line 5: expected move to be a text .*, found nothing"),
    ("[" * 100_000, "line 5: expected "),
    ("null", "line 5: expected an object with an expansion, found nothing"),
    ("[1]", "line 5: expected an object with an expansion, found \\[1\\]"),
    ('{"number": 5', "line 5, column \\d+: expected a line of JSON, found "),
    ("9" * 5000, "line 5: expected a line of JSON, found '9"),
    ("\ud800", "line 5, column 1: expected a line of JSON, found "),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGE, ids=[words for _, words in DAMAGE])
def test_a_damaged_trace_is_refused_with_its_line(tmp_path: Path, damage: Any, words: str) -> None:
    file = written(tmp_path / "trace.jsonl", traced(JAM, algorithm="bfs")[1])
    lines = file.read_text(encoding="utf-8").splitlines()
    if isinstance(damage, str):
        lines[4] = damage
    else:
        row = json.loads(lines[4])
        damage(row)
        lines[4] = json.dumps(row)
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    for ending in (".dot", ".graphml", ".html"):
        out = tmp_path / f"tree{ending}"
        with pytest.raises(ParseError, match=f"trace.jsonl, {words}"):
            save_tree(file, out)
        assert not out.exists()
    with pytest.raises(ParseError, match=f"trace.jsonl, {words}"):
        tree(file)


def test_a_line_without_an_end_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_bytes(b"[" + b" " * (1 << 25))
    with pytest.raises(ParseError, match="line 1: expected at most 16777216 characters in a line"):
        next(read_trace(file))


def test_a_trace_of_two_searches_is_refused(tmp_path: Path) -> None:
    one, other = (traced(text, algorithm="bfs")[1] for text in (SMALL, "AA.B.x/...B../......"))
    file = written(tmp_path / "trace.jsonl", one + other)
    words = f"line {len(one) + 1}: expected number {len(one) + 1}, found 1; another search"
    with pytest.raises(ParseError, match=words):
        tree(file)
    numbered = [e._replace(number=len(one) + e.number) for e in other]
    with pytest.raises(ParseError, match=f"expansion {len(one) + 1}: expected the first state"):
        tree([*one, *numbered])


@examples(60)
@given(st.data())
def test_no_change_of_bytes_is_anything_but_an_error_or_a_tree(data: st.DataObject) -> None:
    shown = traced(SMALL, algorithm="bfs", trace_children=True)[1]
    text = StringIO()
    for e in shown:
        lines_to(text)(e)
    content = text.getvalue()
    place = data.draw(st.integers(0, len(content) - 1))
    piece = data.draw(st.sampled_from(['"', "1", "-", "{", "null", "", "\n", "B", "."]))
    changed = content[:place] + piece + content[place + data.draw(st.integers(0, 3)) :]
    lines = [line for line in changed.splitlines() if line.strip()]
    try:
        expansions = list(read_trace(StringIO(changed)))
        assert len(tree(expansions)) >= len(expansions) == len(lines)
    except RushHourError as found:
        words = str(found)
        assert words.startswith(("line ", "expansion ", "expected "))


def test_memory_grows_by_some_bytes_for_each_expansion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, shown = traced(JAM, algorithm="bfs")
    lines = written(tmp_path / "trace.jsonl", shown).read_text(encoding="utf-8").splitlines()
    monkeypatch.setattr("rushhour.search.graphs._BLOCK", 100)

    def peak(count: int) -> int:
        part = tmp_path / "part.jsonl"
        part.write_text("\n".join(lines[:count]), encoding="utf-8")
        tracemalloc.start()
        save_tree(part, tmp_path / "tree.dot")
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(1000) - peak(200) < 60 * 800 < sum(map(len, lines[200:1000])) / 2


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(ParseError, match="empty: expected the expansions of a search, found none"):
        tree(tmp_path / "empty")
    odd: list[Any] = [None, 5, [1], [None], "nowhere", {}, tmp_path]
    for trace in odd:
        with pytest.raises((RushHourError, OSError)):
            tree(trace)
    with pytest.raises(RushHourError, match=r"expected a name ending in .dot, .graphml or .html"):
        save_tree([], tmp_path / "tree.pdf")


def test_without_networkx_it_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingExtraError, match=re.escape("pip install 'rushhour[graph]'")):
        tree([])


class TestCommand:
    @pytest.fixture
    def trace(self, tmp_path: Path) -> Path:
        out = tmp_path / "trace.jsonl"
        words = ["--algorithm", "bfs", "--trace-children", "--trace"]
        assert result("solve", PUZZLES / "jam-01.txt", *words, out)[0] == 0
        return out

    def test_dot_goes_to_a_pipe(self, trace: Path) -> None:
        code, out, err = result("tree", trace)
        assert (code, err) == (0, "")
        assert out.startswith("digraph search {\n")
        assert out.endswith("}\n")
        assert result("tree", "-", text=trace.read_text(encoding="utf-8")) == (0, out, "")
        assert result("tree", trace, "-o", "-") == (0, out, "")

    def test_files_are_kept_unless_forced(self, trace: Path, tmp_path: Path) -> None:
        out = tmp_path / "tree.graphml"
        assert result("tree", trace, "-o", out) == (0, "", "")
        assert "expected a new file" in result("tree", trace, "-o", out)[2]
        assert result("tree", trace, "-o", out, "--force") == (0, "", "")
        code, _, err = result("tree", trace, "-o", tmp_path / "tree.pdf")
        assert (code, "expected a name ending in" in err) == (2, True)
        own = tmp_path / "trace.html"
        trace.rename(own)
        code, _, err = result("tree", own, "-o", own, "--force")
        assert (code, "found an input" in err) == (2, True)

    def test_an_error_names_the_line(self, trace: Path) -> None:
        text = trace.read_text(encoding="utf-8").replace('"number": 3,', '"number": 4,')
        trace.write_text(text, encoding="utf-8")
        code, _, err = result("tree", trace)
        assert (code, err) == (2, f"rushhour: {trace}, line 3: expected number 3, found 4\n")

    def test_children_need_a_trace(self) -> None:
        code, _, err = result("solve", PUZZLES / "jam-01.txt", "--trace-children")
        assert (code, "expected --trace FILE with --trace-children" in err) == (2, True)


def test_expansions_are_those_of_watch() -> None:
    """The g of an expansion is one more than that of its parent, in a tree of a single root."""
    _, shown = traced(JAM, algorithm="astar", heuristic=2)
    graph = tree(shown)
    assert all(graph.nodes[b]["g"] == graph.nodes[a]["g"] + 1 for a, b in graph.edges)
    assert all(one.number + 1 == other.number for one, other in pairwise(shown))
