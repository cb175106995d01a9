"""Analyses for people: a line for each of many puzzles, all measures of one."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rushhour.analysis.analysis import Analysis
from rushhour.analysis.measures import measures
from rushhour.analysis.rating import FEWEST_SLIDES, MOST_SLIDES
from rushhour.output.display import fitted, padded, shown

# Within 80 columns.
_TITLE = 17
_ROW = "{}  {:>6}  {:>5}  {:>5}  {:>6}  {:12}  {:>5}  {:>7}"

HEAD = _ROW.format(
    padded("puzzle", _TITLE), "slides", "steps", "moves", "rating", "level", "walk", "states"
)
"""Above the lines of a table; `moves` is the difficulty."""


def line(name: str, analysis: Analysis) -> str:
    """The line of a puzzle; - for what is not known or not defined."""
    cells = (
        _number(analysis.slides),
        _number(analysis.steps),
        _number(analysis.difficulty, 0) + "*" * bool(analysis.extrapolated),
        _number(analysis.rating, 0),
        analysis.level or (analysis.status if analysis.slides is None else "-"),
        _number(analysis.walk),
        _number(analysis.states),
    )
    return _ROW.format(padded(fitted(shown(name), _TITLE), _TITLE), *cells).rstrip()


NOTE = (
    f"* extrapolated: people were measured on 6x6 boards of {FEWEST_SLIDES} to {MOST_SLIDES} slides"
)
"""Below a table with such a line."""


def details(analysis: Analysis, width: int | None) -> Iterator[str]:
    """Every measure of one puzzle, with its unit, in lines of at most so many columns."""
    yield _fact("status", analysis.status)
    if analysis.stopped_by:
        yield _fact("stopped by", f"the limit on {analysis.stopped_by}")
    for measure in measures():
        value = _value(analysis, measure.name)
        label = measure.name.replace("_", " ")
        unit = "" if measure.unit in _WORDS or value == "-" else f" {measure.unit}"
        room = (width or 80) - len(_fact("", ""))
        first, *rest = wrap(shown(value + unit), room, break_on_hyphens=False) or [""]
        yield _fact(label, first)
        yield from (_fact("", more) for more in rest)
    if analysis.extrapolated:
        yield NOTE


# Values in words stand alone.
_WORDS = ("word", "yes or no")


def _fact(name: str, value: str) -> str:
    return f"{name:{_NAME}}  {value}".rstrip()


_NAME = len("optimal solutions up to order")


def _value(analysis: Analysis, name: str) -> str:
    value = getattr(analysis, name)
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "no"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return "-" if value is None else str(value)
    if name == "difficulty":
        low, high = _number(analysis.difficulty_low), _number(analysis.difficulty_high)
        star = "*" if analysis.extrapolated else ""
        return f"{value:.1f}{star}, for two thirds of boards {low} to {high}"
    if name == "walk" and analysis.walk_is_simulated:
        return f"{value:.2f}, simulated, standard error {analysis.walk_error:.2f},"
    return _number(value, 2)


def _number(value: float | None, digits: int = 1) -> str:
    if value is None:
        return "-"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)
