"""What Python users expect of values: printing, texts for moves, paths for puzzles, other names."""

from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour import Move, Puzzle, RushHourError, Solution, Vehicle, solve
from rushhour.errors import WrongTypeError
from support.commands import solved

FILE = Path(__file__).parent.parent / "puzzles" / "jam-01.txt"
SMALL = "..B.../AAB.../....../......"
STUCK = "AAB/..B/..B"


def test_an_outcome_prints_its_solution() -> None:
    assert str(solve(SMALL)).startswith("Move car # B down 2 squares\nMove car # A right 4 squares")
    assert str(solve(STUCK)).startswith("There is no solution.")


def test_an_outcome_as_plain_values_is_what_json_has() -> None:
    printed, found = solved(str(FILE)), solve(FILE).to_dict()
    same = {"seconds": 0, "number": 1, "file": str(FILE)}
    assert {**found, **same} == {**printed, **same}


def test_the_moves_of_an_outcome_are_those_of_its_solution() -> None:
    outcome = solve(SMALL)
    assert outcome.solution is not None
    assert outcome.moves == outcome.solution.moves == (Move("B", 2), Move("A", 4))
    assert solve(STUCK).moves is None


def test_a_notebook_shows_an_outcome_with_its_player() -> None:
    assert "<iframe" in solve(SMALL)._repr_html_()
    assert solve(STUCK)._repr_html_().startswith("<pre>There is no solution.")


def test_a_move_may_be_a_text() -> None:
    puzzle = rushhour.parse(SMALL)
    assert puzzle.apply("B+2") == puzzle.apply(Move("B", 2))
    assert "B+2" in puzzle.legal_moves()
    assert "B+3" not in puzzle.legal_moves()
    with pytest.raises(rushhour.ParseError, match="expected a move such as A"):
        puzzle.apply("B")
    with pytest.raises(WrongTypeError):
        puzzle.apply(5)  # type: ignore[arg-type]


def test_a_solution_is_read_in_any_notation() -> None:
    puzzle = rushhour.parse(SMALL)
    for text in ("B+2 A+4", "Move car # B down 2 squares\nMove car # A right 4 squares"):
        assert Solution.parse(puzzle, text).verify() == ()
    assert Solution.parse(puzzle, "A+4").verify() != ()


def test_an_axis_may_be_a_whole_word() -> None:
    vehicle = Vehicle("A", "horizontal", 0, 0, 2)  # type: ignore[arg-type]
    assert vehicle == Vehicle("A", "h", 0, 0, 2)
    assert Puzzle(1, 4, [vehicle], target="A").vehicles == (Vehicle("A", "h", 0, 0, 2),)


def test_a_path_is_solved_and_a_list_is_told_where_to_go() -> None:
    assert solve(FILE).cost == rushhour.explore(FILE).distance() == 8
    with pytest.raises(WrongTypeError, match="for several, use solve_many"):
        solve([SMALL])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("alias", "name"),
    [("A*", "astar"), ("dijkstra", "uniform"), ("IDA*", "ida"), ("UCS", "uniform")],
)
def test_algorithms_have_the_names_of_textbooks(alias: str, name: str) -> None:
    assert solve(SMALL, algorithm=alias).algorithm == name


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ({"heuristic": 1}, {"heuristic": True}),
        ({}, {"heuristic": ["zero"]}),
        ({}, {"metric": ["slide"]}),
        ({"reopen": True, "algorithm": "weighted"}, {"reopen": 1, "algorithm": "weighted"}),
        ({"max_states": 9}, {"max_states": {}}),
    ],
)
def test_a_wrong_option_is_refused_after_a_right_one_that_equals_it(right: Any, wrong: Any) -> None:
    for _ in range(2):
        assert rushhour.solve("AA./.../...", **right).cost == 1
        with pytest.raises(RushHourError, match=f"{next(iter(wrong))}|no heuristic"):
            rushhour.solve("AA./.../...", **wrong)


def test_names_may_be_in_capitals_or_spelled_out() -> None:
    for name, found in [("BFS", "bfs"), ("A*", "astar"), ("A-star", "astar"), ("IDA*", "ida")]:
        assert solve(SMALL, algorithm=name).algorithm == found
    assert Vehicle("A", "H", 0, 0, 2) == Vehicle("A", "Horizontal", 0, 0, 2)  # type: ignore[arg-type]
    with pytest.raises(RushHourError, match="expected h, horizontal, v or vertical"):
        Vehicle("A", "diagonal", 0, 0, 2)  # type: ignore[arg-type]


def test_a_hint_prints_its_moves_and_reasons() -> None:
    assert str(rushhour.hint(SMALL)).splitlines() == [
        "B+2: B must go down 2 to clear the exit",
        "2 slides to go, 1 after it",
    ]
    assert str(rushhour.hint(STUCK)) == "There is no solution."


def test_a_wrong_value_is_a_value_error_and_a_limit_is_none() -> None:
    with pytest.raises(ValueError, match="expected at least 1 thread, found 0"):
        solve(SMALL, threads=0)
    with pytest.raises(RushHourError) as caught:
        rushhour.explore(FILE, max_states=10)
    assert not isinstance(caught.value, ValueError)
