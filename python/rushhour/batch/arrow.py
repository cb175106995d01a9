"""Conversion between pyarrow's arrays and the core's buffers; no board is read here."""

from __future__ import annotations

import hashlib
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from rushhour.model.errors import RushHourError
from rushhour.model.extras import needs

if TYPE_CHECKING:
    import pyarrow as pa

    from rushhour._core import _Column, _Texts


def require_pyarrow() -> None:
    """Raise MissingExtraError if pyarrow is not installed."""
    with needs("batch"):
        import pyarrow  # noqa: F401


def column_of(boards: Any) -> pa.ChunkedArray:
    """One column from anything that supports Arrow, or from a list of texts.

    From a table, the column `board` or the only one.
    """
    import pyarrow as pa

    if isinstance(boards, str | bytes):
        raise RushHourError(f"expected a column of boards, found one text: {boards[:40]!r}")
    try:
        column = _column_of(boards)
    except (pa.ArrowException, TypeError, ValueError) as error:
        hint = "; write(puzzle, 'boardstring') gives one" if "'Puzzle'" in str(error) else ""
        raise RushHourError(f"expected a column of texts: {error}{hint}") from None
    return _member(column) if pa.types.is_struct(column.type) else column


def _column_of(boards: Any) -> pa.ChunkedArray:
    import pyarrow as pa

    if hasattr(boards, "__arrow_c_stream__"):
        return pa.chunked_array(boards)
    if hasattr(boards, "__arrow_c_array__"):
        return pa.chunked_array([pa.array(boards)])
    return pa.chunked_array([pa.array(boards, pa.string())])


def _member(table: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    names = [field.name for field in table.type]
    name = "board" if "board" in names or len(names) != 1 else names[0]
    if names.count(name) != 1:
        raise RushHourError(f"expected one column 'board', found {names}")
    members = [pc.struct_field(chunk, name) for chunk in table.chunks]
    return pa.chunked_array(members, table.type.field(name).type)


def binary(column: pa.ChunkedArray) -> pa.LargeBinaryArray:
    """The texts of a column as one array, whichever of Arrow's text types it has."""
    import pyarrow as pa

    chunks = [_binary(chunk) for chunk in column.chunks]
    return pa.concat_arrays(chunks) if chunks else pa.array([], pa.large_binary())


def _binary(chunk: pa.Array) -> pa.LargeBinaryArray:
    import pyarrow as pa

    if pa.types.is_dictionary(chunk.type):
        return _binary(chunk.dictionary).take(chunk.indices)
    require_text(chunk.type)
    return chunk.cast(pa.large_binary())


def require_text(type_: pa.DataType) -> None:
    """Refuse a column that holds something other than texts."""
    from pyarrow import types

    if types.is_dictionary(type_):
        type_ = type_.value_type
    kinds = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if not any(getattr(types, f"is_{kind}")(type_) for kind in (*kinds, "null")):
        raise RushHourError(f"expected a column of texts, found one of {type_}")


def digest(array: pa.LargeBinaryArray) -> str:
    """The SHA-256 of the texts of an array, their lengths, and which of them are null."""
    import pyarrow.compute as pc

    lengths = pc.fill_null(pc.binary_length(array), -1)
    found = hashlib.sha256(lengths.buffers()[1][: 8 * len(array)])
    found.update(texts(pc.fill_null(array, b"") if array.null_count else array)[1])
    return found.hexdigest()


def texts(array: pa.LargeBinaryArray) -> _Texts:
    """An array in the core's layout: the ends of its texts, their bytes, the null rows."""
    import pyarrow.compute as pc

    _, ends, values = array.buffers()
    if ends is None or values is None:
        return bytes(8 * (len(array) + 1)), b"", set(range(array.null_count))
    ends = ends.slice(8 * array.offset, 8 * (len(array) + 1))
    first, last = unpack_from("=q", ends)[0], unpack_from("=q", ends, 8 * len(array))[0]
    nulls = pc.indices_nonzero(array.is_null()).to_pylist() if array.null_count else ()
    return ends.to_pybytes(), values.slice(first, last - first).to_pybytes(), set(nulls)


def table(columns: list[_Column], schema: pa.Schema, rows: int) -> pa.Table:
    """A table of the core's columns, as named in a schema."""
    import pyarrow as pa

    found = dict(columns)
    return pa.Table.from_arrays(
        [_array(found[field.name], field.type, rows) for field in schema], schema=schema
    )


def _array(buffers: tuple[bytes | None, ...], type_: pa.DataType, rows: int) -> pa.Array:
    import pyarrow as pa

    validity, ends, values = (None if data is None else pa.py_buffer(data) for data in buffers)
    return pa.Array.from_buffers(
        type_, rows, [validity, values] if ends is None else [validity, ends, values]
    )
