"""Hints against the reference: every best move is best, every reason is so, every loss is right."""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import rushhour
from rushhour import Hint, LimitReachedError, Move, Puzzle, _core
from rushhour.analysis import Block
from rushhour.analysis.hints import hint_of, names_of
from rushhour.cli import run
from rushhour.model.move import Goal, Metric
from rushhour.search import Options
from support import reference
from support.bridge import board_from, board_of, puzzle_of, state_of
from support.interrupts import ENDLESS
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings

PUZZLES = Path(__file__).parent.parent / "puzzles"
FORCED = "..B.../AAB.../.CCC../......"
NAME = r"(?:vehicle )?(\S+)"
STUCK = "oooBoooooBooAAoBoooooCoooooCoooooCoo"

small_drawings = given(drawings(small=True, max_rows=6, max_cols=6))


class Truth:
    """What the reference knows about a board."""

    def __init__(self, board: reference.Board, metric: Metric, goal: Goal) -> None:
        self.board = board
        self.puzzle = puzzle_of(board)
        self.metric: Metric = metric
        self.goal: Goal = goal
        self.distance = reference.explore(board, metric, goal).distance

    def of(self, puzzle: Puzzle) -> int | None:
        return self.distance.get(state_of(puzzle))

    def best_moves(self) -> set[tuple[str, int]]:
        here = self.of(self.puzzle)
        if not here:
            return set()
        children = reference.successors(self.board, self.board.start, self.metric, self.goal)
        return {move for move, child in children if self.distance[child] == here - 1}

    def is_solvable_within(self, allowed: Any) -> bool:
        """Whether a goal can be reached through states that are allowed."""
        seen, waiting = {self.board.start}, [self.board.start]
        while waiting:
            state = waiting.pop()
            if reference.is_goal(self.board, state, self.goal):
                return True
            for _, child in reference.successors(self.board, state, "step", self.goal):
                if child not in seen and allowed(child):
                    seen.add(child)
                    waiting.append(child)
        return False

    def optimal_states_after(self, move: Move) -> Iterator[reference.State]:
        """The states on all shortest ways to the goal that begin with a move."""
        waiting = [state_of(self.puzzle.apply(move))]
        seen = set(waiting)
        while waiting:
            state = waiting.pop()
            yield state
            for _, child in reference.successors(self.board, state, self.metric, self.goal):
                if child not in seen and self.distance[child] == self.distance[state] - 1:
                    seen.add(child)
                    waiting.append(child)

    def shift(self, state: reference.State, label: str) -> int:
        """How far a vehicle is from where it stands at the start."""
        at = self.index(label)
        return sum(state[at]) - sum(self.board.start[at])

    def covers(self, state: reference.State, label: str, cell: reference.Cell) -> bool:
        car = self.board.cars[self.index(label)]
        return cell in reference.cells(car.axis, car.length, state[self.index(label)])

    def index(self, label: str) -> int:
        return [car.label for car in self.board.cars].index(label)


def hints_of(drawing: Drawing) -> Iterator[tuple[Truth, Hint]]:
    for metric, goal in itertools.product(METRICS, GOALS):
        truth = Truth(board_from(drawing), metric, goal)
        yield truth, rushhour.hint(truth.puzzle, metric=metric, goal=goal, every=True)


@settings(deadline=None)
@small_drawings
def test_the_best_moves_are_those_of_the_reference(drawing: Drawing) -> None:
    for truth, hint in hints_of(drawing):
        assert hint.distance == truth.of(truth.puzzle)
        moves = [(advice.move.vehicle, advice.move.cells) for advice in hint.advice]
        assert len(moves) == len(set(moves))
        assert set(moves) == truth.best_moves()
        for advice in hint.advice:
            assert advice.distance == truth.of(truth.puzzle.apply(advice.move))
        one = rushhour.hint(truth.puzzle, metric=truth.metric, goal=truth.goal)
        assert (one.distance, one.advice) == (hint.distance, hint.advice[:1])
        assert (one.move is None) == (not hint.distance)


@settings(deadline=None)
@small_drawings
def test_every_reason_is_so(drawing: Drawing) -> None:
    for truth, hint in hints_of(drawing):
        check_reasons(truth, hint)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "name", ["jam-08", *(pytest.param(f"jam-{n}", marks=pytest.mark.slow) for n in (15, 19, 32))]
)
def test_every_reason_is_so_in_classic_puzzles(name: str, metric: Metric) -> None:
    cluster = rushhour.explore(rushhour.read(PUZZLES / f"{name}.txt"), metric=metric)
    line = cluster.solution(cluster.hardest()[0])
    assert line is not None
    for state in list(line.replay())[::4]:
        truth = Truth(board_of(state), metric, "edge")
        check_reasons(truth, rushhour.hint(state, metric=metric, every=True))


