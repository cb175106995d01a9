"""A heuristic from a file on the command line: `--heuristic FILE.py:FUNCTION`."""

from __future__ import annotations

import csv
import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

import rushhour
from support.command_lines import CAR_LIST
from support.commands import result, solved

OWN = """
def blockers(state):
    return 0 if state.is_solved else 1 + len(state.blockers())

def broken(state):
    return 1 // 0

def negative(state):
    return -1
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


def test_solve_takes_it(own: str) -> None:
    def blockers(state: rushhour.State) -> int:
        return 0 if state.is_solved else 1 + len(state.blockers())

    expected = rushhour.solve(Path(CAR_LIST), heuristic=blockers)
    for answer in (
        solved(CAR_LIST, "--heuristic", f"{own}:blockers"),
        solved(CAR_LIST, f"{own}:blockers"),
    ):
        assert (answer["heuristic"], answer["algorithm"]) == ("blockers", expected.algorithm)
        assert (answer["cost"], answer["expanded"]) == (expected.cost, expected.expanded)


def test_compare_takes_it_beside_others(own: str) -> None:
    names = f"zero,{own}:blockers"
    out = result("compare", CAR_LIST, "--algorithm", "astar", "--heuristic", names, "--csv")[1]
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["heuristic"] for row in rows] == ["zero", "own.py:blockers"]
    assert {row["cost"] for row in rows} == {"5"}


def test_a_file_takes_no_place_of_a_module(tmp_path: Path) -> None:
    own = tmp_path / "json.py"
    own.write_text(OWN, encoding="utf-8")
    try:
        answer = solved(CAR_LIST, "--heuristic", f"{own}:blockers")
        assert answer["heuristic"] == "blockers"
        assert import_module("json") is json
    finally:
        sys.modules["json"] = json


def test_what_is_wrong_with_it_is_said(own: str) -> None:
    for name, words in (("none", "has no function 'none'"), ("negative", "at least 0")):
        code, out, err = result(CAR_LIST, "--heuristic", f"{own}:{name}")
        assert (code, out) == (2, "")
        assert err.startswith("rushhour: ")
        assert words in err
    assert "no such file" in result(CAR_LIST, "--heuristic", "none.py:f")[2]


@pytest.mark.parametrize("verb", ["solve", "compare"])
def test_its_exception_is_shown_from_its_own_line(
    verb: str, own: str, capfd: pytest.CaptureFixture[str]
) -> None:
    from rushhour.cli import run as inside

    assert inside([verb, CAR_LIST, "--heuristic", f"{own}:broken"]) == 2
    err = capfd.readouterr().err
    assert "ZeroDivisionError" in err
    assert "own.py" in err
    assert "cli/solve.py" not in err


def test_a_file_without_its_function_says_how_to_name_one(own: str) -> None:
    for verb in ("solve", "compare"):
        code, _, err = result(verb, CAR_LIST, "--heuristic", own)
        assert code == 2
        assert f"{own}: expected a function of the file, as in {own}:FUNCTION" in err
