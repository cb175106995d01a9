"""Programs of a class: what they are graded on, and what none of them can do to another."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

import rushhour
from rushhour import RushHourError, Solution, State, parse, read
from rushhour.lab import CodeGrade, Exercise, grade_code
from rushhour.lab.programs.process import ProgramError, Shelter
from rushhour.lab.programs.report import gradescope, wrong_with

# Two slides, six steps: B goes down by 2, then A goes right by 4. No other vehicle is there.
ROAD = parse("..B.../AAB.../....../......")
RIGHT = "B+2 A+4"
# A and B share a row, so that A never passes.
STUCK = parse("AAB/..B/..B")
JAM = read("puzzles/jam-01.txt")

SOLVES = f"def solve(text):\n    return {RIGHT!r}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a class."""
    made = tmp_path / "class"
    made.mkdir()
    return made


def graded(
    folder: Path,
    programs: dict[str, str],
    puzzles: Sequence[rushhour.Puzzle] = (ROAD,),
    exercise: Exercise | None = None,
    **options: Any,
) -> dict[tuple[str, str], CodeGrade]:
    """The grades of some programs by name and part; a file with `#!` can be executed."""
    for name, text in programs.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, encoding="utf-8")
        if text.startswith("#!"):
            (folder / name).chmod(0o755)
    found = grade_code(folder, puzzles, exercise or Exercise(tiny=False), **options)
    return {(grade.program, grade.part): grade for grade in found}


def answered(folder: Path, answer: str, puzzle: rushhour.Puzzle = ROAD, **options: Any) -> Any:
    """What is said of a program whose `solve` returns a value, written as in Python."""
    text = f"def solve(text):\n    return {answer}\n"
    return graded(folder, {"one.py": text}, [puzzle], **options)["one.py", "solve"].boards[0]


# Answers.


@pytest.mark.parametrize(
    ("answer", "nodes"),
    [
        ("'B+2 A+4'", None),
        ("'Move car # B down 2 squares\\nMove car # A right 4 squares'", None),
        ("['B+2', 'A+4']", None),
        ("[('B', 2), ('A', 4)]", None),
        ("[('B', 'down', 2), ('A', 'right', 4)]", None),
        ("\"[('B', 2), ('A', 4)]\"", None),
        ("(['B+2', 'A+4'], 17)", 17),
        ("('B+2 A+4', 17)", 17),
        ("{'moves': [['B', 2], ['A', 4]], 'nodes': 17}", 17),
        ("{'moves': 'B+2 A+4', 'expanded': 17}", 17),
        ("(one for one in ['B+2', 'A+4'])", None),
        ("(iter([('B', 2), ('A', 4)]), 17)", 17),
    ],
)
def test_an_answer_may_have_any_form(folder: Path, answer: str, nodes: int | None) -> None:
    found = answered(folder, answer)
    assert (found.status, found.cost, found.optimum) == ("solved", 2, 2)
    assert (found.moves, found.nodes, found.fault) == (RIGHT, nodes, None)


@pytest.mark.parametrize(
    ("answer", "status", "fault"),
    [
        ("None", "unsolved", "expected moves, found none"),
        ("''", "unsolved", "expected moves, found none"),
        ("'I do not know.'", "unsolved", "expected moves, found none"),
        ("'B+2'", "unsolved", "the goal 'edge' is not reached at the end"),
        ("'A+4'", "illegal", "move 1, A+4: vehicle B is in the way"),
        ("'C+1 A+4'", "illegal", "move 1, C+1: there is no vehicle C"),
        ("['B+2', 3.5]", "malformed", 'expected {"vehicle": "A"'),
        ("3", "malformed", "line 1, column 1: expected a move"),
        ("solve", "crash", "TypeError: expected moves as a text or in a list, found function"),
        ("[object()]", "crash", "TypeError: expected moves as a text or in a list, found object"),
        ("exec('raise EOFError')", "crash", "EOFError"),
    ],
)
def test_an_answer_may_be_wrong(folder: Path, answer: str, status: str, fault: str) -> None:
    found = answered(folder, answer)
    assert (found.status, found.cost) == (status, None)
    assert found.fault.startswith(fault)


