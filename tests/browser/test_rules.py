"""The rules of the page against those of the library: moves, ends, colours."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

import rushhour
from rushhour import Puzzle, Vehicle, read_all
from rushhour.formats.json import as_dict
from rushhour.model.move import Metric
from rushhour.render.colouring import colours
from support.bridge import board_from, puzzle_of
from support.reference import METRICS
from support.service import Service
from support.strategies import Drawing, drawings

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
KNOWN = ["jam-01.txt", "jam-40.txt", "uva-12x12_7.csv", "ntnu-expert-1.txt"]
CHECKS = [HealthCheck.function_scoped_fixture]
RULES = """async (puzzle) => {
    const { apply, isSolved, room } = await import("/model.js");
    const moves = (most) => puzzle.vehicles.flatMap(({ label: vehicle }) =>
        room(puzzle, vehicle).flatMap((free, side) =>
            Array.from({ length: Math.min(free, most) }, (_, i) => (side ? 1 : -1) * (i + 1))
        ).map((cells) => ({ vehicle, cells })));
    const [slide, step] = [moves(Infinity), moves(1)];
    const after = slide.map((move) => apply(puzzle, move));
    return { moves: { slide, step }, solved: isSolved(puzzle), after };
}"""
COLOURS = """async (puzzles) => {
    const { coloursOf } = await import("/colouring.js");
    return puzzles.map((puzzle) => Object.fromEntries(
        [...coloursOf(puzzle)].map(([label, { fill, ink }]) => [label, { fill, ink }])));
}"""
WORDS = """async (outcomes) => {
    const { bound } = await import("/api.js");
    return outcomes.map(bound);
}"""
COUNTS = """async ([puzzle, moves]) => {
    const { Game } = await import("/game.js");
    const game = new Game(puzzle);
    for (const move of moves) game.play(move);
    return [game.slides, game.steps, game.isSolved];
}"""


@pytest.fixture
def rules(page: Page, service: Service) -> Page:
    """A page of the service without its application."""
    page.goto(f"{service.address}openapi.json")
    return page


def compare(page: Page, puzzle: Puzzle) -> None:
    found: Any = page.evaluate(RULES, as_dict(puzzle))
    for metric in METRICS:
        expected = [(move.vehicle, move.cells) for move in puzzle.legal_moves(metric=metric)]
        assert [(move["vehicle"], move["cells"]) for move in found["moves"][metric]] == expected
    assert found["solved"] == puzzle.is_solved()
    after = [rushhour.parse(json.dumps(form), "json") for form in found["after"]]
    assert after == [puzzle.apply(move) for move in puzzle.legal_moves()]


@pytest.mark.parametrize("name", KNOWN)
def test_known_puzzles_along_a_solution(rules: Page, name: str) -> None:
    puzzle = rushhour.read(PUZZLES / name)
    compare(rules, puzzle)
    solution = rushhour.solve(puzzle, max_states=10_000).solution
    for state in list(solution.replay())[::10] if solution else []:
        compare(rules, state)


@settings(max_examples=40, deadline=None, suppress_health_check=CHECKS)
@given(drawing=drawings())
def test_any_puzzle(rules: Page, drawing: Drawing) -> None:
    compare(rules, puzzle_of(board_from(drawing)))


@pytest.mark.parametrize("metric", METRICS)
def test_counts_are_those_of_a_solution(rules: Page, metric: Metric) -> None:
    puzzle = rushhour.read(PUZZLES / "jam-05.txt")
    solution = rushhour.solve(puzzle, metric=metric).solution
    assert solution is not None
    moves = [{"vehicle": move.vehicle, "cells": move.cells} for move in solution]
    counts = rules.evaluate(COUNTS, [as_dict(puzzle), moves])
    assert counts == [solution.slides, solution.steps, True]


def test_what_is_known_of_an_optimum_in_words(rules: Page) -> None:
    unknown = {"status": "unknown", "cost": None, "lower_bound": 20}
    outcomes = [
        {"status": "solved", "cost": 8, "lower_bound": 8, "upper_bound": 8},
        {"status": "unsolvable", "cost": None, "lower_bound": 0, "upper_bound": None},
        {**unknown, "upper_bound": None},
        {**unknown, "upper_bound": 31},
    ]
    assert rules.evaluate(WORDS, outcomes) == ["8", "none", "at least 20", "20 to 31"]


def test_a_label_that_is_a_number_is_called_a_vehicle(rules: Page) -> None:
    script = """async (puzzle) => {
        const { inWords } = await import("./model.js");
        return ["B", "7"].map((vehicle) => inWords(puzzle, { vehicle, cells: -1 }));
    }"""
    vehicles = (Vehicle("A", "h", 0, 0, 2), Vehicle("B", "v", 1, 3, 2), Vehicle("7", "h", 3, 1, 2))
    puzzle = Puzzle(4, 4, vehicles, "A")
    assert rules.evaluate(script, as_dict(puzzle)) == ["B up 1", "vehicle 7 left 1"]


def colours_agree(page: Page, puzzles: list[Puzzle]) -> None:
    found = page.evaluate(COLOURS, [as_dict(puzzle) for puzzle in puzzles])
    for puzzle, looks in zip(puzzles, found, strict=True):
        expected = {label: look._asdict() for label, look in colours(puzzle).items()}
        assert looks == expected, puzzle


def test_colours_are_those_of_every_picture(rules: Page) -> None:
    numbers = ["0", "7", "12", "007", "123456789", "1234567890", "-1", "²"]
    names = [*numbers, "A", "B", "Z", "a", "Bus", "Été", "\U0001f697", "x" * 64]
    vehicles = tuple(Vehicle(label, "h", row, 3, 2) for row, label in enumerate(names))
    labelled = Puzzle(len(names), 8, vehicles, "A")
    known = [puzzle for file in sorted(PUZZLES.glob("*.txt")) for puzzle in read_all(file)]
    colours_agree(rules, [labelled, *known])


@settings(max_examples=20, deadline=None, suppress_health_check=CHECKS)
@given(drawn=st.lists(drawings(), min_size=20, max_size=20))
def test_any_colours_are_those_of_every_picture(rules: Page, drawn: list[Drawing]) -> None:
    colours_agree(rules, [puzzle_of(board_from(drawing)) for drawing in drawn])
