"""Analyses as columns: CSV, JSON lines and Parquet, one row a puzzle."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from csv import DictWriter
from dataclasses import fields
from pathlib import PurePath
from typing import Any, get_type_hints

from rushhour.analysis.analysis import Analysis
from rushhour.model.errors import RushHourError
from rushhour.model.extras import needs
from rushhour.output.display import csv_cell, json_line

AnalysisRow = Mapping[str, Any]
"""A file and a number in it, a title, the fields of an analysis, and `error`: why there is none."""

NAMES = ("file", "number", "title", *(field.name for field in fields(Analysis)), "error")

# Counts of solutions are text in Parquet: they can have more digits than any number there.
_COUNTS = ("optimal_solutions", "optimal_solutions_up_to_order")


def row(file: str, number: int, title: str | None, analysis: Analysis) -> AnalysisRow:
    """The row of an analysis."""
    return {"file": file, "number": number, "title": title, **analysis.to_dict()}


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
        raise RushHourError(f"{name}: expected a name ending in {', '.join(_KINDS)}")
    return kind


def csv_lines(rows: Iterable[AnalysisRow]) -> Iterable[str]:
    """The head and the rows as lines of CSV, each with its end; lists are parted by spaces."""
    text = io.StringIO()
    writer = DictWriter(text, NAMES, lineterminator="\n")
    writer.writeheader()
    yield _taken(text)
    for one in rows:
        writer.writerow({name: _cell(value) for name, value in one.items()})
        yield _taken(text)


def _taken(text: io.StringIO) -> str:
    line = text.getvalue()
    text.seek(0)
    text.truncate()
    return line


def _cell(value: Any) -> Any:
    if isinstance(value, tuple):
        value = " ".join(map(str, value))
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
    columns = [
        pa.array([_stored(one.get(field.name), field.name) for one in rows], field.type)
        for field in schema
    ]
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
    hints = {"number": int, **get_type_hints(Analysis)}

    def kind(name: str) -> Any:
        if name in _COUNTS:
            return pa.string()
        hint = hints.get(name, str)
        found = [kinds[part] for part in kinds if hint == part or hint == part | None]
        return found[0] if found else pa.string()

    return pa.schema([(name, kind(name)) for name in NAMES])


def _stored(value: Any, name: str) -> Any:
    return str(value) if name in _COUNTS and value is not None else value


_KINDS = {".csv": _csv, ".json": _json, ".jsonl": _json_lines, ".parquet": _parquet}
