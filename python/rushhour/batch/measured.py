"""Measures: how hard each board of a batch is for people, as columns beside its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rushhour.analysis.analysis import Analysis
from rushhour.analysis.many import analyse_items
from rushhour.batch.options import MEASURES, Options
from rushhour.formats import parse

if TYPE_CHECKING:
    import pyarrow as pa

# Far above the errors of walks and below what anyone reads, so that equal boards give equal bytes
# on every machine, whatever the last bit of its logarithms is.
_DIGITS = 6


def with_measures(
    answers: pa.Table, boards: pa.LargeBinaryArray, options: Options, threads: int
) -> pa.Table:
    """The answers with the columns of MEASURES before the error; null without a solution.

    The limits of the options hold for each analysis; what a limit leaves open is null.
    """
    import pyarrow as pa

    errors = answers["error"].to_pylist()
    texts = boards.to_pylist()
    puzzles = (
        parse(text.decode(), "boardstring")
        for text, error in zip(texts, errors, strict=True)
        if error is None
    )
    limits = {"max_states": options.max_states, "max_memory": options.max_memory}
    found = (analysis for _, analysis in analyse_items(puzzles, threads=threads, **limits))
    nothing = Analysis(status="unknown")
    rows = [nothing if error is not None else next(found) for error in errors]
    schema = options.schema()
    measured = {
        name: pa.array([_value(getattr(row, name)) for row in rows], schema.field(name).type)
        for name in MEASURES
    }
    columns = [measured[name] if name in measured else answers[name] for name in schema.names]
    return pa.Table.from_arrays(columns, schema=schema)


def _value(value: Any) -> Any:
    return round(value, _DIGITS) if isinstance(value, float) else value