def check_reasons(truth: Truth, hint: Hint) -> None:
    """Every link of every chain, each once, and all words."""
    for advice in hint.advice:
        check_chain(truth, advice)
        check_use(truth, advice)
        check_words(truth, advice)
    for block in {block for advice in hint.advice for block in advice.chain if block.forced}:
        check_necessity(truth, block)


def check_chain(truth: Truth, advice: rushhour.analysis.Advice) -> None:
    """It leads from the target to the vehicle that moves; no link is forced behind a free one."""
    blocked, forced = truth.puzzle.target, True
    for number, block in enumerate(advice.chain):
        assert block.blocked == blocked
        assert forced or not block.forced
        check_block(truth, block, advice.chain[number - 1] if number else None)
        blocked, forced = block.blocker, block.forced
    assert len(advice.chain) <= 4  # nobody can follow more
    assert not advice.chain or blocked == advice.move.vehicle


def check_block(truth: Truth, block: Block, before: Block | None) -> None:
    """The blocker stands on the cell, the blocked needs it, the way out is as short as it says."""
    start, way = truth.board.start, 1 if block.cells > 0 else -1
    blocker = truth.puzzle.vehicle(block.blocker)
    assert truth.covers(start, block.blocker, block.cell)
    assert block.cell not in blocker.moved(block.cells).cells()
    assert block.cell in blocker.moved(block.cells - way).cells()
    if before is None:
        assert block.cell in rest_of_the_road(truth.board)
    else:
        assert block.cell in truth.puzzle.vehicle(block.blocked).swept(before.cells)


def rest_of_the_road(board: reference.Board) -> set[reference.Cell]:
    gap = reference.gap(board, board.start)
    return reference.exit_lane(board, range(1 - gap, 1))


def check_necessity(truth: Truth, block: Block) -> None:
    """No solution without the blocker going so far, and none without the blocked on the cell."""
    way = 1 if block.cells > 0 else -1

    def stays(state: reference.State) -> bool:
        return truth.shift(state, block.blocker) * way < abs(block.cells)

    def avoids(state: reference.State) -> bool:
        return not truth.covers(state, block.blocked, block.cell)

    assert not truth.is_solvable_within(stays)
    if block.blocked != truth.puzzle.target:  # with `clear` the target need not use its road
        assert not truth.is_solvable_within(avoids)


def check_use(truth: Truth, advice: rushhour.analysis.Advice) -> None:
    """On a shortest way every vehicle of the chain goes as far as the chain says, or farther."""
    after = list(truth.optimal_states_after(advice.move))
    for block in advice.chain:
        way = 1 if block.cells > 0 else -1
        shifts = [truth.shift(state, block.blocker) * way for state in after]
        assert max(shifts) >= abs(block.cells)


def check_words(truth: Truth, advice: rushhour.analysis.Advice) -> None:
    label, text = advice.move.vehicle, advice.reason
    assert text.startswith(f"vehicle {label} " if label.isdigit() else f"{label} ")
    check_number(truth, advice)
    if advice.chain:
        assert (" must go " in text) == advice.chain[-1].forced
        assert "to clear the exit" in text
        assert ("since" in text or "so that" in text) == (len(advice.chain) > 1)
        for block in advice.chain[1:]:
            verb = "needs" if block is advice.chain[-1] and block.forced else "can use"
            assert advice.chain[-1].forced or f"{block.blocked} {verb} " in text
    elif "its road to the exit is clear" in text:
        assert label == truth.puzzle.target
        assert all(
            vehicle.label == label or not on_road(truth, vehicle.cells())
            for vehicle in truth.puzzle.vehicles
        )
    elif match := re.search(
        r" room: (?:vehicle )?(\S+) goes (left|right|up|down) ([0-9]+) next;", text
    ):
        cells = int(match[3]) * (1 if match[2] in ("right", "down") else -1)
        with pytest.raises(rushhour.IllegalMoveError):
            truth.puzzle.apply(Move(match[1], cells))
        truth.puzzle.apply(advice.move).apply(Move(match[1], cells))
    else:
        assert "shows only later" in text


