"""Fast Downward beside our own search: `RUSHHOUR_DOWNWARD=PYTHON python benches/pddl.py [METRIC]`.

PYTHON is an interpreter with the package up-fast-downward. For each search and each group of boards
in puzzles/ one line: how many optima agree, their sum, the states expanded, and seconds of search
and in all. A board counts with its limit if a search takes more than SECONDS.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import rushhour
from rushhour.model.move import Metric
from usage import arguments

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from support import downward  # noqa: E402

SECONDS = 120
SEARCHES = ("astar(blind())", "astar(lmcut())")
GROUPS = {"classics": "jam-*.txt", "9x9_4": "uva-9x9_4.csv", "9x9_5": "uva-9x9_5.csv"}


def report(metric: Metric = "slide") -> None:
    """Print the table."""
    print(f"{'':10} {'search':16} {'agree':>9} {'sum':>6} {'expanded':>9} {'search s':>9} {'s':>8}")
    for group, pattern in GROUPS.items():
        puzzles = [rushhour.read(file) for file in sorted((ROOT / "puzzles").glob(pattern))]
        begin = perf_counter()
        ours = [rushhour.solve(puzzle, metric=metric) for puzzle in puzzles]
        seconds = perf_counter() - begin
        costs = [outcome.cost for outcome in ours]
        expanded = sum(outcome.expanded for outcome in ours)
        line(group, "rushhour auto", costs, costs, expanded, seconds, seconds)
        for how in SEARCHES:
            runs = [theirs(puzzle, metric, how) for puzzle in puzzles]
            found = [run.cost for run in runs]
            counts = [sum(column) for column in list(zip(*runs, strict=True))[2:]]
            line(group, how, found, costs, *counts)


def theirs(puzzle: rushhour.Puzzle, metric: Metric, how: str) -> downward.Run:
    """The planner's answer."""
    with TemporaryDirectory() as folder:
        files = rushhour.planning.to_pddl(puzzle, metric=metric).save(Path(folder) / "task")
        return downward.search(*files, how, SECONDS)


def line(
    group: str,
    name: str,
    found: list[int | None],
    costs: list[int | None],
    expanded: float,
    search: float,
    total: float,
) -> None:
    """Print a line of the table."""
    agree = sum(one == other for one, other in zip(found, costs, strict=True))
    share, cost = f"{agree} of {len(costs)}", sum(cost or 0 for cost in found)
    print(f"{group:10} {name:16} {share:>9} {cost:6} {expanded:9.0f} {search:9.2f} {total:8.2f}")


if __name__ == "__main__":
    report(*arguments())  # type: ignore[arg-type]
