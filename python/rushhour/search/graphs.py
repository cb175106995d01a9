"""The graph of a cluster as a file: GraphML, DOT, CSV of the moves, or Parquet of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from csv import writer
from io import StringIO
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from xml.sax.saxutils import escape

from rushhour.base.packages import needs
from rushhour.base.text import csv_cell, shown
from rushhour.errors import WrongValueError, listed

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle
    from rushhour.search.cluster import Cluster

# How many moves are held at once; a row group of Parquet.
_BLOCK = 100_000


class Edge(NamedTuple):
    """A move between two states, by their places in `Cluster.arrays`; it can be undone."""

    source: int
    target: int
    vehicle: str
    cells: int
    source_distance: int | None
    target_distance: int | None


def write_graph(cluster: Cluster, name: str, stream: BinaryIO) -> None:
    """Write the graph in the kind that the ending of a name says."""
    _kind(name)(cluster, stream)


def check_graph_name(name: str) -> None:
    """Refuse a name without a known ending; MissingExtraError where its package is missing."""
    if _kind(name) is _parquet:
        with needs("batch"):
            import pyarrow  # noqa: F401


def edges(cluster: Cluster) -> Iterator[Edge]:
    """Each pair of neighbours once, with the move that leads from the first to the second."""
    labels = [vehicle.label for vehicle in cluster.puzzle.vehicles]
    width = len(labels)
    offsets = memoryview(cluster._offsets()).cast("b")
    distances = _distances(cluster)
    for one, other in cluster.edges():
        before, after = (offsets[place * width : (place + 1) * width] for place in (one, other))
        moved = next(i for i in range(width) if before[i] != after[i])
        cells = after[moved] - before[moved]
        yield Edge(one, other, labels[moved], cells, distances[one], distances[other])


def _distances(cluster: Cluster) -> list[int | None]:
    """The distance of each state, in their order; None where there is no solution."""
    if not cluster.histogram:
        return [None] * len(cluster)
    return [level for level, count in enumerate(cluster.histogram) for _ in range(count)]


def _board(state: Puzzle) -> str:
    """The rows, separated or, if there is one, closed by `/`; blanks part long labels."""
    picture = [["."] * state.cols for _ in range(state.rows)]
    for row, col in state.walls:
        picture[row][col] = "x"
    for vehicle in state.vehicles:
        for row, col in vehicle.cells():
            if 0 <= row < state.rows and 0 <= col < state.cols:
                picture[row][col] = shown(vehicle.label)
    gap = " " * any(len(vehicle.label) > 1 for vehicle in state.vehicles)
    return "/".join(gap.join(row) for row in picture) + "/" * (state.rows == 1)


def _graphml(cluster: Cluster, stream: BinaryIO) -> None:
    put_lines(stream, _graphml_lines(cluster))


def _graphml_lines(cluster: Cluster) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for kind, name, values in _KEYS:
        yield f'<key id="{name}" for="{kind}" attr.name="{name}" attr.type="{values}"/>'
    yield '<graph edgedefault="undirected">'
    distances = _distances(cluster)
    for place, (state, distance) in enumerate(zip(cluster, distances, strict=True)):
        is_start = str(state == cluster.puzzle).lower()
        facts = {"board": _board(state), "distance": distance, "start": is_start}
        yield f'<node id="{place}">{data_of(facts)}</node>'
    for edge in edges(cluster):
        facts = {"vehicle": shown(edge.vehicle), "cells": edge.cells}
        yield f'<edge source="{edge.source}" target="{edge.target}">{data_of(facts)}</edge>'
    yield "</graph>"
    yield "</graphml>"


_KEYS = (
    ("node", "board", "string"),
    ("node", "distance", "int"),
    ("node", "start", "boolean"),
    ("edge", "vehicle", "string"),
    ("edge", "cells", "int"),
)


def data_of(facts: Mapping[str, object]) -> str:
    """What GraphML says of a node or an edge; facts that are None are left out."""
    known = {name: value for name, value in facts.items() if value is not None}
    return "".join(f'<data key="{key}">{escape(str(value))}</data>' for key, value in known.items())


def _dot(cluster: Cluster, stream: BinaryIO) -> None:
    put_lines(stream, _dot_lines(cluster))


def _dot_lines(cluster: Cluster) -> Iterator[str]:
    yield "graph cluster {"
    distances = _distances(cluster)
    for place, (state, distance) in enumerate(zip(cluster, distances, strict=True)):
        level = "" if distance is None else f" distance={distance}"
        yield f"  {place} [board={quoted(_board(state))}{level}];"
    for edge in edges(cluster):
        move = f"{shown(edge.vehicle)}{edge.cells:+d}"
        yield f"  {edge.source} -- {edge.target} [label={quoted(move)}];"
    yield "}"


def quoted(text: str) -> str:
    """A string of DOT, in which only quotes and backslashes are special."""
    return json.dumps(text, ensure_ascii=False)


def _csv(cluster: Cluster, stream: BinaryIO) -> None:
    rows = (edge._replace(vehicle=csv_cell(edge.vehicle)) for edge in edges(cluster))
    for block in _blocks(_with_head(rows)):
        text = StringIO()
        writer(text, lineterminator="\n").writerows(block)
        stream.write(text.getvalue().encode())


def _with_head(rows: Iterable[Edge]) -> Iterator[tuple[object, ...]]:
    yield Edge._fields
    yield from rows


def _parquet(cluster: Cluster, stream: BinaryIO) -> None:
    with needs("batch"):
        import pyarrow as pa
        from pyarrow import parquet

    types = (pa.int32(), pa.int32(), pa.string(), pa.int8(), pa.int32(), pa.int32())
    schema = pa.schema(list(zip(Edge._fields, types, strict=True)))
    with parquet.ParquetWriter(stream, schema, compression="zstd") as sink:
        for block in _blocks(edges(cluster)):
            columns = zip(*block, strict=True)
            arrays = [pa.array(column, kind) for column, kind in zip(columns, types, strict=True)]
            sink.write_table(pa.table(arrays, schema=schema))


def _blocks(items: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(items)
    return iter(lambda: list(islice(rest, _BLOCK)), [])


def put_lines(stream: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines, many at once."""
    for block in _blocks(lines):
        stream.write("".join(f"{line}\n" for line in block).encode())


_KINDS: dict[str, Callable[[Cluster, BinaryIO], None]] = {
    ".graphml": _graphml,
    ".dot": _dot,
    ".csv": _csv,
    ".parquet": _parquet,
}
GRAPH_ENDINGS = tuple(_KINDS)


def _kind(name: str) -> Callable[[Cluster, BinaryIO], None]:
    kind = _KINDS.get(PurePath(name).suffix.lower())
    if kind is None:
        raise WrongValueError(f"{name}: expected a name ending in {listed(GRAPH_ENDINGS)}")
    return kind
