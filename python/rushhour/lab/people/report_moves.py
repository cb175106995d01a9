"""The report of how likely people's moves are to walkers, as lines of text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from rushhour.lab.people.choices import Choices, choices
from rushhour.lab.people.fitted import Which
from rushhour.lab.people.plays import puzzles
from rushhour.lab.people.records import attempts
from rushhour.lab.people.sight import Sight
from rushhour.lab.people.walkers import WALK, Walker, cross_validated, fixed
from rushhour.model.errors import ParseError
from rushhour.model.extras import needs
from rushhour.output.aligned import aligned

with needs("graph"):
    import numpy as np

_MEMORY = ("again after one",)
_PLANS = ("solves in two", "solves in three")
_DISTANCE = ("nearer", "farther", "nearer by distance", "farther by distance")
_FITTED = {
    "the same features, fitted": (),
    "memory of two moves": _MEMORY,
    "plans of two slides": _PLANS[:1],
    "plans of three slides": _PLANS,
    "memory, plans of three": _MEMORY + _PLANS,
    "sight of the distance": _DISTANCE,
}


def walkers(of: Choices) -> tuple[Walker, ...]:
    """Chance, the walker of `walk`, and walkers that see more, cross-validated by participant."""
    found = [fixed("chance", of, {}), fixed("walk", of, WALK)]
    for name, more in _FITTED.items():
        found.append(cross_validated(name, of, (*WALK, *more)))
    return tuple(found)


def report_moves(folder: str | os.PathLike[str], which: Which = "all") -> Iterator[str]:
    """The log-likelihood of each slide that people chose, for each walker, as lines of text."""
    boards = puzzles(folder, which=which)
    replayed = tuple(attempts(folder, {name: Sight(puzzle) for name, puzzle in boards.items()}))
    moves = sum(len(attempt.states) - 1 for attempt in replayed)
    if not moves:
        raise ParseError(f"{folder}: expected moves at its boards, found none")
    people = len({attempt.participant for attempt in replayed})
    idle, unread = (sum(getattr(one, name) for one in replayed) for name in ("idle", "unread"))
    yield (
        f"{moves} slides in {len(replayed)} attempts of {people} people; {idle} records move "
        f"nothing, {unread} follow one that is no legal slide"
    )
    yield ""
    yield from _table(walkers(choices(replayed, boards)))


def _table(found: Sequence[Walker]) -> Iterator[str]:
    base = next(one for one in found if one.name == next(iter(_FITTED)))
    cells = []
    for one in found:
        gains = np.array([one.likelihoods[who] - base.likelihoods[who] for who in base.likelihoods])
        draws = np.random.default_rng(0).integers(0, len(gains), (2000, len(gains)))
        low, high = np.percentile(gains[draws].mean(axis=1), (2.5, 97.5)).tolist()
        weights = ", ".join(f"{name} {weight:.3g}" for name, weight in one.weights.items())
        gain = (f"{gains.mean():+.3f}", f"{low:+.3f} to {high:+.3f}")
        better = f"{(gains > 0).sum()} of {len(gains)}"
        cells.append((one.name, f"{one.mean:.3f}", *gain, better, weights))
    head = ("log-likelihood a slide", "mean", "gain", "95 %", "people", "weights")
    return aligned(head, cells, right=range(1, 5))
