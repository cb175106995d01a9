"""Regressions of the effects of boards on length and walk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rushhour.analysis import Analysis
from rushhour.lab.people.effects import Effects
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Regression:
    """Least squares of ln moves on length and walk: coefficients, R squared, residual deviation."""

    constant: float
    per_slide: float
    per_walk: float
    r2: float
    r2_of_length: float
    deviation: float


def regress(effects: Effects, analyses: Mapping[str, Analysis]) -> Regression:
    """Fit the difficulty once more."""
    design, truth, _ = _design(effects, analyses)
    found = np.linalg.lstsq(design, truth, rcond=None)[0]
    residual = truth - design @ found
    alone = truth - design[:, :2] @ np.linalg.lstsq(design[:, :2], truth, rcond=None)[0]
    total = float(((truth - truth.mean()) ** 2).sum())
    constant, per_slide, per_walk = found.tolist()
    return Regression(
        constant,
        per_slide,
        per_walk,
        1 - float(residual @ residual) / total,
        1 - float(alone @ alone) / total,
        float(np.sqrt(residual @ residual / (len(truth) - 3))),
    )


def left_out(effects: Effects, analyses: Mapping[str, Analysis]) -> dict[str, float]:
    """The prediction for each board by a fit to all others."""
    design, truth, ids = _design(effects, analyses)
    found = {}
    for at, board in enumerate(ids):
        rest = np.arange(len(ids)) != at
        weights = np.linalg.lstsq(design[rest], truth[rest], rcond=None)[0]
        found[board] = float(design[at] @ weights)
    return found


def _design(effects: Effects, analyses: Mapping[str, Analysis]) -> tuple[_Array, _Array, list[str]]:
    ids = sorted(effects.boards)
    rows = [(1.0, analyses[board].slides, analyses[board].walk) for board in ids]
    truth = np.array([effects.boards[board] for board in ids])
    return np.array(rows, float), truth, ids