def test_a_longer_solution_has_half_the_marks(folder: Path) -> None:
    programs = {"a.py": SOLVES, "b.py": SOLVES.replace("B+2", "B+1 A+1 B+1").replace("A+4", "A+3")}
    programs["b.py"] = SOLVES.replace("'B+2 A+4'", "'B+2 A+2 B-1 B+1 A+2'")
    found = graded(folder, programs)
    one, other = found["a.py", "solve"], found["b.py", "solve"]
    assert (one.marks, one.solved, one.optimal, one.legal) == (1, 1, 1, 1)
    assert (other.boards[0].status, other.boards[0].cost) == ("illegal", None)  # B-1 meets A
    longer = SOLVES.replace("'B+2 A+4'", "'B+1 B+1 A+1 A+3 A-1 A+1'")
    (found,) = graded(folder / "more", {"c.py": longer}).values()  # type: ignore[assignment]
    assert (found.boards[0].cost, found.solved, found.optimal, found.marks) == (4, 1, 0, 0.5)


def test_a_puzzle_without_a_solution_wants_none(folder: Path) -> None:
    assert answered(folder, "None", STUCK).status == "solved"
    found = answered(folder, "(None, 17)", STUCK)
    assert (found.status, found.nodes) == ("solved", 17)
    found = answered(folder, "-1", STUCK)
    assert found.status == "malformed"
    assert found.fault.endswith("found '-1'; there is no solution, so None is right")
    found = answered(folder, "'A+1'", STUCK)
    assert (found.status, found.fault) == ("illegal", "move 1, A+1: vehicle B is in the way")


@pytest.mark.parametrize(("metric", "cost"), [("slide", 2), ("step", 6)])
def test_costs_are_in_the_metric(folder: Path, metric: Any, cost: int) -> None:
    found = answered(folder, repr(RIGHT), exercise=Exercise(metric=metric))
    assert (found.cost, found.optimum, found.is_optimal) == (cost, cost, True)


def test_the_goal_counts(folder: Path) -> None:
    found = answered(folder, repr(RIGHT), exercise=Exercise(goal="past"))
    assert (found.status, found.fault) == ("unsolved", "the goal 'past' is not reached at the end")
    assert answered(folder, "'B+2 A+5'", exercise=Exercise(goal="past")).is_optimal


def test_programs_get_puzzles_in_a_format_with_its_labels(folder: Path) -> None:
    """In a car list the target is 0 and B is 1; the text has no line end behind it."""
    text = (
        "def solve(text):\n    assert text == '5\\n0 0 1 h 2\\n1 2 0 v 2', text\n"
        "    return '1+2 0+3'"
    )
    puzzle = parse("..B..\nAAB..\n.....\n.....\n.....", "grid")
    found = graded(folder, {"a.py": text}, [puzzle], Exercise(format="carlist"))
    assert found["a.py", "solve"].boards[0].fault is None
    assert found["a.py", "solve"].optimal == 1


# Command lines.


def test_moves_may_be_of_a_class_of_data(folder: Path) -> None:
    text = (
        "from dataclasses import dataclass\n@dataclass\nclass Move:\n    car: str\n    cells: int\n"
    )
    text += "def solve(text):\n    return [Move('B', 2), Move('A', 4)]\n"
    assert graded(folder, {"a.py": text})["a.py", "solve"].optimal == 1


def test_a_command_reads_its_input_or_its_file(folder: Path) -> None:
    """The same moves from standard input, from the file, and from a script of another language."""
    out = f"print('Solution: {RIGHT}'); print('Nodes expanded: 1,234'); print('Cost: 2')"
    board = "..B...AAB..............."
    programs = {
        "file.py": f"import sys\nassert open(sys.argv[1]).read().strip()\n{out}",
        "input.py": f"assert input()\n{out}",
        "shell.sh": f'#!/bin/sh\nread board\necho "{RIGHT}"\nNODES=7\necho States explored: $NODES',
        "fails.py": f"{out}\nraise SystemExit(3)",
    }
    found = graded(folder, programs)
    assert len(board) == 24
    assert {grade.form for grade in found.values()} == {"command"}
    boards = {name: grade.boards[0] for (name, _), grade in found.items()}
    assert [one.is_optimal for one in boards.values()] == [True] * 4
    assert [one.nodes for one in boards.values()] == [1234, 1234, 1234, 7]
    assert boards["fails.py"].fault == "it ended with exit code 3"


def test_a_script_from_windows_is_told_why_it_does_not_start(folder: Path) -> None:
    (folder / "a.sh").write_bytes(b"#!/bin/sh\r\necho B+2 A+4\r\n")
    (folder / "a.sh").chmod(0o755)
    fault = str(graded(folder, {})["a.sh", "solve"].boards[0].fault)
    assert fault.endswith(
        "its first line names no program that is here, and ends in a carriage return"
    )


