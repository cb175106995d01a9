"""Published tables: their sources, and how each of their columns is computed.

The cells are in `published/`, one file for each table; so are the boards. A board string keeps the
order of the vehicles, on which counts depend: the target, then B, C, ... The sources' claims about
heuristics are in `published/claims.csv`, with the heuristic's name here and the source's metric.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rushhour.custom.state import State
from rushhour.lab import barth_stokke
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve

Figures = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedColumn:
    """A published column, and how to compute it.

    `compute` takes the puzzle of a row, or all puzzles of an average; it is None if the column
    cannot be computed, such as a time on the authors' machine. `is_defined` is False if the
    published column is not defined well enough to be compared; then it is only shown.
    """

    name: str
    beside: str
    compute: Callable[[list[Puzzle]], Figures] | None
    is_defined: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A published table: its source, its columns, and why some of them are not compared.

    `left_out` says why columns are not computed, `claims` what the claims are compared with.
    """

    name: str
    source: str
    columns: tuple[PublishedColumn, ...]
    reason: str = ""
    left_out: str = ""
    claims: str = ""


def _searched(name: str, figures: Callable[[Outcome], Figures], **options: Any) -> PublishedColumn:
    """A column with one search for each puzzle."""
    return PublishedColumn(name, name, lambda puzzles: figures(solve(puzzles[0], **options)))


def _nodes_factor(outcome: Outcome) -> Figures:
    return str(1 + outcome.generated), f"{outcome.branching_factor:.3f}"


def _nodes_depth_factor(outcome: Outcome) -> Figures:
    nodes, factor = _nodes_factor(outcome)
    return nodes, str(outcome.depth), factor


def _expanded_moves(outcome: Outcome) -> Figures:
    return str(outcome.expanded), str(outcome.depth)


PRINCETON = Table(
    "princeton",
    "Princeton COS 402, results given with the assignment: A*, ties first in first out",
    (
        _searched("Zero", _nodes_factor, goal="past", heuristic="zero"),
        _searched("Blocking", _nodes_factor, goal="past", heuristic="blocking"),
    ),
)

# The open list of Ebner, Lamplmair and Mayer: a state found again at equal cost is queued again.
_QUEUE: dict[str, Any] = {"ties": "heap", "duplicates": "equal", "reopen": False}


def _hagenberg(name: str, heuristic: str) -> PublishedColumn:
    options = {"algorithm": "astar", "heuristic": heuristic, "goal": "past", **_QUEUE}
    return _searched(name, _nodes_depth_factor, **options)


_IN_SLIDES = "true or not of every state, in slides, the metric of this source"

HAGENBERG = Table(
    "hagenberg",
    "Ebner, Lamplmair, Mayer: Rush Hour, Hagenberg: A* with java.util.PriorityQueue",
    (
        _hagenberg("Zero", "zero"),
        _hagenberg("Blocking", "blocking"),
        _hagenberg("Distance", "distance"),
        _hagenberg("Advanced", "advanced-ebner"),
        _hagenberg("AdvancedDistance", "advanced-distance"),
    ),
    claims=_IN_SLIDES,
)


def _shown(name: str, beside: str, compute: Callable[[list[Puzzle]], Figures]) -> PublishedColumn:
    return PublishedColumn(name, beside, compute, is_defined=False)


def _in_dictionary_order(puzzles: list[Puzzle]) -> Figures:
    expanded, cost = barth_stokke.search(puzzles[0])
    return str(expanded), str(cost)


NTNU = Table(
    "ntnu",
    "Barth, Stokke: Using the A* algorithm to solve Rush Hour puzzles, NTNU",
    (
        _searched("BFS", _expanded_moves, metric="step", algorithm="bfs"),
        _searched("DFS", _expanded_moves, metric="step", algorithm="dfs"),
        PublishedColumn("A*", "A*", _in_dictionary_order),
    ),
    claims="true or not of every state, in steps, the metric of this source",
)


def _reduction(before: int, after: int) -> Figures:
    return (f"{1 - after / before:.1%}",)


def _queues(puzzles: list[Puzzle]) -> Figures:
    naive, bfs = (solve(puzzles[0], algorithm=name).max_open for name in ("naive", "bfs"))
    return _reduction(naive, bfs)


