"""Comparisons: rows beside `solve`, their layouts, pictures, and the commands of the laboratory."""

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_type_hints
from xml.etree import ElementTree

import pytest

import rushhour
from rushhour import RushHourError, algorithms, solve
from rushhour.errors import WrongTypeError
from rushhour.lab import Row, Stage, compare, plot
from rushhour.lab.layouts import HEAD, LAYOUTS, as_csv, as_table, body, cells, record
from rushhour.lab.load import load
from rushhour.search.outcome import FIELDS
from support.command_lines import LARGE, OVERLAP, PUZZLES, UNSOLVABLE, run
from support.commands import result
from support.interrupts import ENDLESS

JAMS = {name: rushhour.read(PUZZLES / f"{name}.txt") for name in ("jam-01", "jam-02")}
FILES = [str(PUZZLES / f"{name}.txt") for name in JAMS]
COUNTS = ("expanded", "generated", "duplicates", "reopened", "max_open", "evaluated")
COUNTS += ("memory", "lower_bound")


def test_a_row_is_what_solve_says() -> None:
    options: dict[str, Any] = {"metric": "step", "goal": "past", "max_seconds": None}
    for row in compare(JAMS, algorithms=["bfs", "greedy"], heuristics=[1, "blocking"], **options):
        chosen = {"heuristic": row.heuristic} if row.heuristic else {}
        outcome = solve(JAMS[row.puzzle], algorithm=row.algorithm, **chosen, **options)
        for name in (*COUNTS, "status", "cost", "depth", "branching_factor"):
            assert getattr(row, name) == getattr(outcome, name)
        assert row.optimum == solve(JAMS[row.puzzle], **options).cost
        assert row.optimal == (row.cost == row.optimum)


def test_columns_are_fields_of_an_outcome() -> None:
    columns = get_type_hints(Row)
    own = {name: columns.pop(name) for name in ("puzzle", "settings", "optimum")}
    assert own == {"puzzle": str, "settings": str, "optimum": int | None}
    assert columns.items() <= FIELDS.items()


def test_every_algorithm_with_every_heuristic_that_it_takes() -> None:
    rows = list(compare(JAMS, heuristics=["blocking", 3, "advanced"], max_seconds=1))
    guides = {entry.name: "heuristic" in entry.takes for entry in algorithms()}
    expected = [
        (puzzle, name, heuristic)
        for puzzle in JAMS
        for name, is_guided in guides.items()
        for heuristic in (["blocking", "advanced"] if is_guided else [None])
    ]
    assert [(row.puzzle, row.algorithm, row.heuristic) for row in rows] == expected


def test_settings_go_where_they_are_taken() -> None:
    rows = compare(JAMS, algorithms=["bfs", "astar", "weighted"], weight=1.5, ties="heap")
    found = [(row.algorithm, row.settings) for row in rows if row.puzzle == "jam-01"]
    assert found == [("bfs", ""), ("astar", "ties=heap"), ("weighted", "weight=1.5 ties=heap")]


def test_functions_are_compared_by_their_names() -> None:
    def nothing(_: rushhour.State) -> int:
        return 0

    zero, own = compare_one(JAMS["jam-01"], "zero", nothing)
    assert (own.heuristic, own.expanded, own.cost) == ("nothing", zero.expanded, zero.cost)


OWN = {"one.py": "def blocking(state):\n    return 0\n\ndef own(state):\n    return 0\n"}
OWN["two.py"] = OWN["one.py"].replace("0", "len(state.blockers())")


@pytest.fixture
def functions(tmp_path: Path) -> list[str]:
    """Two files with functions of the same names, one of them that of a registered heuristic."""
    for name, text in OWN.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [f"{tmp_path / name}:{function}" for function in ("blocking", "own") for name in OWN]


def test_functions_of_one_name_are_told_apart_by_file(functions: list[str]) -> None:
    loaded = [load(name) for name in functions]
    rows = compare_one(JAMS["jam-01"], "blocking", *loaded, loaded[0], lambda _: 0, lambda _: 0)
    names = ["blocking", "one.py:blocking", "two.py:blocking", "one.py:own", "two.py:own"]
    names += ["test_compare.py:<lambda>", "test_compare.py:<lambda> (2)"]
    assert [row.heuristic for row in rows] == names


def test_files_of_one_name_are_told_apart_by_folder(tmp_path: Path) -> None:
    places = [tmp_path / folder / "one.py" for folder in ("a", "b")]
    for place in places:
        place.parent.mkdir()
        place.write_text(OWN["one.py"], encoding="utf-8")
    rows = compare_one(JAMS["jam-01"], *(load(f"{place}:own") for place in places))
    assert [row.heuristic for row in rows] == [f"{place}:own" for place in places]


