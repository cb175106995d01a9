"""Verdicts on heuristics: counted as by hand, smallest counterexamples, promises kept."""

import json
import re
import subprocess
import sys
import time
from contextlib import chdir
from dataclasses import asdict
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import (
    LimitReachedError,
    State,
    explore,
    heuristics,
    lab,
    parse,
    read,
    solve,
)
from rushhour.errors import HeuristicError, UnknownNameError
from rushhour.lab.check import CheckStage, Tally
from support import reference, tables
from support.bridge import board_from, puzzle_of, state_of
from support.commands import result
from support.interrupts import interrupted, wait_for_work
from support.reference import GOALS, METRICS
from support.strategies import ANY_GOAL, ANY_METRIC, drawings, examples

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "puzzles").glob("jam-*.txt"))
NAMES = st.sampled_from([heuristic.name for heuristic in heuristics()])
# These take much longer than others, for a state or for a board.
LONG = ["lm-cut", "patterns"]
USUAL = [heuristic.name for heuristic in heuristics() if heuristic.name not in LONG]
SMALLER = [ROOT / "puzzles" / f"jam-{number:02}.txt" for number in (4, 15, 21)]
SMALL_BOARDS = drawings(max_rows=5, max_cols=5, small=True).map(board_from)


def test_the_largest_excess_over_several_boards() -> None:
    for one, other in ((1, 3), (3, 1), (0, 3)):
        assert (Tally(worst=one, falls=2) + Tally(worst=other, falls=3)) == Tally(worst=3, falls=5)


@examples(15)
@given(SMALL_BOARDS, NAMES, ANY_METRIC, ANY_GOAL)
def test_counts_are_those_of_the_reference(
    board: reference.Board, name: str, metric: reference.Metric, goal: reference.Goal
) -> None:
    graph = reference.flood(board, metric, goal)
    solved = [state for state in graph if reference.is_goal(board, state, goal)]
    distance = reference.distances(graph, solved)
    h = {state: tables.defined(name, board, state, metric, goal) for state in graph}
    known = {state: h[state] for state in distance if h[state] < inf}
    excess = {state: h[state] - distance[state] for state in distance}
    edges = [(a, b) for a, after in graph.items() for b in after]
    expected = Tally(
        boards=1,
        states=len(graph),
        moves=len(edges),
        too_high=sum(extra > 0 for extra in excess.values()),
        worst=max([0, *excess.values()]),
        falls=sum(h[a] > 1 + h[b] for a, b in edges),
        estimates=int(sum(known.values())),
        distances=sum(distance.values()),
    )
    verdict = lab.check(name, [puzzle_of(board)], metric=metric, goal=goal, tiny=False)
    assert {**asdict(verdict.given), "searches": 0, "missed": 0} == asdict(expected)
    assert verdict.admissible == (expected.too_high == 0)
    assert verdict.consistent == (expected.too_high == expected.falls == 0)
    if verdict.excess is not None:
        state = state_of(verdict.excess.puzzle)
        assert (verdict.excess.estimate, verdict.excess.distance) == (h[state], distance[state])
        assert distance[state] == min(distance[s] for s in excess if excess[s] > 0)
    if verdict.fall is not None:
        before, after = verdict.fall.puzzle, verdict.fall.puzzle.apply(verdict.fall.move)
        values = verdict.fall.before, verdict.fall.after
        assert values == (h[state_of(before)], h[state_of(after)])


def blocking(state: State) -> float:
    return 0 if state.is_solved else 1 + len(state.blockers())


def far(state: State) -> float:
    return state.cells_to_exit


@pytest.mark.parametrize(("mine", "name"), [(blocking, "blocking"), (far, "distance")])
def test_functions_are_judged_as_their_twins(mine: Any, name: str) -> None:
    puzzles = [read(FILES[0]), read(FILES[3])]
    for metric in METRICS:
        own = lab.check(mine, puzzles, metric=metric, tiny=False)  # type: ignore[arg-type]
        core = lab.check(name, puzzles, metric=metric, tiny=False)  # type: ignore[arg-type]
        assert (own.given, own.excess, own.fall) == (core.given, core.excess, core.fall)
        assert own.heuristic == mine.__name__


def test_astar_is_asked_as_well() -> None:
    """From the start and from the hardest state: `distance` leads astray in slides."""
    puzzle = read(FILES[0])
    tally = lab.check("distance", [puzzle], tiny=False).given
    cluster_hardest = lab.check("zero", [puzzle], tiny=False).given
    assert (cluster_hardest.searches, cluster_hardest.missed) == (2, 0)
    assert solve(puzzle, heuristic="distance").cost != solve(puzzle).cost
    assert tally.searches == 2
    assert tally.missed >= 1


