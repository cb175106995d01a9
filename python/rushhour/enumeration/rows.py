"""Rows: the table of the clusters of a part, with the sums of the part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rushhour.batch.sealed import SUMMARY
from rushhour.enumeration.family import Family
from rushhour.enumeration.records import Records
from rushhour.enumeration.settings import EnumerationSettings
from rushhour.enumeration.summary import Summary

if TYPE_CHECKING:
    import pyarrow as pa

    from rushhour import _core


def schema(settings: EnumerationSettings) -> pa.Schema:
    """The columns; those of steps only if these are computed."""
    import pyarrow as pa

    number = pa.int64()
    counts = ("vehicles", "trucks", "walls", "states", "solved")
    names = [("board", pa.string()), ("slides", number), ("steps", number)]
    names += [("steps_board", pa.string()), *((name, number) for name in counts)]
    names += [("minimal", pa.bool_())]
    names += [(f"{metric}_solutions", pa.string()) for metric in ("slides", "steps")]
    names += [(f"{metric}_histogram", pa.list_(number)) for metric in ("slides", "steps")]
    is_left_out = "steps" if settings.metric == "slide" else "\0"
    return pa.schema([field for field in names if not field[0].startswith(is_left_out)])


def enumerated(
    settings: EnumerationSettings, parts: list[tuple[int, int]], pool: _core.WorkerPool
) -> Iterator[pa.Table]:
    """The clusters of each part, ordered by board; the metadata hold their sums."""
    core = settings.family.core()
    steps = settings.metric == "both"
    kept = settings.keep, settings.least
    for found in core.run(pool, parts, kept, steps, settings.count_walls):
        yield table_of(settings, found)


def table_of(settings: EnumerationSettings, found: _core._Clusters) -> pa.Table:
    """What the core found, as a table; the metadata hold the sums."""
    import pyarrow as pa

    columns, sums, records = found
    slides, steps, *minimal = map(tuple, sums[3:])
    summary = Summary(*sums[:3], slides, steps, minimal[0], minimal[1], Records.of(records))
    known = dict(columns)
    arrays = [_array(known[field.name], field.type) for field in schema(settings)]
    metadata = {SUMMARY: json.dumps(summary.to_dict()).encode()}
    found = pa.Table.from_arrays(arrays, schema=schema(settings).with_metadata(metadata))
    return _turned_back(found, settings.family)


def _turned_back(table: pa.Table, family: Family) -> pa.Table:
    """The boards with their exit where it is, in order."""
    import pyarrow as pa

    if family.side == "right":
        return table
    for name in {"board", "steps_board"} & set(table.schema.names):
        boards = [board and family.turned_back(board) for board in table[name].to_pylist()]
        place = table.schema.get_field_index(name)
        table = table.set_column(place, table.schema.field(name), pa.array(boards, pa.string()))
    return table.sort_by("board")


def summary_of(table: pa.Table) -> Summary:
    """The sums of a part."""
    return Summary.from_dict(json.loads(table.schema.metadata[SUMMARY]))


def _array(buffers: tuple[bytes, bytes | None, bytes], type_: pa.DataType) -> pa.Array:
    import pyarrow as pa

    validity, ends, values = buffers
    valid, data = pa.py_buffer(validity), pa.py_buffer(values)
    if ends is None:
        return pa.Array.from_buffers(pa.int64(), len(values) // 8, [valid, data]).cast(type_)
    rows, offsets = len(ends) // 4 - 1, pa.py_buffer(ends)
    if pa.types.is_string(type_):
        return pa.Array.from_buffers(type_, rows, [valid, offsets, data])
    items = pa.Array.from_buffers(type_.value_type, len(values) // 8, [None, data])
    return pa.Array.from_buffers(type_, rows, [valid, offsets], children=[items])
