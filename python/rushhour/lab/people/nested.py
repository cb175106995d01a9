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

from rushhour.lab.people.effects import Effects
from rushhour.lab.people.regression import (
    FormulaTerms,
    MeasureTable,
    design,
    effects_of,
    explained,
    left_out_error,
)
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np


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
