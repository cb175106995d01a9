"""Verification: each solution replayed cell by cell on the text of its board, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.batch import arrow
from rushhour.batch.options import Options
from rushhour.batch.parts import Part

if TYPE_CHECKING:
    import pyarrow as pa


def faults(part: Part, table: pa.Table, options: Options, crew: _core.Crew) -> Iterator[str]:
    """What is wrong with the answers to a part, row by row; nothing where all is right.

    Each board is that of the input, a solved board has moves that lead to the goal, and their cost
    is the claimed one. Whether it is the least takes a search.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    is_board = table["error"].is_null()
    is_solved = pc.equal(table["status"], "solved")
    boards, moves = (arrow.binary(table[name]) for name in ("board", "moves"))
    cost = f"{options.metric}s"
    schema = pa.schema([(cost, pa.int64()), ("fault", pa.string())])
    columns = _core.replay_column(crew, arrow.texts(boards), arrow.texts(moves), options.goal)
    replayed = arrow.table(columns, schema, len(table))
    checks = (
        ("another board than that of the input", pc.not_equal(boards, part.boards)),
        ("solved without moves", pc.and_(is_solved, moves.is_null())),
        (f"moves that cost other than the {cost} say", pc.not_equal(replayed[cost], table[cost])),
    )
    for message, wrong in checks:
        rows = pc.indices_nonzero(pc.and_(pc.fill_null(wrong, False), is_board))
        yield from (f"row {part.first + row}: {message}" for row in rows.to_pylist())
    for row in pc.indices_nonzero(replayed["fault"].is_valid()).to_pylist():
        yield f"row {part.first + row}: {replayed['fault'][row]}"
