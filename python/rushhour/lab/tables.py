"""Published tables: their sources, and how each of their columns is computed.

The cells are in `published/`, one file for each table; so are the boards. A board string keeps the
order of the vehicles, on which counts depend: the target, then B, C, ... The sources' claims about
heuristics are in `published/claims.csv`, in the source's metric, with a line for each heuristic
here that a claim can mean. What else the sources say is in `statements.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

from rushhour.base import expect
from rushhour.custom.state import State
from rushhour.formats import parse, write
from rushhour.lab import python27
from rushhour.lab.check import Verdict, check_all, number
from rushhour.lab.histograms import FIGURES, boards, counts, proved_distance, records
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve

Figures = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedColumn:
    """A published column, and how to compute it.

    `compute` takes the puzzle of a row, or all puzzles of an average; it is None if the column
    cannot be computed, such as a time on the authors' machine. `options` are those of the search
    with these figures, if it is one. `is_defined` is False if the published column is not defined
    well enough to be compared; then it is only shown.
    """

    name: str
    beside: str
    compute: Callable[[list[Puzzle]], Figures] | None
    is_defined: bool = True
    options: Mapping[str, Any] | None = None

    def command(self, board: str) -> str:
        """The command that searches for the figures on a board; empty if it is not one search."""
        if self.options is None:
            return ""
        options = " ".join(_option(name, value) for name, value in self.options.items())
        return f"echo {board} | rushhour {options}".rstrip()


def _option(name: str, value: str | bool) -> str:
    if value is False:
        return f"--no-{name}"
    return f"--{name}" if value is True else f"--{name} {value}"


@dataclass(frozen=True, slots=True)
class Table:
    """A published table: its source, its columns, and why some of them are not compared.

    `figures` says which counters its figures are, `cells` where the published ones are from.
    `left_out` says why columns are not computed. `claims` says what the claims are about, and
    `states` names the puzzles on whose states they are checked, beside those of tiny boards.
    """

    name: str
    source: str
    columns: tuple[PublishedColumn, ...]
    figures: str = ""
    cells: str = ""
    reason: str = ""
    left_out: str = ""
    claims: str = ""
    states: tuple[str, ...] = ()


def _searched(name: str, figures: Callable[[Outcome], Figures], **options: Any) -> PublishedColumn:
    """A column with one search for each puzzle."""

    def compute(puzzles: list[Puzzle]) -> Figures:
        return figures(solve(puzzles[0], **options))

    return PublishedColumn(name, name, compute, options=options)


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
    figures="nodes is 1 + generated",
)

# The open list of Ebner, Lamplmair and Mayer: a state found again at equal cost is queued again.
_QUEUE: dict[str, Any] = {"ties": "heap", "duplicates": "equal", "reopen": False}


def _hagenberg(name: str, heuristic: str) -> PublishedColumn:
    options = {"algorithm": "astar", "heuristic": heuristic, "goal": "past", **_QUEUE}
    return _searched(name, _nodes_depth_factor, **options)


_IN_SLIDES = "in slides, the metric of this source"

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
    figures="nodes is 1 + generated",
    cells="the slides print those of Jam-1 to Jam-7, 35 cells; the other 165 are in the README of "
    "10 May 2022 of the authors' program (splendiferousnoctifer/RushHourAi on GitHub), which has "
    "all 200; on 11 May they changed Advanced, so that 39 of its 40 cells are others there now",
    claims=_IN_SLIDES,
    states=tuple(f"Jam-{number}" for number in range(1, 8)),
)


def _shown(name: str, beside: str, compute: Callable[[list[Puzzle]], Figures]) -> PublishedColumn:
    return PublishedColumn(name, beside, compute, is_defined=False)


def _in_dictionary_order(puzzles: list[Puzzle]) -> Figures:
    expanded, cost = python27.search(puzzles[0])
    return str(expanded), str(cost)


NTNU = Table(
    "ntnu",
    "Barth, Stokke: Using the A* algorithm to solve Rush Hour puzzles, NTNU",
    (
        _searched("BFS", _expanded_moves, metric="step", algorithm="bfs"),
        _searched("DFS", _expanded_moves, metric="step", algorithm="dfs"),
        PublishedColumn("A*", "A*", _in_dictionary_order),
    ),
    figures="nodes is expanded; for A* by an emulation of the dictionary of Python 2.7 on which "
    "its ties depend",
    claims="in steps, the metric of this source",
    states=("Easy-3", "Medium-1", "Hard-3", "Expert-2"),
)


def _reduction(before: int, after: int) -> Figures:
    return (f"{1 - after / before:.1%}",)


def _less(counter: str) -> Callable[[list[Puzzle]], Figures]:
    """By how much a counter of breadth-first search is less without duplicates in the queue."""

    def compute(puzzles: list[Puzzle]) -> Figures:
        naive, bfs = (getattr(solve(puzzles[0], algorithm=name), counter) for name in _BLIND)
        return _reduction(naive, bfs)

    return compute


def _megabytes(algorithm: str) -> Callable[[list[Puzzle]], Figures]:
    return lambda puzzles: (f"{solve(puzzles[0], algorithm=algorithm).memory / 1e6:.2f} MB",)


_BLIND = ("naive", "bfs")


def _expansions(puzzles: list[Puzzle]) -> Figures:
    bfs, astar = solve(puzzles[0], algorithm="bfs"), solve(puzzles[0], heuristic="blockers")
    return _reduction(bfs.expanded, astar.expanded)


def _average(called: str, heuristic: str) -> PublishedColumn:
    def compute(puzzles: list[Puzzle]) -> Figures:
        total = sum(solve(puzzle, heuristic=heuristic).expanded for puzzle in puzzles)
        return (f"{total / len(puzzles):.0f}",)

    return _shown(f"{called} {heuristic}", f"{called} nodes", compute)


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
    *("Hash overhead", "Vertical errors"),
)

CSC = Table(
    "csc",
    'Chouaibi, Bradai: CSC project "Unblock Me", 2025',
    (
        _searched("Moves", lambda outcome: (str(outcome.depth),)),
        _shown("BFS, explored", "Optimised BFS", _less("expanded")),
        _shown("BFS, queue", "Optimised BFS", _less("max_open")),
        _shown(
            "Naive queue", "Naive queue", lambda p: (str(solve(p[0], algorithm="naive").max_open),)
        ),
        _shown("H", "H", _expansions),
        _average("H", "blockers"),
        _average("MH", "manhattan"),
        _average("CPH", "critical-path"),
        _average("CPH", "longest-chain"),
        _average("BMH", "mobility"),
        _average("BMH", "mobility-need"),
        _average("TSLH", "lookahead"),
        _average("TSLH", "lookahead-need"),
        _shown("MH below H", "MH below H", _fewer),
        _shown("Duplicates", "Duplicates", _duplicates),
        _shown("H too low by", "H too low by", _too_low),
        _shown("Naive memory", "Naive memory", _megabytes("naive")),
        _shown("Memory", "Memory", _megabytes("bfs")),
        *map(_left_out, _MEASURED),
    ),
    reason="what a node is, the order of moves and of ties, and the puzzles of its averages are "
    "not said, and two of its tables print 67.7% and 65.1% for different comparisons; ours are the "
    "states explored, and the largest queue, of breadth-first search with and without duplicates; "
    "states expanded by A* with H against breadth-first search, and on average over its four "
    "puzzles, with each heuristic that the words can mean; duplicates are those of breadth-first "
    "search on the four, H is compared with the optimum at the start, and memory is that of our "
    "program",
    left_out="times, speed-ups and overhead are those of its program on its machine, and what its "
    "error rate counts is not said",
    claims=f"{_IN_SLIDES}; what it calls optimal is admissible here",
    states=("GameP01", "GameP14", "GameP33", "GameP40"),
)

SOLVER = Table(
    "solver",
    'The README of "Unblock Me - Solver": A* with the distance and the cells that clear the way',
    (),
    claims="in steps: the README names no cost, and its program adds up the cells of a move",
    states=("Solver",),
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


# reproduce: compute published tables again, cell by cell.


# The name in place of a puzzle's in a cell about several puzzles.
_AVERAGES = {"average": ("GameP01", "GameP14", "GameP33", "GameP40")}


@dataclass(frozen=True, slots=True)
class Cell:
    """A published cell beside the computed one; `quantities` names their figures.

    `counts` is False if the published cell is not defined well enough to be computed; `computed` is
    empty if it cannot be computed. `command` prints the computed figures. A claim has the
    `heuristic` that it may mean and the smallest `counterexample`. Each is empty if there is none.
    """

    puzzle: str
    column: str
    quantities: tuple[str, ...]
    published: Figures
    computed: Figures
    counts: bool
    command: str = ""
    heuristic: str = ""
    counterexample: str = ""

    @property
    def agrees(self) -> bool:
        """Whether all figures are equal to the last digit."""
        return self.published == self.computed


def table(name: str) -> Table:
    """The published table with a name; UnknownNameError lists all names."""
    expect.known("published table", name, [entry.name for entry in TABLES])
    return next(entry for entry in TABLES if entry.name == name)


def reproduce(name: str) -> Iterator[Cell]:
    """Compute a published table, one cell after another in its order.

    >>> first = next(reproduce("princeton"))
    >>> first.puzzle, first.column, first.published, first.agrees
    ('Jam-1', 'Zero', ('11587', '3.066'), True)
    >>> first.command
    'echo CC...HB..D.HBAAD.HB..D..F...GGF.EEE. | rushhour --goal past --heuristic zero'
    """
    known = table(name)
    for row in rows_of(f"{name}.csv") if known.columns else ():
        puzzle, beside = row.pop("puzzle"), row.pop("column")
        members = [published_puzzles()[member] for member in _AVERAGES.get(puzzle, (puzzle,))]
        for column in known.columns:
            if column.beside == beside:
                published = tuple(row.values())
                computed = column.compute(members) if column.compute else ()
                command = column.command(write(members[0], "boardstring").strip())
                figures = tuple(row), published, computed, column.is_defined
                yield Cell(puzzle, column.name, *figures, command)
    if known in (ATLAS, LARGE):
        yield from _clusters(large=known is LARGE)
    if known is HARDEST:
        yield from _hardest()
    if known is RECORDS:
        yield from _records()
    yield from _claims(known)


def _clusters(*, large: bool) -> Iterator[Cell]:
    """The published histograms of small sizes, or of large ones."""
    for size, distance, published, computed in counts(large=large):
        yield Cell(size, distance, ("clusters",), (published,), (computed,), counts=True)


def _hardest() -> Iterator[Cell]:
    """The published hardest boards, each by its rank."""
    for board in boards():
        figures = board.published, board.computed()
        yield Cell(str(board.rank), board.list, FIGURES, *figures, counts=True)


def _records() -> Iterator[Cell]:
    """The published records, each solved and certified anew."""
    for record in records():
        proved = proved_distance(record)
        column = f"{record.vehicles} {record.metric}s"
        figures = (str(record.distance),), ("" if proved is None else str(proved),)
        yield Cell(f"{record.size}-{record.walls}", column, ("distance",), *figures, counts=True)


def _claims(known: Table) -> Iterator[Cell]:
    """Claims about heuristics in the source of a table, each beside what its states say."""
    claims = [row for row in rows_of("claims.csv") if row["table"] == known.name]
    verdicts: dict[tuple[str, str], Verdict] = {}
    for metric in get_args(Metric):
        names = list(dict.fromkeys(row["heuristic"] for row in claims if row["metric"] == metric))
        puzzles = [published_puzzles()[name] for name in known.states]
        for verdict in check_all(puzzles, metric=metric, names=names) if names else ():
            verdicts[verdict.heuristic, metric] = verdict
    for row in claims:
        verdict = verdicts[row["heuristic"], row["metric"]]
        computed = "yes" if getattr(verdict, row["property"]) else "no"
        yield Cell(
            f"{row['metric']}s",
            f"{row['called']} {row['property']}",
            ("claim",),
            (row["claim"],),
            (computed,),
            counts=True,
            command=f"rushhour check-heuristic {row['heuristic']} --metric {row['metric']}",
            heuristic=row["heuristic"],
            counterexample=_counterexample(verdict, row["property"]),
        )


def _counterexample(verdict: Verdict, property_: str) -> str:
    """The smallest board that refutes a property; empty if there is none."""
    excess, fall = verdict.excess, verdict.fall
    if property_ == "consistent" and fall is not None:
        values = f"{fall.move} takes h from {number(fall.before)} to {fall.after}"
        return f"{values}: {_rows_of(fall.puzzle)}"
    if excess is not None:
        values = f"h is {number(excess.estimate)}, the distance {excess.distance}"
        return f"{values}: {_rows_of(excess.puzzle)}"
    return ""


def _rows_of(puzzle: Puzzle) -> str:
    """A board string with a slash between the rows, which a square board need not have."""
    board = write(puzzle, "boardstring").strip()
    starts = range(0, len(board), puzzle.cols)
    return board if "/" in board else "/".join(board[i : i + puzzle.cols] for i in starts)


def rows_of(file: str) -> Iterator[dict[str, str]]:
    """The rows of a published file of this package by the names of their columns."""
    from csv import DictReader
    from importlib.resources import files

    text = (files("rushhour.lab") / "published" / file).read_text(encoding="utf-8")
    yield from DictReader(text.splitlines())


@lru_cache(maxsize=1)
def published_puzzles() -> dict[str, Puzzle]:
    """The puzzles of all tables, by their published names."""
    return {row["puzzle"]: parse(row["board"], "boardstring") for row in rows_of("puzzles.csv")}
