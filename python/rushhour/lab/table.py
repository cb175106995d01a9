"""Tables of verdicts on registered heuristics, in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rushhour.custom.state import State
from rushhour.lab.verdict import Tally, Verdict, number
from rushhour.output.aligned import aligned
from rushhour.search.registry import heuristic

_HEAD = (
    "heuristic",
    "promised",
    "admissible",
    "consistent",
    "too high",
    "worst",
    "falls",
    "h / h*",
    "A*",
    "smallest board where it is too high",
)


def table(verdicts: Iterable[Verdict], line: int | None = None) -> str:
    r"""A table for each metric and goal, with a line for each heuristic.

    The columns: its declarations and whether they hold, the number of states with too high
    estimates and the largest excess, the number of moves on which it falls by more than they cost,
    the ratio of mean estimate and mean distance, the number of optimal solutions of A\*, and the
    rows of the smallest counterexample. Counts are over the puzzles or, without puzzles, over the
    tiny boards. `line` is the largest width, None for no limit.
    """
    groups = groupby(verdicts, lambda verdict: (verdict.metric, verdict.goal))
    return "\n\n".join("\n".join(_lines(list(group), line)) for _, group in groups)


def _lines(verdicts: list[Verdict], line: int | None) -> Iterator[str]:
    first, tiny = verdicts[0], max((verdict.tiny for verdict in verdicts), key=_states)
    yield f"{first.metric}s, goal {first.goal}"
    for name, tally in (("tiny boards", tiny), ("puzzles", first.given)):
        if tally.boards:
            yield f"{tally.boards:,} {name}, {tally.states:,} states, {tally.moves:,} moves"
    yield from aligned(_HEAD, list(map(_row, verdicts)), right=range(4, 9), line=line)


def _states(tally: Tally) -> int:
    return tally.states


def _row(verdict: Verdict) -> tuple[str, ...]:
    tally = verdict.given if verdict.given.boards else verdict.tiny
    excess = verdict.excess
    example = excess and f"{number(excess.estimate)} > {excess.distance} {State.of(excess.puzzle)}"
    return (
        verdict.heuristic,
        _promised(verdict),
        "yes" if verdict.admissible else "no",
        "yes" if verdict.consistent else "no",
        f"{tally.too_high:,}",
        number(tally.worst),
        f"{tally.falls:,}",
        "" if tally.accuracy is None else f"{tally.accuracy:.3f}",
        f"{tally.searches - tally.missed}/{tally.searches}" if tally.searches else "",
        example or "",
    )


def _promised(verdict: Verdict) -> str:
    promise = heuristic(verdict.heuristic)
    if promise.consistent[verdict.metric]:
        return "both"
    return "admissible" if promise.admissible[verdict.metric] else "neither"
