"""explain: the terms of an estimate, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import rushhour._core as _core
from rushhour.base.text import JsonDict, shown
from rushhour.custom.functions import Function, estimate, function_name
from rushhour.custom.noted import Look, noted
from rushhour.custom.state import Layout, State
from rushhour.formats import puzzle_of
from rushhour.lab.check import number
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, Limits, heuristic_name, heuristic_of


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an estimate, which is the sum of its terms.

    `amount` is infinity where the term proves that there is no solution. `reason` is what the
    heuristic counts, in one word; `moves` and `others`, vehicles by their labels, belong to it.
    `vehicle` is None for a term about several.
    """

    amount: float
    words: str
    reason: str
    vehicle: str | None = None
    moves: tuple[Move, ...] = ()
    others: tuple[str, ...] = ()

    def as_json(self) -> JsonDict:
        """The term as plain values, infinity as null."""
        return {
            "amount": None if self.amount == inf else self.amount,
            "words": self.words,
            "reason": self.reason,
            "vehicle": self.vehicle,
            "moves": [str(move) for move in self.moves],
            "others": list(self.others),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """An estimate and its terms; `looks` is what a function of the user's asked of its `State`."""

    puzzle: Puzzle
    heuristic: str
    metric: Metric
    goal: Goal
    estimate: float
    terms: tuple[Term, ...]
    looks: tuple[Look, ...] = ()

    @property
    def head(self) -> str:
        """The heuristic, the metric and the goal."""
        return f"{shown(self.heuristic)} in {self.metric}s, goal {self.goal}"

    def __str__(self) -> str:
        return "\n".join([str(self.puzzle), *self.lines])

    @property
    def lines(self) -> list[str]:
        """The terms and their sum in words, and what was looked at."""
        total = number(self.estimate)
        amounts = [number(term.amount) for term in self.terms]
        width = max(map(len, [total, *amounts]))
        lines = [self.head]
        rows = zip(amounts, self.terms, strict=True)
        lines += [f"  {amount:>{width}}  {shown(term.words)}" for amount, term in rows]
        lines += [f"  {total:>{width}}  {'in all' if self.terms else 'without a term'}"]
        lines += [f"  {shown(self.heuristic)} looked at"] if self.looks else []
        return [*lines, *(f"    {shown(str(look))}" for look in self.looks)]

    def as_json(self) -> JsonDict:
        """The explanation as plain values: the board as a picture in lines, infinity as null."""
        return {
            "heuristic": self.heuristic,
            "metric": self.metric,
            "goal": self.goal,
            "board": str(self.puzzle).splitlines(),
            "estimate": None if self.estimate == inf else self.estimate,
            "terms": [term.as_json() for term in self.terms],
            "looks": [{"question": look.question, "answer": look.answer} for look in self.looks],
        }


def explain(
    puzzle: Puzzle | str,
    heuristic: str | int | Function | None = None,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> Explanation:
    """The terms of the estimate of a puzzle's state: what a heuristic counts, and why.

    The estimate is the sum of the terms; it is infinity if one of them proves that there is no
    solution. Of a function only the value is known, and what it asked of its `State`. The limits
    are for pattern databases, as those of `patterns`: LimitReachedError if one is reached.
    HeuristicError for a value that is no estimate.

    >>> for term in explain("..B.../AAB.../....../......", "blocking").terms:
    ...     print(term.amount, term.words)
    1 A must leave
    1 B stands between A and the exit
    """
    check_names(metric, goal)
    asked, chosen = puzzle_of(puzzle), heuristic_of(heuristic)
    limits = Limits.of(max_states, max_memory, max_seconds)
    if callable(chosen):
        return _of_function(asked, chosen, metric, goal)
    name = heuristic_name(chosen)
    here = tuple(one.col if one.axis == "h" else one.row for one in asked.vehicles)
    ((found, terms),) = terms_of(asked, name, [here], metric, goal, limits)
    return Explanation(asked, name, metric, goal, found, terms)


def terms_of(
    puzzle: Puzzle,
    heuristic: str | Function,
    states: Sequence[tuple[int, ...]],
    metric: Metric,
    goal: Goal,
    limits: Limits,
) -> list[tuple[float, tuple[Term, ...]]]:
    """The estimates of states of a puzzle, given by their offsets, each with its terms.

    A heuristic is made once for all of them. Of a function the value is the one term.
    """
    if callable(heuristic):
        layout = Layout(puzzle, metric, goal)
        values = (estimate(heuristic, State(layout, offsets)) for offsets in states)
        return [_of_value(function_name(heuristic), *value) for value in values]
    found = _core.explain(puzzle._core, heuristic, metric, goal, limits, list(states))
    labels = [one.label for one in puzzle.vehicles]
    return [
        (_or_infinite(value), tuple(_term(row, labels) for row in rows)) for value, rows in found
    ]


def _of_function(puzzle: Puzzle, function: Function, metric: Metric, goal: Goal) -> Explanation:
    """What a function says of a puzzle: its value is the one term."""
    state, name = noted(puzzle, metric, goal), function_name(function)
    amount, terms = _of_value(name, *estimate(function, state))
    return Explanation(puzzle, name, metric, goal, amount, terms, state.looks)


def _of_value(name: str, found: int | None, value: float) -> tuple[float, tuple[Term, ...]]:
    """The estimate that a function of this name returned, and its term."""
    amount = _or_infinite(found)
    rounded = "" if value == amount else f", rounded to {number(amount)}"
    return amount, (Term(amount, f"{name} returns {value}{rounded}", "returns"),)


def _or_infinite(amount: int | None) -> float:
    return inf if amount is None else amount


def _term(row: _core._TermRow, labels: Sequence[str]) -> Term:
    reason, words, vehicle, amount, moves, others = row
    return Term(
        _or_infinite(amount),
        shown(words),
        reason,
        None if vehicle is None else labels[vehicle],
        tuple(Move(labels[which], cells) for which, cells in moves),
        tuple(labels[which] for which in others),
    )
