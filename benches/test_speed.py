"""`pytest benches --dist no`: what Python users pay, with every answer checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rushhour


class Entry(NamedTuple):
    """A line of boards.txt."""

    group: str
    slides: int
    states: int
    board: str


def entries() -> list[Entry]:
    """The boards and what is known of them."""
    lines = (Path(__file__).parent / "boards.txt").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split() for line in lines)
    return [Entry(group, int(slides), int(states), board) for group, slides, states, board in rows]


GROUPS = ["classic", "database", "hardest"]


@pytest.mark.parametrize("group", GROUPS)
def test_solve(benchmark: Any, group: str) -> None:
    """`rushhour.solve` from the text, each board of the group in turn."""
    chosen = [entry for entry in entries() if entry.group == group]
    costs = benchmark(lambda: [rushhour.solve(entry.board).cost for entry in chosen])
    assert costs == [entry.slides for entry in chosen]


@pytest.mark.parametrize("group", GROUPS)
def test_explore(benchmark: Any, group: str) -> None:
    """`rushhour.explore` from the text."""
    chosen = [entry for entry in entries() if entry.group == group]
    sizes = benchmark(lambda: [len(rushhour.explore(entry.board)) for entry in chosen])
    assert sizes == [entry.states for entry in chosen]


@pytest.mark.parametrize("threads", [1, 2])
def test_solve_many(benchmark: Any, threads: int) -> None:
    """`rushhour.solve_many` over the database boards, two hundred times."""
    chosen = [entry for entry in entries() if entry.group == "database"]
    boards = [entry.board for entry in chosen] * 200
    outcomes = benchmark(lambda: list(rushhour.solve_many(boards, threads=threads)))
    assert [outcome.cost for outcome in outcomes] == [entry.slides for entry in chosen] * 200
