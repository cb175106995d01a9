"""Summary: counts over all clusters of an enumeration, kept or not.

Records are the hardest boards for each number of walls and vehicles, kept as rows or not.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from csv import writer
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from rushhour.base.text import JsonDict
from rushhour.enumeration.family import EnumerationSettings, Family, Keep, Measured
from rushhour.errors import RushHourError
from rushhour.store import SUMMARY

if TYPE_CHECKING:
    import pyarrow as pa

    import rushhour._core as _core

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
        rows = writer(text, lineterminator="\n")
        rows.writerow(Record._fields)
        rows.writerows(self.all)
        return text.getvalue().encode()


_COUNTS = ("states", "solvable_states", "unsolvable")
_HISTOGRAMS = ("slides", "steps", "minimal_slides", "minimal_steps")


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that add up over parts; a histogram holds the clusters by their largest distance.

    What is not counted is None: `unsolvable` clusters unless all are kept, `minimal` ones if none
    are, and steps if the distances are in slides alone.
    """

    states: int = 0
    solvable_states: int = 0
    unsolvable: int | None = 0
    slides: tuple[int, ...] = ()
    steps: tuple[int, ...] | None = ()
    minimal_slides: tuple[int, ...] | None = ()
    minimal_steps: tuple[int, ...] | None = ()
    records: Records = field(default_factory=Records)

    @property
    def solvable(self) -> int:
        """How many clusters have a solution."""
        return sum(self.slides)

    @property
    def minimal(self) -> int | None:
        """How many clusters are minimal."""
        return None if self.minimal_slides is None else sum(self.minimal_slides)

    def __add__(self, other: Summary) -> Summary:
        sums: JsonDict = {
            name: _added(getattr(self, name), getattr(other, name))
            for name in (*_COUNTS, *_HISTOGRAMS)
        }
        return Summary(**sums, records=self.records + other.records)

    def counted(self, keep: Keep, metric: Measured) -> Summary:
        """The same with None for what a run with these options does not count."""
        left_out = {
            "unsolvable": keep != "all",
            "steps": metric == "slide",
            "minimal_slides": keep == "none",
            "minimal_steps": keep == "none" or metric == "slide",
        }
        unknown: JsonDict = {name: None for name, is_out in left_out.items() if is_out}
        return replace(self, **unknown)

    def to_dict(self) -> dict[str, object]:
        """The counts by name, as JSON holds them."""
        found = {name: getattr(self, name) for name in (*_COUNTS, *_HISTOGRAMS)}
        found |= {name: list(value) for name, value in found.items() if isinstance(value, tuple)}
        found |= {"solvable": self.solvable, "minimal": self.minimal}
        return found | {"records": list(map(list, self.records.all))}

    @staticmethod
    def from_dict(found: JsonDict) -> Summary:
        """The summary that `to_dict` has written; KeyError or TypeError if it is something else."""
        values: JsonDict = {name: _read(found[name]) for name in (*_COUNTS, *_HISTOGRAMS)}
        return Summary(**values, records=Records.from_rows(found["records"]))

    def files(self) -> dict[str, bytes]:
        """The histograms, and the records of each size of fleet, as CSV files by name."""
        return self.histograms() | {"records": self.records.csv()}

    def histograms(self) -> dict[str, bytes]:
        """CSV files by name: `eccentricity,clusters` in each metric, of all and of minimal ones."""
        found = {name.replace("_", "-"): getattr(self, name) for name in _HISTOGRAMS}
        return {name: counts_csv(counts) for name, counts in found.items() if counts}

    def require_states(self, expected: int) -> None:
        """Refuse a summary of other than the expected number of states; it lacks clusters."""
        if self.states != expected:
            raise RushHourError(
                f"expected {expected} states by the closed-form count, found {self.states}:"
                " the enumeration is wrong"
            )


def counts_csv(counts: Iterable[int]) -> bytes:
    """A histogram as CSV, a line for each distance that occurs."""
    lines = [f"{distance},{count}\n" for distance, count in enumerate(counts) if count]
    return "".join(["eccentricity,clusters\n", *lines]).encode()


