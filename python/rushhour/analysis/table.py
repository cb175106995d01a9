"""Analyses for people, a line for each of many puzzles or all measures of one, and as columns.

Columns are CSV, JSON lines or Parquet, one row a puzzle.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from csv import DictWriter
from dataclasses import fields
from pathlib import PurePath
from textwrap import wrap
from typing import Any, get_type_hints

from rushhour.analysis.analysis import DIGITS, Analysis, reasons
from rushhour.analysis.measures import FEWEST_SLIDES, MOST_SLIDES, measures
from rushhour.base.packages import needs
from rushhour.base.text import csv_cell, fitted, json_line, padded, shown
from rushhour.errors import WrongValueError

AnalysisRow = Mapping[str, object]
"""A file and a number in it, a title, an analysis, its reasons, and `error`: why there is none."""

NAMES = ("file", "number", "title", *(field.name for field in fields(Analysis)), "reasons", "error")


def row(file: str, number: int, title: str | None, analysis: Analysis) -> AnalysisRow:
    """The row of an analysis."""
    place = {"file": file, "number": number, "title": title}
    return {**place, **analysis.to_dict(), "reasons": reasons(analysis)}


def encoded(rows: Sequence[AnalysisRow], name: str) -> bytes:
    """The rows as the ending of a file's name says: .csv, .json, .jsonl or .parquet."""
    return _kind(name)(rows)


def check_name(name: str) -> None:
    """Refuse a name without a known ending; MissingExtraError where its package is missing."""
    if _kind(name) is _parquet:
        with needs("batch"):
            import pyarrow  # noqa: F401


def _kind(name: str) -> Callable[[Sequence[AnalysisRow]], bytes]:
    kind = _KINDS.get(PurePath(name).suffix.lower())
    if kind is None:
        raise WrongValueError(f"{name}: expected a name ending in {', '.join(_KINDS)}")
    return kind


def csv_lines(rows: Iterable[AnalysisRow]) -> Iterable[str]:
    """The head and the rows as lines of CSV, each with its end; parts of a list by spaces."""
    text = io.StringIO()
    writer = DictWriter(text, NAMES, lineterminator="\n")
    writer.writeheader()
    yield _taken(text)
    for one in rows:
        writer.writerow({name: _cell(name, value) for name, value in one.items()})
        yield _taken(text)


def _taken(text: io.StringIO) -> str:
    line = text.getvalue()
    text.seek(0)
    text.truncate()
    return line


def _cell(name: str, value: object) -> Any:
    if isinstance(value, tuple):
        value = ("; " if name == "reasons" else " ").join(map(str, value))
    return csv_cell(value) if isinstance(value, str) else value


def _csv(rows: Sequence[AnalysisRow]) -> bytes:
    return "".join(csv_lines(rows)).encode()


def _json_lines(rows: Sequence[AnalysisRow]) -> bytes:
    return "".join(f"{json_line(one)}\n" for one in rows).encode()


def _json(rows: Sequence[AnalysisRow]) -> bytes:
    return f"{json.dumps(list(rows), ensure_ascii=False, indent=1)}\n".encode()


def _parquet(rows: Sequence[AnalysisRow]) -> bytes:
    with needs("batch"):
        import pyarrow as pa
        from pyarrow import parquet

    schema = _schema()
    columns = [pa.array([one.get(field.name) for one in rows], field.type) for field in schema]
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns, schema), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _schema() -> Any:
    with needs("batch"):
        import pyarrow as pa

    kinds = {
        int: pa.int64(),
        float: pa.float64(),
        bool: pa.bool_(),
        tuple[int, ...]: pa.list_(pa.int64()),
        tuple[str, ...]: pa.list_(pa.string()),
    }
    hints = {"number": int, "reasons": tuple[str, ...], **get_type_hints(Analysis)}

    def kind(name: str) -> Any:
        hint = str if name in DIGITS else hints.get(name, str)
        found = [kinds[part] for part in kinds if hint == part or hint == part | None]
        return found[0] if found else pa.string()

    return pa.schema([(name, kind(name)) for name in NAMES])


_KINDS = {".csv": _csv, ".json": _json, ".jsonl": _json_lines, ".parquet": _parquet}


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
