"""The moves of people: replayed, seen as the reference sees them, and fitted."""

import math
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import rushhour
from research import people
from research.people.moves import FEATURES, fitted, log_likelihoods
from research.people.plays import FITTED
from rushhour import ParseError, RushHourError
from support.bridge import board_of, state_of
from support.measured import Measured
from support.study import BOARD, written

np = pytest.importorskip("numpy")
optimize = pytest.importorskip("scipy.optimize")

PUZZLES = Path(__file__).parents[3] / "puzzles"

# The board of test_people_files: r at 12 and 13, and vehicle 0 downwards from 3, 9 and 15.
OURS = """participant,instance,trial,move_number,move,kind,rt_ms
p1,a,1,0,r@13,drag_end,900.0
p1,a,1,1,r@13,drag_end,100.0
p1,a,1,1,0@21,drag_end,800.0
p1,a,1,2,r@13,win,500.0
p1,a,0,2,r@16,drag_end,10.0
p1,a,2,0,0@9,drag_end,10.0
p1,a,2,0,0@15,drag_end,10.0
p1,b,1,0,x@1,drag_end,10.0
p2,a,1,0,0@9,drag_end,10.0
p2,a,1,1,0@undefined,drag_end,10.0
p2,a,1,2,0@3,drag_end,10.0
p2,a,1,0,r@13,drag_end,10.0
"""

ORIGINAL = """subject, instance, optimal_length, move_number, move, pre_actions,meta_move, rt, \
trial_number, progress, distance_to_goal
""" + "\n".join(
    f"{who},{board},7,{number},{move},1,{kind},{time},{trial},NA,NA"
    for who, board, trial, number, move, kind, time in (
        line.split(",") for line in OURS.splitlines()[1:]
    )
)

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("name", "text"), [("moves.csv", OURS), ("exp_data/moves.csv", ORIGINAL)])
def test_moves_are_replayed(tmp_path: Path, name: str, text: str) -> None:
    written(written(tmp_path, name, text), "boards/a.json", BOARD)
    (puzzle,) = people.puzzles(tmp_path).values()
    # The column of r and the row of 0.
    assert list(people.attempts(tmp_path, {"a": people.Sight(puzzle)})) == [
        people.Attempt("p1", "a", ((0, 0), (1, 0), (1, 3), (4, 3)), idle=2, unread=0),
        people.Attempt("p1", "a", ((0, 0), (0, 1), (0, 2)), idle=0, unread=0),
        people.Attempt("p2", "a", ((0, 0), (0, 1)), idle=0, unread=2),
        people.Attempt("p2", "a", ((0, 0), (1, 0)), idle=0, unread=0),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0@21", "9@21", "expected a vehicle of the board, @ and the number of a cell as 'move'"),
        ("0@21", "0@", "expected a vehicle of the board"),
        ("0@21", "0@20", "expected a cell of the vehicle's line as 'move' in line 4, found '0@20'"),
        ("p1,a,1,1,0@21", "p1,a,1,one,0@21", "expected a number of at least 0 as 'move_number'"),
        ("kind", "what", "expected a column 'kind'"),
    ],
)
def test_a_faulty_move_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in OURS
    written(tmp_path, "moves.csv", OURS.replace(old, new))
    sight = people.Sight(rushhour.parse(BOARD))
    with pytest.raises(ParseError, match=message):
        list(people.attempts(tmp_path, {"a": sight}))