def compare_one(puzzle: rushhour.Puzzle, *heuristics: Any) -> list[Row]:
    return list(compare([puzzle], algorithms=["astar"], heuristics=heuristics))


def test_puzzles_have_names() -> None:
    text = "Jam\n6\n0 0 2 h 2\n.\nJam\n6\n0 4 2 h 2\n.\n"
    puzzles = [*rushhour.parse_all(text), "AA./.../..."]
    rows = compare(puzzles, algorithms=["bfs"])
    assert [row.puzzle for row in rows] == ["Jam", "Jam (2)", "3"]


def test_no_puzzle_is_lost_for_its_name() -> None:
    text = "".join(f"{title}\n6\n0 0 2 h 2\n.\n" for title in ("a (3)", "a", "a"))
    rows = compare(rushhour.parse_all(text), algorithms=["bfs"])
    assert [row.puzzle for row in rows] == ["a (3)", "a", "a (4)"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithms": ["bsf"]}, "no algorithm named 'bsf'; did you mean 'bfs'?"),
        ({"heuristics": ["blockin"]}, "no heuristic named 'blockin'; did you mean 'blocking'?"),
        ({"algorithms": ["bfs", "dfs"], "weight": 2}, "none of bfs, dfs takes weight"),
        ({"weight": 0.5}, "expected a weight from 1 to 1000000, found 0.5"),
        ({"metric": "steps"}, "no metric named 'steps'; did you mean 'step'?"),
    ],
)
def test_refusals(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RushHourError, match=re.escape(message)):
        next(compare(JAMS, **options))


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ({None: "AA.."}, "expected a text for the name of a puzzle, found None"),
        ({"a": None}, "expected a Puzzle or a text"),
    ],
)
def test_a_mapping_has_names_and_puzzles(puzzles: Any, message: str) -> None:
    with pytest.raises(WrongTypeError, match=re.escape(message)):
        compare(puzzles)


def test_the_puzzles_of_a_mapping_may_be_texts() -> None:
    (row,) = compare({"the road": "AA../"}, algorithms=["bfs"])
    assert (row.puzzle, row.cost) == ("the road", 1)


def test_limits_and_what_is_then_known() -> None:
    puzzle = rushhour.read(LARGE)
    [row] = compare({"long": puzzle}, algorithms=["bfs"], max_states=2000)
    assert (row.status, row.cost, row.optimum, row.optimal) == ("unknown", None, None, None)
    assert cells(row)[HEAD.index("cost")] == f">= {row.lower_bound}"
    [row] = compare([UNSOLVABLE.replace("\n", "/")], algorithms=["bfs"])
    assert (row.status, row.optimal) == ("unsolvable", None)
    assert cells(row)[HEAD.index("cost")] == "none"


def test_progress_names_the_search() -> None:
    stages: list[Stage] = []
    long = {"long": rushhour.read(ENDLESS)}
    list(compare(long, algorithms=["bfs", "astar"], max_seconds=0.3, progress=stages.append))
    assert {(s.number, str(s.method)) for s in stages} == {
        (1, "fast"),
        (2, "bfs"),
        (3, "astar advanced"),
    }
    assert {(s.searches, s.puzzle) for s in stages} == {(3, "long")}
    assert max(s.progress.states for s in stages) > 1000


ROWS = list(compare(JAMS, algorithms=["bfs", "astar", "dfs"], heuristics=["zero"]))


def test_csv_and_json_hold_everything() -> None:
    table = list(csv.DictReader(io.StringIO("\n".join(as_csv(ROWS)))))
    objects = [json.loads(json.dumps(record(row))) for row in ROWS]
    for row, line, found in zip(ROWS, table, objects, strict=True):
        expected = {**asdict(row), "optimal": row.optimal}
        assert found == expected
        assert line == {k: "" if v is None else str(v) for k, v in expected.items()}


def test_tables_end_with_what_each_method_took() -> None:
    lines, below = body(ROWS)
    assert len(lines) == len(ROWS)
    assert [line[:3] for line in below] == [
        ("all 2", "bfs", ""),
        ("all 2", "astar", "zero"),
        ("all 2", "dfs", ""),
    ]
    expanded = HEAD.index("expanded")
    for number, line in enumerate(below):
        assert int(line[expanded]) == sum(row.expanded for row in ROWS[number::3])
    assert [line[-1] for line in below] == ["2 of 2", "2 of 2", "0 of 2"]
    assert body(ROWS[:3])[1] == []


