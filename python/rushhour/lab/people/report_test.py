"""The report of how well the rating predicts boards that it was not fitted to, as lines of text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, TypeAlias

from rushhour.analysis.rating import ERROR, difficulty_of
from rushhour.lab.people.candidates import measured as measured_of
from rushhour.lab.people.correlation import correlations, within_lengths
from rushhour.lab.people.effects import Effects, fit
from rushhour.lab.people.fitted import Which
from rushhour.lab.people.plays import Play, study
from rushhour.lab.people.regression import (
    RATING,
    FormulaTerms,
    MeasureTable,
    design,
    effects_of,
    explained,
    regress,
)
from rushhour.model.errors import ParseError
from rushhour.model.extras import needs
from rushhour.output.aligned import aligned

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

_FORMS: tuple[FormulaTerms, ...] = (("slides",), ("ln slides",), ("slides", "walk"), RATING)
_SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class _PlayedBoards:
    """Some boards with their plays, effects and measures."""

    plays: tuple[Play, ...]
    effects: Effects
    measured: MeasureTable

    @property
    def ids(self) -> list[str]:
        return sorted(self.effects.boards)

    @property
    def truth(self) -> _Array:
        return effects_of(self.effects, self.ids)

    def values(self, of: Mapping[str, float]) -> _Array:
        return np.array([of[board] for board in self.ids])


def report_test(
    folder: str | os.PathLike[str], which: Which, others: str | os.PathLike[str]
) -> Iterator[str]:
    """Fit forms to the boards of one folder, and predict those of another that it does not have.

    The effects of the boards to predict come from the plays of these boards alone.
    """
    fitted, tested = _boards(folder, which), _boards(others, "all", folder, which)
    yield (
        f"fitted to {len(fitted.ids)} boards; tested on {len(tested.ids)} others, "
        f"{len(tested.plays)} plays by {len(_people(tested))} people"
    )
    yield ""
    yield from _forms(fitted, tested)
    errors = np.abs(tested.truth - np.log(tested.values(_difficulties(tested))))
    yield f"{(errors <= ERROR).sum()} of {len(errors)} boards are within {ERROR} of the rating"
    yield ""
    yield from _walks({"fitted": fitted, "tested": tested})
    if _people(fitted) & _people(tested):
        yield ""
        yield from _both(fitted, tested)


def _boards(
    folder: str | os.PathLike[str],
    which: Which,
    known: str | os.PathLike[str] | None = None,
    known_which: Which = "all",
) -> _PlayedBoards:
    """The boards of a folder that people solved, without those that are known."""
    plays, analyses = study(folder, which)
    left = {play.board for play in plays if play.solved}
    if known is not None:
        left -= {play.board for play in study(known, known_which)[0]}
    if len(left) < 3:
        raise ParseError(f"{folder}: expected at least 3 other boards solved, found {len(left)}")
    played = tuple(play for play in plays if play.board in left)
    kept = {board: one for board, one in analyses.items() if board in left}
    return _PlayedBoards(played, fit(played), measured_of(kept))


def _people(of: _PlayedBoards) -> set[str]:
    return {play.participant for play in of.plays}


def _difficulties(of: _PlayedBoards) -> dict[str, float]:
    slides, walk = of.measured["slides"], of.measured["walk"]
    return {board: difficulty_of(int(slides[board]), walk[board]) for board in of.ids}


def _forms(fitted: _PlayedBoards, tested: _PlayedBoards) -> Iterator[str]:
    """How well forms that were fitted to some boards predict others, and the rating as it is."""
    lengths, longest = tested.measured["slides"], max(fitted.measured["slides"].values())
    cells = []
    for name, left_out, predicted in _predictions(fitted, tested):
        values = tested.values(predicted)
        (row,) = correlations(tested.effects, {name: predicted}, lengths, "moves")
        r2, *r2_interval = explained(values, tested.truth)
        errors = values - tested.truth
        is_longer = tested.values(lengths) > longest
        ratios = [_ratio(errors[~is_longer]), _ratio(errors[is_longer])]
        cells.append(
            (
                name,
                left_out,
                f"{r2:.3f}",
                _interval(*r2_interval),
                f"{row.rho:.3f}",
                _interval(row.low, row.high),
                f"{row.within:.3f}",
                _interval(row.within_low, row.within_high),
                f"{float(np.sqrt((errors**2).mean())):.3f}",
                *ratios,
            )
        )
    head = (
        "ln moves",
        "R2, left out",
        "R2, tested",
        "95 %",
        "rho",
        "95 %",
        "within length",
        "95 %",
        "error",
        f"predicted / found, up to {longest:.0f} slides",
        f"beyond {longest:.0f}",
    )
    return aligned(head, cells, right=range(1, len(head)))


def _predictions(
    fitted: _PlayedBoards, tested: _PlayedBoards
) -> Iterator[tuple[str, str, dict[str, float]]]:
    """The name, the R squared with boards left out, and the predictions of each form."""
    for form in _FORMS:
        found = regress(fitted.effects, fitted.measured, form)
        predicted = found.predict(tested.measured, tested.ids)
        yield " + ".join(form), f"{found.left_out_r2:.3f}", predicted
    logarithms = np.log(tested.values(_difficulties(tested))).tolist()
    yield "the rating", "", dict(zip(tested.ids, logarithms, strict=True))


def _ratio(errors: _Array) -> str:
    return f"{exp(errors.mean()):.2f}" if len(errors) else "-"


def _walks(sets: Mapping[str, _PlayedBoards]) -> Iterator[str]:
    """What the walk adds to length."""
    cells = []
    for name, one in sets.items():
        slope, error = _slope(one)
        partial, chance = _partial(one)
        cells.append((name, f"{slope:.3f}", f"{error:.3f}", f"{partial:.2f}", f"{chance:.4f}"))
    head = ("walk", "slope at equal length", "+-", "partial, ln slides", "p by permutation")
    return aligned(head, cells, right=range(1, len(head)))


def _slope(of: _PlayedBoards) -> tuple[float, float]:
    """The slope of the effects by the walk among boards of equal length, and its standard error."""
    length = of.values(of.measured["slides"])
    columns = [length == value for value in np.unique(length)]
    matrix = np.column_stack([*columns, of.values(of.measured["walk"])]).astype(float)
    residual = of.truth - matrix @ (found := np.linalg.lstsq(matrix, of.truth, rcond=None)[0])
    free = len(residual) - matrix.shape[1]
    if free < 1:
        return float("nan"), float("nan")
    variance = float(residual @ residual) / free * np.linalg.inv(matrix.T @ matrix)[-1, -1]
    return float(found[-1]), float(variance) ** 0.5


def _partial(of: _PlayedBoards) -> tuple[float, float]:
    """The partial correlation of walk and effects given ln slides, and its p by permutation."""
    matrix, walk = design(of.measured, ("ln slides",), of.ids), of.values(of.measured["walk"])
    basis, _ = np.linalg.qr(matrix)

    def correlation(of_walk: _Array) -> float:
        one, other = (values - basis @ (basis.T @ values) for values in (of_walk, of.truth))
        return float(one @ other) / float(np.sqrt((one @ one) * (other @ other)))

    found, draws = correlation(walk), np.random.default_rng(0)
    as_high = sum(correlation(draws.permutation(walk)) >= found for _ in range(_SAMPLES))
    return found, (as_high + 1) / (_SAMPLES + 1)


def _both(fitted: _PlayedBoards, tested: _PlayedBoards) -> Iterator[str]:
    """Boards of equal length in both folders, and in as many drawn from both."""
    effects = fit([*fitted.plays, *tested.plays])
    difficulty = {**_difficulties(fitted), **_difficulties(tested)}
    lengths = {**fitted.measured["slides"], **tested.measured["slides"]}
    (row,) = correlations(effects, {"difficulty": difficulty}, lengths, "moves")
    yield (
        f"all {len(effects.boards)} boards: rho {row.rho:.3f} [{_interval(row.low, row.high)}], "
        f"within length {row.within:.3f} [{_interval(row.within_low, row.within_high)}]"
    )
    ids = np.array(sorted(effects.boards))
    tables = (difficulty, effects.boards, lengths)
    values = [np.array([table[board] for board in ids]) for table in tables]
    own = _within(values, np.flatnonzero(np.isin(ids, tested.ids)))
    draws = np.random.default_rng(0)
    found = [_within(values, _drawn(values[2], tested, draws)) for _ in range(_SAMPLES)]
    low, high = np.percentile(found, (2.5, 97.5)).tolist()
    share = (np.sum(np.array(found) <= own) + 1) / (_SAMPLES + 1)
    yield (
        f"within length, those tested: {own:.3f}; as many of each length, drawn from all: "
        f"{_interval(low, high)}, a share of {share:.3f} no higher"
    )


def _drawn(length: _Array, like: _PlayedBoards, draws: np.random.Generator) -> NDArray[np.intp]:
    """The places of as many boards of each length as `like` has."""
    wanted = like.values(like.measured["slides"])
    parts = [
        draws.choice(np.flatnonzero(length == value), (wanted == value).sum(), replace=False)
        for value in np.unique(wanted)
    ]
    return np.concatenate(parts)


def _within(values: list[_Array], chosen: NDArray[np.intp]) -> float:
    return within_lengths(*(one[chosen] for one in values))


def _interval(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f}"
