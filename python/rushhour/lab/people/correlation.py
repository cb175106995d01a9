"""Correlations of measures with the effects of boards, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.effects import Effects
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rho of a measure with people's log moves or time, over boards.

    `within` is the correlation of ranks within groups of equal length, pooled. `low` and `high` are
    the 2.5 and 97.5 percentiles over boards drawn with replacement, `within_low` and `within_high`
    the same of `within`. A measure that is the same on all boards has rho 0.
    """

    measure: str
    value: str
    rho: float
    low: float
    high: float
    within: float
    within_low: float
    within_high: float


def correlations(
    effects: Effects,
    measured: Mapping[str, Mapping[str, float]],
    lengths: Mapping[str, float],
    value: str,
    *,
    samples: int = 2000,
    seed: int = 0,
) -> tuple[Correlation, ...]:
    """The correlation of each measure (values by board) with the effects of the boards."""
    ids = sorted(effects.boards)
    truth = np.array([effects.boards[board] for board in ids])
    length = np.array([lengths[board] for board in ids])
    draws = np.random.default_rng(seed).integers(0, len(ids), (samples, len(ids)))
    rows = []
    for name, values in measured.items():
        found = np.array([values[board] for board in ids])
        drawn = [(found[draw], truth[draw], length[draw]) for draw in draws]
        overall = np.percentile([_rho(x, y) for x, y, _ in drawn], (2.5, 97.5))
        inner = np.percentile([within_lengths(*one) for one in drawn], (2.5, 97.5))
        rho, within = _rho(found, truth), within_lengths(found, truth, length)
        (low, high), (within_low, within_high) = overall.tolist(), inner.tolist()
        rows.append(Correlation(name, value, rho, low, high, within, within_low, within_high))
    return tuple(rows)


def _rho(one: _Array, other: _Array) -> float:
    return _pearson(_ranks(one), _ranks(other))


def within_lengths(one: _Array, other: _Array, length: _Array) -> float:
    """The correlation of ranks within groups of equal length, pooled."""
    parts = [np.flatnonzero(length == value) for value in np.unique(length)]
    centred = [
        np.concatenate([(_ranks(values[part]) - (len(part) + 1) / 2) / len(part) for part in parts])
        for values in (one, other)
    ]
    return _pearson(*centred)


def _ranks(values: _Array) -> _Array:
    """Ranks from 1; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: _Array = (last - (counts - 1) / 2)[inverse]
    return shared


def _pearson(one: _Array, other: _Array) -> float:
    one, other = one - one.mean(), other - other.mean()
    norm = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / norm if norm else 0.0
