"""Why an order was not met: the test that most boards failed, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rushhour.generation.order import Order
from rushhour.generation.ranges import words


class _Step(NamedTuple):
    """A test with the boards that came to it and those that passed."""

    test: str
    before: int
    after: int


def explanation(order: Order, boards: int, refused: Mapping[str, int]) -> str:
    """One line about the test that the smallest share of boards passed.

    >>> explanation(Order.of(vehicles=6, slides=45), 50, {"states": 2, "slides": 48})
    '0 of 48 clusters had 45 slides with 6 vehicles and no walls; 2 others had too many states'
    """
    steps, left = [], boards
    for test, failed in refused.items():
        if failed:
            steps.append(_Step(test, left, left - failed))
            left -= failed
    if not steps:
        return f"{boards:,} boards were tried, and none was refused"
    hardest = min(steps, key=lambda step: (step.after / step.before, -step.before))
    others = [
        f"{step.before - step.after:,} others {_FAULTS[step.test]}"
        for step in steps[: steps.index(hardest)]
    ]
    text = f"{hardest.after:,} of {hardest.before:,} {_phrase(order, hardest.test)}"
    return "; ".join([text, *others])


_FAULTS = {
    "placed": "had no room for all vehicles and walls",
    "states": "had too many states",
    "solvable": "had no solution",
    "slides": "had other optima in slides",
    "vehicles": "had other numbers of vehicles",
    "walls": "had other numbers of walls",
    "density": "had other densities",
    "steps": "had other optima in steps",
    "no-idle": "had idle vehicles",
    "solutions": "had other numbers of solutions",
    "difficulty": "had other difficulties",
    "new": "were known",
}


def _phrase(order: Order, test: str) -> str:
    """What the boards that pass a test have."""
    content = f"{words(order.vehicles, 'vehicle')} and {words(order.walls, 'wall')}"
    slides = words(order.slides, "slide")
    gone = " once all parts were taken out that can go" if order.minimal else ""
    phrases = {
        "placed": f"boards had room for {content} at random",
        "states": f"clusters had {words((0, order.max_states), 'state')}",
        "solvable": "clusters had a solution",
        "slides": f"clusters had {slides} with {content}",
        "vehicles": f"puzzles had {words(order.vehicles, 'vehicle')}{gone}",
        "walls": f"puzzles had {words(order.walls, 'wall')}{gone}",
        "density": f"puzzles had the density asked for{gone}",
        "steps": f"puzzles of {slides} had {words(order.steps or (0, None), 'step')}",
        "no-idle": f"puzzles of {slides} had no idle vehicle",
        "solutions": f"puzzles of {slides} had "
        f"{words(order.solutions or (0, None), 'optimal solution')} up to order",
        "difficulty": f"puzzles of {slides} had the difficulty asked for",
        "new": "puzzles were new",
    }
    return phrases[test]
