"""Kept columns: other columns of the input, which stand beside the boards until they are written.

Without kept columns a source yields arrays of boards. With them it yields arrays of structs: the
board, then each kept column. Texts stay texts and whole numbers, fractions and truth values keep
their types; dates become texts.

A row without a readable board keeps its place as a fault: bytes that cannot be text, and so not a
board. They are a mark, the error, the mark again, and the beginning of the row. The answers show
the two parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

ALL = "all"


@dataclass(frozen=True, slots=True)
class KeptColumns:
    """The columns to keep, what stands between the fields of CSV, and whether lines are drawings.

    A line of a drawing is read as it is: `#` can be a mark in it, and a number cells.
    """

    keep: tuple[pa.Field, ...] = ()
    separator: str = ","
    are_drawings: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the kept columns."""
        return [field.name for field in self.keep]


COMMAS = KeptColumns()


def chosen(found: Sequence[pa.Field], board: str, names: Sequence[str]) -> list[pa.Field]:
    """Of the columns that were found those with these names, in their order; or all but the board.

    RushHourError if one is missing or there twice.
    """
    known = [field.name for field in found]
    wanted = [name for name in known if name != board] if list(names) == [ALL] else names
    for name in wanted:
        if known.count(name) != 1:
            raise RushHourError(f"--keep: expected a column {name!r}, found {known}")
    return [field for name in wanted for field in found if field.name == name]


def text_fields(names: Sequence[str]) -> list[pa.Field]:
    """Columns of text with these names."""
    import pyarrow as pa

    return [pa.field(name, pa.string()) for name in names]


def beside(boards: pa.LargeBinaryArray, kept: Sequence[pa.Array], names: Sequence[str]) -> pa.Array:
    """Boards and their kept columns as one array; the boards alone if there are none."""
    import pyarrow as pa

    return pa.StructArray.from_arrays([boards, *kept], ["", *names]) if names else boards


def parted(array: pa.Array) -> tuple[pa.LargeBinaryArray, list[pa.Array]]:
    """The boards and the kept columns of such an array."""
    import pyarrow as pa

    if not pa.types.is_struct(array.type):
        return array, []
    boards, *kept = array.flatten()
    return boards, kept


def faulty(rows: Sequence[bytes], type_: pa.DataType) -> pa.Array:
    """Rows without a readable board, as such an array: nothing is kept of them."""
    import pyarrow as pa

    boards = pa.array(rows, pa.large_binary())
    if not pa.types.is_struct(type_):
        return boards
    names = [type_.field(number).name for number in range(1, type_.num_fields)]
    return beside(boards, [pa.nulls(len(rows), type_.field(name).type) for name in names], names)


def nothing(fields: Sequence[pa.Field]) -> pa.Array:
    """Such an array without rows."""
    import pyarrow as pa

    empty = [pa.array([], field.type) for field in fields]
    return beside(pa.array([], pa.large_binary()), empty, [field.name for field in fields])


def unread(kind: str, names: Sequence[str]) -> list[pa.Field]:
    """The kept columns of standard input or a pipe, which cannot be read twice."""
    if list(names) == [ALL]:
        raise RushHourError("--keep all needs files; name the columns of standard input or a pipe")
    if kind not in ("csv", "jsonl"):
        expected = "expected csv or jsonl on standard input or in a pipe"
        raise RushHourError(f"--keep: {expected}, found {kind}; say --format")
    return text_fields(names)


def agreed(heads: Iterable[tuple[str, list[pa.Field]]]) -> tuple[pa.Field, ...]:
    """The columns that all files have in common; RushHourError names a file with others."""
    (first, fields), *others = heads
    for file, found in others:
        if sorted(map(str, found)) != sorted(map(str, fields)):
            expected = f"expected the columns {_described(fields)} to keep, as in {first}"
            raise RushHourError(f"{file}: {expected}, found {_described(found)}")
    return tuple(fields)


def _described(fields: Sequence[pa.Field]) -> str:
    return ", ".join(f"{field.name} ({field.type})" for field in fields) or "none"


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