@pytest.mark.parametrize("name", ["jam-01", "jam-04", "jam-15"])
def test_sight_is_that_of_the_reference(name: str) -> None:
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    sight, cluster = people.Sight(puzzle), rushhour.explore(puzzle)
    measured = Measured(board_of(puzzle))
    offsets, distances = cluster.arrays()
    for at in range(0, len(offsets), len(offsets) // 60):
        state, other = tuple(offsets[at].tolist()), state_of(cluster.state(at))
        assert sight.is_solved(state) == (distances[at] == 0)
        seen = [(one.vehicle, one.place - state[one.vehicle]) for one in sight.slides(state)]
        legal = [move for move, _ in measured.moves[other]]
        assert sorted((sight.labels[one], cells) for one, cells in seen) == sorted(legal)
        assert sight.blockers(state) == len(measured.blockers(other))
        assert sight.dependencies(state) == measured.dependencies(other)


def test_sight_refuses_boards_that_people_did_not_play() -> None:
    with pytest.raises(RushHourError, match="expected a board without walls"):
        people.Sight(rushhour.parse("..B.../AAB..x/....../......"))


def chosen_on(name: str, places: int) -> people.Choices:
    """The choices of three people who follow a shortest solution, from several states."""
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    cluster, walks = rushhour.explore(puzzle), []
    offsets, distances = cluster.arrays()
    for number, at in enumerate(range(0, len(offsets), len(offsets) // places)):
        if distances[at] > 0:
            walk = [cluster.state(at)]
            for move in cluster.solution(walk[0]).moves:
                walk.append(walk[-1].apply(move))
            states = tuple(tuple(offsets[cluster.index(one)].tolist()) for one in walk)
            walks.append(people.Attempt(f"p{number % 3}", name, states, 0, 0))
    return people.choices(walks, {name: puzzle})


def test_the_walker_of_walk_chooses_as_its_definition_says() -> None:
    """The likelihood of each slide is the chance that the definition of `walk` gives it."""
    puzzle = rushhour.read(PUZZLES / "jam-01.txt")
    measured, found = Measured(board_of(puzzle)), chosen_on("jam-01", 8)
    logarithms = np.log(list(people.WALK.values()))
    likelihoods = log_likelihoods(found, list(people.WALK), logarithms)
    cluster = rushhour.explore(puzzle)
    expected = []
    for at in range(0, len(cluster.arrays()[0]), len(cluster.arrays()[0]) // 8):
        state, last = cluster.state(at), None
        for move in cluster.solution(state).moves:
            after = state.apply(move)
            chances = measured.human_chances(state_of(state), last)
            of = {end: chance for (end, _), chance in chances}
            expected.append(math.log(of[state_of(after)]))
            state, last = after, move.vehicle
    assert likelihoods.tolist() == pytest.approx(expected)


def test_a_fit_has_the_greatest_likelihood() -> None:
    found = chosen_on("jam-04", 40)
    names = ("related", "cells", "blockers")
    shares = np.ones(len(found.starts))
    best = fitted(found, names, shares)
    other = optimize.minimize(
        lambda logarithms: -log_likelihoods(found, names, logarithms).sum(), np.zeros(3)
    )
    assert best == pytest.approx(other.x, abs=0.01)


def test_chance_is_the_number_of_slides() -> None:
    found = chosen_on("jam-01", 8)
    counts = np.diff([*found.starts, len(found.features)])
    chance = people.fixed("chance", found, {})
    assert chance.mean == pytest.approx(-np.log(counts).mean())
    assert found.columns(FEATURES).shape == (counts.sum(), len(FEATURES))


def test_people_are_predicted_by_a_fit_to_others() -> None:
    found, names = chosen_on("jam-04", 40), ("farthest", "cells")
    who = np.array(found.participants)
    walker = people.cross_validated("both", found, names, folds=3)
    for person in ("p0", "p1", "p2"):
        logarithms = fitted(found, names, (who != person).astype(float))
        expected = log_likelihoods(found, names, logarithms)[who == person].mean()
        assert walker.likelihoods[person] == pytest.approx(expected)


@pytest.mark.weekly
def test_the_published_moves_are_as_likely_as_the_prototype_found(corpus: Path) -> None:
    folder = corpus / "human"
    if not folder.exists():
        pytest.skip("the corpus has no folder human")
    lines = list(people.report_moves(folder))
    assert lines[0].startswith(
        "24775 slides in 957 attempts of 33 people; 3739 records move nothing"
    )
    rows = [re.split(r"\s{2,}", line) for line in lines[3:]]
    means = {row[0]: float(row[1]) for row in rows}
    assert means["chance"] == pytest.approx(-2.273, abs=0.001)
    assert means["walk"] == pytest.approx(-1.67, abs=0.001)
    assert means["sight of the distance"] == pytest.approx(-1.60, abs=0.01)
    assert means["walk"] < means["memory of two moves"] < means["memory, plans of three"]


def sample(folder: Path) -> None:
    """Classic boards, eight under names of fitted ones, solved by three people of unequal care."""
    trials = ["subject,assignment, instance, human_length, complete, start_time, end_time, rt"]
    moves = ["subject, instance, move_number, move,meta_move, rt, trial_number"]
    for at, name in enumerate([*sorted(FITTED)[:8], "a", "b", "c", "d"]):
        puzzle = rushhour.read(PUZZLES / f"jam-{at + 1:02}.txt")
        written(folder, f"data_adopted/{name}.json", rushhour.write(puzzle, "nyu"))
        solution = rushhour.solve(puzzle).moves or ()
        for person in range(3):
            length, start = len(solution) + person * at, 10_000 * at
            trials.append(f"p{person},x,{name},{length},True,{start},{start + 9000},9000.0")
            state = puzzle
            for number, move in enumerate(solution):
                state = state.apply(move)
                corner = state.vehicle(move.vehicle)
                cell = 6 * corner.row + corner.col
                moves.append(f"p{person}:x,{name},{number},{move.vehicle}@{cell},drag_end,1.0,1")
    written(folder, "paths.csv", "\n".join(trials))
    written(folder, "moves.csv", "\n".join(moves))


@pytest.mark.weekly
def test_the_examples_of_the_help_run(tmp_path: Path) -> None:
    sample(tmp_path / "RushHour" / "exp_data")
    command = [sys.executable, "-m", "research.people"]
    text = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    examples = [line.strip() for line in text.split("examples:")[1].splitlines() if line.strip()]
    assert len(examples) == 3
    was = os.environ.get("PYTHONPATH", "")
    for example in examples:
        words = shlex.split(example.split(">")[0])[3:]
        found = subprocess.run(
            [*command, *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), was)))},
        )
        assert (found.returncode, found.stderr) == (0, "")
        texts = ("of 8 boards", "36 attempts of 3 people", "tested on 4 others")
        assert any(text in found.stdout for text in texts)
