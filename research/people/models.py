"""Models: how hard each board is, apart from who played it, and how well measures predict that.

`fit` gives the effects of boards, `correlations` and `regress` compare them with measures. `nested`
says how well a form of measures predicts that is chosen without the board it predicts: the best of
many forms on the same boards is better than it will be on others. So each board is left out, the
form and its weights are chosen on all others, and only then is the board predicted (Cawley and
Talbot, "On over-fitting in model selection and subsequent selection bias in performance
evaluation", JMLR 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from research.people.plays import Play
from rushhour.analysis import Analysis

_Array: TypeAlias = NDArray[np.float64]


PRACTICE: dict[str, Callable[[_Array], _Array]] = {
    "logarithm": np.log1p,
    "square root": np.sqrt,
    "linear": np.positive,
    "none": np.zeros_like,
}
"""How practice may grow with the number of boards that a person began before."""


@dataclass(frozen=True, slots=True)
class Effects:
    """A fit of log values by board, participant and practice, by least squares.

    `boards` has the mean of each board for a mean participant at mean practice; `practice` is the
    change for each unit of PRACTICE. `deviation` is that of single plays from the fit.
    """

    boards: dict[str, float]
    participants: dict[str, float]
    practice: float
    deviation: float = 0.0


def fit(plays: Sequence[Play], value: str = "moves", practice: str = "logarithm") -> Effects:
    """Fit ln `moves` or `milliseconds` of the plays that were solved, with a kind of PRACTICE."""
    plays = [play for play in plays if play.solved]
    ids, people = sorted({p.board for p in plays}), sorted({p.participant for p in plays})
    design = np.zeros((len(plays), len(ids) + len(people) + 1))
    for row, play in enumerate(plays):
        design[row, ids.index(play.board)] = 1
        design[row, len(ids) + people.index(play.participant)] = 1
    design[:, -1] = PRACTICE[practice](np.array([play.place for play in plays], float))
    design[:, -1] -= design[:, -1].mean()
    values = np.log([float(getattr(play, value)) for play in plays])
    found, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    squares = float(((values - design @ found) ** 2).sum())
    levels, offsets = found[: len(ids)], found[len(ids) : -1]
    return Effects(
        dict(zip(ids, (levels + offsets.mean()).tolist(), strict=True)),
        dict(zip(people, (offsets - offsets.mean()).tolist(), strict=True)),
        float(found[-1]),
        (squares / max(len(plays) - int(rank), 1)) ** 0.5,
    )


_PLAIN = (
    "slides",
    "walk",
    "surprisal",
    "noisy_walk",
    "steps",
    "random_walk",
    "counterintuitive",
    "dependency_raises",
    "mag_nodes",
    "mag_edges",
    "mag_depth",
    "mag_components",
    "mag_cycles",
    "branching",
    "eccentricity",
    "bottlenecks",
)
_LOGARITHMS = ("slides", "states", "optimal_solutions", "optimal_solutions_up_to_order")
_COUNTS = ("essential", "idle", "red_herrings", "returning")


def measured(analyses: Mapping[str, Analysis]) -> dict[str, dict[str, float]]:
    """The values of each measure by board: numbers as they are, logarithms of large counts, sizes.

    A board without a solution has no place in a study: TypeError.
    """
    of: dict[str, Callable[[Analysis], float]] = {
        **{name: partial(_number, name=name) for name in _PLAIN},
        **{f"ln {name}": partial(_logarithm, name=name) for name in _LOGARITHMS},
        **{name: partial(_size, name=name) for name in _COUNTS},
    }
    return {
        name: {board: value(one) for board, one in analyses.items()} for name, value in of.items()
    }


def _number(one: Analysis, name: str) -> float:
    return float(getattr(one, name))


def _logarithm(one: Analysis, name: str) -> float:
    return log(getattr(one, name))


def _size(one: Analysis, name: str) -> float:
    return float(len(getattr(one, name)))


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
    return _pearson(rankdata(one), rankdata(other))


def within_lengths(one: _Array, other: _Array, length: _Array) -> float:
    """The correlation of ranks within groups of equal length, pooled."""
    parts = [np.flatnonzero(length == value) for value in np.unique(length)]
    centred = [
        np.concatenate(
            [(rankdata(values[part]) - (len(part) + 1) / 2) / len(part) for part in parts]
        )
        for values in (one, other)
    ]
    return _pearson(*centred)


def _pearson(one: _Array, other: _Array) -> float:
    one, other = one - one.mean(), other - other.mean()
    norm = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / norm if norm else 0.0


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


@dataclass(frozen=True, slots=True)
class Nested:
    """The prediction for each board by the form that is best without it.

    `models` is the number of forms that were tried for each board, `chosen` how often each was
    best. `r2` is 1 - squared errors of the predictions / squared deviations from the mean, `r2_low`
    and `r2_high` its 2.5 and 97.5 percentiles over boards drawn with replacement.
    """

    predictions: dict[str, float]
    models: int
    chosen: Mapping[FormulaTerms, int]
    r2: float
    r2_low: float
    r2_high: float


def forms(
    measures: Sequence[str], base: FormulaTerms = ("ln slides",), most: int = 2
) -> tuple[FormulaTerms, ...]:
    """All forms of `base` and at most so many other measures.

    >>> forms(["ln slides", "walk", "steps"], most=1)
    (('ln slides',), ('ln slides', 'walk'), ('ln slides', 'steps'))
    """
    others = [name for name in measures if name not in base]
    return tuple(base + extra for size in range(most + 1) for extra in combinations(others, size))


def nested(
    effects: Effects,
    measured: MeasureTable,
    candidates: Sequence[FormulaTerms],
    *,
    samples: int = 2000,
    seed: int = 0,
) -> Nested:
    """Leave out each board; choose the form whose predictions of the other boards err least.

    These are again made with each of them left out. `measured` has the values of the measures by
    board; a form whose measures depend on one another is never chosen.
    """
    ids = sorted(effects.boards)
    truth = effects_of(effects, ids)
    designs = [design(measured, form, ids) for form in candidates]
    predictions, chosen = [], Counter[FormulaTerms]()
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
