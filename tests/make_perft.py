"""Compute the numbers of data/*.perft anew: `python tests/make_perft.py [FILE...]`.

The files are the source: boards stay as they are and every line of counts is computed anew, so a
new board needs only `perft slide ? ? ?` (three depths), `space slide` and the like.
"""

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from support.perft_data import GIVEN, Check, read
from support.reference import (
    Board,
    Cluster,
    Goal,
    Metric,
    explore,
    lexicographic_optimum,
    optimal_solution_count,
    perft,
    successors,
)

DATA = Path(__file__).parent / "data"


def moves_values(check: Check) -> list[str]:
    """The first moves in the order of `successors`, as label and signed cells: `A+2`."""
    found = successors(check.board, check.board.start, check.metric, check.goal)
    return [f"{label}{count:+d}" for (label, count), _ in found]


def perft_values(check: Check) -> list[str]:
    """The paths of 1, 2, ... moves, as many depths as the line has values."""
    return [str(n) for n in perft(check.board, check.metric, len(check.values), check.goal)]


def space_values(check: Check) -> list[str]:
    """The counts of the whole cluster; `none` for the distances of an unsolvable one."""
    cluster = explored(check.board, check.metric, check.goal)
    return [
        f"solution={or_none(cluster.optimum)}",
        f"states={cluster.states}",
        f"moves={cluster.moves}",
        f"goals={cluster.goals}",
        f"unsolvable={cluster.unsolvable}",
        f"farthest={or_none(cluster.farthest)}",
    ]


def histogram_values(check: Check) -> list[str]:
    """The number of states at distance 0, 1, ... from the nearest goal."""
    return [str(n) for n in explored(check.board, check.metric, check.goal).histogram]


def ways_values(check: Check) -> list[str]:
    """The number of optimal solutions."""
    return [str(optimal_solution_count(check.board, check.metric, check.goal))]


def least_values(check: Check) -> list[str]:
    """Slides and steps of a solution best in the metric, then in the other one."""
    best = lexicographic_optimum(check.board, check.goal, check.metric)
    return [str(n) for n in best] if best else ["none"]


KINDS: dict[str, Callable[[Check], list[str]]] = {
    "moves": moves_values,
    "perft": perft_values,
    "space": space_values,
    "histogram": histogram_values,
    "ways": ways_values,
    "least": least_values,
}


@lru_cache(maxsize=1)
def explored(board: Board, metric: Metric, goal: Goal) -> Cluster:
    """The cluster, kept from a `space` line for the `histogram` line after it."""
    return explore(board, metric, goal)


def or_none(number: int | None) -> str:
    """A distance as text."""
    return "none" if number is None else str(number)


def filled(file: Path) -> Iterator[str]:
    """The lines of a file with their numbers computed anew."""
    checks = read(file)
    for line in file.read_text(encoding="utf-8").splitlines():
        word = line.split()[0] if line.strip() else "#"
        if word in GIVEN or word.startswith("#"):
            yield line
        else:
            check = next(checks)
            yield " ".join([check.kind, check.metric, *KINDS[check.kind](check)])


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:] or sorted(map(str, DATA.glob("*.perft")))):
        lines = list(filled(file))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