def check_number(truth: Truth, advice: rushhour.analysis.Advice) -> None:
    """How far the move goes and its slide; another number, and what the rest is for, follow."""
    label, text, move = advice.move.vehicle, advice.reason, advice.move
    axis = truth.puzzle.vehicle(label).axis
    way = {"h": ("left", "right"), "v": ("up", "down")}[axis][move.cells > 0]
    begin = rf"(?:vehicle )?{label} (?:must go|goes) {way} {abs(move.cells)}\b"
    match = re.match(rf"{begin}(?: \(the first of ([0-9]+)\))?", text)
    assert match
    assert match[1] is None or (truth.metric == "step" and int(match[1]) > 1)
    slide = int(match[1] or abs(move.cells))
    least = abs(advice.chain[-1].cells) if advice.chain else slide
    more = slide - least
    assert ("at least" in text, bool(re.search("; [0-9]+ more ", text))) == (more > 0, more > 0)
    if more == 0:
        return
    assert f": it must go at least {least}" in text or f": at least {least}" in text
    match = re.search(rf"; {more} more (?:makes? room for {NAME}|do(?:es)? no harm)$", text)
    assert match
    if match[1]:  # that vehicle's line has a cell which the mover would cover if it stopped
        mover, other = truth.puzzle.vehicle(label), truth.puzzle.vehicle(match[1])
        end = slide if move.cells > 0 else -slide
        room = {*mover.moved(advice.chain[-1].cells).cells()} - {*mover.moved(end).cells()}
        across = 0 if other.axis == "h" else 1
        assert any(cell[across] == (other.row, other.col)[across] for cell in room)


def on_road(truth: Truth, cells: list[reference.Cell]) -> bool:
    return bool(rest_of_the_road(truth.board) & set(cells))


@settings(deadline=None)
@small_drawings
def test_a_verdict_is_the_difference_of_the_reference(drawing: Drawing) -> None:
    for metric, goal in itertools.product(METRICS, GOALS):
        truth = Truth(board_from(drawing), metric, goal)
        best = truth.best_moves()
        for move in itertools.islice(truth.puzzle.legal_moves(metric="slide", goal=goal), 6):
            verdict = rushhour.judge(truth.puzzle, move, metric=metric, goal=goal)
            assert verdict.before == truth.of(truth.puzzle)
            assert verdict.after == truth.of(truth.puzzle.apply(move))
            assert verdict.cost == (1 if metric == "slide" else abs(move.cells))
            if (move.vehicle, move.cells) in best:
                assert verdict.lost == 0
            elif metric == "slide" and verdict.before is not None:
                assert verdict.lost is not None
                assert verdict.lost > 0


@settings(deadline=None, max_examples=50)
@small_drawings
def test_searches_find_what_the_cluster_knows(drawing: Drawing) -> None:
    for truth, hint in hints_of(drawing):
        searched = without_cluster(truth, every=True)
        assert searched.distance == hint.distance
        found = {(advice.move, advice.distance) for advice in searched.advice}
        assert found == {(advice.move, advice.distance) for advice in hint.advice}
        one = without_cluster(truth, every=False)
        assert (len(one.advice), one.distance) == (bool(hint.distance), hint.distance)
        for advice in (*searched.advice, *one.advice):
            check_chain(truth, advice)
            check_words(truth, advice)


def without_cluster(truth: Truth, *, every: bool) -> Hint:
    puzzle = truth.puzzle
    options = Options.of_cluster(truth.metric, truth.goal, max_memory=None)
    known = _core.Distances(puzzle._core, options, None, explores=False)
    assert known.distance(puzzle._core, None) == truth.of(puzzle)
    return hint_of(puzzle, options, known.hint(puzzle._core, every, names_of(puzzle), None))


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        (FORCED, "C+2", "C must go right 2, since B needs its cell to clear the exit"),
        ("..B.../AAB.../....../......", "B+2", "B must go down 2 to clear the exit"),
        ("....../..B.../AAB.../....../......", "B-1", "B goes up 1 to clear the exit"),
        ("AA..../......", "A+4", "A goes right 4: its road to the exit is clear"),
        ("..D.../..D.../..B.../AAB.../....../......", "B+2", "B must go down 2 to clear the exit"),
        (  # C goes over two cells of D: the farther one says how far D goes
            "..B...../AAB...../.CCCDD../........",
            "D+2",
            "D must go right 2, since C needs its cell to make way for B, "
            "and B needs C's to clear the exit",
        ),
        (  # one cell clears the road, but D could not make way for C
            "...C./AABC./..BDD/...../.....",
            "B+2",
            "B goes down 2: it must go at least 1 to clear the exit; 1 more makes room for D",
        ),
        (  # one cell lets B down, but C needs two columns
            "..C../AAC.B/....B/...DD",
            "D-3",
            "D goes left 3: it must go at least 1, since B needs its cell to clear the exit; "
            "2 more make room for C",
        ),
        (
            "..7.../007.../....../......",
            "7+2",
            "vehicle 7 must go down 2 to clear the exit",
        ),
        (
            "..B.../AAB.../.CCCD./....D./....D./......",
            "D+1",
            "D must go down 1, since C needs its cell to make way for B, "
            "and B needs C's to clear the exit",
        ),
    ],
)
def test_reasons(board: str, move: str, reason: str) -> None:
    target = "0" if "0" in board else "A"
    hint = rushhour.hint(rushhour.parse(board, target=target))
    assert (str(hint.move), hint.reason) == (move, reason)


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        (
            FORCED,
            "C+1",
            "C must go right 1 (the first of 2), since B needs its cell to clear the exit",
        ),
        (
            "..B.../AAB.../....../......",
            "B+1",
            "B must go down 1 (the first of 2) to clear the exit",
        ),
        ("AA..../......", "A+1", "A goes right 1 (the first of 4): its road to the exit is clear"),
        (
            "...C./AABC./..BDD/...../.....",
            "B+1",
            "B goes down 1 (the first of 2): it must go at least 1 to clear the exit; "
            "1 more makes room for D",
        ),
    ],
)
def test_a_step_is_named_and_its_slide_too(board: str, move: str, reason: str) -> None:
    hint = rushhour.hint(board, metric="step")
    assert (str(hint.move), hint.reason) == (move, reason)


