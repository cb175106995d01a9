"""Reports of hints and verdicts: lines of text, and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rushhour.analysis.hints.hint import Hint, Verdict
from rushhour.model.notation import units


def sentences(hint: Hint) -> Iterator[str]:
    """A line for each best move: its reason, and the distance after it."""
    if not hint.advice:
        yield f"{hint.reason[0].upper()}{hint.reason[1:]}."
        return
    for advice in hint.advice:
        yield f"{advice.move}: {advice.reason}"
    assert hint.distance is not None
    yield f"{units(hint.distance, hint.metric)} to go, {hint.advice[0].distance} after it"


def verdict_sentence(verdict: Verdict, hint: Hint) -> str:
    """What a move wastes, in words: `B+1 wastes 1 slide: 8 to go before it, 8 after it`."""
    if verdict.lost is None:
        return f"{verdict.move} wastes nothing: there is no solution"
    wasted = "is a best move" if verdict.lost == 0 else f"wastes {units(verdict.lost, hint.metric)}"
    return f"{verdict.move} {wasted}: {verdict.before} to go before it, {verdict.after} after it"


def as_json(hint: Hint) -> dict[str, Any]:
    """A hint as plain values; cells are [row, column], from 0."""
    return {
        "title": hint.puzzle.title,
        "metric": hint.metric,
        "goal": hint.goal,
        "distance": hint.distance,
        "reason": hint.reason,
        "moves": [asdict(advice) for advice in hint.advice],
    }


def verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values."""
    return {**asdict(verdict), "lost": verdict.lost}