def test_a_command_line_for_all(folder: Path) -> None:
    programs = {"a.txt": RIGHT, "b.txt": "echo lost >&2; exit 9", "c.txt": "kill -SEGV $$"}
    words = ("sh", "-c", "test -s {puzzle} && cat {program}")
    for name, text in programs.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    found = graded(folder, {}, exercise=Exercise(run=words))
    assert found["a.txt", "solve"].optimal == 1
    found = graded(folder, {}, exercise=Exercise(run=("sh", "{program}")))
    assert found["b.txt", "solve"].boards[0].fault == "it ended with exit code 9: lost"
    assert "it was ended by SIGSEGV" in str(found["c.txt", "solve"].boards[0].fault)
    found = graded(folder, {}, exercise=Exercise(run=("no-such-program", "{program}")))
    fault = "it ended with exit code 127: no-such-program: No such file or directory"
    assert found["a.txt", "solve"].boards[0].fault == fault


def test_a_command_that_fails_without_a_move_gives_no_answer(folder: Path) -> None:
    """Of a board without a solution an exit code alone may say so, but no crash."""
    programs = {
        "exits.py": "raise SystemExit(1)",
        "says.py": "print('No solution.'); raise SystemExit(1)",
        "raises.py": "open('board.txt')",
        "dies.py": "import os; print('Wait.', flush=True); os.abort()",
        "quiet.py": "",
    }
    found = graded(folder, programs, [STUCK])
    assert {name: grade.solved for (name, _), grade in found.items()} == {
        "dies.py": 0,
        "exits.py": 1,
        "quiet.py": 1,
        "raises.py": 0,
        "says.py": 1,
    }
    fault = str(found["raises.py", "solve"].boards[0].fault)
    assert fault.startswith("it ended with exit code 1: FileNotFoundError")


def test_a_file_without_the_functions_is_named(folder: Path) -> None:
    text = SOLVES.replace("solve", "Solve")
    found = graded(folder, {"a.py": text})["a.py", "solve"]
    fault = "expected moves, found none; the file has no function solve or h"
    assert (found.form, found.boards[0].fault) == ("command", fault)


def test_a_file_may_read_no_input(folder: Path) -> None:
    """Questions of the grader are none for the program."""
    found = graded(folder, {"a.py": "name = input()\n" + SOLVES})["a.py", "solve"]
    assert found.fault == "EOFError: EOF when reading a line (a.py, line 1)"


# Where a program begins.


def test_a_folder_may_have_several_files(folder: Path) -> None:
    helper = f"def moves():\n    return {RIGHT!r}\n"
    main = "from helper import moves\ndef solve(text):\n    return moves()\n"
    programs = {
        "alone/mine.py": SOLVES,
        "named/solver.py": main,
        "named/helper.py": helper,
        "packed/inner/inner/solution.py": SOLVES,
        "packed/inner/.DS_Store": "",
        "many/one.py": SOLVES,
        "many/two.py": SOLVES,
        "none/readme.md": "Sorry.",
        ".hidden/a.py": SOLVES,
        "__pycache__/a.py": SOLVES,
        "list.txt": "Anna",
    }
    found = graded(folder, programs)
    names = ["alone", "list.txt", "many", "named", "none", "packed"]
    assert [name for name, _ in found] == names
    marks = {name: grade.marks for (name, _), grade in found.items()}
    assert marks == dict.fromkeys(names, 0) | dict.fromkeys(("alone", "named", "packed"), 1)
    expected = "expected one .py, .ipynb or executable file in the folder"
    assert found["many", "solve"].fault == (
        f"{expected}, or one called solution; found one.py, two.py; --entry names one"
    )
    other = "--run says how another language is run"
    assert found["none", "solve"].fault == f"{expected}, found readme.md; {other}"
    expected = "expected a .py, an .ipynb or a file that can be executed"
    assert found["list.txt", "solve"].fault == f"{expected}, found list.txt; {other}"
    (one,) = graded(folder / "many", {}, one=True, entry="two.py").values()
    assert (one.program, one.marks) == ("many", 1)
    (one,) = graded(folder / "many", {}, one=True, entry="three.py").values()
    assert one.fault == "expected a file three.py, found none"


