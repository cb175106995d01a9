"""Run: enumerate a family part by part, into a folder that a second run completes, or in memory.

A part is a run of units of work, which an engine enumerates: threads of this process, or the
workers of a Dask cluster. Its file holds its rows and its sums, so a stopped run loses only the
parts at work, and the same bytes come of any number of threads, workers and interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import rushhour._core as _core
from rushhour.base.ranges import RangeBounds
from rushhour.base.seals import SpoiltError, sealed_json
from rushhour.enumeration.family import EnumerationSettings
from rushhour.enumeration.placements import placements
from rushhour.enumeration.summary import Summary, enumerated, schema, summary_of
from rushhour.errors import RushHourError, WrongValueError
from rushhour.search.options import thread_count
from rushhour.store import Folder, part_numbers

if TYPE_CHECKING:
    import pyarrow as pa

    from rushhour.batch.dask import DaskCluster

Units = tuple[int, int]
"""The units of a part: the first one, and the one after the last."""

# Units for each thread that are enumerated together: many parts of boards with walls have only one.
_UNITS = 4

UnitEngine = Callable[[Iterable[Units]], Iterator["pa.Table"]]
"""Enumerates parts, and yields their tables in order."""


@contextmanager
def engine(
    settings: EnumerationSettings, threads: int | None, address: str | None
) -> Iterator[UnitEngine]:
    """The threads of this process, or with the address of a Dask scheduler its workers."""
    if address is None:
        yield local(settings, threads)
        return
    from rushhour.batch.dask import connected

    with connected(address, threads) as cluster:
        yield distributed(settings, cluster)


def local(settings: EnumerationSettings, threads: int | None) -> UnitEngine:
    """The threads of this process."""

    def tables(parts: Iterable[Units]) -> Iterator[pa.Table]:
        pool = _core.WorkerPool(thread_count(threads))
        for group in _groups(parts, _UNITS * pool.threads):
            yield from enumerated(settings, group, pool)

    return tables


def _groups(parts: Iterable[Units], least: int) -> Iterator[list[Units]]:
    """The parts in groups that have so many units; the last may have fewer."""
    group: list[Units] = []
    for units in parts:
        group.append(units)
        if sum(end - first for first, end in group) >= least:
            yield group
            group = []
    if group:
        yield group


def distributed(settings: EnumerationSettings, cluster: DaskCluster) -> UnitEngine:
    """The workers of a cluster; RushHourError if it is lost or a part fails twice."""

    def tables(parts: Iterable[Units]) -> Iterator[pa.Table]:
        def arguments(units: Units) -> tuple[EnumerationSettings, Units, int | None, str]:
            return settings, units, cluster.threads, _core.VERSION

        for units, table in cluster.each(_on_worker, parts, arguments):
            if isinstance(table, Exception):
                raise RushHourError(f"units {units[0]} to {units[1] - 1}: {table}") from table
            yield table

    return tables


def _on_worker(
    settings: EnumerationSettings, units: Units, threads: int | None, version: str
) -> pa.Table:
    """Enumerate a part on a worker, after checking that its version is the driver's."""
    if version != _core.VERSION:
        raise RushHourError(f"expected rushhour {version} on every worker, found {_core.VERSION}")
    (table,) = enumerated(settings, [units], _core.WorkerPool(thread_count(threads)))
    return table


# Nanoseconds for a state on one thread, with boards, minimality and both metrics: about what
# `rushhour enumerate --rows 5 --cols 5 --walls 1` takes on a virtual machine of 2026.
_NANOSECONDS = 60
_DAY = 86_400
SUMMARY_FILE = "_summary.json"


class RunProgress(NamedTuple):
    """The progress of a run.

    `states` are enumerated of `total`, `now` of them by this run; `total` is None if only some
    parts are asked for, whose states are not known in advance. `part` of `parts` are done.
    """

    states: int
    total: int | None
    now: int
    part: int
    parts: int


RunWatch = Callable[[RunProgress], object]


