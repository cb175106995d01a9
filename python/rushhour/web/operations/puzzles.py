"""puzzles: the collection, with the optima of both metrics."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import rushhour
from rushhour.model.puzzle import Puzzle
from rushhour.web.forms import Form, PuzzleForm, form_of


class Entry(Form):
    """A puzzle of the collection with its optima."""

    puzzle: PuzzleForm
    slides: int
    steps: int


class PuzzlesAnswer(Form):
    """The collection, easiest cards first."""

    puzzles: list[Entry]


@lru_cache(maxsize=1)
def puzzles() -> PuzzlesAnswer:
    """List the puzzles of the collection."""
    text = (files("rushhour.web") / "collection.jsonl").read_text(encoding="utf-8")
    return PuzzlesAnswer([_entry(puzzle) for puzzle in rushhour.parse_all(text, "json")])


def _entry(puzzle: Puzzle) -> Entry:
    slides = rushhour.solve(puzzle).lower_bound
    steps = rushhour.solve(puzzle, metric="step").lower_bound
    return Entry(form_of(puzzle), slides, steps)
