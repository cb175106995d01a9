"""`rushhour grade-code`: what it prints, its exit codes, its files, and Ctrl-C."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from rushhour.base.files import UNFINISHED
from support.commands import result
from support.interrupts import SOON, interrupted

ROAD = "..B.../AAB.../....../......"
SOLVES = "def solve(text):\n    return 'B+2 A+4'\n"
FAILS = "def solve(text):\n    return 1 / 0\n"
TOO_HIGH = "def h(state):\n    return 4 * len(state.blockers())\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a class, beside a file with a board."""
    (tmp_path / "road.txt").write_text(ROAD)
    made = tmp_path / "class"
    made.mkdir()
    for name, text in {"anna.py": SOLVES, "=1+1.py": FAILS, "tom.py": TOO_HIGH}.items():
        (made / name).write_text(text)
    return made


def ran(folder: Path, *options: str) -> tuple[int, str, str]:
    return result("grade-code", folder, folder.parent / "road.txt", "--no-tiny", *options)


def test_a_table_with_what_is_wrong_and_the_counterexample_drawn(folder: Path) -> None:
    code, out, err = ran(folder)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].split()[:5] == ["program", "part", "solved", "optimal", "legal"]
    assert [line.split()[0] for line in lines[1:4]] == ["=1+1.py", "anna.py", "tom.py"]
    assert lines[1].endswith(
        "0 of 1     road: ZeroDivisionError: division by zero (=1+1.py, line 2)"
    )
    assert "tom.py is not admissible: h = 4, the distance is 2:" in lines
    assert " | A A B . . . |>" in lines
    assert "the shortest solution: B+2 A+4" in lines
    assert "3 programs; solve: 2, 1 solve every board, 1 at the least cost; h: 1, 1 solve" in out
    assert "kept apart: time, memory" in out


def test_all_marks_are_exit_code_0(folder: Path) -> None:
    assert result("grade-code", folder / "anna.py", folder.parent / "road.txt")[0] == 0


def test_lines_of_json_and_csv_have_the_same_values(folder: Path) -> None:
    code, out, err = ran(folder, "--json")
    assert (code, err) == (1, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [one["program"] for one in records] == ["=1+1.py", "anna.py", "tom.py"]
    assert [one["marks"] for one in records] == [0, 1, 0.25]
    assert records[1]["results"][0]["moves"] == "B+2 A+4"
    excess = records[2]["excess"]
    assert (excess["estimate"], excess["distance"], excess["proof"]) == (4, 2, "B+2 A+4")
    code, out, _ = ran(folder, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 1
    assert [row["program"] for row in rows] == ["'=1+1.py", "anna.py", "tom.py"]
    for row, record in zip(rows, records, strict=True):
        for name, value in row.items():
            if name not in ("program", "seconds", "our_seconds"):
                assert value == ("" if record[name] is None else str(record[name]))


def test_a_line_for_each_board(folder: Path) -> None:
    code, out, _ = ran(folder, "--each-board")
    assert code == 1
    assert out.splitlines()[2].split()[:6] == ["anna.py", "solve", "road", "solved", "2", "2"]
    found = [json.loads(line) for line in ran(folder, "--each-board", "--json")[1].splitlines()]
    assert [(one["board"], one["status"]) for one in found] == [
        *(("road", "crash"), ("road", "solved"), ("road", "solved")),
    ]


def test_a_roster(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "class.txt").write_text("Anna\nTom\nZoe\n")
    code, out, _ = ran(folder, "--roster", str(tmp_path / "class.txt"))
    assert code == 1
    assert out.splitlines()[-2:] == ["no program of Zoe", "of no student, or of several: =1+1.py"]
    (line, *_) = ran(folder, "--roster", str(tmp_path / "class.txt"), "--json")[1].splitlines()
    assert json.loads(line)["student"] is None


def test_results_for_gradescope(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "results"
    assert ran(folder, "--gradescope", str(out))[0] == 1
    found = json.loads((out / "anna.py" / "results.json").read_text())
    assert [(one["score"], one["max_score"]) for one in found["tests"]] == [(1, 1)]
    assert {one.name for one in out.iterdir()} == {"=1+1.py", "anna.py", "tom.py"}
    assert not list(out.rglob(f"{UNFINISHED}*"))
    code, _, err = ran(folder, "--gradescope", str(out))
    assert (code, err.count("\n")) == (2, 1)
    assert "results.json: expected a new file, found one; --force replaces it" in err
    one = tmp_path / "submission"
    one.mkdir()
    (one / "rush.py").write_text(SOLVES)
    for _ in range(2):
        assert ran(one, "--one", "--gradescope", str(out), "--force")[0] == 0
    assert json.loads((out / "results.json").read_text())["tests"][0]["status"] == "passed"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--csv", "--json"], "expected one of --csv and --json, found both"),
        (["--part", "solve,g"], "no part named 'g'"),
        (["--functions", "solve"], "--functions: expected two names, as in solve,h"),
        (["--run", "java 'x"], "--run: expected a command line, found"),
        (["--run", " "], "--run: expected a command line, found none"),
        (["--baseline", "blockin"], "no heuristic named 'blockin'; did you mean 'blocking'?"),
        (["--to", "frame"], "the format frame can be read but not written"),
        (["--max-memory", "x"], "--max-memory: expected a number of bytes"),
        (["--max-memory", "1K"], "no program can be run here: "),
        (["--workers", "0"], "--workers"),
        (["--max-seconds", "0"], "--max-seconds"),
    ],
)
def test_a_wrong_option_is_refused(folder: Path, options: list[str], message: str) -> None:
    code, out, err = ran(folder, *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_malformed_puzzle_is_named_and_the_others_count(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("AAB\nAA.\n")
    files = [tmp_path / "bad.txt", tmp_path / "road.txt"]
    code, out, err = result("grade-code", folder / "anna.py", *files)
    assert code == 2
    assert "bad.txt" in err
    assert "1 of 1" in out
    assert result("grade-code", folder, tmp_path / "bad.txt")[:2] == (2, "")
    assert result("grade-code", folder, tmp_path / "bad.txt", tmp_path / "bad.txt")[:2] == (2, "")
    assert result("grade-code", tmp_path / "nothing")[0] == 2


def test_ctrl_c_prints_what_is_done_and_ends_every_program(folder: Path, tmp_path: Path) -> None:
    (folder / "anna.py").rename(folder / "0.py")
    sleeps = "import time\ndef solve(text):\n    time.sleep(9999)\n"
    (folder / "1.py").write_text(sleeps)
    options = ["--max-seconds", "9999", "--json", "--no-tiny", "--workers", "1"]
    command = [sys.executable, "-m", "rushhour", "grade-code", folder, tmp_path / "road.txt"]
    others = psutil.Process().children(recursive=True)  # of other tests
    with subprocess.Popen(
        [*map(str, command), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        said = interrupted(process)
        assert {*psutil.Process().children(recursive=True)} <= {*others}
    assert json.loads(line)["program"] == "0.py"
    assert process.wait(SOON) == 130
    assert said == "rushhour: interrupted\n"