def test_markdown() -> None:
    head, rule, *lines = LAYOUTS["markdown"](ROWS, ())
    assert head == f"| {' | '.join(HEAD)} |"
    assert rule.count("---") == 3
    assert {line.count("|") for line in (head, rule, *lines)} == {len(HEAD) + 1}


def test_latex_escapes() -> None:
    row = ROWS[0]
    odd = Row(**{**asdict(row), "puzzle": r"a_b & 50% \ {c} ~^ #1 $"})
    lines = list(LAYOUTS["latex"]([odd], ()))
    assert lines[:2] == [r"% needs \usepackage{booktabs}", r"\begin{tabular}{lllrrrrrrrrrrr}"]
    assert lines[5].startswith(
        r"a\_b \& 50\% \textbackslash{} \{c\} \textasciitilde{}\textasciicircum{} \#1 \$ & bfs & "
    )
    assert lines[-1] == r"\end{tabular}"


def test_a_table_for_a_page_has_some_of_the_columns() -> None:
    """They keep the order of the whole table; a line of totals has the sum below each."""
    columns = ["expanded", "puzzle", "heuristic", "max open"]
    whole, some = (list(as_table(ROWS, columns=names)) for names in ((), columns))
    assert some[0].split() == ["puzzle", "heuristic", "expanded", "max", "open"]
    assert len(whole) == len(some)
    lines = list(LAYOUTS["latex"](ROWS, columns))
    assert lines[1] == r"\begin{tabular}{llrr}"
    totals = str(sum(row.expanded for row in ROWS if row.algorithm == "astar"))
    assert [line.split(" & ")[:3] for line in lines if line.startswith("all")][1] == [
        *("all 2", "zero", totals)
    ]
    head, rule, *_ = LAYOUTS["markdown"](ROWS, ["cost"])
    assert (head, rule) == ("| cost |", "| --: |")