@dataclass
class EnumerationRun:
    """One run of some settings on an engine; `watch` is called after each part.

    `say` is called with what a former run has left in the folder, in words.

    `bounds` are the first and the last part to enumerate, counted from 0; by default all are
    enumerated. Once the run has begun, `chosen` are their numbers, of `parts` in all.
    """

    settings: EnumerationSettings
    engine: UnitEngine
    watch: RunWatch = lambda _: None
    bounds: RangeBounds = (0, None)
    say: Callable[[str], object] = lambda _: None
    parts: int = 0
    chosen: range = range(0)
    summary: Summary = field(default_factory=Summary)
    now: int = 0
    done: int = 0

    def tables(self) -> Iterator[pa.Table]:
        """The table of each part, in order; at the end RushHourError if clusters are missing."""
        for table in self.engine([units for _, units in self._begun()]):
            yield self._counted(table, is_new=True)
        self._end()

    def into_folder(self, path: Path) -> list[str]:
        """Write the missing parts of a folder; then, if all are there, the summary.

        Returns the files of the chosen parts.
        """
        parts = self._begun()
        opened = Folder.opened if self.is_complete else Folder.shared
        with opened(path, self.settings.as_json()) as folder:
            missing = [part for part in parts if not self._is_known(folder, *part)]
            if self.done:
                left = f"; enumerating {len(missing)}" if missing else ""
                self.say(f"{path}: {self.done} of {len(parts)} parts found{left}")
            tables = self.engine([units for _, units in missing])
            for (number, units), table in zip(missing, tables, strict=True):
                folder.write(number, _name(units), table)
                self._counted(table, is_new=True)
            folder.require_no_others(self.parts)
            self._end()
            if self.is_complete:
                folder.note(SUMMARY_FILE, self._json(folder.digests(self.parts)))
                for name, data in self.summary.files().items():
                    folder.note(f"_{name}.csv", data)
            return [str(folder.part(number)) for number in self.chosen]

    @property
    def is_complete(self) -> bool:
        """Whether the run enumerates all parts."""
        return len(self.chosen) == self.parts

    @cached_property
    def total(self) -> int | None:
        """The states of all parts by the closed-form count; None if only some are asked for."""
        return placements(self.settings.family) if self.is_complete else None

    def _begun(self) -> list[tuple[int, Units]]:
        """Each part that is asked for: its number and its units."""
        ends = _ends(self.settings)
        self.parts = len(ends)
        least, most = self.bounds
        self.chosen = range(self.parts)[least : None if most is None else most + 1]
        if not self.chosen:
            raise WrongValueError(
                f"expected a range of parts within 0..{self.parts - 1},"
                f" found {least}..{'' if most is None else most}"
            )
        units = list(pairwise([0, *ends]))
        return [(number, units[number]) for number in self.chosen]

    def _end(self) -> None:
        """Check that no cluster is missing; turn the records, mark what is not counted."""
        if self.total is not None:
            self.summary.require_states(self.total)
        counted = self.summary.counted(self.settings.keep, self.settings.metric)
        records = counted.records.mapped(self.settings.family.turned_back)
        self.summary = replace(counted, records=records)

    def _json(self, digests: dict[str, str]) -> bytes:
        """The file of the summary, which lists the parts with their digests."""
        options = self.settings.as_json()["options"]
        return sealed_json({"options": options, **self.summary.to_dict(), "parts": digests})

    def _is_known(self, folder: Folder, number: int, units: Units) -> bool:
        """Count a part of a former run; a damaged one is deleted."""
        table = self._read(folder, number, units)
        if table is not None:
            self._counted(table, is_new=False)
        return table is not None

    def _read(self, folder: Folder, number: int, units: Units) -> pa.Table | None:
        """The part of a former run; a damaged one is deleted."""
        try:
            return folder.read(number, _name(units), schema(self.settings))
        except SpoiltError as error:
            self.say(f"{folder.part(number)}: {error}; it is enumerated again")
            folder.remove(number)
            return None

    def _counted(self, table: pa.Table, *, is_new: bool) -> pa.Table:
        summary = summary_of(table)
        self.summary += summary
        self.now += summary.states * is_new
        self.done += 1
        states, parts = self.summary.states, len(self.chosen)
        self.watch(RunProgress(states, self.total, self.now, self.done, parts))
        return table


def require_patience(
    settings: EnumerationSettings,
    bounds: RangeBounds,
    threads: int | None,
    output: str | Path | None = None,
    *,
    is_patient: bool,
) -> None:
    """Refuse a run that would take more than a day, unless that is accepted.

    Only the chosen parts that `output` lacks count.
    """
    if is_patient:
        return
    # Lines that may be full need no flags, so this count is quick for any size.
    bound = placements(replace(settings.family, rules="all"))
    if _days(bound, threads) > 1 and (left := _parts_left(settings, bounds, output)) is not None:
        bound = min(bound, left * settings.part_states)
    if (days := _days(bound, threads)) > 1:
        count = thread_count(threads)
        raise RushHourError(
            f"up to {bound:.1e} states would take about {days:,.0f} days on"
            f" {count} thread{'s' * (count != 1)}; accept that with --yes, or yes=True"
        )


def _days(states: int, threads: int | None) -> float:
    return states * _NANOSECONDS / 1e9 / thread_count(threads) / _DAY


def _parts_left(
    settings: EnumerationSettings, bounds: RangeBounds, output: str | Path | None
) -> int | None:
    """At most how many chosen parts have no file; None if all parts are chosen and none has one."""
    done = [] if output is None else part_numbers(Path(output))
    least, most = bounds
    if bounds == (0, None) and not done:  # numbering the parts may take minutes
        return None
    end = len(_ends(settings)) if most is None else most + 1
    return end - least - sum(least <= number < end for number in done)


@lru_cache(maxsize=1)
def _ends(settings: EnumerationSettings) -> list[int]:
    """The unit after the last one of each part."""
    return settings.family.core().parts(settings.part_states)


def _name(units: Units) -> str:
    """What identifies a part beside its plan."""
    return f"units {units[0]} to {units[1] - 1}"
