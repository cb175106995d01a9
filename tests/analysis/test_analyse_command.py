"""`rushhour analyse` and `rushhour sort`: tables, files, exit codes."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rushhour import Analysis
from rushhour.analysis.table import encoded, row
from rushhour.cli import run
from support.interrupts import ENDLESS, interrupted, wait_for_work

PUZZLES = Path(__file__).parents[2] / "puzzles"
JAMS = [str(PUZZLES / f"jam-{number:02}.txt") for number in (1, 13, 40)]
BOARDS = [
    "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
    "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo",
    "oooBoooooBooAAoBoooooooooooooooooooo",
]
UNSOLVABLE = "oooBoooooBooAAoBoooooCoooooCoooooCoo\n"


def test_several_puzzles_get_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", *JAMS]) == 0
    head, *lines, note = capsys.readouterr().out.splitlines()
    assert " ".join(head.split()) == "puzzle slides steps moves rating level walk states"
    assert [line.split()[:3] for line in lines] == [
        ["jam-01", "8", "16"],
        ["jam-13", "16", "32"],
        ["jam-40", "51", "81"],
    ]
    assert note.startswith("* extrapolated")
    assert max(map(len, (head, *lines, note))) <= 80


def test_one_puzzle_gets_every_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", JAMS[0]]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "optimal solutions              61 solutions" in lines
    assert max(map(len, lines)) <= 80


def test_json_csv_and_parquet_hold_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["analyse", *JAMS, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["slides"] for row in rows] == [8, 16, 51]
    assert rows[2]["optimal_solutions"] == "191226816"
    assert run(["analyse", *JAMS, "--csv"]) == 0
    printed = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [float(row["walk"]) for row in printed] == [row["walk"] for row in rows]
    assert [row["reasons"] for row in printed] == ["; ".join(row["reasons"]) for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("out.parquet", "out.csv", "out.json", "out.jsonl"):
        assert run(["analyse", *JAMS, "-o", str(tmp_path / name)]) == 0
    stored = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["histogram"] for row in stored] == [row["histogram"] for row in rows]
    assert [row["optimal_solutions"] for row in stored] == [
        row["optimal_solutions"] for row in rows
    ]
    assert json.loads((tmp_path / "out.json").read_text()) == rows


def test_no_count_is_too_large_for_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for count in (10**38 - 1, 10**38, 7**200, None):
        analysis = Analysis(status="solved", optimal_solutions=count)
        data = encoded([row("jam.txt", 1, None, analysis)], "out.parquet")
        (stored,) = parquet.read_table(io.BytesIO(data)).to_pylist()
        assert stored["optimal_solutions"] == (None if count is None else str(count))
        assert stored["optimal_solutions_up_to_order"] is None


def test_exit_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(UNSOLVABLE)
    assert run(["analyse", str(file)]) == 1
    assert "unsolvable" in capsys.readouterr().out
    assert run(["analyse", JAMS[2], "--max-states", "10"]) == 3
    assert "unknown" in capsys.readouterr().out
    file.write_text(f"{UNSOLVABLE}{UNSOLVABLE}{UNSOLVABLE[:-3]}\n")
    assert run(["analyse", str(file), "--csv"]) == 2
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["status"] for row in rows] == ["unsolvable", "unsolvable", ""]
    assert "line 3" in rows[2]["error"]
    assert run(["analyse", JAMS[0], "-o", str(tmp_path / "out.xls")]) == 2
    assert "expected a name ending in .csv" in capsys.readouterr().err
    assert run(["analyse", JAMS[0], "-o", str(file.with_suffix(".csv")), "--json"]) == 2
    assert run(["analyse"]) == 2


def test_definitions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "walk (ln slides)" in out
    assert max(map(len, out.splitlines())) <= 80


def test_ctrl_c_ends_it_at_once() -> None:
    command = [sys.executable, "-m", "rushhour", "analyse", str(ENDLESS), "--max-memory", "8G"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        wait_for_work(process)
        assert "interrupted" in interrupted(process)
        assert process.returncode == 130


def test_sort(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(BOARDS))
    assert run(["sort", str(file), "--by", "states", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["states"] for row in rows] == sorted(row["states"] for row in rows)
    assert len(rows) == len(BOARDS)
    assert run(["sort", str(file), "--by", "states", "--reverse"]) == 0
    assert capsys.readouterr().out.split() == [row["text"].strip() for row in reversed(rows)]
    middle = str(rows[1]["states"])
    assert run(["sort", str(file), "--by", "states", "--least", middle, "--most", middle]) == 0
    assert capsys.readouterr().out.strip() == rows[1]["text"].strip()
    assert run(["sort", str(file), "--by", "colour"]) == 2
    assert "no measure named 'colour'" in capsys.readouterr().err
    file.write_text(UNSOLVABLE)
    assert run(["sort", str(file), "--by", "walk"]) == 1
