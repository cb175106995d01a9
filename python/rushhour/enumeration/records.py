"""Records: the hardest boards for each number of walls and vehicles, kept as rows or not."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

METRICS = ("slides", "steps")


class Record(NamedTuple):
    """The hardest boards with so many walls and vehicles in a metric, and the first of them."""

    walls: int
    vehicles: int
    metric: str
    distance: int
    board: str

    @property
    def place(self) -> tuple[int, int, str]:
        """What the record is of."""
        return self[:3]

    def order(self) -> tuple[int, str]:
        """The harder the sooner, ties by board."""
        return -self.distance, self.board


@dataclass(frozen=True, slots=True)
class Records:
    """Records by walls, vehicles and metric, in this order."""

    all: tuple[Record, ...] = ()

    @staticmethod
    def of(found: Iterable[tuple[int, int, *tuple[tuple[int, str] | None, ...]]]) -> Records:
        """From what the core found: walls, vehicles, and the hardest board in each metric."""
        records = (
            Record(walls, vehicles, metric, *hardest)
            for walls, vehicles, *both in found
            for metric, hardest in zip(METRICS, both, strict=True)
            if hardest is not None
        )
        return Records(tuple(records))

    def __add__(self, other: Records) -> Records:
        best: dict[tuple[int, int, str], Record] = {}
        for record in sorted((*self.all, *other.all), key=Record.order, reverse=True):
            best[record.place] = record
        return Records(tuple(best[place] for place in sorted(best)))

    def mapped(self, change: Callable[[str], str]) -> Records:
        """The same records with changed boards."""
        return Records(tuple(one._replace(board=change(one.board)) for one in self.all))

    @staticmethod
    def from_rows(rows: Iterable[Any]) -> Records:
        """From plain lists, as JSON holds them; TypeError or ValueError if they are others."""
        return Records(
            tuple(Record(int(w), int(v), str(m), int(d), str(b)) for w, v, m, d, b in rows)
        )

    def csv(self) -> bytes:
        """The records as CSV with a header."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(Record._fields)
        writer.writerows(self.all)
        return text.getvalue().encode()
