"""Problems in PDDL, ours and in the styles of people, are read back; a missing fact is refused."""

import re
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, ParseError, Puzzle, RushHourError, Vehicle
from rushhour.formats import attempts
from rushhour.planning import to_pddl
from support.examples import bars
from support.strategies import Drawing, drawings, examples
from support.ways import Unfit

PUZZLE = Puzzle(6, 6, bars("X h 2 0 2, B v 1 5 3, C h 5 0 3"), "X")


def read(text: str) -> Puzzle | RushHourError:
    (item,) = attempts(StringIO(text))
    return item


def ours(puzzle: Puzzle) -> str:
    return to_pddl(puzzle).problem


def cells_of(puzzle: Puzzle) -> dict[tuple[int, int], str]:
    walls = set(puzzle.walls)
    cells = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    return {cell: f"r{cell[0] + 1}-c{cell[1] + 1}" for cell in cells if cell not in walls}


def goal_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The cells of the target at its exit."""
    target = puzzle.vehicle(puzzle.target)
    size = puzzle.cols if target.axis == "h" else puzzle.rows
    start = target.col if target.axis == "h" else target.row
    end = 0 if puzzle.exit.side in ("left", "top") else size - target.length
    return target.moved(end - start).cells()


def of_cells(puzzle: Puzzle) -> str:
    """Every cell of every vehicle, which cells are clear, and which are beside one another."""
    cells = cells_of(puzzle)
    rows, cols = {row for row, _ in cells}, {col for _, col in cells}
    if not cells.keys() >= {*goal_of(puzzle)} or not (
        {0, puzzle.rows - 1} <= rows and {0, puzzle.cols - 1} <= cols
    ):
        raise Unfit  # a line of walls at an edge makes a smaller board
    covered = {cell for one in puzzle.vehicles for cell in one.cells()}
    facts = [f"(at {one.label} {cells[cell]})" for one in puzzle.vehicles for cell in one.cells()]
    facts += [f"(clear {name})" for cell, name in cells.items() if cell not in covered]
    for (row, col), name in cells.items():
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if (row + down, col + right) in cells:
                facts.append(f"(adjacent {name} {cells[row + down, col + right]})")
    objects = f"{' '.join(cells.values())} - cell {labels(puzzle)} - car"
    goal = [f"(at {puzzle.target} {cells[cell]})" for cell in goal_of(puzzle)]
    return problem(objects, facts, f"(and {' '.join(goal)})")


def of_lines(puzzle: Puzzle) -> str:
    """The axis, the row, the column and the length of every vehicle."""
    square(puzzle)
    facts = []
    for one in puzzle.vehicles:
        axis = {"h": "horizontal", "v": "vertical"}[one.axis]
        facts += [f"({axis} {one.label})", f"(row {one.label} p{one.row})"]
        facts += [f"(col {one.label} p{one.col})", f"(length {one.label} {one.length})"]
    row, col = goal_of(puzzle)[0]
    line = f"(col {puzzle.target} p{col})"
    if puzzle.vehicle(puzzle.target).axis == "v":
        line = f"(row {puzzle.target} p{row})"
    return problem(positions(puzzle), facts + order(puzzle), line)


def of_positions(puzzle: Puzzle) -> str:
    """The axis, the kind and two positions of every vehicle, in an order of positions."""
    square(puzzle)
    facts = []
    for one in puzzle.vehicles:
        if one.length not in (2, 3):
            raise Unfit
        facts += [f"(is-{'horizontal' if one.axis == 'h' else 'vertical'} {one.label})"]
        facts += [f"({'car' if one.length == 2 else 'truck'} {one.label})"]
        facts += [f"(at {one.label} p{one.row} p{one.col})"]
    row, col = goal_of(puzzle)[0]
    return problem(positions(puzzle), facts + order(puzzle), f"(at {puzzle.target} p{row} p{col})")


def square(puzzle: Puzzle) -> None:
    if puzzle.rows != puzzle.cols or puzzle.walls:
        raise Unfit


def labels(puzzle: Puzzle) -> str:
    return " ".join(vehicle.label for vehicle in puzzle.vehicles)


def positions(puzzle: Puzzle) -> str:
    return f"{' '.join(f'p{number}' for number in range(puzzle.rows))} - pos {labels(puzzle)} - car"


def order(puzzle: Puzzle) -> list[str]:
    return [f"(succ p{number} p{number + 1})" for number in range(puzzle.rows - 1)]


def problem(objects: str, facts: list[str], goal: str) -> str:
    text = f"(define (problem hand-made) (:domain d)\n (:objects {objects})\n (:init\n"
    return f"{text}  {chr(10).join(facts)})\n (:goal {goal}))\n"


STYLES = {"ours": ours, "cells": of_cells, "lines": of_lines, "positions": of_positions}


def init(text: str) -> tuple[list[str], str]:
    """The facts of the start, and the goal."""
    before, _, goal = text.partition("(:goal")
    return re.findall(r"\([^():]+\)", before.partition("(:init")[2].lower()), goal.lower()


def lettered(drawing: Drawing) -> Puzzle:
    """The drawing with its vehicles called va, vb, ..., since PDDL ignores case."""
    names = {
        one[0]: f"v{chr(97 + n % 26)}{'z' * (n // 26)}" for n, one in enumerate(drawing.vehicles)
    }
    vehicles = tuple(Vehicle(names[one[0]], *one[1:]) for one in drawing.vehicles)
    way_out = Exit(drawing.exit_side, drawing.exit_line)
    walls = tuple(sorted(drawing.walls))
    return Puzzle(drawing.rows, drawing.cols, vehicles, names[drawing.target], way_out, walls)


def says(puzzle: Puzzle, style: str) -> tuple[list[str], str]:
    facts, goal = init(STYLES[style](puzzle))
    return sorted(facts), goal


@examples(150)
@given(drawing=drawings(), style=st.sampled_from(sorted(STYLES)))
def test_a_random_board_says_the_same_when_it_is_read_back(drawing: Drawing, style: str):
    puzzle = lettered(drawing)
    try:
        found = read(STYLES[style](puzzle))
    except Unfit:
        return
    if isinstance(found, RushHourError):
        is_walled = not {*puzzle.walls}.isdisjoint(goal_of(puzzle))  # or a wall is before the goal
        likely = (
            "legal either way",
            "found one at both",
            *["leads to the goal"] * bool(puzzle.walls),
        )
        assert is_walled or any(one in str(found) for one in likely), str(found)
        return
    assert says(plain(found), style) == says(plain(puzzle), style)


def plain(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the names that PDDL has for its vehicles."""
    names = {one.label: one.label.removeprefix("car-") for one in puzzle.vehicles}
    vehicles = tuple(replace(one, label=names[one.label]) for one in puzzle.vehicles)
    size, walls = (puzzle.rows, puzzle.cols), puzzle.walls
    return Puzzle(*size, vehicles, names[puzzle.target], puzzle.exit, walls)