def test_what_to_do_about_a_file_that_is_no_program_is_said(folder: Path) -> None:
    (folder / "empty").mkdir()
    programs = {
        "big.PY": SOLVES,
        "anna/hw.ZIP": "",
        "anna/readme.md": "",
        "ben.py.txt": SOLVES,
        "carl.tar.gz": "",
    }
    found = graded(folder, programs)
    said = {name: str(grade.fault).rpartition(", found ")[2] for (name, _), grade in found.items()}
    assert found["big.PY", "solve"].optimal == 1
    assert {name: text for name, text in said.items() if name != "big.PY"} == {
        "anna": "hw.ZIP, readme.md; unpack hw.ZIP",
        "ben.py.txt": "ben.py.txt; rename it to ben.py",
        "carl.tar.gz": "carl.tar.gz; unpack carl.tar.gz",
        "empty": "none",
    }


def test_a_notebook_is_a_program(folder: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Mine"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "answer = 'B+2 A+4'\n"]},
        {"cell_type": "code", "source": "%%bash\nexit 1"},
        {"cell_type": "code", "source": ["1 / 0\n"]},
        {"cell_type": "code", "source": ["def solve(text):\n", "    return answer\n"]},
    ]
    text = json.dumps({"cells": cells})
    found = graded(folder, {"a.ipynb": text, "marked.ipynb": f"\ufeff{text}"})
    assert [grade.optimal for grade in found.values()] == [1, 1]


def test_what_is_no_program(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / ".hidden").mkdir()
    (folder / "gone").symlink_to("nothing")
    (folder / "endless").symlink_to("/")
    found = graded(
        folder, {"a.py": "def solve(text) return", "b.py": "\0", "c.py": "import nothing\n"}
    )
    faults = {name: str(grade.fault or grade.boards[0].fault) for (name, _), grade in found.items()}
    assert faults["a.py"] == "SyntaxError: expected ':' (a.py, line 1)"
    assert "null bytes" in faults["b.py"]
    assert "ModuleNotFoundError: No module named 'nothing'" in faults["c.py"]
    (folder / "pipe").unlink()
    (folder / "a.py").write_text(SOLVES, encoding="utf-16")
    found = graded(folder, {}, one=True, entry="a.py")
    fault = "SyntaxError: expected a file in UTF-8, found one in UTF-16"
    assert [grade.fault for grade in found.values()] == [fault]
    assert faults["pipe"] == "expected files and folders, found a pipe or a device"
    assert faults["gone"] == "cannot be read: No such file or directory"
    assert faults["endless"].startswith("expected ")
    with pytest.raises(RushHourError, match="expected a program, found none"):
        grade_code(folder / ".hidden")
    with pytest.raises(FileNotFoundError):
        grade_code(folder / "missing")


def test_a_part_that_is_asked_for_and_not_there(folder: Path) -> None:
    found = graded(
        folder, {"a.py": SOLVES, "b.py": "def h(state):\n    return 0"}, parts=["solve", "h"]
    )
    assert list(found) == [("a.py", "solve"), ("a.py", "h"), ("b.py", "solve"), ("b.py", "h")]
    lost = found["a.py", "h"]
    assert (lost.boards[0].status, lost.marks) == ("missing", 0)
    assert lost.fault == "expected a function h, found none"
    with pytest.raises(RushHourError, match="no part named 'g'"):
        graded(folder, {}, parts=["g"])


def test_functions_may_have_other_names(folder: Path) -> None:
    text = SOLVES.replace("solve", "loese") + "mein_h = lambda state: 0\n"
    found = graded(
        folder, {"a.py": text}, exercise=Exercise(functions=("loese", "mein_h"), tiny=False)
    )
    assert {part: grade.form for (_, part), grade in found.items()} == {
        "solve": "function",
        "h": "function",
    }
    assert found["a.py", "solve"].optimal == 1


# Heuristics.

ZERO = "def h(state):\n    return 0\n"
BLOCKING = "def h(state):\n    return 0 if state.is_solved else 1 + len(state.blockers())\n"
NEED = (
    "from math import inf\n"
    "def h(state):\n    return sum(state.need(v) or inf for v in state.blockers())\n"
)


def blocking(state: State) -> float:
    return 0 if state.is_solved else 1 + len(state.blockers())


