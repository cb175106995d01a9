"""The reports of the study, as lines of text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from research.people.models import (
    PRACTICE,
    RATING,
    Correlation,
    Effects,
    FormulaTerms,
    MeasureTable,
    correlations,
    design,
    effects_of,
    explained,
    fit,
    forms,
    left_out,
    nested,
    regress,
    within_lengths,
)
from research.people.models import measured as candidates
from research.people.models import measured as measured_of
from research.people.moves import (
    WALK,
    Choices,
    Sight,
    Walker,
    attempts,
    choices,
    cross_validated,
    fixed,
)
from research.people.plays import Play, Which, puzzles, study
from rushhour.analysis.measures import ERROR, difficulty_of
from rushhour.base.text import aligned
from rushhour.errors import ParseError

_MEASURES = (
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
    "returning",
    "ln states",
)

_Array: TypeAlias = NDArray[np.float64]


def report(folder: str | os.PathLike[str], which: Which = "all") -> Iterator[str]:
    """The table of correlations and the fit, as lines of text."""
    plays, analyses = study(folder, which)
    solved = sum(play.solved for play in plays)
    attempts = sum(play.attempts for play in plays)
    yield (
        f"{attempts} attempts in {len(plays)} plays of {len(analyses)} boards by "
        f"{len({play.participant for play in plays})} people, "
        f"{100 * solved / len(plays):.0f} % solved"
    )
    every = candidates(analyses)
    lengths = every["slides"]
    for value in ("moves", "milliseconds"):
        effects = fit(plays, value)
        measured = {name: every[name] for name in _MEASURES}
        measured["difficulty"] = {
            board: difficulty_of(one.slides or 0, one.walk or 0.0)
            for board, one in analyses.items()
        }
        measured["difficulty, left out"] = left_out(effects, every)
        yield ""
        yield from _table(correlations(effects, measured, lengths, value))
        fitted, alone = regress(effects, every), regress(effects, every, ("ln slides",))
        terms = [f"{weight:.3f} {name}" for name, weight in fitted.weights.items()]
        yield (
            f"ln {value} = {' + '.join([f'{fitted.constant:.3f}', *terms])}; R2 {fitted.r2:.3f}, "
            f"of length alone {alone.r2:.3f}; deviation {fitted.deviation:.3f}, with boards left "
            f"out {fitted.error:.3f}"
        )
        yield ""
        yield from _nested_table(effects, every, value)
        yield ""
        yield from _practice_table(plays, every, value)


def _nested_table(effects: Effects, measured: MeasureTable, value: str) -> Iterator[str]:
    """The forms chosen without the board that they predict, from few and from many."""
    names = [name for name in measured if name != "slides"]
    tried = [
        ("length and walk", (RATING,)),
        ("length and one other", forms(names, most=1)),
        ("length and two others", forms(names, most=2)),
    ]
    cells = []
    for name, tried_forms in tried:
        found = nested(effects, measured, tried_forms)
        (row,) = correlations(effects, {name: found.predictions}, measured["slides"], value)
        form, count = next(iter(found.chosen.items()))
        inner = (f"{row.rho:.3f}", f"{row.within:.3f}", _interval(row.within_low, row.within_high))
        chosen = f"{count} of {len(found.predictions)}: {', '.join(form)}"
        r2 = (f"{found.r2:.3f}", _interval(found.r2_low, found.r2_high))
        cells.append((name, str(found.models), *r2, *inner, chosen))
    head = (
        f"{value}, left out",
        "forms",
        "R2",
        "95 %",
        "rho",
        "within length",
        "95 %",
        "most chosen",
    )
    return aligned(head, cells, right=range(1, 7))


def _practice_table(plays: Sequence[Play], measured: MeasureTable, value: str) -> Iterator[str]:
    """How the figures depend on the way in which practice is taken out."""
    cells = []
    for name in PRACTICE:
        effects = fit(plays, value, name)
        predicted = {name: left_out(effects, measured)}
        (row,) = correlations(effects, predicted, measured["slides"], value, samples=1)
        cells.append((name, f"{effects.deviation:.4f}", f"{row.rho:.3f}", f"{row.within:.3f}"))
    head = (f"practice, {value}", "deviation of plays", "rho, left out", "within length")
    return aligned(head, cells, right=range(1, 4))


def _interval(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f}"


def _table(rows: Sequence[Correlation]) -> Iterator[str]:
    head = (f"rho with {rows[0].value}", "rho", "95 %", "within length", "95 %")
    cells = [
        (
            row.measure,
            f"{row.rho:.3f}",
            _interval(row.low, row.high),
            f"{row.within:.3f}",
            _interval(row.within_low, row.within_high),
        )
        for row in rows
    ]
    return aligned(head, cells, right=range(1, 5))


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
    yield from _walkers_table(walkers(choices(replayed, boards)))


def _walkers_table(found: Sequence[Walker]) -> Iterator[str]:
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
    for name, without, predicted in _predictions(fitted, tested):
        values = tested.values(predicted)
        (row,) = correlations(tested.effects, {name: predicted}, lengths, "moves")
        r2, *r2_interval = explained(values, tested.truth)
        errors = values - tested.truth
        is_longer = tested.values(lengths) > longest
        ratios = [_ratio(errors[~is_longer]), _ratio(errors[is_longer])]
        cells.append(
            (
                name,
                without,
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
