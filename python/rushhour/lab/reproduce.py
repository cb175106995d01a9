"""reproduce: compute published tables again, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from rushhour.formats import parse, write
from rushhour.lab.check import check_all
from rushhour.lab.hardest import FIGURES, boards
from rushhour.lab.histograms import counts
from rushhour.lab.records import proved_distance, records
from rushhour.lab.tables import ATLAS, HARDEST, LARGE, RECORDS, TABLES, Figures, Table
from rushhour.lab.verdict import Verdict, number
from rushhour.model import expect
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle

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
        for verdict in check_all(puzzles, metric, names=names) if names else ():
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
    cells = write(puzzle, "boardstring").strip().replace("/", "")
    return "/".join(cells[i : i + puzzle.cols] for i in range(0, len(cells), puzzle.cols))


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
