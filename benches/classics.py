"""Time and expansions over puzzles/jam-*.txt, for each way to solve: the best of five runs."""

from pathlib import Path
from statistics import median

import rushhour

FILES = sorted((Path(__file__).parent.parent / "puzzles").glob("jam-*.txt"))
WAYS = {"fast": None} | {f"astar {h.name}": h.name for h in rushhour.heuristics()}


def best(puzzle: rushhour.Puzzle, heuristic: str | None) -> rushhour.Outcome:
    """The quickest of five runs; their counts are equal."""
    runs = (rushhour.solve(puzzle, heuristic=heuristic) for _ in range(5))
    return min(runs, key=lambda outcome: outcome.seconds)


puzzles = [rushhour.read(file) for file in FILES]
print(f"{len(puzzles)} puzzles {'median ms':>14} {'slowest ms':>11} {'expanded':>9}")
for way, heuristic in WAYS.items():
    outcomes = [best(puzzle, heuristic) for puzzle in puzzles]
    times = [1000 * outcome.seconds for outcome in outcomes]
    expanded = sum(outcome.expanded for outcome in outcomes)
    print(f"{way:14} {median(times):10.3f} {max(times):11.3f} {expanded:9}")