class TestPlot:
    def test_an_svg_shows_every_method(self, tmp_path: Path) -> None:
        file = tmp_path / "plot.svg"
        plot(ROWS, JAMS, file)
        first = file.read_text(encoding="utf-8")
        assert ElementTree.fromstring(first).tag.endswith("svg")
        for title in ("Effort and depth", "Estimate and truth", "Effort in all", "Effort and time"):
            assert title in first
        plot(ROWS, JAMS, file)
        assert file.read_text(encoding="utf-8") == first

    def test_the_estimates_of_functions_are_drawn(
        self, functions: list[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "plot.svg"
        command = ["compare", FILES[0], "--algorithm", "astar", "--plot", str(file)]
        assert result(*command, "--heuristic", "blocking", *functions)[0] == 0
        names = [row.heuristic for row in compare_one(JAMS["jam-01"], *map(load, functions))]
        curves, bars = estimates_and_bars(file)
        assert curves == ["h*", "blocking", *map(str, names)]
        assert bars == [f"astar {name}" for name in curves[1:]]

    def test_unsolvable_and_unknown_puzzles_are_no_obstacle(self, tmp_path: Path) -> None:
        puzzles = {"none": rushhour.parse(UNSOLVABLE), "solved": rushhour.parse("..AA/..../....")}
        plot(list(compare(puzzles, algorithms=["astar"])), puzzles, tmp_path / "plot.png")
        assert (tmp_path / "plot.png").stat().st_size > 1000

    def test_a_suffix_that_nobody_knows(self, tmp_path: Path) -> None:
        with pytest.raises(RushHourError, match=r"expected a file that ends in .*\.svg.*, found"):
            plot(ROWS, JAMS, tmp_path / "plot.doc")

    def test_without_matplotlib(self) -> None:
        code = (
            "import sys; sys.modules['matplotlib'] = None\n"
            "from rushhour.lab.plot import require\nrequire('plot.svg')"
        )
        process = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert "needs matplotlib: pip install 'rushhour[plot]'" in process.stderr


def estimates_and_bars(file: Path) -> tuple[list[str], list[str]]:
    """The names of the curves of h against h*, and those beside the bars."""
    text = file.read_text(encoding="utf-8")
    legend = re.search(r'<g id="legend_1">.*?<g id="axes_3">', text, re.DOTALL)
    bars = text.partition('<g id="axes_4">')[2]
    assert legend is not None
    found = re.findall(r"<!-- (.*?) -->", legend[0]), re.findall(r"<!-- (astar .*?) -->", bars)
    return [name.replace("&lt;", "<") for name in found[0]], found[1]


class TestCommand:
    def test_all_heuristics(self) -> None:
        code, out, err = result("compare", FILES[0], "--algorithm", "bfs,greedy", "--all", "--csv")
        assert (code, err) == (0, "")
        rows = [(row["algorithm"], row["heuristic"]) for row in csv.DictReader(io.StringIO(out))]
        every = [("greedy", entry.name) for entry in rushhour.heuristics()]
        assert rows == [("bfs", ""), *every]

    def test_a_table(self) -> None:
        code, out, err = result(
            "compare", *FILES, "--algorithms", "bfs", "astar", "--heuristics", "1"
        )
        assert (code, err) == (0, "")
        head, *lines = out.splitlines()
        assert head.split() == [word for name in HEAD for word in name.split()]
        rows = [line.split() for line in lines if line.strip("-")]
        assert [row[:2] for row in rows] == [
            ["jam-01", "bfs"],
            ["jam-01", "astar"],
            ["jam-02", "bfs"],
            ["jam-02", "astar"],
            ["all", "2"],
            ["all", "2"],
        ]

    @pytest.mark.parametrize("layout", ["csv", "json", "markdown", "latex"])
    def test_layouts(self, layout: str) -> None:
        code, out, err = result("compare", FILES[0], "--algorithms", "bfs", f"--{layout}")
        assert (code, err) == (0, "")
        assert "jam-01" in out
        assert out.count("\n") == {"csv": 2, "json": 1, "markdown": 3, "latex": 8}[layout]

    def test_columns(self) -> None:
        words = ("compare", FILES[0], "--algorithm", "bfs,astar", "--columns", "algorithm,max open")
        code, out, _ = result(*words)
        assert (code, out.splitlines()[0].split()) == (0, ["algorithm", "max", "open"])
        code, out, err = result(*words, "cst")
        assert (code, out) == (2, "")
        assert "no column named 'cst'; did you mean 'cost'?" in err
        code, out, err = result(*words, "--csv")
        assert (code, out, "--columns: expected a table to read, found --csv" in err) == (
            2,
            "",
            True,
        )

    def test_two_layouts_are_refused(self) -> None:
        code, out, err = result("compare", FILES[0], "--csv", "--json")
        assert (code, out) == (2, "")
        assert err == "rushhour: expected one of --csv and --json\n"

    def test_a_plot(self, tmp_path: Path) -> None:
        file = tmp_path / "plot.svg"
        assert result("compare", FILES[0], "--algorithms", "bfs", "--plot", str(file))[0] == 0
        assert "<svg" in file.read_text(encoding="utf-8")
        code, out, err = result("compare", FILES[0], "--plot", str(tmp_path / "plot"))
        assert (code, out) == (2, "")
        assert "expected a file that ends in" in err

    def test_a_malformed_puzzle_does_not_end_it(self) -> None:
        good = Path(FILES[0]).read_text(encoding="utf-8").partition("\n")[2]
        text = f"Bad\n{OVERLAP}.\nGood\n{good}.\n"
        process = run("compare", "-", "--algorithms", "bfs", "--csv", text=text)
        assert process.returncode == 2
        assert "vehicles 0 and 1 overlap" in process.stderr
        assert process.stdout.splitlines()[1].startswith("-,2,Good,bfs,")

    def test_a_file_may_be_given_again(self) -> None:
        _, out, _ = result("compare", *FILES[:1] * 3, "--algorithms", "bfs", "--csv")
        names = [row["puzzle"] for row in csv.DictReader(io.StringIO(out))]
        assert names == ["jam-01", f"{FILES[0]}:1", f"{FILES[0]}:1 (2)"]

    def test_a_folder_is_searched_through(self, tmp_path: Path) -> None:
        for name in ("one", "two"):
            file = tmp_path / "inside" / f"{name}.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text("AA.B/...B/....\n", encoding="utf-8")
        _, out, _ = result("compare", tmp_path, "--algorithm", "bfs", "--csv")
        assert [row["puzzle"] for row in csv.DictReader(io.StringIO(out))] == ["one", "two"]

    def test_no_file(self) -> None:
        assert result("compare")[:2] == (2, "")

    def test_limits(self) -> None:
        code, out, _ = result(
            "compare", LARGE, "--algorithms", "bfs", "--max-states", "1000", "--csv"
        )
        assert code == 0
        assert ",unknown," in out


class TestReproduce:
    def test_a_table_and_its_count(self) -> None:
        code, out, err = result("reproduce", "ntnu")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith("Barth, Stokke: ")
        assert lines[3].split() == ["Easy-3", "BFS", "95", "16", "|", "95", "16"]
        assert "12 of 12 cells agree" in lines
        assert "1 of 1 claims are true, 0 false" in lines
        assert "  rushhour compare puzzles/ntnu-*.txt --metric step --algorithm bfs" in lines
        assert ["Expert-2", "A*", "5892", "73", "|", "5892", "73"] in [x.split() for x in lines]

    def test_false_claims(self) -> None:
        code, out, err = result("reproduce", "csc")
        assert (code, err) == (1, "")
        notes = [line.split()[-1] for line in out.splitlines() if " BMH " in line and "|" in line]
        assert notes == ["defined", "defined", "computed", "false", "false", "false", "false"]
        assert "not computed, 22 cells: times, speed-ups and overhead" in out
        assert "\n4 of 4 cells agree\n" in out
        assert "\n4 of 10 claims are true, 2 in one of two readings, 4 false\n" in out

    def test_json(self) -> None:
        code, out, _ = result("reproduce", "csc", "--json")
        cells = [json.loads(line) for line in out.splitlines()]
        assert (code, len(cells)) == (1, 65 + 11)
        assert cells[-1].keys() == {"table", "says", "holds", "measured", "command"}
        assert cells[0] == {
            "puzzle": "GameP01",
            "column": "Moves",
            "quantities": ["figure"],
            "published": ["8"],
            "computed": ["8"],
            "counts": True,
            "command": "echo CC...HB..D.HBAAD.HB..D..F...GGF.EEE. | rushhour",
            "heuristic": "",
            "counterexample": "",
            "agrees": True,
        }

    def test_a_table_that_is_not_there(self) -> None:
        code, out, err = result("reproduce", "princetn")
        assert (code, out) == (2, "")
        assert "did you mean 'princeton'?" in err


class TestTrace:
    def test_lines_of_json(self, tmp_path: Path) -> None:
        file = tmp_path / "trace.jsonl"
        code, out, err = result(FILES[0], "--algorithm", "bfs", "--trace", str(file), "--json")
        assert (code, err) == (0, "")
        lines = file.read_text(encoding="utf-8").splitlines()
        assert len(lines) == json.loads(out)["expanded"] == 1057
        second = json.loads(lines[1])
        assert second.pop("memory") > 0
        assert second == {
            "number": 2,
            "state": ".22..71..3.71003.71..3..5...665.444.",
            "move": "2+1",
            "parent": 1,
            "earlier": None,
            "g": 1,
            "h": None,
            "f": 1,
            "open": len(JAMS["jam-01"].legal_moves()) - 1,
            "closed": 1,
            "from_goal": False,
        }

    def test_labels_that_no_board_string_holds(self, tmp_path: Path) -> None:
        jam, file = PUZZLES / "jam-40.txt", tmp_path / "trace.jsonl"
        assert result(str(jam), "--algorithm", "bfs", "--trace", str(file))[0] == 0
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        start, second = (rushhour.parse(json.dumps(row["state"])) for row in rows[:2])
        assert start == rushhour.read(jam)
        assert second == start.apply(rows[1]["move"])
        assert {row["move"][:2] for row in rows[1:]} > {"10", "11", "12"}

    def test_memory_of_each_expansion(self) -> None:
        shown: list[int] = []
        outcome = solve(JAMS["jam-01"], algorithm="naive", trace=lambda e: shown.append(e.memory))
        assert len(shown) == outcome.expanded
        assert shown[0] < max(shown) <= outcome.memory

    def test_a_trace_of_nothing_is_refused(self, tmp_path: Path) -> None:
        file = str(tmp_path / "trace.jsonl")
        code, out, err = result(FILES[0], "--algorithm", "fast", "--trace", file)
        assert (code, out) == (2, "")
        assert "the algorithm fast takes no trace; expected astar, " in err

    def test_a_full_disk(self) -> None:
        code, _, err = result(FILES[0], "--algorithm", "bfs", "--trace", "/dev/full")
        assert code == 3
        assert "No space left on device" in err

    def test_a_folder_that_is_not_there(self) -> None:
        code, _, err = result(FILES[0], "--trace", "/no/such/folder/trace")
        assert code == 2
        assert "No such file or directory" in err

    def test_settings_reach_the_search(self) -> None:
        code, out, _ = result(
            FILES[0], "2", "--ties", "heap", "--duplicates", "equal", "--no-reopen", "--json"
        )
        expected = {"ties": "heap", "duplicates": "equal", "reopen": False}
        assert (code, json.loads(out)["settings"]) == (0, expected)
        code, out, _ = result(FILES[0], "--weight", "1.5", "--json")
        assert (code, json.loads(out)["algorithm"]) == (0, "weighted")
        code, _, err = result(FILES[0], "--algorithm", "bfs", "--weight", "2")
        assert (code, err) == (
            2,
            "rushhour: the algorithm bfs takes no weight; expected weighted\n",
        )
