"""PDDL: the tasks cost what the puzzles cost, by a planner of a page, and plans are read back."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import Exit, ParseError, Puzzle, Solution, Vehicle, parse
from rushhour.errors import UnwritableError
from rushhour.model.move import Goal, Metric
from rushhour.planning import to_pddl
from support import reference, strips
from support.bridge import board_from, puzzle_of
from support.commands import result
from support.strategies import ANY_GOAL, ANY_METRIC, Drawing, drawings, examples, words

SMALL = "..B./AAB./..../...."


def solved(puzzle: Puzzle, metric: Metric, goal: Goal) -> tuple[int, Solution] | None:
    """The least cost of a plan, and the plan as a solution of the puzzle."""
    task = to_pddl(puzzle, metric=metric, goal=goal)
    found = strips.solve(strips.ground(task.domain, task.problem))
    if found is None:
        return None
    return found[0], Solution.parse(
        puzzle, "; a plan\n" + strips.printed(found[1]), metric=metric, goal=goal
    )


@examples(40)
@given(drawings(4, 4, small=True) | drawings(2, 6, small=True), ANY_METRIC, ANY_GOAL)
def test_a_plan_costs_what_a_solution_costs(drawing: Drawing, metric: Metric, goal: Goal) -> None:
    board = board_from(drawing)
    expected = reference.solve(board, metric, goal)
    found = solved(puzzle_of(board), metric, goal)
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        cost, solution = found
        assert cost == solution.cost == len(expected)
        assert solution.verify() == ()


@pytest.mark.parametrize("side", ["right", "left", "top", "bottom"])
@pytest.mark.parametrize("goal", reference.GOALS)
def test_every_exit_and_goal(side: str, goal: Goal) -> None:
    axis = "h" if side in ("right", "left") else "v"
    vehicles = [Vehicle("A", axis, 1, 1, 2), Vehicle("B", "v" if axis == "h" else "h", 3, 3, 2)]  # type: ignore[arg-type]
    puzzle = Puzzle(5, 5, vehicles, "A", Exit(side, 1))  # type: ignore[arg-type]
    board = reference.Board(
        5,
        5,
        side,
        1,
        frozenset(),
        tuple(reference.Car(v.label, v.axis, v.row, v.col, v.length) for v in vehicles),
        "A",
    )
    for metric in reference.METRICS:
        found = solved(puzzle, metric, goal)
        expected = reference.solve(board, metric, goal)
        assert found is not None
        assert expected is not None
        assert found[0] == len(expected)
        assert found[1].verify() == ()


def test_an_action_for_each_slide_or_one_cell() -> None:
    """Two vehicles of length 2 that go up to two cells, forward and back."""
    counts = [
        to_pddl(SMALL, metric=metric).domain.count("(:action") for metric in reference.METRICS
    ]
    assert counts == [4, 2]


def test_strips_without_costs_unless_the_road_must_be_clear() -> None:
    for goal in reference.GOALS:
        task = to_pddl(SMALL, goal=goal)
        has_costs = ":action-costs" in task.domain
        assert has_costs == (":metric" in task.problem) == (goal == "clear")
        for word in ("or", "forall", "exists", "when", "imply"):
            assert f"({word} " not in task.domain + task.problem


@given(drawings(4, 4, labels=words))
def test_names_are_unique_words_of_pddl(drawing: Drawing) -> None:
    puzzle = puzzle_of(board_from(drawing))
    objects = strips.section(strips.read(to_pddl(puzzle).problem), ":objects")
    names = [name for name, kind in strips.typed(objects) if kind != "cell"]
    assert len(set(names)) == len(names) == len(puzzle.vehicles)
    assert all(re.fullmatch("[a-z][a-z0-9_-]*", name) for name in names)


def test_labels_that_differ_in_case_alone_are_numbered() -> None:
    puzzle = Puzzle(2, 3, [Vehicle("a", "h", 0, 0, 2), Vehicle("A", "h", 1, 0, 2)], "a")
    assert "vehicle-1 vehicle-2 - length-2" in to_pddl(puzzle).problem
    solution = Solution.parse(puzzle, "(forward-2-by-1 VEHICLE-1 r0c0 r0c1 r0c2)")
    assert str(solution) == "a+1"


@pytest.mark.parametrize(
    "text",
    [
        "(forward-2-by-2 car-b r0c2 r1c2 r2c2 r3c2)\n(forward-2-by-2 car-a r1c0 r1c1 r1c2 r1c3)\n",
        "; found\n\n(FORWARD-2-BY-2 CAR-B R0C2 R1C2 R2C2 R3C2) ; first\n"
        "( forward-2-by-2 car-a r1c0 r1c1 r1c2 r1c3 )\n; cost = 2 (unit cost)\n",
        "0.000: (forward-2-by-2 car-b r0c2 r1c2 r2c2 r3c2) [1.000]\n"
        "1: (forward-2-by-2 car-a r1c0 r1c1 r1c2 r1c3)  [1]\n",
    ],
)
def test_plans_are_read_as_planners_print_them(text: str) -> None:
    solution = Solution.parse(parse(SMALL), text)
    assert (str(solution), solution.verify()) == ("B+2 A+2", ())


def test_a_plan_without_actions_is_a_solution_without_moves() -> None:
    assert Solution.parse(parse("..AA/...."), "; cost = 0 (unit cost)\n").verify() == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(fly car-a)", "line 1: expected an action such as forward-2-by-1, found 'fly'"),
        (";\n(forward-2-by-0 car-a)", "line 2: expected an action such as forward-2-by-1"),
        ("(forward-2-by-1 car-z r0c0)", "line 1: expected one of car-a, car-b, found 'car-z'"),
        ("(forward-2-by-1)", "line 1: expected one of car-a, car-b, found ''"),
        ("()", "line 1: expected an action such as forward-2-by-1, found ''"),
        ("(forward-2-by-1 car-a r1c0 r1c1 r1c2", "line 1: expected an action in brackets"),
        ("(forward-2-by-1 car-a r1c1 r1c2 r1c3)", "of vehicle A where it stands, found"),
        ("(forward-3-by-1 car-a r1c0 r1c1 r1c2)", "expected (forward-2-by-1 car-a r1c0 r1c1 r1c2)"),
        ("(back-2-by-1 car-b r0c2 r1c2 r2c2)", "expected cells in the lane of vehicle B"),
        ("(forward-2-by-5 car-a r1c0)", "expected cells in the lane of vehicle A, found"),
    ],
)
def test_a_plan_for_another_task_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        Solution.parse(parse(SMALL), text)


@given(st.text("(;) forwardback-2by1carABr0c", max_size=60))
def test_any_text_is_a_plan_or_an_error(text: str) -> None:
    with suppress(ParseError):
        Solution.parse(parse(SMALL), "(" + text)


def test_a_target_that_has_left_is_refused() -> None:
    gone = parse("AA../....").apply("A+3")
    with pytest.raises(UnwritableError, match="vehicle A has left the board"):
        to_pddl(gone)


def test_convert_writes_two_files_and_verify_reads_the_plan(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SMALL)
    name = tmp_path / "task"
    assert result("convert", tmp_path / "a.txt", "--to", "pddl", "-o", name)[0] == 0
    texts = [(tmp_path / f"task-{part}.pddl").read_text() for part in ("domain", "problem")]
    found = strips.solve(strips.ground(*texts))
    assert found is not None
    (tmp_path / "plan").write_text(strips.printed(found[1]))
    for verb in ("verify", "grade"):
        assert result(verb, tmp_path / "a.txt", tmp_path / "plan")[0] == 0
    assert result("convert", tmp_path / "a.txt", "--to", "pddl", "-o", name)[0] == 2
    again = result(
        "convert", tmp_path / "a.txt", "--to", "pddl", "-o", name, "--force", "--metric=step"
    )
    assert again[0] == 0
    assert (tmp_path / "task-domain.pddl").read_text() != texts[0]


def test_convert_numbers_several_and_prints_json(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{SMALL}\nAA/\nAA../....\n")
    found = result("convert", tmp_path / "a.txt", "--to", "pddl", "-o", tmp_path / "t")
    assert found[0] == 0
    assert len(list(tmp_path.glob("t-[123]-problem.pddl"))) == 3
    lines = result("convert", tmp_path / "a.txt", "--to", "pddl", "--json")[1].splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]
    assert json.loads(lines[0])["problem"] == (tmp_path / "t-1-problem.pddl").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "pddl"], "expected --output NAME or --json for pddl, found neither"),
        (
            ["--to", "pddl", "-o", "a", "--json"],
            "expected --output NAME or --json for pddl, found both",
        ),
        (["--to", "pddl", "-o", "-"], "expected a name for the two files of pddl"),
        (["--to", "grid", "--goal", "clear"], "expected the format pddl for --goal, found grid"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: list[str], message: str) -> None:
    found = result("convert", "puzzles/jam-01.txt", *options)
    assert (found[0], message in found[2]) == (2, True)
