"""The published records: the hardest boards of each size, in `published/records.csv`.

>>> hardest = max(records(), key=lambda record: (record.size == "5x5", record.distance))
>>> hardest.walls, hardest.vehicles, hardest.metric, hardest.distance, hardest.found
(1, 9, 'step', 39, 'enumerated')
"""

from __future__ import annotations

from collections.abc import Iterator
from csv import DictReader
from importlib.resources import files
from typing import Literal, NamedTuple, cast

from rushhour.certificate import certify, verify_certificate
from rushhour.formats import parse
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.solve import solve

FILE = "records.csv"


class PublishedRecord(NamedTuple):
    """A board, its optimum in a metric, and a solution.

    `found` is `enumerated` if no board with so many rows, columns, walls and vehicles is harder,
    and `searched` if it is the hardest that was found so far.
    """

    size: str
    walls: int
    vehicles: int
    metric: Metric
    distance: int
    found: Literal["enumerated", "searched"]
    board: str
    solution: str

    @property
    def certificate(self) -> str:
        """The name of its certificate in `puzzles/records/certificates.zip`."""
        return f"{self.size}-{self.walls}-{self.vehicles}-{self.metric}.cert"

    @property
    def puzzle(self) -> Puzzle:
        """The board as a puzzle."""
        return parse(self.board, "boardstring")


def records() -> Iterator[PublishedRecord]:
    """The published records, in the order of size, walls, vehicles and metric."""
    text = (files("rushhour.lab") / "published" / FILE).read_text(encoding="utf-8")
    for row in DictReader(text.splitlines()):
        numbers = {name: int(row[name]) for name in ("walls", "vehicles", "distance")}
        yield PublishedRecord(**cast("dict[str, str]", row | numbers))  # type: ignore[arg-type]


def proved_distance(record: PublishedRecord) -> int | None:
    """The distance of a record by a new certificate; None if its solution does not have it.

    The board is solved anew, and the standalone checker reads the certificate.
    """
    puzzle = record.puzzle
    certificate = certify(solve(puzzle, metric=record.metric))
    claim = verify_certificate(certificate.data).claim
    solution = Solution.parse(puzzle, record.solution, metric=record.metric)
    distance = int(claim.rpartition(" = ")[2])
    is_right = solution.cost == distance and not solution.verify()
    return distance if is_right else None
