"""The terms of an estimate: their sum is the estimate, and each says what is so on the board."""

import json
from math import inf
from pathlib import Path

import pytest
from hypothesis import assume, given, note

import rushhour
from rushhour import Move, State, _core, heuristics, solve
from rushhour.errors import HeuristicError, LimitReachedError
from rushhour.lab import Term, explain
from support.bridge import board_from, hardest, puzzle_of
from support.commands import result
from support.estimates import FORMULAS, estimate, on_road
from support.reference import GOALS, METRICS, Board, Goal, Metric, successors
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
# The drawing of `advanced` in docs/reference/heuristics.md, by hand: A needs B out of its row; B
# goes down, where D stands; D goes left.
FORCED = "..BCCC/AAB.../....../.DDEE."
# The drawing of `advanced-ebner` there, and one in which both ways of a vehicle are open.
PAIR = "....../..BC../AABC../......"


def total(terms: tuple[Term, ...]) -> float:
    return sum(term.amount for term in terms)


@examples(40)
@given(BOARDS, ANY_METRIC, ANY_GOAL, random_walks())
def test_the_terms_add_up_to_the_estimate(
    board: Board, metric: Metric, goal: Goal, picks: list[int]
) -> None:
    """The estimate of the core, and the one that is written from the definition alone."""
    puzzle, state = puzzle_of(board), board.start
    for move, after in walk(picks[:6], state, lambda s: successors(board, s, metric, goal)):
        puzzle, state = puzzle.apply(Move(*move)), after
    note(str(puzzle))
    for name in [entry.name for entry in heuristics()]:
        found = explain(puzzle, name, metric=metric, goal=goal)
        core = _core.estimate(puzzle._core, name, metric, goal)
        assert found.estimate == (inf if core is None else core), name
        assert total(found.terms) == found.estimate, name
        if name in FORMULAS:
            assert found.estimate == estimate(name, board, state, metric, goal), name


@examples(40)
@given(hard_boards(hardest), ANY_METRIC, ANY_GOAL)
def test_those_of_hard_boards_do(board: Board, metric: Metric, goal: Goal) -> None:
    puzzle = puzzle_of(board)
    for name in FORMULAS:
        found = explain(puzzle, name, metric=metric, goal=goal)
        assert total(found.terms) == estimate(name, board, board.start, metric, goal), name


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("goal", GOALS)
def test_those_of_a_classic_do(metric: Metric, goal: Goal) -> None:
    for file in ("jam-05", "jam-17", "jam-40"):
        puzzle = rushhour.read(f"puzzles/{file}.txt")
        for entry in heuristics():
            found = explain(puzzle, entry.name, metric=metric, goal=goal)
            core = _core.estimate(puzzle._core, entry.name, metric, goal)
            assert total(found.terms) == (inf if core is None else core), entry.name


@examples(40)
@given(BOARDS, ANY_METRIC)
def test_a_lower_bound_counts_what_every_solution_has(board: Board, metric: Metric) -> None:
    """Vehicles that must move do move, and of a landmark one move is made."""
    puzzle = puzzle_of(board)
    solution = solve(puzzle, metric=metric).solution
    assume(solution is not None)
    assert solution is not None
    moved = {move.vehicle for move in solution.moves}
    names = ["blocking", "blockers", "advanced", "must-move", "critical-path"]
    for name in names:
        found = explain(puzzle, name, metric=metric)
        assert {term.vehicle for term in found.terms} <= moved, name
    for term in explain(puzzle, "lm-cut", metric=metric).terms:
        assert set(term.moves) & set(solution.moves)


@examples(40)
@given(BOARDS)
def test_the_blockers_are_those_on_the_road(board: Board) -> None:
    puzzle = puzzle_of(board)
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    terms = explain(puzzle, "blockers").terms
    assume(not State.of(puzzle).is_solved)
    assert [term.vehicle for term in terms] == [labels[b] for b in on_road(board, board.start)]


# Terms that were found by hand, on drawings of docs/reference/heuristics.md.