def _expansions(puzzles: list[Puzzle]) -> Figures:
    bfs, astar = solve(puzzles[0], algorithm="bfs"), solve(puzzles[0], heuristic="blockers")
    return _reduction(bfs.expanded, astar.expanded)


def _average(name: str, heuristic: str) -> PublishedColumn:
    def compute(puzzles: list[Puzzle]) -> Figures:
        total = sum(solve(puzzle, heuristic=heuristic).expanded for puzzle in puzzles)
        return (f"{total / len(puzzles):.0f}",)

    return _shown(name, name, compute)


def _fewer(puzzles: list[Puzzle]) -> Figures:
    h, mh = (
        sum(solve(puzzle, heuristic=name).expanded for puzzle in puzzles)
        for name in ("blockers", "manhattan")
    )
    return (f"{1 - mh / h:.0%}",)


def _duplicates(puzzles: list[Puzzle]) -> Figures:
    outcomes = [solve(puzzle, algorithm="bfs") for puzzle in puzzles]
    known = sum(outcome.duplicates for outcome in outcomes)
    return (f"{known / sum(outcome.generated for outcome in outcomes):.0%}",)


def _too_low(puzzles: list[Puzzle]) -> Figures:
    cost = solve(puzzles[0]).cost
    assert cost is not None
    return (f"{1 - len(State.of(puzzles[0]).blockers()) / cost:.0%}",)


def _left_out(name: str) -> PublishedColumn:
    return PublishedColumn(name, name, None, is_defined=False)


_MEASURED = (
    *("Naive time", "Optimised time", "BFS time", "H time", "Speed-up"),
    *(f"{name} avg time" for name in ("H", "MH", "CPH", "BMH", "TSLH")),
    *("Naive memory", "Memory", "Hash overhead", "Vertical errors"),
)

CSC = Table(
    "csc",
    'Chouaibi, Bradai: CSC project "Unblock Me", 2025',
    (
        _searched("Moves", lambda outcome: (str(outcome.depth),)),
        _shown("Optimised BFS", "Optimised BFS", _queues),
        _shown(
            "Naive queue", "Naive queue", lambda p: (str(solve(p[0], algorithm="naive").max_open),)
        ),
        _shown("H", "H", _expansions),
        _average("H nodes", "blockers"),
        _average("MH nodes", "manhattan"),
        _average("CPH nodes", "critical-path"),
        _average("BMH nodes", "mobility"),
        _average("TSLH nodes", "lookahead"),
        _shown("MH below H", "MH below H", _fewer),
        _shown("Duplicates", "Duplicates", _duplicates),
        _shown("H too low by", "H too low by", _too_low),
        *map(_left_out, _MEASURED),
    ),
    "what a node is, the order of moves and of ties, and the puzzles of its averages are not said, "
    "and two of its tables print 67.7% and 65.1% for different comparisons; ours are the largest "
    "queue of breadth-first search with and without duplicates, and states expanded: by A* with H "
    "against breadth-first search, and on average over its four puzzles; duplicates are those of "
    "breadth-first search on the four, and H is compared with the optimum at the start",
    "times, speed-ups, memory and overhead are those of its program on its machine, and what its "
    "error rate counts is not said",
    f"{_IN_SLIDES}; what it calls optimal is admissible here",
)

SOLVER = Table(
    "solver",
    'The README of "Unblock Me - Solver": A* with the distance and the cells that clear the way',
    (),
    claims=f"{_IN_SLIDES}; in steps both are true",
)

ATLAS = Table(
    "atlas",
    "Clusters of all boards of small sizes by their largest distance; 5x5-1 is 5 x 5 with one wall",
    (),
)

LARGE = Table(
    "atlas-large",
    "The same for larger sizes, 6 x 6 included: some six hours on one thread",
    (),
)

HARDEST = Table(
    "atlas-hardest",
    "The 1 000 hardest boards of 6 x 6 with 0 and 1 walls in slides and in steps, searched anew",
    (),
)

RECORDS = Table(
    "records",
    "The hardest boards of each size, walls and vehicles: distances that new certificates prove",
    (),
)

TABLES = (PRINCETON, HAGENBERG, NTNU, CSC, SOLVER, ATLAS, LARGE, HARDEST, RECORDS)