def test_a_heuristic_counts_here_as_it_counts_in_this_process(folder: Path) -> None:
    found = graded(folder, {"h.py": BLOCKING, "zero.py": ZERO}, [JAM, ROAD])
    here = [rushhour.solve(one, heuristic=blocking).expanded for one in (JAM, ROAD)]
    boards = found["h.py", "h"].boards
    assert [one.nodes for one in boards] == here == [one.our_nodes for one in boards]
    states = len(rushhour.explore(JAM)) + len(rushhour.explore(ROAD))
    assert found["h.py", "h"].states == found["zero.py", "h"].states == states
    for grade in found.values():
        assert (grade.admissible, grade.consistent, grade.optimal) == (True, True, 2)
    # Of 2 marks each of four things counts 1/2; none has fewer states than `blocking`.
    assert [grade.marks for grade in found.values()] == [1.5, 1.5]


def test_fewer_states_count_where_every_board_is_solved(folder: Path) -> None:
    best = "import rushhour\ndef h(state):\n    return rushhour.solve(state.puzzle).cost\n"
    fails = best.replace(
        "    return", "    if len(state.vehicles) < 3: raise ValueError('few')\n    return"
    )
    found = graded(folder, {"a.py": best, "b.py": fails}, [JAM, ROAD])
    assert (found["a.py", "h"].fewer, found["a.py", "h"].marks) == (True, 2)
    lost = found["b.py", "h"]
    assert (lost.solved, lost.fewer) == (1, False)
    assert lost.boards[1].fault == "ValueError: few (b.py, line 3)"
    assert (lost.admissible, lost.kept_claims, lost.marks) == (None, (False, False), 0.25)
    assert lost.fault is None  # it is that of the board


def test_a_fault_in_the_check_names_the_state(folder: Path) -> None:
    """A* never looks at a state where A is past B and B is at the top; the check does."""
    odd = "    if state['B'].row == 0 and state['A'].col == 3: raise ValueError('odd')\n"
    text = BLOCKING.replace("    return", f"{odd}    return")
    found = graded(folder, {"a.py": text})["a.py", "h"]
    fault = "ValueError: odd (a.py, line 2), at ..B.../..BAA./....../......"
    assert (found.solved, found.fault) == (1, fault)
    assert wrong_with(found) == f"in the check: {fault}"


def test_a_heuristic_is_refuted_by_the_smallest_board(folder: Path) -> None:
    """The board, its estimate and its distance are those that were published beside the claim."""
    exercise = Exercise(max_check_seconds=600)
    (found,) = graded(folder, {"need.py": NEED}, exercise=exercise).values()
    assert (found.admissible, found.consistent) == (False, False)
    assert found.excess is not None
    assert (found.excess.estimate, found.excess.distance) == (4, 3)
    assert rushhour.write(found.excess.puzzle, "boardstring").strip() == "..BCAABC........"
    proof = Solution.parse(found.excess.puzzle, found.proof)
    assert (proof.verify(), proof.slides) == ((), 3)
    assert found.fall is not None


@pytest.mark.parametrize(
    ("value", "status", "fault"),
    [
        ("None", "malformed", "heuristic h: expected a number, found None; does a branch lack"),
        ("-1", "malformed", "heuristic h: expected a number of at least 0, found -1"),
        ("'3'", "malformed", "heuristic h: expected a number, found str '3'"),
        ("float('nan')", "malformed", "heuristic h: expected a number of at least 0, found nan"),
        ("[1]", "malformed", "heuristic h: expected a number, found list [1]"),
        ("10 ** 5000", "crash", "ValueError: Exceeds the limit"),
        ("state.nothing", "crash", "AttributeError: 'State' object has no attribute 'nothing'"),
        ("exec('raise KeyboardInterrupt')", "crash", "KeyboardInterrupt (one.py, line 2)"),
        ("float('inf')", "unsolved", "A* with it found no solution"),
        ("__import__('os')._exit(3)", "crash", "it ended with exit code 3"),
    ],
)
def test_a_heuristic_may_return_nonsense(folder: Path, value: str, status: str, fault: str) -> None:
    text = f"def h(state):\n    return {value}\n"
    found = graded(folder, {"one.py": text})["one.py", "h"]
    assert found.boards[0].status == status
    assert str(found.boards[0].fault).startswith(fault)
    assert found.admissible is not True


def test_fractions_are_rounded_up_as_elsewhere(folder: Path) -> None:
    found = graded(folder, {"a.py": BLOCKING.replace("1 +", "0.5 +")}, [JAM])["a.py", "h"]
    assert found.boards[0].nodes == rushhour.solve(JAM, heuristic=blocking).expanded


# Programs that misbehave.

