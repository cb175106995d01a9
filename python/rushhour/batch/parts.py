"""Parts: groups of rows that are solved, written and, if lost, redone together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.batch import arrow, faults
from rushhour.batch.columns import solve_rows
from rushhour.batch.options import Options
from rushhour.batch.sources.kept import nothing, parted

if TYPE_CHECKING:
    import pyarrow as pa


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


def run_part(part: Part, options: Options, pool: _core.WorkerPool) -> pa.Table:
    """Solve a part; the table is the same wherever and however often this runs."""
    answers = solve_rows(part.boards, options, pool, part.first)
    return faults.with_errors(answers, part.boards, part.first)
