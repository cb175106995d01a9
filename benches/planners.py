"""The planners' estimates beside two of ours, over the classics: `python benches/planners.py`.

In slides. h / h* is over every fortieth state of each cluster; the other columns are the states
that A* expands on the forty puzzles by order of ties, and how many of its solutions are shortest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rushhour
from rushhour import _core

NAMES = ("advanced", "must-move", "h-max", "h-add", "ff", "lm-cut")
FILES = sorted((Path(__file__).parent.parent / "puzzles").glob("jam-*.txt"))
EVERY = 40


def shares(puzzles: list[rushhour.Puzzle]) -> dict[str, float]:
    """The mean estimate divided by the mean distance, by heuristic."""
    sums, distance = dict.fromkeys(NAMES, 0), 0
    for puzzle in puzzles:
        cluster = rushhour.explore(puzzle)
        _, distances = cluster.arrays()
        for index in (distances > 0).nonzero()[0][::EVERY]:
            distance += int(distances[index])
            for name in NAMES:
                estimate = _core.estimate(cluster.state(index)._core, name, "slide", "edge")
                sums[name] += estimate or 0
    return {name: total / distance for name, total in sums.items()}


def solved(puzzles: list[rushhour.Puzzle], name: str, ties: Any) -> list[rushhour.Outcome]:
    """All puzzles by A*."""
    return [rushhour.solve(one, algorithm="astar", heuristic=name, ties=ties) for one in puzzles]


def main() -> None:
    """Print the table."""
    puzzles = [rushhour.read(file) for file in FILES]
    optima = [rushhour.solve(puzzle).cost for puzzle in puzzles]
    print(f"{'heuristic':12} h / h*   fifo   lifo shortest")
    for name, share in shares(puzzles).items():
        found = {ties: solved(puzzles, name, ties) for ties in ("fifo", "lifo")}
        counts = [sum(one.expanded for one in outcomes) for outcomes in found.values()]
        right = sum(one.cost == best for one, best in zip(found["fifo"], optima, strict=True))
        print(f"{name:12} {share:6.3f} {counts[0]:6} {counts[1]:6} {right:8}", flush=True)


if __name__ == "__main__":
    main()
