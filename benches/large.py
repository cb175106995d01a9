"""Proofs of the boards in puzzles/large: `python benches/large.py [METRIC [ALGORITHM [LIST]]]`.

By default slides by `refine`; LIST, such as `aveiro` or `uva-9x9`, takes a part of the boards. A
line for each size says how many costs are proved by one thread within a minute of processor time
and 4 GiB; the median and the most of processor seconds, where what is not proved counts with a
minute, and of the states expanded for what is. `astar` has the heuristic zero. A cost that
contradicts the files is an error.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import rushhour
from rushhour.model.move import Metric
from usage import arguments

SECONDS = 60
PUZZLES = Path(__file__).parent.parent / "puzzles"
HEURISTICS = {"astar": "zero"}


class Board(NamedTuple):
    """A board and its optimum as the files have it: a number, `unsolvable`, or empty if open."""

    group: str
    puzzle: rushhour.Puzzle
    optimum: str


class Proof(NamedTuple):
    """What became of a search: the cost, `unsolvable` or empty, and what it took."""

    optimum: str
    seconds: float
    expanded: int


def boards(metric: Metric) -> Iterator[Board]:
    """The boards of both lists, and those of UvA beyond 6 x 6."""
    for file in sorted((PUZZLES / "large").glob("*.csv")):
        with file.open(encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                puzzle = rushhour.parse(row["board"], "boardstring")
                yield Board(f"{file.stem} {puzzle.rows}x{puzzle.cols}", puzzle, row[f"{metric}s"])
    for file in sorted(PUZZLES.glob("uva-[19]*.csv")):
        yield Board(file.stem, rushhour.read(file), "")


def prove(puzzle: rushhour.Puzzle, metric: Metric, algorithm: str) -> Proof:
    """Search for a minute of processor time."""
    begin = process_time()

    def end_in_time(_: rushhour.Progress) -> None:
        if process_time() - begin > SECONDS:
            raise TimeoutError

    try:
        outcome = rushhour.solve(
            puzzle,
            metric=metric,
            algorithm=algorithm,
            heuristic=HEURISTICS.get(algorithm),
            progress=end_in_time,
            threads=1,
        )
    except TimeoutError:
        return Proof("", SECONDS, 0)
    proved = {"solved": str(outcome.cost), "unsolvable": "unsolvable"}
    optimum = proved.get(outcome.status, "")
    seconds = process_time() - begin if optimum else SECONDS
    return Proof(optimum, seconds, outcome.expanded)


def report(metric: Metric = "slide", algorithm: str = "refine", part: str = "") -> None:
    """A line for each group, and one for all."""
    groups: dict[str, list[Proof]] = defaultdict(list)
    for board in boards(metric):
        if not board.group.startswith(part):
            continue
        proof = prove(board.puzzle, metric, algorithm)
        if board.optimum and proof.optimum and board.optimum != proof.optimum:
            sys.exit(f"expected {board.optimum}, found {proof.optimum}: {board.puzzle!r}")
        groups[board.group].append(proof)
        print(board.group, *proof, file=sys.stderr)
    print(f"{metric}s by {algorithm:9} {'proved':>10} {'seconds':>15} {'expanded':>21}")
    for name, proofs in [*groups.items(), ("all", [p for found in groups.values() for p in found])]:
        print(f"{name:19} {line(proofs)}")


def line(proofs: list[Proof]) -> str:
    """How many of how many are proved; median and most of what those took."""
    proved = [proof for proof in proofs if proof.optimum]
    seconds = [proof.seconds for proof in proofs]
    expanded = [proof.expanded for proof in proved] or [0]
    share = f"{len(proved)} of {len(proofs)}"
    times = f"{median(seconds):7.2f} {max(seconds):7.2f}"
    return f"{share:>10} {times} {median(expanded):10.0f} {max(expanded):10}"


if __name__ == "__main__":
    report(*arguments())  # type: ignore[arg-type]
