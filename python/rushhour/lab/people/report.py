"""The report of the study, as lines of text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from rushhour.analysis.rating import difficulty_of
from rushhour.lab.people.candidates import measured as candidates
from rushhour.lab.people.correlation import Correlation, correlations
from rushhour.lab.people.effects import PRACTICE, Effects, fit
from rushhour.lab.people.fitted import Which
from rushhour.lab.people.nested import forms, nested
from rushhour.lab.people.plays import Play, study
from rushhour.lab.people.regression import RATING, MeasureTable, left_out, regress
from rushhour.output.aligned import aligned

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
    for name, choices in tried:
        found = nested(effects, measured, choices)
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