def _added(one: Any, two: Any) -> Any:
    """The sum of two numbers or histograms; None if one is not counted."""
    if one is None or two is None:
        return None
    if isinstance(one, int):
        return one + two
    return tuple(a + b for a, b in zip_longest(one, two, fillvalue=0))


def _read(value: Any) -> Any:
    """A number or a histogram, as JSON holds them; None if it is not counted."""
    if value is None:
        return None
    return tuple(map(int, value)) if isinstance(value, list) else int(value)


# Rows: the table of the clusters of a part, with the sums of the part.


def schema(settings: EnumerationSettings) -> pa.Schema:
    """The columns; those of steps only if these are computed."""
    import pyarrow as pa

    number = pa.int64()
    counts = ("vehicles", "trucks", "walls", "states", "solved")
    names = [("board", pa.string()), ("slides", number), ("steps", number)]
    names += [("steps_board", pa.string()), *((name, number) for name in counts)]
    names += [("minimal", pa.bool_())]
    names += [(f"{metric}_solutions", pa.string()) for metric in ("slides", "steps")]
    names += [(f"{metric}_histogram", pa.list_(number)) for metric in ("slides", "steps")]
    is_left_out = "steps" if settings.metric == "slide" else "\0"
    return pa.schema([field for field in names if not field[0].startswith(is_left_out)])


def enumerated(
    settings: EnumerationSettings, parts: list[tuple[int, int]], pool: _core.WorkerPool
) -> Iterator[pa.Table]:
    """The clusters of each part, ordered by board; the metadata hold their sums."""
    core = settings.family.core()
    steps = settings.metric == "both"
    kept = settings.keep, settings.least
    for found in core.run(pool, parts, kept, steps, settings.count_walls):
        yield table_of(settings, found)


def table_of(settings: EnumerationSettings, found: _core._Clusters) -> pa.Table:
    """What the core found, as a table; the metadata hold the sums."""
    import pyarrow as pa

    columns, sums, records = found
    slides, steps, *minimal = map(tuple, sums[3:])
    summary = Summary(*sums[:3], slides, steps, minimal[0], minimal[1], Records.of(records))
    known = dict(columns)
    arrays = [_array(known[field.name], field.type) for field in schema(settings)]
    metadata = {SUMMARY: json.dumps(summary.to_dict()).encode()}
    found = pa.Table.from_arrays(arrays, schema=schema(settings).with_metadata(metadata))
    return _turned_back(found, settings.family)


def _turned_back(table: pa.Table, family: Family) -> pa.Table:
    """The boards with their exit where it is, in order."""
    import pyarrow as pa

    if family.side == "right":
        return table
    for name in {"board", "steps_board"} & set(table.schema.names):
        boards = [board and family.turned_back(board) for board in table[name].to_pylist()]
        place = table.schema.get_field_index(name)
        table = table.set_column(place, table.schema.field(name), pa.array(boards, pa.string()))
    return table.sort_by("board")


def summary_of(table: pa.Table) -> Summary:
    """The sums of a part."""
    return Summary.from_dict(json.loads(table.schema.metadata[SUMMARY]))


def _array(buffers: tuple[bytes, bytes | None, bytes], type_: pa.DataType) -> pa.Array:
    import pyarrow as pa

    validity, ends, values = buffers
    valid, data = pa.py_buffer(validity), pa.py_buffer(values)
    if ends is None:
        return pa.Array.from_buffers(pa.int64(), len(values) // 8, [valid, data]).cast(type_)
    rows, offsets = len(ends) // 4 - 1, pa.py_buffer(ends)
    if pa.types.is_string(type_):
        return pa.Array.from_buffers(type_, rows, [valid, offsets, data])
    items = pa.Array.from_buffers(type_.value_type, len(values) // 8, [None, data])
    return pa.Array.from_buffers(type_, rows, [valid, offsets], children=[items])
