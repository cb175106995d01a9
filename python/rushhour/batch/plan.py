"""The plan of a batch: everything that determines its parts, so that a second run can resume it.

Inputs are identified by size and SHA-256, not by folder or date: reading them once more takes far
less time than solving them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING

import rushhour._core as _core
from rushhour import store as arrow
from rushhour.batch.columns import BatchOptions, solve_rows
from rushhour.batch.sources import SourceFiles
from rushhour.batch.sources.kept import nothing, parted, with_errors
from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Plan:
    """Inputs, options, rows of a part, and the versions that solved and wrote them."""

    source: SourceFiles
    options: BatchOptions
    rows: int

    def schema(self) -> pa.Schema:
        """The columns of the output: the kept ones, then the answers."""
        import pyarrow as pa

        return pa.schema([*self.kept(), *self.options.schema()])

    def kept(self) -> tuple[pa.Field, ...]:
        """The kept columns; RushHourError if one has the name of an answer."""
        answers, kept = self.options.schema().names, self.source.kept()
        for name in (field.name for field in kept if field.name in answers):
            clash = f"{name!r} is a column of the answers too"
            raise RushHourError(f"--keep: {clash}; rename it in the input, or keep only others")
        return kept

    def as_json(self) -> dict[str, object]:
        """The plan as plain values."""
        import pyarrow as pa

        return {
            "rushhour": _core.VERSION,
            "pyarrow": pa.__version__,
            "inputs": self.source.pinned(),
            "column": self.source.column,
            "kind": self.source.kind,
            "separator": self.source.separator,
            "keep": [f"{field.name}: {field.type}" for field in self.kept()],
            "rows of a part": self.rows,
            "options": loads(dumps(asdict(self.options))),  # lists for tuples, as it is read back
        }


# Parts: groups of rows that are solved, written and, if lost, redone together.


@dataclass(frozen=True, slots=True)
class Part:
    """A group of rows: its number, that of its first row, the boards and the kept columns."""

    number: int
    first: int
    boards: pa.LargeBinaryArray
    kept: pa.Table | None = None

    def __len__(self) -> int:
        return len(self.boards)

    def __str__(self) -> str:
        return f"part {self.number} (rows {self.first} to {self.first + len(self) - 1})"

    def digest(self) -> str:
        """The SHA-256 of the boards and of what is kept beside them."""
        import pyarrow as pa

        boards = arrow.digest(self.boards)
        if self.kept is None:
            return boards
        texts = (column.cast(pa.string()).cast(pa.large_binary()) for _, column in self.columns())
        found = [arrow.digest(pa.concat_arrays(text.chunks)) for text in texts]
        return sha256(" ".join([boards, *found]).encode()).hexdigest()

    def columns(self) -> Iterator[tuple[str, pa.ChunkedArray]]:
        """The kept columns with their names."""
        if self.kept is not None:
            yield from zip(self.kept.column_names, self.kept.columns, strict=True)

    def bare(self) -> Part:
        """The part with its boards alone, as workers need it."""
        return Part(self.number, self.first, self.boards)

    def with_kept(self, answers: pa.Table) -> pa.Table:
        """The answers with the kept columns before them."""
        import pyarrow as pa

        if self.kept is None:
            return answers
        schema = pa.schema([*self.kept.schema, *answers.schema])
        return pa.Table.from_arrays([*self.kept.columns, *answers.columns], schema=schema)


def cut(arrays: Iterable[pa.Array], rows: int, keep: Sequence[pa.Field] = ()) -> Iterator[Part]:
    """Cut a stream of rows into parts of `rows` rows; the last may be shorter or empty."""
    import pyarrow as pa

    for number, piece in enumerate(pieces(arrays, rows, nothing(keep))):
        boards, columns = parted(piece)
        kept = pa.Table.from_arrays(columns, schema=pa.schema(keep)) if keep else None
        yield Part(number, number * rows, boards, kept)


def pieces(arrays: Iterable[pa.Array], rows: int, nothing: pa.Array) -> Iterator[pa.Array]:
    """Cut a stream of arrays into arrays of equal length; the last is shorter, or `nothing`."""
    import pyarrow as pa

    held = [nothing]
    is_first = True
    for array in arrays:
        held.append(array)
        while sum(map(len, held)) >= rows:
            whole = pa.concat_arrays(held)
            yield whole[:rows]
            held = [whole[rows:]]
            is_first = False
    if any(map(len, held)) or is_first:
        yield pa.concat_arrays(held)


def run_part(part: Part, options: BatchOptions, pool: _core.WorkerPool) -> pa.Table:
    """Solve a part; the table is the same wherever and however often this runs."""
    answers = solve_rows(part.boards, options, pool, part.first)
    return with_errors(answers, part.boards, part.first)


_BLOCK = 1 << 24


def joined_tables(path: Path, schema: pa.Schema, rows: int) -> Iterator[pa.Table]:
    """The answers in a file of any kind that can be written, some rows at a time."""
    import pyarrow as pa

    read = {".parquet": _parquet, ".csv": _csv, ".jsonl": _jsonl}[path.suffix.lower()]
    structs = (batch.to_struct_array() for batch in read(path, schema))
    for piece in pieces(structs, rows, pa.array([], pa.struct(schema))):
        yield pa.Table.from_struct_array(piece)


def _parquet(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:  # noqa: ARG001
    from pyarrow import parquet

    yield from parquet.ParquetFile(path, page_checksum_verification=True).iter_batches()


def _csv(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    from pyarrow import csv

    options = csv.ConvertOptions(
        column_types=schema, strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    blocks = csv.ReadOptions(block_size=_BLOCK)
    yield from csv.open_csv(path, blocks, csv.ParseOptions(newlines_in_values=True), options)


def _jsonl(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    from pyarrow import json

    options = json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    yield from json.open_json(path, json.ReadOptions(block_size=_BLOCK), options)