LOOP = "def solve(text):\n    while True:\n        pass\n"
BAD = {
    "daemon": (
        "import os, time\ndef solve(text):\n    if os.fork() == 0:\n        os.setsid()\n"
        "        time.sleep(9999)\n    os._exit(5)\n",
        "it ended with exit code 5",
    ),
    "eats": (
        "def solve(text):\n    kept = []\n    while True:\n        kept += [bytearray(10 ** 7)]\n",
        "MemoryError (eats.py, line 4)",
    ),
    "forks": (
        "import os, time\ndef solve(text):\n    while True:\n        try:\n            os.fork()\n"
        "        except OSError:\n            time.sleep(1)\n",
        "more than 64 processes",
    ),
    "leaves": (
        "def solve(text):\n    raise SystemExit('no')\n",
        "SystemExit: no (leaves.py, line 2)",
    ),
    "own": (
        "class Mine(BaseException):\n    def __str__(self):\n        raise Mine\n"
        "def solve(text):\n    raise Mine\n",
        "Mine (own.py, line 5)",
    ),
    "parent": (
        "import os, time\ndef solve(text):\n    parent = os.getppid()\n"
        "    for one in (parent, -os.getpgid(parent)):\n"
        "        try:\n            os.kill(one, 9)\n        except OSError:\n            pass\n"
        "    time.sleep(0.5)\n    os.kill(os.getpid(), 9)\n",
        "it was ended",
    ),
    "prints": (
        "def solve(text):\n    while True:\n        print('x' * 10000)\n",
        "more than 10 MB of output or in a file",
    ),
    "recurses": (
        "def solve(text):\n    return solve(text)\n",
        "RecursionError: maximum recursion depth exceeded (recurses.py, line 2)",
    ),
    "removes": (
        "import os, shutil\ndef solve(text):\n    shutil.rmtree(os.getcwd(), ignore_errors=True)\n"
        "    os.kill(os.getpid(), 11)\n",
        "it was ended by SIGSEGV",
    ),
    "writes": (
        "import os\ndef solve(text):\n    for one in range(3, 20):\n        try:\n"
        "            os.write(one, b'\\0\\0\\0\\x07{\"h\":7')\n        except OSError:\n"
        "            pass\n    return 'x'\n",
        "its answer cannot be read",
    ),
    "writes_text": (
        "import os\ndef solve(text):\n    for one in range(3, 20):\n        try:\n"
        '            os.write(one, b\'{"answer": "B+2 A+4"}\')\n        except OSError:\n'
        "            pass\n    return 'x'\n",
        "its answer cannot be read",
    ),
}


def test_one_bad_program_spoils_nobody_elses_row(folder: Path) -> None:
    good = {"a.py": SOLVES, "zz.py": SOLVES + BLOCKING}
    alone = {key: one.marks for key, one in graded(folder, good).items()}
    found = graded(folder, {f"{name}.py": text for name, (text, _) in BAD.items()})
    assert {key: found[key].marks for key in alone} == alone
    for name, (_, fault) in BAD.items():
        assert str(found[f"{name}.py", "solve"].boards[0].fault).startswith(fault), name
    assert not list(Path(folder.parent).glob("rushhour-*"))


@pytest.mark.parametrize("name", [name for name in BAD if name != "eats"])
def test_and_not_where_the_system_keeps_nothing_apart(folder: Path, name: str) -> None:
    shelter = Shelter(1 << 30, apart=False)
    (folder / f"{name}.py").write_text(BAD[name][0])
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    with shelter.start(folder / f"{name}.py", part="solve", file=f"{name}.py", name="solve") as one:
        one.ready(60)
        with pytest.raises(ProgramError) as caught:
            one.ask("..", 60)
    assert str(caught.value).startswith(BAD[name][1])
    assert one.kept == []
    assert {one.pid for one in psutil.Process().children(recursive=True)} <= before


def test_what_a_program_has_begun_ends_with_it(folder: Path, tmp_path: Path) -> None:
    """Without namespaces a child in a session of its own is found by its ancestors."""
    place = tmp_path / "pid"
    text = (
        "import os, time\ndef solve(text):\n    if os.fork() == 0:\n        os.setsid()\n"
        "        if os.fork() == 0:\n            open(text, 'w').write(str(os.getpid()))\n"
        "            time.sleep(9999)\n        os._exit(0)\n"
        "    while not os.path.exists(text) or not open(text).read():\n        time.sleep(0.01)\n"
        "    return 'B+2'\n"
    )
    (folder / "a.py").write_text(text)
    with Shelter(1 << 30, apart=False).start(
        folder / "a.py", part="solve", file="a.py", name="solve"
    ) as one:
        one.ready(60)
        assert one.ask(str(place), 60) == {"answer": "B+2"}
        assert psutil.pid_exists(int(place.read_text()))
    assert not psutil.pid_exists(int(place.read_text()))