@pytest.mark.parametrize("style", STYLES)
def test_every_fact_counts(style: str):
    text = STYLES[style](PUZZLE)
    start = text.index("(:init")
    facts = [one for one in re.finditer(r"\([^():]+\)", text) if one.start() > start]
    for fact in facts:
        found = read(text[: fact.start()] + text[fact.end() :])
        if isinstance(found, Puzzle):
            left = sorted(one for one in init(text)[0] if one != fact[0].lower())
            assert says(plain(found), style)[0] == left or fact.start() > text.index("(:goal"), (
                fact[0]
            )
        else:
            assert "expected" in str(found) or "cell" in str(found)


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        ("(horizontal X)", "expected a fact such as (horizontal x) or (vertical x), found none"),
        ("(row B p1)", "expected one fact of the row of b, such as (row b p0), found none"),
        ("(length C 3)", "expected a fact of the length of c, such as (length c 2), found none"),
        ("(succ p2 p3)", "expected a fact that 3 follows 2, found none"),
        ("(col X p4)", "expected one vehicle in the goal or in a fact such as (target NAME)"),
    ],
)
def test_the_fact_that_is_missing_is_named(gone: str, message: str):
    text = of_lines(PUZZLE)
    assert text.count(gone) == 1
    assert message in str(read(text.replace(gone, "")))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("(horizontal X)", "", "(row X p2)"),
        ("(horizontal X)", "(horizontal X) (vertical X)", "(horizontal X)"),
        ("(row B p1)", "(row B there)", "(vertical B)"),
        ("(:goal (col", "(:goal (or (col", "(:goal"),
        ("(:goal", "(:extra) (:goal (clear r0c0)) (:goal", "(:goal"),
    ],
)
def test_an_error_names_the_line_of_the_fact(old: str, new: str, line: str):
    text = of_lines(PUZZLE).replace(old, new) + ")" * new.count("(or")
    error = read(text)
    assert isinstance(error, ParseError), error
    assert line in text.splitlines()[(error.line or 0) - 1], error


