"""reproduce: compute published tables again, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rushhour.formats import parse
from rushhour.lab.hardest import FIGURES, boards
from rushhour.lab.histograms import counts
from rushhour.lab.records import proved_distance, records
from rushhour.lab.tables import ATLAS, HARDEST, LARGE, RECORDS, TABLES, Figures, Table
from rushhour.model import expect
from rushhour.model.puzzle import Puzzle
from rushhour.search.registry import heuristic

# The name in place of a puzzle's in a cell about several puzzles.
_AVERAGES = {"average": ("GameP01", "GameP14", "GameP33", "GameP40")}


@dataclass(frozen=True, slots=True)
class Cell:
    """A published cell beside the computed one; `quantities` names their figures.

    `counts` is False if the published cell is not defined well enough to be computed; `computed` is
    empty if it cannot be computed.
    """

    puzzle: str
    column: str
    quantities: tuple[str, ...]
    published: Figures
    computed: Figures
    counts: bool

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
    """
    known = table(name)
    for row in _rows(f"{name}.csv") if known.columns else ():
        puzzle, beside = row.pop("puzzle"), row.pop("column")
        members = [published_puzzles()[member] for member in _AVERAGES.get(puzzle, (puzzle,))]
        for column in known.columns:
            if column.beside == beside:
                published = tuple(row.values())
                computed = column.compute(members) if column.compute else ()
                yield Cell(puzzle, column.name, tuple(row), published, computed, column.is_defined)
    if known in (ATLAS, LARGE):
        yield from _clusters(large=known is LARGE)
    if known is HARDEST:
        yield from _hardest()
    if known is RECORDS:
        yield from _records()
    yield from _claims(name)


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


def _claims(name: str) -> Iterator[Cell]:
    """Claims about heuristics in the source of a table, beside the declarations of the registry."""
    for row in _rows("claims.csv"):
        if row["table"] == name:
            declared = getattr(heuristic(row["heuristic"]), row["property"])
            computed = "yes" if declared[row["metric"]] else "no"
            column = f"{row['called']} {row['property']}"
            yield Cell("any board", column, ("claim",), (row["claim"],), (computed,), counts=True)


def _rows(file: str) -> Iterator[dict[str, str]]:
    from csv import DictReader
    from importlib.resources import files

    text = (files("rushhour.lab") / "published" / file).read_text(encoding="utf-8")
    yield from DictReader(text.splitlines())


@lru_cache(maxsize=1)
def published_puzzles() -> dict[str, Puzzle]:
    """The puzzles of all tables, by their published names."""
    return {row["puzzle"]: parse(row["board"], "boardstring") for row in _rows("puzzles.csv")}