@pytest.mark.parametrize("text", [LOOP, "while True: pass\n", LOOP.replace("solve", "h")])
def test_an_endless_program_ends(folder: Path, text: str) -> None:
    (found,) = graded(folder, {"a.py": text}, exercise=Exercise(max_seconds=1, tiny=False)).values()
    assert found.boards[0].status == "timeout"
    assert str(found.boards[0].fault).endswith(" in 1 s")


def test_a_late_answer_is_none_to_the_next_question(folder: Path) -> None:
    """The first board has a vehicle C, for which `h` takes for ever; the second board none."""
    text = BLOCKING.replace(
        "    return", "    import time\n    time.sleep(9999 * len(state.vehicles[2:]))\n    return"
    )
    other = parse("..B..C/AAB..C/....../......")
    exercise = Exercise(max_seconds=8, tiny=False)
    found = graded(folder, {"a.py": text}, [other, ROAD], exercise)["a.py", "h"]
    assert [one.status for one in found.boards] == ["timeout", "solved"]
    assert found.boards[1].nodes == rushhour.solve(ROAD, heuristic=blocking).expanded
    assert (found.admissible, found.fault) == (None, None)


def test_the_memory_of_all_its_processes_counts(folder: Path) -> None:
    """Seven processes of 50 MB each, where 200 MB are allowed in all."""
    text = (
        "import os, time\ndef solve(text):\n    for _ in range(6):\n"
        "        if os.fork() == 0:\n            break\n"
        "    kept = bytearray(os.urandom(10 ** 6) * 50)\n    time.sleep(60)\n"
    )
    found = graded(folder, {"a.py": text}, max_memory=200_000_000)["a.py", "solve"].boards[0]
    assert (found.status, found.fault) == ("memory", "more than 200 MB of memory")


def test_every_board_has_a_process_of_its_own(folder: Path) -> None:
    """What one board leaves behind, another does not find; and it may crash on one alone."""
    text = (
        "seen = []\ndef solve(text):\n    seen.append(text)\n    assert len(seen) == 1\n"
        "    if 'C' in text: 1 / 0\n    return 'B+2 A+4'\n"
    )
    other = parse("..B..C/AAB..C/....../......")
    found = graded(folder, {"a.py": text}, [ROAD, other, ROAD])["a.py", "solve"]
    assert [one.status for one in found.boards] == ["solved", "crash", "solved"]


OURS = "import rushhour\ndef solve(text):\n    return rushhour.solve(text).moves\n"
BEST = "import rushhour\ndef h(state):\n    return rushhour.solve(state.puzzle).cost\n"


@pytest.mark.parametrize(
    "text",
    [
        OURS,
        BEST,
        BEST.replace("return rushhour", "from rushhour import search\n    return search"),
        BEST.replace("return rushhour", "import rushhour._core as c\n    return c"),
        BEST.replace("rushhour.solve(state.puzzle).cost", "state.puzzle.analyse().slides"),
        BEST.replace("rushhour.solve(state.puzzle).cost", "rushhour.hint(state.puzzle).distance"),
        OURS.replace("def solve(text):\n    return", "text = input()\nprint(") + ")",
    ],
)
def test_our_searches_can_be_taken_away(folder: Path, text: str, kept: tuple[str, ...]) -> None:
    if "input" in text and "files" not in kept:
        pytest.skip("this system keeps no files apart")
    (folder / "other.py").unlink()
    exercise = Exercise(own_search=True, tiny=False)
    (grade,) = graded(folder, {"a.py": text}, exercise=exercise).values()
    fault = str(grade.boards[0].fault)
    assert grade.boards[0].status == "crash"
    assert re.search("cannot be imported here|cannot import name 'search'|has no attribute", fault)


def test_what_needs_no_search_of_ours_stays(folder: Path) -> None:
    text = SOLVES + "import math\n" + BLOCKING + "    state.after(state.moves()[0]).puzzle\n"
    found = graded(folder, {"a.py": text}, exercise=Exercise(own_search=True, tiny=False))
    assert [grade.solved for grade in found.values()] == [1, 1]


# What is kept apart.


@pytest.fixture
def kept(folder: Path) -> tuple[str, ...]:
    """What this system keeps apart."""
    (folder / "other.py").write_text(SOLVES)
    return grade_code(folder, [ROAD]).kept_apart