@pytest.mark.parametrize("name", ["manhattan", "mobility", "lookahead"])
def test_counterexamples_have_blockers_that_the_source_counts(name: str) -> None:
    """Chouaibi and Bradai count vertical blockers; one in the target's row can never leave it."""
    verdict = lab.check(name)
    assert verdict.excess is not None
    assert verdict.fall is not None
    for puzzle in (verdict.excess.puzzle, verdict.fall.puzzle):
        assert all(v.axis == "v" for v in puzzle.vehicles if v.label != puzzle.target)


@pytest.mark.parametrize(
    ("name", "metric", "goal", "picture", "estimate", "distance"),
    [
        # By hand: two cells to the edge are the fewest that make distance differ from slides.
        ("distance", "slide", "edge", "AA../", 2, 1),
        ("distance", "slide", "past", "AA./", 2, 1),
        ("distance", "slide", "off", "AA/", 2, 1),
        # Two vehicles that are free to leave: 2 for each, and 3 slides; with one it is 2 and 2.
        ("advanced-ebner", "slide", "edge", "AABC/..BC/....", 4, 3),
        # A vehicle in the middle of its column: 2 cells at either end, and off the road by one.
        ("mobility", "step", "edge", ".../.../AAB/..B/.../...", 3, 2),
        # The board that was published, without the two columns that it does not need.
        ("lookahead", "slide", "edge", "..../..../AABC/..BC/..../....", 4, 3),
        # The published one is 6 cells wide as well.
        ("advanced-distance", "step", "past", "AABC/..BC/....", 6, 5),
    ],
)
def test_smallest_counterexamples(
    name: str, metric: Any, goal: Any, picture: str, estimate: int, distance: int
) -> None:
    excess = lab.check(name, metric=metric, goal=goal).excess
    assert excess is not None
    assert str(State.of(excess.puzzle)) == picture
    assert parse(picture) == excess.puzzle
    assert (excess.estimate, excess.distance) == (estimate, distance)


def test_promises_are_kept_on_a_classic() -> None:
    """The tests below, which are slow, look at thousands of boards."""
    verdicts = lab.check_all(
        [read(SMALLER[0])], metric="slide", goal="clear", names=USUAL, tiny=False
    )
    keeps_its_promises(verdicts, refutes=False)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "goal",
    [
        pytest.param(goal, marks=pytest.mark.slow if goal == "edge" else pytest.mark.weekly)
        for goal in GOALS
    ],
)
def test_promises_are_kept_on_tiny_boards_and_smaller_classics(metric: Any, goal: Any) -> None:
    """On some of them to the edge, and on one to the other goals."""
    files = SMALLER if goal == "edge" else SMALLER[:1]
    verdicts = lab.check_all(map(read, files), metric=metric, goal=goal, names=USUAL)
    keeps_its_promises(verdicts, refutes=goal == "edge")


@pytest.mark.weekly
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", LONG)
def test_promises_of_long_computations_are_kept(name: str, metric: Any) -> None:
    verdict = lab.check(name, map(read, SMALLER[:1]), metric=metric)
    keeps_its_promises((verdict,), refutes=True)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("goal", GOALS)
def test_promises_are_kept_on_classics(metric: Any, goal: Any) -> None:
    """On every third of them to the edge, and on some to the other goals."""
    files = FILES[::3] if goal == "edge" else FILES[::8]
    verdicts = lab.check_all(map(read, files), metric=metric, goal=goal, names=USUAL, tiny=False)
    assert all(verdict.given.boards == len(files) for verdict in verdicts)
    keeps_its_promises(verdicts, refutes=False)


def keeps_its_promises(verdicts: tuple[lab.Verdict, ...], *, refutes: bool) -> None:
    """What is promised is found; with `refutes`, what is not promised is refuted."""
    known = {heuristic.name: heuristic for heuristic in heuristics()}
    for verdict in verdicts:
        heuristic, metric = known[verdict.heuristic], verdict.metric
        promised = heuristic.admissible[metric], heuristic.consistent[metric]
        found = verdict.admissible, verdict.consistent
        broken = [one for one, other in zip(promised, found, strict=True) if one and not other]
        assert not broken, str(verdict)
        if refutes:
            assert found == promised, str(verdict)
        if verdict.admissible:
            assert verdict.given.missed == 0, str(verdict)


def test_a_wrong_infinity_is_the_worst_of_all() -> None:
    verdict = lab.check(lambda state: inf if state.blockers() else 0)
    assert (verdict.admissible, verdict.consistent) == (False, False)
    assert verdict.tiny.worst == inf
    assert verdict.excess is not None
    assert verdict.excess.estimate == inf
    assert verdict.as_json()["excess"]["estimate"] is None
    assert "h = infinity, the distance is 2" in str(verdict)


