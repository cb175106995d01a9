"""Reports of an outcome: the output of the car-list assignment, and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rushhour.model.notation import NO_MOVE, sentence, units
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.record import FIELDS, OutcomeRecord

_ENDINGS = {
    "unsolvable": "There is no solution.",
    "unknown": "No answer: the limit on {stopped_by} was reached. Every solution costs at least "
    "{lower_bound}.",
}
_BEST = "The best solution so far costs {upper_bound}: {best}"


def sentences(outcome: Outcome, puzzle: Puzzle, *, show_boards: bool = False) -> Iterator[str]:
    """The moves in words, then depth, nodes, branching factor, cost and proof, a line each."""
    if outcome.solution is None:
        ending = _ENDINGS[outcome.status]
        yield ending.format(stopped_by=outcome.stopped_by, lower_bound=outcome.lower_bound)
        if outcome.best is not None:
            yield _BEST.format(upper_bound=outcome.upper_bound, best=outcome.best)
    else:
        boards = outcome.solution.replay() if show_boards else None
        yield from _moves(outcome, puzzle, boards)
        yield f"Depth: {outcome.depth}"
    yield f"Nodes expanded: {outcome.expanded}"
    yield f"Nodes generated: {outcome.generated}"
    if outcome.solution is not None:
        factor = outcome.branching_factor
        yield f"Branching factor: {'-' if factor is None else format(factor, '.3f')}"
        yield f"Cost: {units(outcome.solution.cost, outcome.metric)}"
        yield f"Optimal: {_proof(outcome)}"


def _proof(outcome: Outcome) -> str:
    if outcome.proved_optimal:
        return "proved"
    least = units(outcome.lower_bound, outcome.metric)
    return f"not proved, every solution costs at least {least}"


def _moves(outcome: Outcome, puzzle: Puzzle, boards: Iterator[Puzzle] | None) -> Iterator[str]:
    assert outcome.solution is not None
    if not outcome.solution.moves:
        yield NO_MOVE
    if boards is not None:
        next(boards)
    for move in outcome.solution:
        yield sentence(move, puzzle)
        if boards is not None:
            yield str(next(boards))


def as_json(outcome: Outcome, puzzle: Puzzle) -> OutcomeRecord:
    """An outcome as plain values; `branching_factor` has 3 decimals."""
    solution, factor = outcome.solution, outcome.branching_factor
    own = {
        "title": puzzle.title,
        "slides": solution and solution.slides,
        "steps": solution and solution.steps,
        "moves": solution and [{"vehicle": m.vehicle, "cells": m.cells} for m in solution],
        "best": None if outcome.best is None else str(outcome.best),
        "branching_factor": factor and round(factor, 3),
    }
    values = {name: own[name] if name in own else getattr(outcome, name) for name in FIELDS}
    return cast(OutcomeRecord, values)