def test_a_program_knows_no_secrets_and_has_a_home(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "7")
    text = (
        "import os\ndef solve(text):\n    home = os.environ['HOME']\n"
        "    assert 'SECRET' not in os.environ\n    assert os.path.samefile(home, os.getcwd())\n"
        "    open(os.path.join(os.environ['TMPDIR'], 'x'), 'w').close()\n    return 'B+2 A+4'\n"
    )
    assert graded(folder, {"a.py": text})["a.py", "solve"].boards[0].fault is None


def test_a_program_writes_to_its_own_folder_alone(
    folder: Path, tmp_path: Path, kept: tuple[str, ...]
) -> None:
    if "files" not in kept:
        pytest.skip("this system keeps no files apart")
    text = (
        f"import os\ndef solve(text):\n    open('mine', 'w').close()\n"
        f"    assert os.listdir({str(folder)!r}) == []\n    open({str(tmp_path / 'x')!r}, 'w')\n"
    )
    found = graded(folder, {"a.py": text})["a.py", "solve"].boards[0]
    assert str(found.fault).startswith("OSError: [Errno 30] Read-only file system")
    assert not (tmp_path / "x").exists()


def test_a_program_has_no_network(folder: Path, kept: tuple[str, ...]) -> None:
    if "network" not in kept:
        pytest.skip("this system keeps no network apart")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connects = f"socket.create_connection(('127.0.0.1', {port}))"
        text = f"import socket\ndef solve(text):\n    {connects}\n"
        found = graded(folder, {"a.py": text})["a.py", "solve"].boards[0]
    assert str(found.fault).startswith("OSError: [Errno 101] Network is unreachable")


def test_a_program_ends_none_of_ours(folder: Path, kept: tuple[str, ...]) -> None:
    if "processes" not in kept:
        pytest.skip("this system keeps no processes apart")
    text = "import os\ndef solve(text):\n    os.kill(-1, 9)\n"
    found = graded(folder, {"a.py": text})
    assert str(found["a.py", "solve"].boards[0].fault).startswith("ProcessLookupError")
    assert found["other.py", "solve"].marks == 1


# Order, and results for others.


def test_the_order_is_that_of_names(folder: Path) -> None:
    """The first takes longest, so that others are ready before it."""
    slow = SOLVES.replace("    return", "    import time; time.sleep(0.5)\n    return")
    programs = {"a.py": slow, "b.py": SOLVES, "c.py": SOLVES}
    for workers in (1, 3):
        assert [name for name, _ in graded(folder, programs, workers=workers)] == list(programs)
    with pytest.raises(RushHourError, match="expected at least 1 worker, found 0"):
        graded(folder, {}, workers=0)


def test_gradescope_has_a_test_for_each_mark(folder: Path) -> None:
    grades = graded(folder, {"a.py": SOLVES + NEED}, [ROAD, JAM])
    found = gradescope(list(grades.values()), "hidden")
    tests = found["tests"]
    assert [one["name"] for one in tests] == [
        *("solve: 1", "solve: 2", "h: 1", "h: 2"),
        *("h is admissible", "h is consistent", "h saves states"),
    ]
    assert sum(one["score"] for one in tests) == sum(one.marks for one in grades.values())
    assert sum(one["max_score"] for one in tests) == 4
    assert [one["status"] for one in tests[:2]] == ["passed", "failed"]
    assert found["visibility"] == "hidden"
    assert [one["name"] for one in found["leaderboard"]] == ["nodes"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_gradescope_says_why_a_claim_does_not_count(folder: Path) -> None:
    """And who fails on a board does not lead the others by the few states of the rest."""
    fails = BLOCKING + "\n".join(
        ["", "first = h", "def h(state):", "    if len(state.vehicles) > 2:"]
    )
    fails += "\n        return None\n    return first(state)\n"
    grades = graded(folder, {"a.py": fails}, [ROAD, JAM, STUCK])
    found = gradescope(list(grades.values()))
    said = {one["name"]: one["output"] for one in found["tests"]}
    assert said["h is admissible"] == said["h is consistent"] == "h has no value for a board"
    assert said["h: 3"] == "there is no solution"
    assert found["leaderboard"] == []


def test_boards_that_we_do_not_solve_are_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rushhour.lab.programs.examine._OURS", 0.0)
    (folder / "a.py").write_text(SOLVES)
    with pytest.raises(RushHourError, match="1 is left out, since we do not solve it in time"):
        grade_code(folder, [JAM])
