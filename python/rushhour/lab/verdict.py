"""Verdicts: what holds for a heuristic on the states that were searched, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from math import inf
from typing import Any

from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Excess:
    """A state whose estimate exceeds its true distance: the heuristic is not admissible.

    An infinite estimate is an excess if the state has a solution.
    """

    puzzle: Puzzle
    estimate: float
    distance: int

    def __str__(self) -> str:
        return f"h = {number(self.estimate)}, the distance is {self.distance}:\n{self.puzzle}"


@dataclass(frozen=True, slots=True)
class Fall:
    """A move on which the estimate falls by more than it costs: the heuristic is not consistent."""

    puzzle: Puzzle
    move: Move
    before: float
    after: int

    def __str__(self) -> str:
        return f"{self.move} takes h from {number(self.before)} to {self.after}:\n{self.puzzle}"


@dataclass(frozen=True, slots=True)
class Tally:
    r"""Counts over some boards.

    `moves` counts both directions. `too_high` counts solvable states whose estimate exceeds their
    distance; `worst` is the largest excess, infinity if an estimate was infinite. `falls` counts
    moves on which the estimate falls by more than they cost; `estimates` and `distances` are sums
    over the solvable states. A\* searched `searches` times and missed the optimum `missed` times.
    """

    boards: int = 0
    states: int = 0
    moves: int = 0
    too_high: int = 0
    worst: float = 0
    falls: int = 0
    estimates: int = 0
    distances: int = 0
    searches: int = 0
    missed: int = 0

    @property
    def accuracy(self) -> float | None:
        """The mean estimate divided by the mean distance of solvable states; None if that is 0."""
        return self.estimates / self.distances if self.distances else None

    def __add__(self, other: Tally) -> Tally:
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)}
        return Tally(**sums | {"worst": max(self.worst, other.worst)})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a heuristic is admissible and consistent on every state of some clusters.

    `given` has the counts over the given puzzles, `tiny` those over tiny boards, which were
    searched until they held a counterexample. `excess` and `fall` are the smallest of their kind:
    fewest cells, then fewest vehicles, then nearest to the goal.
    """

    heuristic: str
    metric: Metric
    goal: Goal
    tiny: Tally = Tally()
    given: Tally = Tally()
    excess: Excess | None = None
    fall: Fall | None = None

    @property
    def admissible(self) -> bool:
        """Whether no estimate exceeded the true distance."""
        return self.excess is None

    @property
    def consistent(self) -> bool:
        """Whether it is admissible and never falls by more than a move costs."""
        return self.admissible and self.fall is None

    def __str__(self) -> str:
        table = dict(_rows(self))
        width = max(map(len, table))
        head = f"{self.heuristic} in {self.metric}s, goal {self.goal}"
        lines = [head, *(f"  {name:{width}}  {text}" for name, text in table.items())]
        lines += [f"too high: {self.excess}"] if self.excess else []
        lines += [f"inconsistent: {self.fall}"] if self.fall else []
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain values: boards as pictures in lines, infinity as null."""
        excess, fall = self.excess, self.fall
        return {
            "heuristic": self.heuristic,
            "metric": self.metric,
            "goal": self.goal,
            "admissible": self.admissible,
            "consistent": self.consistent,
            "excess": excess and _plain(excess),
            "fall": fall and _plain(fall) | {"move": str(fall.move)},
            "tiny": _plain(self.tiny) | {"accuracy": self.tiny.accuracy},
            "given": _plain(self.given) | {"accuracy": self.given.accuracy},
        }


def _rows(verdict: Verdict) -> Iterator[tuple[str, str]]:
    for name, tally in (("tiny boards", verdict.tiny), ("puzzles", verdict.given)):
        if tally.boards:
            yield name, f"{tally.boards:,}: {tally.states:,} states, {tally.moves:,} moves"
    total = verdict.tiny + verdict.given
    if not total.boards:
        yield "admissible", "unknown: no state was seen"
        return
    everywhere = "yes, in every one of these states; elsewhere nothing is proved"
    high = f"too high in {total.too_high:,} of {total.states:,} states"
    high = f"no: {high}, by up to {number(total.worst)}"
    yield "admissible", everywhere if verdict.admissible else high
    falls = f"in {total.falls:,} of {total.moves:,} moves h falls by more than the cost"
    falls = f"no: {falls}" if total.falls else "no"
    yield "consistent", "yes" if verdict.consistent else falls
    if verdict.given.accuracy is not None:
        yield "mean h / mean h*", f"{verdict.given.accuracy:.3f}"
    if total.searches:
        right = total.searches - total.missed
        yield "A*", f"{right:,} of {total.searches:,} solutions are shortest"


def _plain(value: Excess | Fall | Tally) -> dict[str, Any]:
    if isinstance(value, Tally):
        plain = asdict(value)
    else:
        plain = {name: getattr(value, name) for name in value.__slots__}
        plain = {"board": str(plain.pop("puzzle")).splitlines(), **plain}
    return {name: None if item == inf else item for name, item in plain.items()}


def number(value: float) -> str:
    """An estimate or an excess in words."""
    return "infinity" if value == inf else str(value)