def test_an_estimate_above_0_at_the_goal_is_too_high() -> None:
    verdict = lab.check(lambda state: 1, [read(FILES[3])], tiny=False)
    assert verdict.excess is not None
    assert (verdict.excess.estimate, verdict.excess.distance) == (1, 0)
    assert verdict.fall is None
    assert not verdict.consistent


def test_what_a_function_does_wrong_comes_out() -> None:
    with pytest.raises(HeuristicError, match="expected a number of at least 0, found -1"):
        lab.check(lambda state: -1)
    with pytest.raises(ZeroDivisionError):
        lab.check(lambda state: 1 // 0)
    with pytest.raises(UnknownNameError, match="did you mean 'blocking'"):
        lab.check("blockin")


def test_limits_are_for_each_cluster() -> None:
    puzzle = read(FILES[0])
    assert lab.check("zero", [puzzle], tiny=False, max_states=1247).given.states == 1247
    with pytest.raises(LimitReachedError, match="the limit on states was reached after"):
        lab.check("zero", [puzzle], tiny=False, max_states=1000)
    with pytest.raises(LimitReachedError, match="the limit on memory"):
        lab.check("zero", [puzzle], tiny=False, max_memory=1000)


def test_the_limit_on_seconds_is_for_all_tiny_boards_together() -> None:
    sizes: set[int] = set()

    def slow(state: State) -> int:
        if state.rows * state.cols not in sizes:
            sizes.add(state.rows * state.cols)
            time.sleep(0.5)
        return 0

    with pytest.raises(LimitReachedError, match="the limit on seconds"):
        lab.check(slow, max_seconds=0.9)
    assert len(sizes) <= 2


@pytest.mark.slow
def test_a_search_that_a_limit_stops_is_not_counted_as_missed() -> None:
    puzzle, calls = read(FILES[0]), count(1)
    first_search = len(explore(puzzle)) + 5

    def slow(state: State) -> int:
        time.sleep(3 * (next(calls) == first_search))
        return 0

    with pytest.raises(LimitReachedError, match="the limit on seconds"):
        lab.check(slow, [puzzle], tiny=False, max_seconds=2)


def test_progress_is_told_and_may_end_it() -> None:
    seen: list[CheckStage] = []

    def slow(state: State) -> float:
        time.sleep(0.0005)
        return 0

    lab.check(slow, [read(FILES[3])], tiny=False, progress=seen.append)
    assert seen
    assert {(stage.boards, stage.of) for stage in seen} <= {(0, 1), (1, 1)}
    assert [stage.states for stage in seen] == sorted(stage.states for stage in seen)

    def enough(stage: CheckStage) -> None:
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        lab.check(slow, progress=enough)


def test_the_finished_boards_only_rise_to_their_number() -> None:
    """Also those of a family of tiny boards, which are told before it ends."""
    seen: list[CheckStage] = []
    puzzles = [read(file) for file in FILES[:2]]
    verdict = lab.check("advanced", puzzles, progress=seen.append)
    boards = [stage.boards for stage in seen]
    assert boards == sorted(boards)
    assert {stage.of for stage in seen} == {verdict.tiny.boards + len(puzzles)}
    assert len(set(boards)) > 10
    assert boards[-1] <= verdict.tiny.boards + len(puzzles)


def test_verdicts_are_values() -> None:
    import pickle

    verdict = lab.check("manhattan")
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert verdict == lab.check("manhattan")
    assert json.loads(json.dumps(verdict.as_json()))["admissible"] is False


STUCK = "examples/heuristics.py:stuck"
COMMAND = [sys.executable, "-m", "rushhour", "check-heuristic"]


def run(*arguments: str, cwd: Path = ROOT, text: str = "") -> tuple[int, str, str]:
    with chdir(cwd):
        return result("check-heuristic", *arguments, text=text)


def test_a_heuristic_in_a_file_is_refuted_by_a_drawing() -> None:
    found = run(STUCK)
    assert found[0] == 1
    assert found[2] == ""
    assert "admissible   no: too high in 2 of" in found[1]
    assert "too high: h = 5, the distance is 4:" in found[1]
    assert " | A A C D |>" in found[1]
    (solved,) = re.findall("^solved by (.*)$", found[1], re.MULTILINE)
    assert len(solved.split(", ")) == 4


def test_what_is_not_refuted_is_proved_there() -> None:
    found = run("blocking", "puzzles/jam-04.txt")
    assert found[0] == 0
    assert "yes, in every one of these states; elsewhere nothing is proved" in found[1]
    assert "2 of 2 solutions are shortest" in found[1]
    given = ("mobility-need", "puzzles/jam-04.txt", "--metric", "step", "--no-tiny")
    assert run(*given)[0] == 0
    assert run(*given, "--consistent")[0] == 1


def test_json() -> None:
    found = run(STUCK, "--json")
    answer = json.loads(found[1])
    assert (answer["heuristic"], answer["admissible"]) == ("stuck", False)
    assert (answer["excess"]["estimate"], answer["excess"]["distance"]) == (5, 4)
    assert answer["excess"]["board"][0] == " +---------+"
    assert len(answer["excess"]["proof"].split()) == 4


def test_of_a_function_the_given_puzzles_come_first() -> None:
    """And the counterexample is the smallest all the same, since tiny boards follow."""
    seen: list[str] = []

    def one_too_many(state: State) -> float:
        seen.append(str(state))
        return 0 if state.is_solved else 2

    puzzle = read("puzzles/jam-04.txt")
    verdict = lab.check(one_too_many, [puzzle])
    assert seen[0] == str(State.of(puzzle))
    assert verdict.excess is not None
    assert (verdict.excess.puzzle.rows, verdict.excess.puzzle.cols) == (1, 3)
    assert verdict.proof is not None
    assert (verdict.proof.verify(), verdict.proof.cost) == ((), 1)


def test_a_folder_of_puzzles(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("AA.B/...B/....\n", encoding="utf-8")
    code, out, _ = run("blocking", str(tmp_path), "--no-tiny")
    assert (code, "puzzles           1:" in out) == (0, True)


def test_all_heuristics_in_a_table() -> None:
    given = ("--all", "puzzles/jam-04.txt", "puzzles/jam-15.txt", "--no-tiny")
    found = run(*given)
    assert found[0] == 0
    lines = found[1].splitlines()
    assert lines[0] == "slides, goal edge"
    rows = {line.split()[0]: line.split() for line in lines[3 : 3 + len(heuristics())]}
    assert set(rows) == {heuristic.name for heuristic in heuristics()}
    assert rows["zero"][1:5] == ["both", "yes", "yes", "0"]
    assert rows["distance"][1:4] == ["neither", "no", "no"]
    verdicts = [json.loads(line) for line in run(*given, "--json")[1].splitlines()]
    assert len(verdicts) == 2 * len(heuristics())


BAD = {
    "import.py": "import nothing_of_that_name\n",
    "syntax.py": "def f(\n",
    "fails.py": "\n\n1 // 0\n",
    "leaves.py": "raise SystemExit(3)\n",
    "fine.py": "number = 3\ndef f(state):\n    return len(state.blockers) // 0\n",
}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected a heuristic: a name, MODULE:FUNCTION or FILE.py:FUNCTION"),
        (["blockin"], "no heuristic named 'blockin'; did you mean 'blocking'?"),
        (["nothing.py:f"], "nothing.py: no such file"),
        (["no_module_of_that_name:f"], "no module named 'no_module_of_that_name'"),
        (["import.py:f"], "import.py: no module named 'nothing_of_that_name'"),
        (["syntax.py:f"], "syntax.py, line 1: '(' was never closed"),
        (["fails.py:f"], "fails.py: running it failed in line 3: ZeroDivisionError"),
        (["leaves.py:f"], "leaves.py: running it failed in line 1: SystemExit: 3"),
        (["fine.py:g"], "fine.py has no function 'g'"),
        (["fine.py:number"], "fine.py:number: expected a function, found int 3"),
        (["fine.py:f"], "TypeError: object of type 'method' has no len()"),
        (["zero", "nothing.txt"], "nothing.txt: No such file or directory"),
        (["zero", "--no-tiny"], "expected a file of puzzles where the tiny boards are left out"),
        (["zero", "-", "--no-tiny"], "invalid board: vehicle B is 1 cell long"),
    ],
)
def test_bad_input_gives_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    for name, text in BAD.items():
        (tmp_path / name).write_text(text)
    found = run(*arguments, cwd=tmp_path, text="AAB.\n")
    assert message in found[2]
    assert found[0] == 2


def test_the_traceback_of_a_function_begins_with_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def f(state):\n    return 1 // 0\n")
    lines = run("mine.py:f", cwd=tmp_path)[2].splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].endswith('mine.py", line 2, in f')
    assert lines[-1] == "in the heuristic f, for the state AA/"


def test_a_limit_gives_3() -> None:
    found = run("zero", "puzzles/jam-01.txt", "--no-tiny", "--max-states", "1000")
    assert found[0] == 3
    assert "the limit on states was reached after" in found[2]


def test_ctrl_c_gives_130(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("def f(state):\n    while True:\n        pass\n")
    process = subprocess.Popen(
        [*COMMAND, "slow.py:f"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    wait_for_work(process)
    assert (interrupted(process), process.returncode) == ("rushhour: interrupted\n", 130)