def test_a_goal_at_the_last_cell_is_beyond_the_end_where_a_chain_tells_the_places():
    puzzle = Puzzle(
        4, 4, bars("va v 0 1 2"), "va", Exit("bottom", 1), walls=((0, 0), (0, 2), (3, 1))
    )
    assert "a goal at one end of the target's line" in str(read(ours(puzzle)))


def test_a_domain_beside_the_problem_and_comments_are_passed_over():
    task = to_pddl(PUZZLE)
    text = f"; a comment ( with a bracket\n{task.domain}\n{task.problem}"
    assert read(text) == PUZZLE
    assert "expected one problem in PDDL, found none" in str(read(task.domain))


def test_a_board_of_more_than_ten_positions():
    puzzle = Puzzle(12, 12, bars("x h 2 0 2, b v 9 11 3, c h 11 0 3"), "x")
    assert read(of_positions(puzzle)) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "(define (problem p)" + "(" * 500_000,
        "(define (problem p) (:init" + "(at a r0c0)" * 80_000 + "))",
        "(define (problem p))",
        ")",
    ],
)
def test_hostile_problems_are_refused(text: str):
    assert isinstance(read(text), RushHourError)


CELLS = " ".join(f"r{row}c{col}" for row in range(6) for col in range(6))


@pytest.mark.parametrize(
    ("facts", "goal", "message"),
    [
        ("(target x)", "(or (at x r2c0))", r"facts as the goal, found \(or"),
        ("(target x)", "(exists (?c - cell) (at x ?c))", r"facts as the goal, found \(exists"),
        ("", "(not (at x r2c4))", r"facts as the goal, found \(not"),
        ("(target x)", "(clear r2c0)", r"without \(clear r2c0\)"),
        ("", "(and (at x r2c4) (clear r0c3))", r"without \(clear r0c3\)"),
        ("(exit r2c0)", "(escaped x)", "the cell in which x leaves"),
        ("(adjacent r2c0 exit1)", "(at x exit1)", "the cell in which x leaves"),
        ("", "(at x r0c4)", "a goal in the line of x"),
        ("", "(and (at x r2c4) (at x r2c0))", "one place of x"),
        ("(at x garage)", "(at x r2c4)", r"not \(at x garage\)"),
        ("(wall garden)", "(at x r2c4)", r"not \(wall garden\)"),
    ],
)
def test_what_a_problem_says_beside_a_board_is_refused(facts: str, goal: str, message: str) -> None:
    text = (
        f"(define (problem p) (:objects {CELLS} - cell x - car)"
        f" (:init (at x r2c1) (horizontal x) (length x 2) {facts}) (:goal {goal}))"
    )
    with pytest.raises(rushhour.ParseError, match=message):
        rushhour.parse(text)


def test_walls_are_read() -> None:
    text = (
        f"(define (problem p) (:objects {CELLS} - cell x - car)"
        " (:init (at x r2c1) (horizontal x) (length x 2) (wall r5c5)) (:goal (at x r2c4)))"
    )
    assert rushhour.parse(text).walls == ((5, 5),)


def test_a_chain_without_an_end_is_refused() -> None:
    text = (
        "(define (problem p) (:objects r0c0 r0c1 r0c2 - cell) (:init (at a r0c0) (length a 2)"
        " (next a r0c0 r0c1) (next a r0c1 r0c2) (next a r0c2 r0c1)) (:goal (at a r0c1)))"
    )
    with pytest.raises(rushhour.ParseError, match=r"expected a fact|expected one chain"):
        rushhour.parse(text)
