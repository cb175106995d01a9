"""explain: the terms of an estimate, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import rushhour._core as _core
from rushhour.base.text import JsonDict, shown
from rushhour.custom.functions import MOST, Function, estimate, function_name
from rushhour.custom.noted import Look, noted
from rushhour.formats import puzzle_of
from rushhour.lab.check import number
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import counted, direction
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
    found, rows = _core.explain(asked._core, name, metric, goal, limits)
    terms = tuple(_term(row, asked) for row in rows)
    return Explanation(asked, name, metric, goal, _or_infinite(found), terms)


def _of_function(puzzle: Puzzle, function: Function, metric: Metric, goal: Goal) -> Explanation:
    """What a function says of a puzzle: its value is the one term."""
    state = noted(puzzle, metric, goal)
    found, value = estimate(function, state)
    amount, name = _or_infinite(found), function_name(function)
    rounded = "" if value == amount else f", rounded to {number(amount)}"
    term = Term(amount, f"{name} returns {value}{rounded}", "returns")
    return Explanation(puzzle, name, metric, goal, amount, (term,), state.looks)


def _or_infinite(amount: int | None) -> float:
    return inf if amount is None else amount


def _term(row: _core._TermRow, puzzle: Puzzle) -> Term:
    reason, vehicle, amount, moves, others = row
    labels = [one.label for one in puzzle.vehicles]
    words = _Words(puzzle, vehicle, amount, moves, others)
    return Term(
        _or_infinite(amount),
        _SENTENCES[reason](words),
        reason,
        None if vehicle is None else labels[vehicle],
        tuple(Move(labels[which], cells) for which, _, cells in moves),
        tuple(labels[which] for which in others),
    )


class _Words:
    """The words of a term: its vehicles, its moves, and the road of the target."""

    def __init__(
        self,
        puzzle: Puzzle,
        vehicle: int | None,
        amount: int | None,
        moves: Sequence[tuple[int, int, int]],
        others: Sequence[int],
    ) -> None:
        self._vehicles, self._moves = puzzle.vehicles, moves
        self.target = shown(puzzle.target)
        line = "row" if puzzle.exit.side in ("right", "left") else "column"
        self.road = f"{line} {puzzle.exit.line + 1}"
        self.own = "" if vehicle is None else self._label(vehicle)
        self.amount = amount or 0
        self.others = ", ".join(map(self._label, others))
        self.paths = [self._path(vehicle, cells) for vehicle, _, cells in moves]
        self.full = [self._full(*move) for move in moves]

    def one_of(self) -> str:
        """The moves of the vehicle, of which one is enough."""
        if len(self.paths) > 1:
            return " or ".join(self.paths)
        cells, _, way = self.paths[0].rpartition(" ")
        return f"{cells}, only {way}"

    def empty(self) -> str:
        """The empty cells in both directions, and how they are counted."""
        ((vehicle, _, back), (_, _, forth)) = self._moves
        ways = [direction(self._vehicles[vehicle].axis, sign) for sign in (-1, 1)]
        cells = f"{counted(-back, 'empty cell')} {ways[0]} and {forth} {ways[1]}"
        return f"{cells}: {min(-back, forth)} + 1"

    def _label(self, vehicle: int) -> str:
        return shown(self._vehicles[vehicle].label)

    def _path(self, vehicle: int, cells: int) -> str:
        """A move without its vehicle: `2 cells down`."""
        way = direction(self._vehicles[vehicle].axis, cells)
        return f"{counted(abs(cells), 'cell')} {way}"

    def _full(self, vehicle: int, offset: int, cells: int) -> str:
        """A move with its vehicle, and its place unless it stands there: `B 2 cells down`."""
        one = self._vehicles[vehicle]
        here, line = (one.col, "column") if one.axis == "h" else (one.row, "row")
        place = "" if offset == here else f" from {line} {offset + 1}"
        return f"{self._label(vehicle)} {self._path(vehicle, cells)}{place}"


_SENTENCES: dict[str, Callable[[_Words], str]] = {
    "leaves": lambda it: f"{it.own} must leave",
    "follows": lambda it: f"{it.own} must move, counted for {it.others}",
    "drives": lambda it: f"{it.own} has {it.paths[0]} to drive",
    "edge": lambda it: f"{it.own} is {counted(it.amount, 'cell')} from the edge",
    "blocks": lambda it: f"{it.own} stands between {it.target} and the exit",
    "needs": lambda it: (
        f"{it.own} needs {it.one_of()}{',' * (len(it.paths) == 1)} to leave {it.road}"
        if it.paths
        else f"{it.own} can never leave {it.road}"
    ),
    "free": lambda it: f"{it.own} has {it.empty()}",
    "stays": lambda it: f"{it.own} must move: while it stays, the goal is out of reach",
    "moves": lambda it: f"{it.own} must move at least {it.one_of()}",
    "walks": lambda it: f"{it.own} must go {', then '.join(it.paths)}",
    "meets": lambda it: f"{it.own} makes way at best {it.paths[0]}, where {it.others} stands",
    "last": lambda it: f"{it.own} must make way",
    "closed": lambda it: f"{it.own} can make way in no direction, a chain of any length",
    "touches": lambda it: f"{it.own} touches {it.others}",
    "keeps": lambda it: f"{it.own} stands in the way of {it.others}, which needs {it.paths[0]}",
    "after": lambda it: f"{it.full[0]}, after which the rest is least",
    "relaxed": lambda it: f"{it.full[0]}{f', counted {it.amount} times' if it.amount > 1 else ''}",
    "landmark": lambda it: f"every solution has one of: {', '.join(it.full)}",
    "pattern": lambda it: f"the distance in the table of {it.others}",
    "capped": lambda _: f"the sum is more than {MOST}, the most that it may be",
    "ranges": lambda it: f"the static ranges keep {it.own} from the goal",
    "patterns": lambda _: "a table has no solution",
    "stuck": lambda _: "no move leads to a state that has an estimate",
    "unreached": lambda it: f"{it.target} cannot reach the goal even if nothing is deleted",
}
