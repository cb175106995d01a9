"""Parts: groups of rows that are solved, written and, if lost, redone together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.batch import faults
from rushhour.batch.columns import solve_rows
from rushhour.batch.options import Options

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Part:
    """A group of rows: its number, the number of its first row, and the boards."""

    number: int
    first: int
    boards: pa.LargeBinaryArray

    def __len__(self) -> int:
        return len(self.boards)

    def __str__(self) -> str:
        return f"part {self.number} (rows {self.first} to {self.first + len(self) - 1})"


def cut(arrays: Iterable[pa.LargeBinaryArray], rows: int) -> Iterator[Part]:
    """Cut a stream of boards into parts of `rows` rows; the last may be shorter or empty."""
    import pyarrow as pa

    for number, boards in enumerate(pieces(arrays, rows, pa.array([], pa.large_binary()))):
        yield Part(number, number * rows, boards)


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
