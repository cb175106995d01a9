"""Parts: the rows of a batch that are solved, written, lost and done again together."""

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
    """Some rows of the input: the number of the part, that of its first row, and the boards."""

    number: int
    first: int
    boards: pa.LargeBinaryArray

    def __len__(self) -> int:
        return len(self.boards)

    def __str__(self) -> str:
        return f"part {self.number} (rows {self.first} to {self.first + len(self) - 1})"


def cut(arrays: Iterable[pa.LargeBinaryArray], rows: int) -> Iterator[Part]:
    """Cut a stream of boards into parts of so many rows, the last one shorter or empty."""
    import pyarrow as pa

    held = [pa.array([], pa.large_binary())]
    number = 0
    for array in arrays:
        held.append(array)
        while sum(map(len, held)) >= rows:
            whole = pa.concat_arrays(held)
            yield Part(number, number * rows, whole[:rows])
            held = [whole[rows:]]
            number += 1
    if any(map(len, held)) or number == 0:
        yield Part(number, number * rows, pa.concat_arrays(held))


def run_part(part: Part, options: Options, crew: _core.Crew) -> pa.Table:
    """Solve a part: the same table wherever it runs, and however often."""
    answers = solve_rows(part.boards, options, crew, part.first)
    return faults.told(answers, part.boards, part.first)
