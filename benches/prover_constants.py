"""Sweep a constant of the prover: `python benches/prover_constants.py NAME VALUE...`.

NAME is a field of `Tuning` in src/cegar/schedule/tuning.rs. The core must be built to read it: run
`cargo build --release --features python,tuning` and copy the library to
python/rushhour/_core.abi3.so. One thread proves the boards of puzzles/large/generated.csv and UvA
in slides and steps, once per value. A line per value has the number of proofs and, over the costs
that all values prove, the states expanded and the processor seconds. Below stand the boards whose
expansions depend most on the value.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import rushhour
from rushhour.model.move import Metric

PUZZLES = Path(__file__).parent.parent / "puzzles"
METRICS: tuple[Metric, ...] = ("slide", "step")
VARIABLE = "RUSHHOUR_TUNING"
# The boards whose expansions differ most.
SHOWN = 8


class Proof(NamedTuple):
    """What a proof took; no expansions if a limit came first."""

    expanded: int | None
    seconds: float


def boards(pattern: str) -> Iterator[tuple[str, Metric, rushhour.Puzzle]]:
    """The boards in both metrics, if `NAME METRIC` matches the pattern."""
    with (PUZZLES / "large" / "generated.csv").open(encoding="utf-8") as lines:
        rows = [(row["name"], row["board"]) for row in csv.DictReader(lines)]
    puzzles = {name: rushhour.parse(board, "boardstring") for name, board in rows}
    puzzles |= {file.stem: rushhour.read(file) for file in sorted(PUZZLES.glob("uva-[19]*.csv"))}
    for name, puzzle in puzzles.items():
        for metric in METRICS:
            if re.search(pattern, f"{name} {metric}"):
                yield name, metric, puzzle


def prove(puzzle: rushhour.Puzzle, metric: Metric, max_seconds: float) -> Proof:
    """Prove a cost within so many processor seconds."""
    begin = process_time()

    def end_in_time(_: rushhour.Progress) -> None:
        if process_time() - begin > max_seconds:
            raise TimeoutError

    try:
        outcome = rushhour.solve(
            puzzle, metric=metric, algorithm="refine", progress=end_in_time, threads=1
        )
    except TimeoutError:
        return Proof(None, max_seconds)
    return Proof(outcome.expanded, process_time() - begin)


def sweep(name: str, values: list[int], pattern: str, max_seconds: float) -> None:
    """Prove all boards with each value, and print the comparison."""
    proofs: dict[str, list[Proof]] = {}
    for board, metric, puzzle in boards(pattern):
        found = proofs[f"{board} {metric}"] = []
        for value in values:
            os.environ[VARIABLE] = f"{name}={value}"
            found.append(prove(puzzle, metric, max_seconds))
    by_all = {board: found for board, found in proofs.items() if None not in expansions(found)}
    print(f"{name:>20} {'proved':>10} {'expanded':>12} {'seconds':>8}")
    for index, value in enumerate(values):
        proved = sum(found[index].expanded is not None for found in proofs.values())
        expanded = sum(found[index].expanded or 0 for found in by_all.values())
        seconds = sum(found[index].seconds for found in by_all.values())
        share = f"{proved}/{len(proofs)}"
        print(f"{value:>20} {share:>10} {expanded:>12} {seconds:>8.1f}")
    for board in sorted(by_all, key=lambda board: -spread(by_all[board]))[:SHOWN]:
        print(f"{board:>20}", *(f"{expanded:>10}" for expanded in expansions(by_all[board])))


def expansions(proofs: list[Proof]) -> list[int | None]:
    """The expansions of a board's proofs, one per value."""
    return [proof.expanded for proof in proofs]


def spread(proofs: list[Proof]) -> int:
    """How far the expansions of a board's proofs lie apart."""
    expanded = [proof.expanded or 0 for proof in proofs]
    return max(expanded) - min(expanded)


def check_core() -> None:
    """End unless the core reads the variable: then a name that does not exist is an error."""
    os.environ[VARIABLE] = "none=0"
    try:
        rushhour.solve("AA.B/...B/....", algorithm="refine")
    except BaseException:  # a panic of the core is no Exception
        return
    raise SystemExit("expected a core built with --features python,tuning")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("name", help="a field of Tuning")
    parser.add_argument("values", nargs="+", type=int, help="its values")
    parser.add_argument("--boards", default="", help="regular expression for `NAME METRIC`")
    parser.add_argument("--seconds", default=10.0, type=float, help="limit per proof")
    args = parser.parse_args()
    check_core()
    sweep(args.name, args.values, args.boards, args.seconds)


if __name__ == "__main__":
    main()
