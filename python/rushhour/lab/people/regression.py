"""Regressions of the effects of boards on measures, and how well they predict other boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.effects import Effects
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

FormulaTerms: TypeAlias = tuple[str, ...]
"""The measures whose linear combination predicts the effect of a board."""

MeasureTable: TypeAlias = Mapping[str, Mapping[str, float]]
"""The values of measures by board."""

RATING: FormulaTerms = ("ln slides", "walk")
"""The form of the difficulty."""


@dataclass(frozen=True, slots=True)
class Regression:
    """Least squares of the effects of boards on the measures of a form.

    `deviation` is that of the boards from the fit, `error` the root of the mean squared error where
    each board is predicted by a fit to all others, and `left_out_r2` the R squared of that.
    """

    constant: float
    weights: dict[str, float]
    r2: float
    left_out_r2: float
    deviation: float
    error: float

    def predict(self, measured: MeasureTable, boards: Iterable[str]) -> dict[str, float]:
        """The predicted effect of boards."""
        return {
            board: self.constant
            + sum(weight * measured[name][board] for name, weight in self.weights.items())
            for board in boards
        }


def regress(effects: Effects, measured: MeasureTable, form: FormulaTerms = RATING) -> Regression:
    """Fit a form to all boards."""
    ids = sorted(effects.boards)
    matrix, truth = design(measured, form, ids), effects_of(effects, ids)
    found = np.linalg.lstsq(matrix, truth, rcond=None)[0]
    residual = truth - matrix @ found
    total, error = float(((truth - truth.mean()) ** 2).sum()), left_out_error(matrix, truth)
    constant, *weights = found.tolist()
    return Regression(
        constant,
        dict(zip(form, weights, strict=True)),
        1 - float(residual @ residual) / total,
        1 - error * len(truth) / total,
        float(np.sqrt(residual @ residual / (len(truth) - len(found)))),
        error**0.5,
    )


def left_out(
    effects: Effects, measured: MeasureTable, form: FormulaTerms = RATING
) -> dict[str, float]:
    """The prediction for each board by a fit to all others."""
    ids = sorted(effects.boards)
    matrix, truth = design(measured, form, ids), effects_of(effects, ids)
    found = {}
    for at, board in enumerate(ids):
        rest = np.arange(len(ids)) != at
        weights = np.linalg.lstsq(matrix[rest], truth[rest], rcond=None)[0]
        found[board] = float(matrix[at] @ weights)
    return found


def design(measured: MeasureTable, form: FormulaTerms, ids: Sequence[str]) -> _Array:
    """A row for each board: 1 and its values."""
    columns = [[measured[name][board] for board in ids] for name in form]
    return np.column_stack([np.ones(len(ids)), *columns]).astype(float)


def effects_of(effects: Effects, ids: Sequence[str]) -> _Array:
    """The effects of boards as an array."""
    return np.array([effects.boards[board] for board in ids])


def left_out_error(matrix: _Array, truth: _Array) -> float:
    """The mean squared error where each row is predicted by a least-squares fit to all others.

    By the leverages of one fit (Allen's PRESS, 1974). Infinite where columns depend on one another.
    """
    basis, triangle = np.linalg.qr(matrix)
    scale = np.abs(matrix).max(axis=0)
    if (np.abs(np.diag(triangle)) < 1e-9 * scale).any():
        return float("inf")
    leverage = (basis**2).sum(axis=1)
    if leverage.max() > 1 - 1e-9:
        return float("inf")
    residual = truth - basis @ (basis.T @ truth)
    return float(np.mean((residual / (1 - leverage)) ** 2))


def explained(
    predicted: _Array, truth: _Array, samples: int = 2000, seed: int = 0
) -> tuple[float, float, float]:
    """R squared of predictions, and its 2.5 and 97.5 percentiles over boards drawn anew."""
    draws = np.random.default_rng(seed).integers(0, len(truth), (samples, len(truth)))
    found = [_r2(predicted[draw], truth[draw]) for draw in draws]
    low, high = np.percentile(found, (2.5, 97.5)).tolist()
    return _r2(predicted, truth), low, high


def _r2(predicted: _Array, truth: _Array) -> float:
    total = float(((truth - truth.mean()) ** 2).sum())
    return 1 - float(((truth - predicted) ** 2).sum()) / total if total else 0.0
