"""Count searches and clusters of hundreds of thousands of states with the reference.

    python tests/make_counts.py

fills in tests/data/searches.csv and tests/data/clusters.csv in place, in some minutes. It imports
nothing of the package, so no count comes from the code that it tests.
"""

import csv
from collections import Counter
from functools import cache
from pathlib import Path

from support import reference, reference_search
from support.perft_data import board_of
from support.reference import Board, Goal, Metric, Move, State, is_goal
from support.reference_search import Rule, Sorted

DATA = Path(__file__).parent / "data"
GUIDES = {
    "zero": lambda *_: lambda _: 0,
    "blocking": reference_search.blocking,
    "distance": reference_search.distance,
}
Row = dict[str, str]
STATES: dict[State, State] = {}


def main() -> None:
    """Fill in every table."""
    for file, fill in ((DATA / "searches.csv", search), (DATA / "clusters.csv", cluster)):
        with file.open(encoding="utf-8", newline="") as lines:
            rows = [fill(row) for row in csv.DictReader(lines)]
        with file.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def search(row: Row) -> Row:
    """A* whose ties go to the first, with what it counts."""
    board = square(row["board"])
    h = cache(GUIDES[row["heuristic"]](board, "edge"))
    rule = Rule(lambda g, h: g + h)
    count = reference_search.best_first(board, row["metric"], "edge", h, rule, Sorted, successors)  # type: ignore[arg-type]
    names = ("cost", "expanded", "generated", "reopened", "max_open")
    return {**row, **{name: str(getattr(count, name)) for name in names}}


def cluster(row: Row) -> Row:
    """The states of a cluster, and how many are at each distance in slides from the goals."""
    board = square(row["board"])
    known = flood(board, [board.start])
    goals = [state for state in known if is_goal(board, state, "edge")]
    levels = Counter(flood(board, goals).values())
    histogram = " ".join(str(levels[d]) for d in range(len(levels)))
    return {**row, "states": str(len(known)), "histogram": histogram}


@cache
def successors(board: Board, state: State, metric: Metric, goal: Goal) -> list[tuple[Move, State]]:
    """Those of the reference, each state once in memory: every search asks for them again."""
    found = reference.successors(board, state, metric, goal)
    return [(move, STATES.setdefault(child, child)) for move, child in found]


def flood(board: Board, sources: list[State]) -> dict[State, int]:
    """The distance of each state from the nearest source; every slide can be taken back."""
    distance = dict.fromkeys(sources, 0)
    level = sources
    while level:
        after = [child for state in level for _, child in successors(board, state, "slide", "edge")]
        depth = distance[level[0]] + 1
        level = [child for child in dict.fromkeys(after) if child not in distance]
        distance |= dict.fromkeys(level, depth)
    return distance


def square(text: str) -> Board:
    """A board of as many rows as columns, in one piece."""
    side = round(len(text) ** 0.5)
    rows = [text[begin : begin + side] for begin in range(0, len(text), side)]
    return board_of(rows, "A")


if __name__ == "__main__":
    main()
