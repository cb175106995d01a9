"""The assignment of examples/course: the model answer has all marks, the skeleton none."""

import json
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import rushhour
from rushhour.lab import check
from rushhour.model.move import Metric
from support.commands import result

COURSE = Path(__file__).parents[2] / "examples" / "course"
# A move costs 1 in the one term, and a step in the other, whose boards have walls.
SLIDES, STEPS = 2026, 9
MAKE = runpy.run_path(str(COURSE / "make.py"))


@pytest.fixture(scope="module", params=[SLIDES, STEPS])
def term(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a term."""
    folder = tmp_path_factory.mktemp("course") / str(request.param)
    assert MAKE["main"](["--seed", str(request.param), "-o", str(folder)]) == 0
    return folder


def options(term: Path) -> list[str]:
    """The options that the teacher's page says."""
    text = (term / "teacher" / "README.md").read_text("utf-8")
    (line,) = (one for one in text.splitlines() if one.startswith("rushhour grade-code answer "))
    return shlex.split(line)[4:]


def marks(term: Path, program: Path, *more: str) -> dict[str, float]:
    """The marks of each part of a program, by the teacher's command."""
    boards = sorted((term / "teacher" / "boards").iterdir())
    out = result("grade-code", program, *boards, *options(term), "--json", *more)[1]
    found = [json.loads(line) for line in out.splitlines()]
    assert {one["boards"] for one in found} == {10}
    return {one["part"]: one["marks"] for one in found}


def test_the_terms_differ_as_they_should(term: Path) -> None:
    metric = "step" if term.name == str(STEPS) else "slide"
    assert f"--metric {metric}" in " ".join(options(term))
    board = (term / "student" / "boards" / "1.txt").read_text("utf-8")
    assert board.rstrip() in (term / "student" / "TASK.md").read_text("utf-8")
    assert ("x" in board) == (term.name == str(STEPS))
    assert "$" not in "".join(file.read_text("utf-8") for file in term.rglob("*.md"))


def test_the_model_answer_has_all_marks_and_the_skeleton_none(term: Path) -> None:
    answer, skeleton = term / "teacher" / "answer", term / "student" / "rush.py"
    assert marks(term, answer, "--no-tiny") == {"solve": 10, "h": 10}
    assert marks(term, skeleton, "--no-tiny") == {"solve": 0, "h": 0}
    assert marks(term, term / "student" / "rush.ipynb", "--no-tiny") == {"solve": 0, "h": 0}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["slide", "step"])
def test_the_heuristic_of_the_model_answer_is_refuted_nowhere(metric: Metric) -> None:
    verdict = check(MAKE["model"]()["h"], metric=metric)
    assert (verdict.admissible, verdict.consistent) == (True, True)
    assert verdict.tiny.states > 100_000


def test_the_public_tests_pass_with_the_answer_alone(term: Path, tmp_path: Path) -> None:
    student = shutil.copytree(term / "student", tmp_path / "student")
    for file, code in ((term / "student" / "rush.py", 1), (term / "teacher/answer/rush.py", 0)):
        found = publicly_tested(student, file.read_text("utf-8"))
        assert (found.returncode, found.stderr) == (code, "")
        assert found.stdout.endswith("passed\n" if code == 0 else "not passed yet\n")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('[("X", 1), ("X", -1)]', "cost "),
        ('["X-1"]', "cost "),
        ("None", "cost 0"),
        ("[1]", 'expected {"vehicle": "A", "cells": 2}'),
        ("'no idea'", "line 1, column 1: expected a move"),
    ],
)
def test_the_public_tests_read_an_answer_as_the_grader_does(
    answer: str, said: str, term: Path, tmp_path: Path
) -> None:
    """A list of moves is one, too; what is none is named, and the next board follows."""
    student = shutil.copytree(term / "student", tmp_path / "student")
    text = f"def solve(text):\n    return {answer}\ndef h(state):\n    return 0\n"
    found = publicly_tested(student, text)
    assert (found.returncode, found.stderr) == (1, "")
    for number, line in enumerate(found.stdout.splitlines()[:5], 1):
        assert line.startswith(f"board {number}: {said}")


def publicly_tested(student: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """What the public tests say of a program."""
    (student / "rush.py").write_text(text)
    words = [sys.executable, "-B", "test_public.py"]
    return subprocess.run(words, cwd=student, capture_output=True, text=True, check=False)


def test_the_notebook_has_the_task_and_both_functions(term: Path) -> None:
    notebook = nbformat.read(term / "student" / "rush.ipynb", as_version=4)
    nbformat.validate(notebook)
    task, *code, last = [cell["source"] for cell in notebook.cells]
    assert task == (term / "student" / "TASK.md").read_text("utf-8").rstrip("\n")
    assert [cell.split("(")[0] for cell in code[1:]] == ["def solve", "def h"]
    assert last == "%run -e -i test_public.py"


def test_the_same_seed_makes_the_same_files_and_another_other_boards(tmp_path: Path) -> None:
    for name, seed in (("a", SLIDES), ("b", SLIDES), ("c", SLIDES + 1)):
        MAKE["make"](seed, tmp_path / name)
    files = {
        name: {
            str(file.relative_to(tmp_path / name)): file.read_text("utf-8")
            for file in (tmp_path / name).rglob("*")
            if file.is_file()
        }
        for name in "abc"
    }
    assert files["a"] == files["b"]
    boards = [{text for name, text in files[one].items() if "boards" in name} for one in "ac"]
    assert [len(one) for one in boards] == [15, 15]
    assert not boards[0] & boards[1]
    assert MAKE["main"](["--seed", "1", "-o", str(tmp_path / "a")]) == 2


def test_the_answers_to_the_questions(term: Path) -> None:
    """The states and the shortest solutions by a search of its own over `Puzzle.apply`."""
    boards = [
        rushhour.read(term / "student" / "boards" / name, "grid") for name in ("1.txt", "2.txt")
    ]
    metric = "step" if term.name == str(STEPS) else "slide"
    text = (term / "teacher" / "README.md").read_text("utf-8")
    assert f"\n1. {len(levels(boards[0], metric)[0])} states.\n" in text
    assert f"\n2. {levels(boards[1], metric)[1]} solutions.\n" in text


def levels(start: rushhour.Puzzle, metric: str) -> tuple[dict[rushhour.Puzzle, int], int]:
    """The distance of every state from the start, and the number of shortest ways to a goal."""
    distance, ways, level = {start: 0}, {start: 1}, [start]
    least, count = None, 0
    while level:
        following: dict[rushhour.Puzzle, int] = {}
        for state in level:
            target = state.vehicle(state.target)
            if least in (None, distance[state]) and target.col + target.length == state.cols:
                least, count = distance[state], count + ways[state]
            for move in state.legal_moves():
                after = state.apply(move)
                if metric == "step" and abs(move.cells) > 1:
                    continue
                if after not in distance or distance[after] == distance[state] + 1:
                    ways[after] = ways.get(after, 0) + ways[state]
                    distance.setdefault(after, distance[state] + 1)
                    following[after] = 0
        level = list(following)
    return distance, count
