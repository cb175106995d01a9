"""Heuristics against their definitions, and the truth about them that was known before."""

from math import inf
from pathlib import Path

import pytest
from hypothesis import given, note

from rushhour import Move, Puzzle, _core, explore, heuristics, lab, parse, read, relabel, solve
from rushhour.errors import UnknownNameError
from support import tables
from support.bridge import board_from, board_of, hardest, puzzle_of
from support.estimates import FORMULAS, estimate
from support.reference import METRICS, Board, Goal, Metric, State, successors
from support.strategies import (
    ANY_GOAL,
    ANY_METRIC,
    drawings,
    examples,
    hard_boards,
    random_walks,
    walk,
)

BOARDS = drawings(max_rows=7, max_cols=7).map(board_from)
FILES = sorted((Path(__file__).parent.parent / "puzzles").glob("jam-*.txt"))
# One of eight is looked at in every run.
SOME = [
    file if i % 8 == 0 else pytest.param(file, marks=pytest.mark.slow)
    for i, file in enumerate(FILES)
]


def test_every_heuristic_has_a_definition() -> None:
    assert [heuristic.name for heuristic in heuristics()] == [*FORMULAS, *tables.NAMES]


@examples(40)
@given(BOARDS, ANY_METRIC, ANY_GOAL, random_walks())
def test_estimates_are_as_defined(
    board: Board, metric: Metric, goal: Goal, picks: list[int]
) -> None:
    puzzle, state = puzzle_of(board), board.start
    moves = walk(picks[:6], state, lambda s: successors(board, s, metric, goal))
    for move, after in [(None, state), *moves]:
        puzzle, state = puzzle if move is None else puzzle.apply(Move(*move)), after
        note(str(puzzle))
        agrees(puzzle, board, state, metric, goal)


@examples(40)
@given(hard_boards(hardest), ANY_METRIC, ANY_GOAL)
def test_estimates_of_hard_boards_are_as_defined(board: Board, metric: Metric, goal: Goal) -> None:
    agrees(puzzle_of(board), board, board.start, metric, goal)


def agrees(puzzle: Puzzle, board: Board, state: State, metric: Metric, goal: Goal) -> None:
    """Whether every heuristic says what its definition says."""
    for name in FORMULAS:
        found = _core.estimate(puzzle._core, name, metric, goal)
        expected = estimate(name, board, state, metric, goal)
        assert (inf if found is None else found) == expected, (name, str(puzzle))


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_estimates_are_as_defined_on_classics(file: Path) -> None:
    """On states far from one another, where chains are long."""
    puzzle = read(file)
    hardest = explore(puzzle).hardest()[0]
    solution = solve(hardest).solution
    assert solution is not None
    for number, after in enumerate(solution.replay()):
        if number % 4 == 0:
            board = board_of(after)
            for metric, goal in (("slide", "edge"), ("step", "clear")):
                agrees(after, board, board.start, metric, goal)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FORMULAS)
def test_estimates_of_states_are_those_of_their_puzzles(name: str) -> None:
    """One heuristic for many states of a cluster, built for its start."""
    puzzle = read(FILES[3])
    offsets, _ = explore(puzzle).arrays()
    states = [tuple(state) for state in offsets[::97].tolist()]
    each = [_core.estimate(puzzle._core.at([*s]), name, "slide", "edge") for s in states]
    assert _core.estimates(puzzle._core, name, "slide", "edge", states) == each


def test_a_name_of_before_is_accepted() -> None:
    board = "....../..BC../AABC../......"
    counts = [solve(board, heuristic=name).expanded for name in ("advanced-002", "advanced-ebner")]
    assert counts[0] == counts[1]
    assert solve(board, heuristic="advanced-002").heuristic == "advanced-ebner"


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("H", "blockers"),
        ("MH", "manhattan"),
        ("CPH", "critical-path"),
        ("BMH", "mobility"),
        ("tslh", "lookahead"),
    ],
)
def test_the_abbreviations_of_a_source(called: str, name: str) -> None:
    outcome = solve(read(FILES[0]), heuristic=called)
    assert (outcome.heuristic, outcome) == (name, solve(read(FILES[0]), heuristic=name))
    assert lab.check(called, tiny=False).heuristic == name
    [row] = lab.compare([read(FILES[0])], algorithms=["astar"], heuristics=[called])
    assert row.heuristic == name


KNOWN = [
    ("manhattan", "slide", "edge", "..B.../..B.../AAB.../......", 3, 2),
    ("mobility", "step", "edge", "....../....../...AAB/.....B", 3, 2),
    ("lookahead", "slide", "edge", "....../....../AABC../..BC..", 4, 3),
    ("distance", "slide", "edge", "AA....", 4, 1),
    ("advanced-ebner", "slide", "edge", "....../..BC../AABC../......", 4, 3),
    ("advanced-distance", "step", "past", "....../....BC/..AABC/......", 6, 5),
    ("distance-need", "slide", "edge", "AA....", 4, 1),
    ("distance-blockers", "slide", "edge", "AA....", 4, 1),
]


@pytest.mark.parametrize(("name", "metric", "goal", "rows", "h", "distance"), KNOWN)
def test_known_counterexamples(
    name: str, metric: Metric, goal: Goal, rows: str, h: int, distance: int
) -> None:
    """Boards of 6 x 6 of which the first rows were published, with h and the true distance."""
    board = parse(rows + "/......" * (5 - rows.count("/")))
    assert _core.estimate(board._core, name, metric, goal) == h
    assert solve(board, metric=metric, goal=goal).cost == distance


def test_known_fall() -> None:
    before = parse("....../.....B/...AAB/....../....../......")
    after = before.apply(Move("B", -1))
    found = [
        _core.estimate(puzzle._core, "mobility-need", "step", "edge") for puzzle in (before, after)
    ]
    assert found == [2, 0]


@pytest.mark.parametrize("number", [5, 15, 30, 35])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", tables.NAMES)
def test_tables_are_as_defined(number: int, metric: Metric, name: str) -> None:
    """Classics with more vehicles than a table: some states of a search, and their estimates."""
    puzzle = relabel(read(FILES[number - 1]), "boardstring")
    board, seen = board_of(puzzle), {}
    solve(
        puzzle,
        algorithm="astar",
        heuristic=name,
        metric=metric,
        trace=lambda expansion: seen.update({expansion.state: expansion.h}),
    )
    assert lab.patterns(puzzle, name, metric=metric)
    for text, h in list(seen.items())[:: max(1, len(seen) // 20)]:
        state = state_of(parse(text), board)
        assert tables.defined(name, board, state, metric, "edge") == h, text


def state_of(puzzle: Puzzle, board: Board) -> State:
    """Where the cars of a board stand in a puzzle with the same labels."""
    places = {vehicle.label: (vehicle.row, vehicle.col) for vehicle in puzzle.vehicles}
    return tuple(places[car.label] for car in board.cars)


def test_patterns_say_what_they_take() -> None:
    puzzle = read(FILES[14])
    one, (first, second) = lab.patterns(puzzle, "pattern"), lab.patterns(puzzle)
    assert [len(table.vehicles) for table in (*one, first, second)] == [8, 9, 9]
    assert first.paid == first.vehicles
    assert not set(first.paid) & set(second.paid)
    assert set(second.paid) == set(second.vehicles) - set(first.vehicles)
    assert all(table.bytes >= 10 * table.states > 0 for table in (*one, first, second))
    assert lab.patterns(puzzle, "advanced") == ()
    with pytest.raises(UnknownNameError, match="no heuristic named 'patern'"):
        lab.patterns(puzzle, "patern")
