"""What the page reads by itself, without a service: no text is taken for another puzzle."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

import rushhour
from rushhour import Puzzle, RushHourError
from support import plain
from support.edits import BARE, edits
from support.service import Service

CHECKS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
READ = """async (texts) => {
    const { read } = await import("./texts.js");
    return texts.map((text) => {
        try { return read(text).items; } catch (error) { return [{ error: String(error) }]; }
    });
}"""


@pytest.fixture
def readers(page: Page, service: Service) -> Page:
    page.goto(service.address)
    return page


def puzzles(items: list[dict[str, Any]]) -> list[Puzzle]:
    """What was read and is a valid puzzle."""
    found = []
    for item in items:
        given = {name: value for name, value in item.get("puzzle", {}).items() if value is not None}
        with suppress(RushHourError):
            found.append(rushhour.parse(json.dumps(given), "json"))
    return found


def board_of(puzzle: Puzzle) -> plain.Board:
    return plain.Board(
        puzzle.rows,
        puzzle.cols,
        frozenset((v.label, v.axis, v.row, v.col, v.length) for v in puzzle.vehicles),
        puzzle.target,
        (puzzle.exit.side, puzzle.exit.line),
        frozenset(puzzle.walls),
    )


@settings(max_examples=10, deadline=None, suppress_health_check=CHECKS)
@given(edited=st.lists(edits(), min_size=60, max_size=60))
def test_an_edited_text_is_read_as_it_plainly_says_or_refused(
    readers: Page, edited: list[tuple[str, str | None]]
) -> None:
    texts = [text for text, name in edited if name is None]
    for text, items in zip(texts, readers.evaluate(READ, texts), strict=True):
        said = plain.boards(text, None)
        for puzzle in puzzles(items):
            assert board_of(puzzle) in said, text


GRID = "AAB\n..B\n...\n"
REFUSED = {
    "two pictures": f"{GRID}\n{GRID}",
    "two car lists without ids": f"1 2 h 2\n0 1 v 3\n\n{BARE}",
    "a size with a comma above another": f"6,6\n8\n{BARE}",
    "a size of ten digits as a title": f"1000000000\n6\n{BARE}",
    "digits of another script": f"\uff18\n6\n{BARE}",
    "a title that names another size": f"Size: 8\n6\n{BARE}",
    "a size that is none": f"8.0\n{BARE}",
    "a wall that looks like a comment": "AA..\n#.B.\n..B.\n....\n",
    "two marks for empty cells": "AA.o\n..B.\n..B.\n....\n",
}


def test_what_could_be_another_puzzle_is_refused(readers: Page) -> None:
    found = readers.evaluate(READ, list(REFUSED.values()))
    assert {name: puzzles(items) for name, items in zip(REFUSED, found, strict=True)} == {
        name: [] for name in REFUSED
    }


@pytest.mark.parametrize("size", ["8", "8 8", "8x8", "8 x 8", "8\u00d78", "Jam-1\n8", "size 8\n8"])
def test_a_size_and_a_title_are_read(readers: Page, size: str) -> None:
    (items,) = readers.evaluate(READ, [f"{size}\n{BARE}"])
    (puzzle,) = puzzles(items)
    assert puzzle == rushhour.parse(f"{size}\n{BARE}")
    assert (puzzle.rows, puzzle.title) == (8, size.partition("\n")[0] if "\n" in size else None)


DRAWINGS = json.loads((Path(__file__).parent.parent / "data/drawings.json").read_text("utf-8"))
READ_AS = """async (cases) => {
    const { read } = await import("./texts.js");
    const { candidatesIn } = await import("./target.js");
    return cases.map(({ text, format, target }) => {
        const [{ puzzle, error }] = read(text, { format, target }).items;
        return puzzle ? { puzzle } : { candidates: candidatesIn(error), error };
    });
}"""


def test_one_candidate_is_the_target_and_several_are_named(readers: Page) -> None:
    joints = {"grid": "\n", "boardstring": ""}
    labels = [case for case in DRAWINGS["labels"] if case[0] in joints]
    cases = [{"format": name, "text": joints[name].join(rows.split())} for name, rows, _ in labels]
    for found, (_, rows, names) in zip(readers.evaluate(READ_AS, cases), labels, strict=True):
        targets = [found["puzzle"]["target"]] if "puzzle" in found else found["candidates"]
        assert targets == names.split(), (rows, found)


def test_a_drawing_is_the_board_that_it_shows_or_its_candidates_are_named(readers: Page) -> None:
    cases = DRAWINGS["boards"]
    for found, case in zip(readers.evaluate(READ_AS, cases), cases, strict=True):
        if "puzzle" in case:
            wanted = rushhour.parse(json.dumps(case["puzzle"]), "json")
            assert puzzles([found]) == [wanted], (case["name"], found)
        else:
            assert found["candidates"] == case["candidates"], (case["name"], found)