def test_at_the_goal_and_where_there_is_no_solution() -> None:
    solved = rushhour.hint("....AA/......")
    assert (solved.distance, solved.move, solved.reason) == (0, None, "already solved")
    stuck = rushhour.hint(STUCK)
    assert (stuck.distance, stuck.move, stuck.reason) == (None, None, "there is no solution")
    assert rushhour.judge(STUCK, "A+1").lost is None


def test_a_target_that_has_driven_out_is_at_the_goal() -> None:
    puzzle = rushhour.parse("AA..../......").apply(Move("A", 5))
    assert rushhour.hint(puzzle).distance == 0
    assert rushhour.judge(puzzle, "A+1").lost == 1


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(
        rushhour.IllegalMoveError,
        match=r"vehicle C can move at most 1 cell left or 2 cells right, found",
    ):
        rushhour.judge(FORCED, "C-2")


def test_large_boards_end_at_their_limits() -> None:
    puzzle = rushhour.read(ENDLESS)
    with pytest.raises(LimitReachedError, match="limit on seconds was reached"):
        rushhour.hint(puzzle, max_seconds=0.2)
    with pytest.raises(
        LimitReachedError, match=r"limit on states was reached after 1[0-9]{3} states"
    ):
        rushhour.hint(puzzle, max_states=1000)
    with pytest.raises(rushhour.RushHourError, match="expected max_states of at least 0"):
        rushhour.hint(puzzle, max_states=-1)


class TestCommand:
    def test_lines(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = command(tmp_path, capsys, FORCED.replace("/", "\n"), "--move", "C+1")
        assert (code, err) == (0, "")
        assert out.splitlines()[6:] == [
            "C+2: C must go right 2, since B needs its cell to clear the exit",
            "3 slides to go, 2 after it",
            "C+1 wastes 1 slide: 3 to go before it, 3 after it",
        ]

    def test_json(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = FORCED.replace("/", "\n")
        code, out, _ = command(tmp_path, capsys, text, "--json", "--all", "--move", "C+2")
        answer = json.loads(out)
        assert code == 0
        assert answer["verdict"]["lost"] == 0
        assert (answer["distance"], len(answer["moves"])) == (3, 1)
        assert answer["moves"][0]["chain"] == [
            {"blocked": "A", "blocker": "B", "cell": [1, 2], "cells": 2, "forced": True},
            {"blocked": "B", "blocker": "C", "cell": [2, 2], "cells": 2, "forced": True},
        ]

    @pytest.mark.parametrize(
        ("text", "arguments", "code"),
        [
            ("....AA\n......\n", [], 0),
            (STUCK, [], 1),
            ("AA.B\n....\n", [], 2),
            (FORCED.replace("/", "\n"), ["--move", "C-2"], 2),
            (FORCED.replace("/", "\n"), ["--move", "?"], 2),
            (FORCED.replace("/", "\n"), ["--max-states", "1"], 3),
        ],
    )
    def test_exit_codes(
        self,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        text: str,
        arguments: list[str],
        code: int,
    ) -> None:
        found, _, err = command(tmp_path, capsys, text, *arguments)
        assert found == code
        assert bool(err) == (code > 1)


def command(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, *arguments: str
) -> tuple[int, str, str]:
    file = folder / "puzzle.txt"
    file.write_text(text, encoding="utf-8")
    code = run(["hint", str(file), *arguments])
    out, err = capsys.readouterr()
    return code, out, err