def test_terms_by_hand_where_vehicles_are_forced() -> None:
    assert rows(FORCED, "advanced") == [("A", 1, "A+4"), ("B", 1, "B+2"), ("D", 1, "D-1")]
    steps = [("A", 4, "A+4"), ("B", 2, "B+2"), ("D", 1, "D-1")]
    assert rows(FORCED, "advanced", "step") == steps
    assert rows(FORCED, "must-move") == [("A", 1, ""), ("B", 1, ""), ("D", 1, "")]
    assert rows(FORCED, "critical-path") == [("B", 1, "B+2"), ("D", 1, "")]
    assert rows(FORCED, "manhattan") == [("B", 2, "B+2")]
    assert rows(FORCED, "advanced-ebner") == [("B", 1, ""), ("A", 1, ""), ("D", 1, "B+2")]
    assert rows(FORCED, "ff") == [("A", 1, "A+4"), ("B", 1, "B+2"), ("D", 1, "D-1")]
    assert rows(FORCED, "h-max") == [("D", 1, "D-1"), ("B", 1, "B+2"), ("A", 1, "A+4")]


def test_terms_by_hand_where_both_ways_are_open() -> None:
    """B and C stand in rows 2 and 3 of 4: up by one cell frees row 3, down by two does not fit."""
    board = PAIR + "/......"
    assert rows(board, "manhattan") == [("B", 1, "B-1 B+2"), ("C", 1, "C-1 C+2")]
    assert rows(board, "mobility") == [("B", 2, "B-1 B+2"), ("C", 2, "C-1 C+2")]
    assert rows(board, "blocking") == [("A", 1, ""), ("B", 1, ""), ("C", 1, "")]
    ebner = [("B", 1, ""), ("A", 1, ""), ("C", 1, ""), ("A", 1, "")]
    assert rows(board, "advanced-ebner") == ebner
    assert rows(board, "distance-blockers") == [("A", 4, "A+4"), ("B", 1, ""), ("C", 1, "")]


def rows(board: str, name: str, metric: Metric = "slide") -> list[tuple[str | None, float, str]]:
    terms = explain(board, name, metric=metric).terms
    return [(term.vehicle, term.amount, " ".join(map(str, term.moves))) for term in terms]


# A board on which a heuristic has a term of a kind, and the words for that term.
WORDS = [
    ("blocking", FORCED, 1, "A must leave"),
    ("blocking", FORCED, 1, "B stands between A and the exit"),
    ("advanced", FORCED, 1, "B must move at least 2 cells, only down"),
    ("must-move", FORCED, 1, "B must move: while it stays, the goal is out of reach"),
    ("manhattan", FORCED, 2, "B needs 2 cells, only down, to leave row 2"),
    ("manhattan", PAIR, 1, "B needs 1 cell, only up, to leave row 3"),
    ("mobility-need", PAIR, 1, "A must move, counted for C"),
    ("mobility", PAIR, 2, "B has 1 empty cell up and 1 down: 1 + 1"),
    ("distance", PAIR, 4, "A has 4 cells right to drive"),
    ("advanced-distance", PAIR, 4, "A is 4 cells from the edge"),
    ("advanced-ebner", FORCED, 1, "D stands in the way of B, which needs 2 cells down"),
    ("critical-path", FORCED, 1, "B makes way at best 2 cells down, where D stands"),
    ("critical-path", FORCED, 1, "D must make way"),
    ("longest-chain", "CBB/C.D/AAD/.../...", 1, "B touches D"),
    ("ff", FORCED, 1, "D 1 cell left"),
    ("pattern", "..B.../AAB.../....../......", 2, "the distance in the table of A, B"),
    ("manhattan", "...B./AA.B./...B./.....", inf, "B can never leave row 2"),
    ("static-ranges", "...B./AA.B./...B./.....", inf, "the static ranges keep A from the goal"),
    ("advanced", "...B./AA.B./...B./.....", inf, "the static ranges keep A from the goal"),
    ("pattern", "...B./AA.B./...B./.....", inf, "the static ranges keep A from the goal"),
    ("ff", "AA.B/...B", inf, "A cannot reach the goal even if nothing is deleted"),
    ("lookahead", "AAB/..B", inf, "no move leads to a state that has an estimate"),
]


@pytest.mark.parametrize(("name", "board", "amount", "words"), WORDS)
def test_words(name: str, board: str, amount: float, words: str) -> None:
    found = explain(board, name)
    assert (amount, words) in [(term.amount, term.words) for term in found.terms]


def test_words_of_two_ways() -> None:
    """By hand: with a row above and one below, B can leave row 4 in both directions."""
    first, _ = explain(f"....../{PAIR}/......", "manhattan").terms
    assert first.words == "B needs 1 cell up or 2 cells down to leave row 4"


