"""Boards that cannot be right: why, by the smallest part, and the nearest that have a solution."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour import InvalidBoardError, Puzzle, parse, solve
from rushhour.analysis.mistakes import mistake_in
from rushhour.model.setup import Setup
from support.command_lines import PUZZLES
from support.commands import result

STUCK = [
    "AAB/..B/..B",
    "BB..../....../AA.CCC/....../....../......",
    "..BC../..BC../AABC../..DDDD/....../......",
    "AA.b/...b/...b/...b",
]
BROKEN = [
    "..B.../..B.../..A.../....../....../......",
    "..B.../..B.../A.A.../....../....../......",
    "..B.../....../AAB.../....../....../......",
    "..B.../..B.../AAB.../..B.../....../.....B",
]


def setup_error(text: str) -> InvalidBoardError:
    with pytest.raises(InvalidBoardError) as caught:
        parse(text.replace("/", "\n"), target="A")
    return caught.value


def differences(one: Puzzle, other: Puzzle) -> int:
    return len(set(one.vehicles) ^ set(other.vehicles)) + (one.exit != other.exit)


@pytest.mark.parametrize("text", STUCK)
def test_the_smallest_part_has_no_solution_and_needs_each_of_its_vehicles(text: str) -> None:
    puzzle = parse(text)
    found = mistake_in(puzzle)
    part = [one for one in puzzle.vehicles if one.label in found.vehicles]
    assert solve(puzzle.with_vehicles(part)).status == "unsolvable"
    for left in part:
        if left.label != puzzle.target:
            fewer = puzzle.with_vehicles([one for one in part if one is not left])
            assert solve(fewer).status == "solved"


@pytest.mark.parametrize("text", STUCK)
def test_the_nearest_boards_are_one_change_away_and_solved(text: str) -> None:
    puzzle = parse(text)
    found = mistake_in(puzzle)
    assert 1 <= len(found.repairs) <= 5
    for one in found.repairs:
        assert differences(puzzle, one.board) <= 2
        assert solve(one.board).cost == one.slides


@pytest.mark.parametrize("text", BROKEN)
def test_an_illegal_board_has_legal_neighbours(text: str) -> None:
    error = setup_error(text)
    found = mistake_in(error)
    assert (found.vehicles, found.reasons) == ((), ())
    for one in found.repairs:
        assert solve(one.board).cost == one.slides


def test_who_locks_whom_in_words() -> None:
    found = mistake_in(parse("AA.CCC/......".replace("/......", "/......" * 5)))
    assert found.vehicles == ("A", "C")
    assert found.reasons == (
        "Vehicle C alone locks target A in:",
        "  A never leaves columns 1 to 3.",
        "  C never leaves columns 3 to 6.",
    )


def test_a_target_between_walls() -> None:
    found = mistake_in(parse("xAAx../....../....../....../....../......"))
    assert found.vehicles == ("A",)
    assert found.walls == ((0, 3),)
    assert "the wall at row 1, column 4 is left out" in [one.change for one in found.repairs]


CLASSIC = parse("..BC../..BC../AABC../....DD/....../EE....")
assert solve(CLASSIC).status == "solved"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_vehicle_typed_a_cell_off_is_put_back(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(CLASSIC.vehicles))
    down, right, cells = data.draw(
        st.sampled_from([(0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)])
    )
    wrong = replace(one, row=one.row + down, col=one.col + right, length=one.length + cells)
    vehicles = tuple(wrong if each is one else each for each in CLASSIC.vehicles)
    setup = Setup(6, 6, vehicles, "A", CLASSIC.exit)
    board: Puzzle | InvalidBoardError
    try:
        board = Puzzle.from_setup(setup)
    except InvalidBoardError as error:
        error.setup = setup
        board = error
    if isinstance(board, InvalidBoardError) or solve(board).status == "unsolvable":
        assert CLASSIC in [each.board for each in mistake_in(board, most=1000).repairs]


@pytest.mark.parametrize("verb", ["solve", "hint"])
def test_solve_and_hint_say_it(verb: str) -> None:
    code, out, _ = result(verb, "AAB/..B/..B")
    assert code == 1
    assert "Vehicle B alone locks target A in:\n  A cannot move.\n  B cannot move.\n" in out
    assert (
        "One change away:\n  vehicle B is a cell shorter, from row 1, column 3: 2 slides\n" in out
    )
    code, out, _ = result(verb, "AAB/..B/..B", "--json")
    mistake = json.loads(out)["mistake"]
    assert mistake["vehicles"] == ["A", "B"]
    assert mistake["repairs"][0]["slides"] == 2
    assert rushhour.parse(mistake["repairs"][0]["board"]).rows == 3
    code, out, err = result(verb, "..B\n..B\nA..\n")
    assert (code, out) == (2, "")
    assert "rushhour: One change away:\nrushhour:   vehicle A has 2 cells" in err
    code, out, _ = result(verb, "..B\n..B\nA..\n", "--json")
    assert json.loads(out)["mistake"]["repairs"]
    code, out, _ = result(verb, "AA./.../...", "--json")
    assert "mistake" not in json.loads(out)


def test_check_names_the_nearest_boards_and_long_vehicles() -> None:
    code, out, _ = result("check", "..B\n..B\nA..\n")
    assert (code, "\n  One change away:\n    vehicle A has 2 cells" in out) == (2, True)
    long = "..B.../..B.../..B.AA/..B.../....../......"
    code, out, _ = result("check", long)
    assert (code, out.splitlines()[1]) == (
        0,
        "  warning: vehicle B has 4 cells; on 6x6 they have 2 or 3",
    )
    assert json.loads(result("check", long, "--json")[1])["warnings"]


@pytest.mark.parametrize("verb", ["solve", "hint"])
def test_a_long_vehicle_is_doubted(verb: str) -> None:
    long = "..B.../..B.../..B.AA/..B.../....../......"
    _, _, err = result(verb, long)
    assert err == "rushhour: warning: vehicle B has 4 cells; on 6x6 they have 2 or 3\n"
    assert (
        result(verb, "B......./B......./B.AA..../B......./......../......../......../........")[2]
        == ""
    )


def test_check_says_that_there_is_no_solution() -> None:
    code, out, _ = result("check", "AAB/..B/..B")
    assert code == 0
    assert out.splitlines()[1] == "  There is no solution."
    assert "  One change away:" in out.splitlines()
    found = json.loads(result("check", "AAB/..B/..B", "--json")[1])
    assert (found["valid"], found["solvable"]) == (True, False)
    assert found["mistake"]["repairs"]
    assert json.loads(result("check", "AAB/..B/...", "--json")[1])["solvable"] is True
    large = result("check", PUZZLES / "uva-12x12_7.csv", "--json")[1]
    assert json.loads(large)["solvable"] is None


def test_the_work_for_many_boards_is_bounded() -> None:
    _, out, _ = result("solve", "-", "--json", text="AAB/..B/..B\n" * 12)
    rows = [json.loads(line) for line in out.splitlines()]
    assert [("mistake" in row) for row in rows] == [True] * 10 + [False] * 2


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (  # B stands above and below: either one is the second
            "..B.../AAB.../..B.../....../...BB./......",
            [
                "the second vehicle B, at row 5, column 4, is C",
                "vehicle B, at row 1, column 3, is C",
            ],
        ),
        ("..C.../AAC.../..C.../....../BBBB../......", []),
        (
            "..B.../..B.../AA..../....../..B.../..B...",
            [
                "the second vehicle B, at row 5, column 3, is C",
                "vehicle B, at row 1, column 3, is C",
            ],
        ),
    ],
)
def test_a_label_of_two_vehicles_is_told_to_be_another(text: str, changes: list[str]) -> None:
    found = mistake_in(setup_error(text)) if changes else mistake_in(parse(text))
    second = [one for one in found.repairs if "second" in one.change]
    assert len(second) == len(changes)
    for change, one in zip(changes, second, strict=True):
        assert change in one.change
        labels = [vehicle.label for vehicle in one.board.vehicles]
        assert sorted(labels) == ["A", "B", "C"]
        assert solve(one.board).cost == one.slides
    assert not any("Klotski" in reason for reason in found.reasons)
