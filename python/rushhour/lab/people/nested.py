"""Nested cross-validation: how well a form predicts that is chosen without the board it predicts.

A form is the set of measures whose linear combination predicts the effect of a board. The best of
many forms on the same boards is better than it will be on others. So each board is left out, the
form and its weights are chosen on all others, and only then is the board predicted (Cawley and
Talbot, "On over-fitting in model selection and subsequent selection bias in performance
evaluation", JMLR 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.effects import Effects
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

NestedForm: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nested:
    """The prediction for each board by the form that is best without it.

    `models` is the number of forms that were tried for each board, `chosen` how often each was
    best. `r2` is 1 - squared errors of the predictions / squared deviations from the mean, `r2_low`
    and `r2_high` its 2.5 and 97.5 percentiles over boards drawn with replacement.
    """

    predictions: dict[str, float]
    models: int
    chosen: Mapping[NestedForm, int]
    r2: float
    r2_low: float
    r2_high: float


def forms(
    measures: Sequence[str], base: NestedForm = ("slides",), most: int = 2
) -> tuple[NestedForm, ...]:
    """All forms of `base` and at most so many other measures.

    >>> forms(["slides", "walk", "steps"], most=1)
    (('slides',), ('slides', 'walk'), ('slides', 'steps'))
    """
    others = [name for name in measures if name not in base]
    return tuple(base + extra for size in range(most + 1) for extra in combinations(others, size))


def nested(
    effects: Effects,
    measured: Mapping[str, Mapping[str, float]],
    candidates: Sequence[NestedForm],
    *,
    samples: int = 2000,
    seed: int = 0,
) -> Nested:
    """Leave out each board; choose the form whose predictions of the other boards err least.

    These are again made with each of them left out. `measured` has the values of the measures by
    board; a form whose measures depend on one another is never chosen.
    """
    ids = sorted(effects.boards)
    truth = np.array([effects.boards[board] for board in ids])
    columns = {"": np.ones(len(ids))}
    columns |= {name: _column(values, ids) for name, values in measured.items()}
    designs = [np.column_stack([columns[name] for name in ("", *form)]) for form in candidates]
    predictions, chosen = [], Counter[NestedForm]()
    for at in range(len(ids)):
        rest = np.arange(len(ids)) != at
        errors = [left_out_error(design[rest], truth[rest]) for design in designs]
        best = int(np.argmin(errors))
        weights = np.linalg.lstsq(designs[best][rest], truth[rest], rcond=None)[0]
        predictions.append(float(designs[best][at] @ weights))
        chosen[candidates[best]] += 1
    r2, low, high = explained(np.array(predictions), truth, samples, seed)
    by_board = dict(zip(ids, predictions, strict=True))
    return Nested(by_board, len(candidates), dict(chosen.most_common()), r2, low, high)


def left_out_error(design: _Array, truth: _Array) -> float:
    """The mean squared error where each row is predicted by a least-squares fit to all others.

    By the leverages of one fit (Allen's PRESS, 1974). Infinite where columns depend on one another.
    """
    basis, triangle = np.linalg.qr(design)
    scale = np.abs(design).max(axis=0)
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


def _column(values: Mapping[str, float], ids: Sequence[str]) -> _Array:
    return np.array([values[board] for board in ids], float)
