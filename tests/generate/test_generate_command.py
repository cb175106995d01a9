"""`rushhour generate`: output, files, limits and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rushhour import generate, parse_all, read_all
from rushhour.cli import run
from rushhour.errors import FormatWarning
from support.commands import result
from support.interrupts import interrupted, wait_for_work

EASY = ["generate", "--size", "5x5", "--slides", "5..9", "--seed", "3"]
KEYS = ["board", "slides", "steps", "vehicles", "walls", "states"]
KEYS += ["solutions", "difficulty", "seed", "solution"]
IMPOSSIBLE = ["generate", "--size", "4x4", "--vehicles", "3", "--slides", "40"]
Capture = pytest.CaptureFixture[str]


def of_library(count: int) -> list[Any]:
    return list(generate(size="5x5", slides="5..9", seed=3, count=count))


def test_it_prints_the_puzzles_of_the_library(capsys: Capture) -> None:
    assert run([*EASY, "--count", "3"]) == 0
    out, err = capsys.readouterr()
    assert list(parse_all(out)) == [made.board for made in of_library(3)]
    assert err == ""


def test_json_lines_hold_what_was_proved(capsys: Capture) -> None:
    assert run([*EASY, "--count", "2", "--json", "--walls", "1"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(row) for row in rows] == [KEYS, KEYS]
    assert all(row["seed"] == 3 and row["walls"] == 1 and 5 <= row["slides"] <= 9 for row in rows)


def test_a_drawn_seed_is_printed_and_repeats_the_run(capsys: Capture) -> None:
    assert run(["generate", "--size", "5x5", "--slides", "5..9"]) == 0
    out, err = capsys.readouterr()
    seed = err.removeprefix("rushhour: seed ").strip()
    assert run(["generate", "--size", "5x5", "--slides", "5..9", "--seed", seed]) == 0
    assert capsys.readouterr() == (out, "")


@pytest.mark.parametrize("form", ["boardstring", "carlist", "json"])
def test_formats_can_be_read_back(form: str, tmp_path: Path) -> None:
    file = tmp_path / "made.txt"
    assert run([*EASY, "--count", "3", "--to", form, "-o", str(file)]) == 0
    sizes = [len(puzzle.vehicles) for puzzle in read_all(file)]
    assert sizes == [made.vehicles for made in of_library(3)]
    assert run([*EASY, "-o", str(file)]) == 2


@pytest.mark.filterwarnings("ignore", category=FormatWarning)
@pytest.mark.parametrize(
    "options",
    [
        ["--to", "csc", "--count", "2"],
        ["--exit", "left"],
        ["--to", "carlist", "--walls", "1"],
        ["--to", "nothing"],
        ["--hardest", "--anywhere"],
        ["--unique", "--solutions", "2"],
        ["--json", "--cards"],
        ["--cards", "--output", "cards.txt"],
        ["--vehicles", "20"],
        ["--slides", "9..8"],
        ["--exclude", "no-such-file.txt"],
        ["--count", "0"],
    ],
)
def test_bad_orders_make_nothing(options: list[str], capsys: Capture) -> None:
    assert run([*EASY, *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rushhour: ")


def test_known_puzzles_stay_out(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("".join(f"{made.to_dict()['board']}\n" for made in of_library(2)))
    assert run([*EASY, "--count", "2", "--exclude", str(file)]) == 0
    left = set(parse_all(capsys.readouterr().out))
    assert left.isdisjoint(made.board for made in of_library(2))
    file.write_text("nonsense\n")
    assert run([*EASY, "--exclude", str(file)]) == 2


def test_an_impossible_order_ends_with_the_reason(capsys: Capture) -> None:
    assert run([*IMPOSSIBLE, "--max-boards", "500", "--seed", "1"]) == 3
    out, err = capsys.readouterr()
    first, reason, nearest = err.splitlines()
    assert out == ""
    assert first == "rushhour: made 0 of 1; the limit on boards was reached first"
    assert "0 of " in reason
    assert "had 40 slides with 3 vehicles and no walls" in reason
    assert nearest.startswith("rushhour: the nearest had ")


def test_a_limit_keeps_what_was_made(capsys: Capture) -> None:
    assert run([*EASY, "--count", "100000", "--max-seconds", "0.3"]) == 3
    out, err = capsys.readouterr()
    made = list(parse_all(out))
    assert [one.board for one in of_library(len(made))] == made
    assert f"made {len(made)} of 100000; the limit on seconds" in err


def test_cards_have_fronts_and_backs(capsys: Capture) -> None:
    assert run([*EASY, "--count", "2", "--cards"]) == 0
    assert capsys.readouterr().out.count("</svg>") >= 2


def test_ctrl_c_ends_at_once_and_keeps_what_was_made(tmp_path: Path) -> None:
    file = tmp_path / "made.txt"
    command = [sys.executable, "-m", "rushhour", *EASY, "--count", "1000000", "-o", str(file)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_work(process)
    assert "interrupted" in interrupted(process)
    assert process.returncode == 130
    assert next(iter(read_all(file))) == of_library(1)[0].board


def test_a_killed_run_leaves_what_it_has_written_beside_the_output(tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    command = [sys.executable, "-m", "rushhour", *EASY, "--json", "--count", "1000000"]
    process = subprocess.Popen([*command, "-o", str(file)])
    while not any(draft.stat().st_size for draft in tmp_path.iterdir()):
        assert process.poll() is None
    process.kill()
    process.wait()
    assert not file.exists()
    (draft,) = tmp_path.iterdir()
    rows = [json.loads(line) for line in draft.read_text().splitlines()]
    assert rows == [made.to_dict() for made in of_library(len(rows))]


def test_no_file_appears_when_nothing_was_made(tmp_path: Path) -> None:
    file = tmp_path / "made.txt"
    assert run([*IMPOSSIBLE, "--max-boards", "300", "-o", str(file)]) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_limit_keeps_the_file_of_what_was_made(tmp_path: Path) -> None:
    file = tmp_path / "made.txt"
    command = [*EASY, "--count", "100000", "--max-seconds", "0.3", "-o", str(file)]
    assert run(command) == 3
    made = list(read_all(file))
    assert [one.board for one in of_library(len(made))] == made


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["minimal"], "expected a measure and its range, such as returning=2.., found 'minimal'"),
        (["walk=1..", "walk=2.."], "expected each measure once, found walk twice"),
        (["red-herring=1"], "no measure named 'red_herring'; did you mean 'red_herrings'?"),
    ],
)
def test_a_measure_has_a_name_and_a_range(words: list[str], error: str) -> None:
    options = [part for word in words for part in ("--measure", word)]
    code, _, said = result("generate", *options)
    assert code == 2
    assert error in said
