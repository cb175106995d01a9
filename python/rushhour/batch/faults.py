"""Faults: rows without a readable board, kept in their places among the boards.

Such a row is stored in the column as bytes that cannot be text, and so not a board: a mark, the
error, the mark again, and the beginning of the row. The answers show the two parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

_MARK = b"\xff\0\xff"
# As much as the answers show of any malformed text.
_SHOWN = 8192


def fault(message: str, found: bytes) -> bytes:
    """The bytes that stand in the place of a board."""
    return _MARK + message.encode() + _MARK + found[:_SHOWN]


def with_errors(answers: pa.Table, boards: pa.LargeBinaryArray, first: int) -> pa.Table:
    """The answers, with the faults among the boards entered as errors."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_fault = pc.fill_null(pc.starts_with(boards, _MARK), False)
    rows = pc.indices_nonzero(is_fault).to_pylist()
    if not rows:
        return answers
    pairs = [_parted(boards[row].as_py()) for row in rows]
    errors = [f"row {first + row}: {what}" for row, (what, _) in zip(rows, pairs, strict=True)]
    for name, texts in (("error", errors), ("board", [found for _, found in pairs])):
        column = answers[name].combine_chunks()
        column = pc.replace_with_mask(column, is_fault, pa.array(texts, column.type))
        answers = answers.set_column(answers.column_names.index(name), name, column)
    return answers


def _parted(row: bytes) -> tuple[str, str]:
    """The error and the row; a hostile text that begins with the mark counts as an error too."""
    message, _, found = row.removeprefix(_MARK)[: 2 * _SHOWN].partition(_MARK)
    return message.decode(errors="replace"), found.decode(errors="replace")
