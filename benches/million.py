"""A million boards in Parquet: puzzles a second, beside `solve_many` on a list, and peak memory.

    python benches/million.py LIST [ROWS [THREADS...]]

LIST holds lines of Fogleman's list: moves, board, cluster size. Its boards are repeated, every
other time as their mirror images, and each answer is compared with the claimed moves. Every way
runs in a process of its own. The rate is rows by the seconds of the clock; the seconds of all
processors stand beside it, for machines that have other work.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
from pyarrow import parquet

import rushhour
from usage import arguments

PIECE = 50_000


def write(source: str, rows: int, target: Path) -> None:
    """Write boards and their claimed moves, a row group for each PIECE of them."""
    entries = [line.split()[:2] for line in Path(source).read_text().splitlines()]
    endless = ((int(moves), board) for n in cycle((0, 1)) for moves, board in turned(entries, n))
    schema = pa.schema([("board", pa.string()), ("claimed", pa.int64())])
    with parquet.ParquetWriter(target, schema) as writer:
        for first in range(0, rows, PIECE):
            claimed, boards = zip(*islice(endless, min(PIECE, rows - first)), strict=True)
            writer.write_table(pa.table([boards, claimed], schema=schema))


def turned(entries: list[list[str]], over: int) -> list[list[str]]:
    """The entries, or those of the mirror images; the exit is in the third row of six or fourth."""
    return [[moves, mirror(board) if over else board] for moves, board in entries]


def mirror(board: str) -> str:
    """The last row of a square board first."""
    side = int(len(board) ** 0.5)
    return "".join(board[row : row + side] for row in range(len(board) - side, -1, -side))


def by_list(source: Path, threads: int) -> None:
    """`solve_many` on a list of texts."""
    table = parquet.read_table(source)
    boards, claimed = table["board"].to_pylist(), table["claimed"].to_pylist()
    begin = clock()
    outcomes = rushhour.solve_many(boards, threads=threads)
    right = sum(outcome.cost == cost for outcome, cost in zip(outcomes, claimed, strict=True))
    say("solve_many on a list", threads, begin, right, len(claimed))


def by_column(source: Path, threads: int) -> None:
    """`solve_batch` on a column."""
    table = parquet.read_table(source)
    begin = clock()
    answers = rushhour.solve_batch(table["board"], threads=threads)
    rate = clock()
    say("solve_batch on a column", threads, begin, agreeing(answers, table), len(table), rate)


def by_file(source: Path, threads: int) -> None:
    """`rushhour batch` from Parquet to a folder of Parquet."""
    from rushhour.cli import run

    with TemporaryDirectory(dir=source.parent) as folder:
        target = Path(folder) / "answers"
        begin = clock()
        code = run(["batch", str(source), "-o", str(target), "--threads", str(threads)])
        end = clock()
        peak = peak_memory()
        answers = parquet.ParquetDataset(target).read()
        claimed = parquet.read_table(source)
    assert code == 0
    right = agreeing(answers, claimed)
    say("rushhour batch on Parquet", threads, begin, right, len(claimed), end, peak)


def agreeing(answers: pa.Table, claimed: pa.Table) -> int:
    """The rows whose board and optimum are those that the list claims."""
    import pyarrow.compute as pc

    boards = pc.equal(answers["board"], claimed["board"])
    return pc.sum(pc.and_(boards, pc.equal(answers["slides"], claimed["claimed"]))).as_py()


def clock() -> tuple[float, float]:
    """Seconds of the clock and of the processors."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter(), used.ru_utime + used.ru_stime


def peak_memory() -> float:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def say(
    name: str,
    threads: int,
    begin: tuple[float, float],
    right: int,
    rows: int,
    end: tuple[float, float] | None = None,
    peak: float | None = None,
) -> None:
    """Print one way's line; end the program where an answer is not the claimed one."""
    wall, used = (after - before for after, before in zip(end or clock(), begin, strict=True))
    peak = peak or peak_memory()
    rates = f"{rows / wall:9,.0f}/s {rows / used:9,.0f} per processor second"
    print(f"{name:26} {threads} threads {rates} {peak:6,.0f} MB, {right:,} right", flush=True)
    if right != rows:
        sys.exit(f"{rows - right} answers differ from the claimed ones")


WAYS = {way.__name__: way for way in (by_list, by_column, by_file)}


def main(source: str, rows: str = "1000000", *threads: str) -> None:
    """Write the boards, then run every way in a process of its own."""
    with TemporaryDirectory() as folder:
        boards = Path(folder) / "boards.parquet"
        write(source, int(rows), boards)
        for count in threads or ("1", "2"):
            for way in WAYS:
                command = [sys.executable, __file__, "--way", way, str(boards), count]
                subprocess.run(command, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--way"]:
        WAYS[sys.argv[2]](Path(sys.argv[3]), int(sys.argv[4]))
    else:
        main(*arguments())
