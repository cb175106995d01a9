"""The published histograms, and the same computed: `published/atlas/`, and `large/` in it."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from csv import DictReader
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from rushhour.certificate import certify, verify_certificate
from rushhour.enumeration.family import Keep, Measured
from rushhour.formats import parse
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.cluster import explore
from rushhour.search.solve import solve

if TYPE_CHECKING:
    from rushhour.atlas import Atlas

# Sizes whose minimal clusters are not counted; without them a run is faster.
_WITHOUT_MINIMAL = ("6x6-1", "6x6-2")
# Sizes whose distances are measured in slides alone, for the same reason.
_IN_SLIDES = ("6x6-2",)
# Clusters by their largest distance, by the name of the histogram.
_Histograms = dict[str, dict[str, str]]


class Count(NamedTuple):
    """How many clusters of a size have a distance; empty where a histogram has no such line."""

    size: str
    distance: str
    published: str
    computed: str


def counts(*, large: bool) -> Iterator[Count]:
    """Every line of every published histogram beside the computed one, size by size."""
    for size, published in _published(large=large).items():
        computed = _computed(size)
        for name in sorted({*published, *computed}):
            one, other = published.get(name, {}), computed.get(name, {})
            for distance in sorted({*one, *other}, key=int):
                column = f"{name} {distance}"
                yield Count(size, column, one.get(distance, ""), other.get(distance, ""))


def _published(*, large: bool) -> dict[str, _Histograms]:
    """The histograms by size; a size is `5x5-1`, with its walls."""
    found: dict[str, _Histograms] = defaultdict(dict)
    folder = files("rushhour.lab") / "published" / "atlas"
    folder = folder / "large" if large else folder
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".csv"):
            side, walls, name = file.name.removesuffix(".csv").split("-", 2)
            found[f"{side}-{walls}"][name] = _lines(file.read_text(encoding="utf-8"))
    return found


def _computed(size: str) -> _Histograms:
    """The histograms of a size."""
    from rushhour import atlas as make

    side, walls = size.split("-")
    rows, cols = map(int, side.split("x"))
    keep: Keep = "none" if size in _WITHOUT_MINIMAL else "minimal"
    metric: Measured = "slide" if size in _IN_SLIDES else "both"
    summary = make.enumerate_clusters(
        rows, cols, walls=int(walls), keep=keep, metric=metric, yes=True
    ).summary
    return {name: _lines(data.decode()) for name, data in summary.histograms().items()}


def _lines(text: str) -> dict[str, str]:
    return {row["eccentricity"]: row["clusters"] for row in DictReader(text.splitlines())}


# The published hardest boards, and their figures computed: `published/atlas/hardest/`.


FIGURES = ("slides", "steps", "states")
"""The figures of a board: the largest distances in its cluster, and how many states that has."""

_COLUMNS = ("board", "slides", "steps", "vehicles", "walls", "states")


class HardestBoard(NamedTuple):
    """A published board: its list, such as `6x6-0-slides`, its rank there, and its figures."""

    list: str
    rank: int
    board: str
    published: tuple[str, ...]

    def computed(self) -> tuple[str, ...]:
        """Its figures; none if another state of its cluster is farther from the goal."""
        metric: Metric = "step" if self.list.endswith("steps") else "slide"
        clusters = {each: explore(self.board, metric=each) for each in ("slide", "step")}
        found = clusters[metric]
        if found.distance() != found.eccentricity:
            return ()
        return (*(str(cluster.eccentricity) for cluster in clusters.values()), str(len(found)))


def boards() -> Iterator[HardestBoard]:
    """Every published board, list by list."""
    folder = files("rushhour.lab") / "published" / "atlas" / "hardest"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        lines = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
        for rank, row in enumerate(lines, 1):
            figures = tuple(row[figure] for figure in FIGURES)
            yield HardestBoard(file.name.removesuffix(".csv"), rank, row["board"], figures)


def hardest_csv(atlas: Atlas, by: Literal["slides", "steps"], count: int = 1_000) -> str:
    """The hardest boards of an atlas in a metric, the hardest first, ties by board.

    >>> import rushhour
    >>> atlas = rushhour.atlas.enumerate_clusters(4, 4, keep="solvable")
    >>> print(hardest_csv(atlas, "steps", 1), end="")
    board,slides,steps,vehicles,walls,states
    ..DEAADE..BB..CC,5,10,5,0,34
    """
    board = "board" if by == "slides" else "steps_board"
    rows = sorted(atlas.table().to_pylist(), key=lambda row: (-row[by], row[board]))
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([row[board], *(row[name] for name in _COLUMNS[1:])] for row in rows[:count])
    return text.getvalue()


# The published records: the hardest boards of each size, in `published/records.csv`.
#
# >>> hardest = max(records(), key=lambda record: (record.size == "5x5", record.distance))
# >>> hardest.walls, hardest.vehicles, hardest.metric, hardest.distance, hardest.found
# (1, 9, 'step', 39, 'enumerated')


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