def test_a_move_that_is_counted_often_says_so() -> None:
    """By hand: B and C need D away, by two moves of D of their own, which both need E away."""
    board = "..BC/AABC/..../.EDD/.E../...."
    found = {term.words: term.amount for term in explain(board, "h-add").terms}
    assert found["E 1 cell down, counted 2 times"] == 2
    assert (len(found), sum(found.values())) == (6, 7)
    assert {term.amount for term in explain(board, "ff").terms} == {1}


# Functions of one's own.


def test_of_a_function_explain_says_what_it_looked_at() -> None:
    def curious(state: State) -> float:
        state.blockers()
        after = state.after("E+1")
        return len(state.blockers()) + len(after.moves()) * 0 + 0.5 + (state[0, 2] is None)

    found = explain(FORCED, curious)
    assert (found.estimate, found.heuristic) == (2, "curious")
    assert [term.words for term in found.terms] == ["curious returns 1.5, rounded to 2"]
    asked = [(look.question, look.answer) for look in found.looks]
    assert asked == [
        ("blockers()", "B"),
        ("after(E+1).moves()", "B+1, D-1, D+1, E-1"),
        ("[0, 2]", "B"),
    ]


def test_what_a_look_asks_in_turn_is_not_noted() -> None:
    found = explain(FORCED, lambda state: 0 if state.is_solved else 1)
    assert [str(look) for look in found.looks] == ["is_solved: False"]


def test_a_function_that_looks_at_nothing() -> None:
    found = explain(FORCED, lambda _: inf)
    assert (found.estimate, found.looks) == (inf, ())


def test_a_value_that_is_no_estimate_is_refused() -> None:
    with pytest.raises(HeuristicError):
        explain(FORCED, lambda _: -1)


def test_a_limit_on_the_tables() -> None:
    with pytest.raises(LimitReachedError):
        explain(rushhour.read("puzzles/jam-40.txt"), "patterns", max_states=10)


# The command.


def test_the_command_prints_board_terms_sum_and_distance() -> None:
    code, out, _ = result("heuristic", "3", "-", "--explain", text=FORCED.replace("/", "\n"))
    assert code == 0
    assert out.splitlines()[-5:] == [
        "  1  A must move at least 4 cells, only right",
        "  1  B must move at least 2 cells, only down",
        "  1  D must move at least 1 cell, only left",
        "  3  in all",
        "the distance is 3 slides",
    ]


def test_an_estimate_that_is_too_high_is_refuted_by_a_solution() -> None:
    text = "..B...\n..B...\nAAB...\n......\n......\n......\n"
    code, out, _ = result("heuristic", "manhattan", "-", text=text)
    assert code == 1
    assert out.splitlines()[-3:] == [
        "manhattan in slides, goal edge: 3",
        "the distance is 2 slides",
        "the estimate is too high: B down 3, A right 4",
    ]
    assert result("heuristic", "manhattan", "-", "--metric", "step", text=text)[0] == 0


@pytest.mark.parametrize(
    ("words", "text", "code"),
    [
        (["static-ranges"], "...B.\nAA.B.\n...B.\n.....\n", 1),
        (["zero"], "AAB\n", 2),
        (["no-such-name"], "AA.\n", 2),
        (["zero", "--max-states", "1"], FORCED.replace("/", "\n"), 3),
    ],
)
def test_exit_codes(words: list[str], text: str, code: int) -> None:
    name, *more = words
    assert result("heuristic", name, "-", *more, text=text)[0] == code


def test_a_line_of_json_has_its_place_the_terms_and_the_truth(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    text = "..B.../AAB.../....../......\nAAB\nAA../BB../....\n"
    file.write_text(text, encoding="utf-8")
    code, out, _ = result("heuristic", "manhattan", file, "--json")
    found, error, _ = map(json.loads, out.splitlines())
    assert code == 2
    assert (error["file"], error["number"], list(error)[2]) == (str(file), 2, "error")
    assert (found["file"], found["number"], found["estimate"]) == (str(file), 1, 2)
    assert (found["status"], found["distance"], found["solution"]) == ("solved", 2, ["B+2", "A+4"])
    assert found["terms"] == [
        {
            "amount": 2,
            "words": "B needs 2 cells, only down, to leave row 2",
            "reason": "needs",
            "vehicle": "B",
            "moves": ["B+2"],
            "others": [],
        }
    ]
