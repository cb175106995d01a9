"""Verification: replay each solution cell by cell on the text of its board, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import rushhour._core as _core
from rushhour import store as arrow
from rushhour.base.text import shown
from rushhour.batch.columns import MEASURES, BatchOptions
from rushhour.batch.plan import Part, run_part

if TYPE_CHECKING:
    import pyarrow as pa

# A possible error, and a column that is true in the rows that have it.
Checks = Iterator[tuple[str, "pa.BooleanArray"]]

_STATUSES = ("solved", "unsolvable", "unknown")


def faults(
    part: Part, table: pa.Table, options: BatchOptions, pool: _core.WorkerPool
) -> Iterator[str]:
    """The errors in the answers of a part, row by row; empty if there are none.

    Checks that each board is that of the input, that a solved board has moves that lead to the goal
    at the claimed cost, and that no column contradicts another. Whether the cost is optimal and the
    counts of states are right would take a search.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    boards, moves = (arrow.binary(table[name]) for name in ("board", "moves"))
    schema = pa.schema([("slides", pa.int64()), ("steps", pa.int64()), ("fault", pa.string())])
    texts = arrow.texts(boards), arrow.texts(moves)
    columns = _core.replay_column(pool, *texts, options.goal, options.known())
    replayed = arrow.table(columns, schema, len(table))
    checks = (_of_texts(part, table, options, pool), _of_costs(table, replayed, options))
    for message, wrong in chain(*checks, _of_counts(table, options)):
        rows = pc.indices_nonzero(pc.fill_null(wrong, False))
        yield from (f"row {part.first + row}: {message}" for row in rows.to_pylist())
    for row in pc.indices_nonzero(replayed["fault"].is_valid()).to_pylist():
        yield f"row {part.first + row}: {replayed['fault'][row]}"


def _of_texts(part: Part, table: pa.Table, options: BatchOptions, pool: _core.WorkerPool) -> Checks:
    """Errors in board, status and error, compared with the input."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_board = table["error"].is_null()
    is_status = pc.is_in(table["status"], pa.array(_STATUSES))
    yield "a board without a status, or an error with one", pc.xor(is_board, is_status)
    changed = _differs(arrow.binary(table["board"]), part.boards)
    yield "another board than that of the input", pc.and_(is_board, changed)
    errors = _errors(part, is_board, options, pool)
    for name, column in part.columns():
        changed = _differs(_text(table[name]), _text(column))
        yield f"another {shown(name)} than that of the input", changed
    for name in ("board", "error"):
        changed = _differs(table[name], errors[name])
        yield f"another {name} than that of the input", pc.and_not(changed, is_board)


def _of_costs(table: pa.Table, replayed: pa.Table, options: BatchOptions) -> Checks:
    """Errors in the moves and their costs."""
    import pyarrow.compute as pc

    is_solved = pc.fill_null(pc.equal(table["status"], "solved"), False)
    column = f"{options.metric}s"
    yield (
        f"moves that cost other than the {column} say",
        pc.not_equal(replayed[column], table[column]),
    )
    for name in ("moves", column):
        yield f"solved without {name}", pc.and_(is_solved, table[name].is_null())
    costs = [name for name in ("slides", "steps") if name in table.column_names]
    for name in costs:
        yield f"more {name} than the moves cost", pc.less(replayed[name], table[name])
    for name in ("moves", *costs):
        yield f"{name} of a board that is not solved", pc.and_not(table[name].is_valid(), is_solved)
    if len(costs) == 2:
        yield "more slides than steps", pc.greater(table["slides"], table["steps"])


def _of_counts(table: pa.Table, options: BatchOptions) -> Checks:
    """Errors in the counts of states."""
    import pyarrow.compute as pc

    is_board = table["error"].is_null()
    if options.analyse:
        for one, other in pairwise(MEASURES):
            has_one, has_other = table[one].is_valid(), table[other].is_valid()
            yield f"{one} without {other}, or the reverse", pc.xor(has_one, has_other)
        walked = pc.and_not(table["walk"].is_valid(), pc.equal(table["status"], "solved"))
        yield "a walk of a board that is not solved", walked
    for name in [name for name in ("expanded", "states") if name in table.column_names]:
        yield f"{name} of a malformed board", pc.and_not(table[name].is_valid(), is_board)
        yield f"less than no {name}", pc.less(table[name], 0)
    if not options.share_clusters:
        yield "no count of expanded states", pc.and_(is_board, table["expanded"].is_null())


def _text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A kept column as text; fractions that JSON cannot write are null."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_floating(column.type):
        column = pc.if_else(pc.is_finite(column), column, None)
    return column.cast(pa.string())


def _differs(one: pa.ChunkedArray, other: pa.ChunkedArray) -> pa.BooleanArray:
    """Where two columns differ; a null is equal to a null."""
    import pyarrow.compute as pc

    return pc.or_kleene(pc.not_equal(one, other), pc.xor(one.is_null(), other.is_null()))


def _errors(
    part: Part, is_board: pa.BooleanArray, options: BatchOptions, pool: _core.WorkerPool
) -> pa.Table:
    """What the errors of malformed rows should be; a row that is a board is not searched."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = pc.if_else(is_board.combine_chunks(), pa.scalar(None, pa.large_binary()), part.boards)
    quick = replace(
        options, both=False, states=False, share_clusters=False, analyse=False, max_states=1
    )
    return run_part(Part(part.number, part.first, rows), quick, pool)
