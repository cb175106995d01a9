"""The published hardest boards, and their figures computed: `published/atlas/hardest/`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING, Literal, NamedTuple

from rushhour.model.move import Metric
from rushhour.search.cluster import explore

if TYPE_CHECKING:
    from rushhour.atlas.atlas import Atlas

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
    >>> print(hardest_csv(rushhour.enumerate(4, 4, keep="solvable"), "steps", 1), end="")
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
