"""Run: enumerate a family part by part, into a folder that a second run completes, or in memory.

A part is a run of units of work. Its file holds its rows and its sums, so a stopped run loses only
the part at work, and the same bytes come of any number of threads and interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rushhour import _core
from rushhour.batch.folder import Folder
from rushhour.batch.sealed import SpoiltError
from rushhour.enumeration.placements import placements
from rushhour.enumeration.rows import enumerated, schema, summary_of
from rushhour.enumeration.settings import Settings
from rushhour.enumeration.summary import Summary
from rushhour.model.errors import RushHourError
from rushhour.search.threads import thread_count

if TYPE_CHECKING:
    import pyarrow as pa

# Nanoseconds for a state on one thread, with boards, minimality and both metrics: about what
# `rushhour enumerate --rows 5 --cols 5 --walls 1` takes on a virtual machine of 2026.
_NANOSECONDS = 60
_DAY = 86_400
SUMMARY_FILE = "_summary.json"


class Seen(NamedTuple):
    """The progress of a run: states enumerated, of how many, how many of them by this run."""

    states: int
    total: int
    now: int


Watch = Callable[[Seen], object]


@dataclass
class Run:
    """One run of some settings; `watch` is called after each part."""

    settings: Settings
    threads: int | None = None
    watch: Watch = lambda _: None
    total: int = 0
    summary: Summary = field(default_factory=Summary)
    now: int = 0

    def tables(self) -> Iterator[pa.Table]:
        """The table of each part, in order; at the end RushHourError if clusters are missing."""
        for _, units in self._begun():
            yield self._counted(self._enumerated(units), is_new=True)
        self.summary.require_states(self.total)

    def into_folder(self, path: Path) -> Summary:
        """Write the missing parts of a folder, then the summary of all."""
        with Folder.opened(path, self.settings.as_json()) as folder:
            number = -1
            for number, units in self._begun():
                table = self._read(folder, number, units)
                is_new = table is None
                if table is None:
                    table = self._enumerated(units)
                    folder.write(number, _name(units), table)
                self._counted(table, is_new=is_new)
            folder.require_no_others(number + 1)
            self.summary.require_states(self.total)
            folder.note(SUMMARY_FILE, _json(self.settings, self.summary))
            for name, data in self.summary.histograms().items():
                folder.note(f"_{name}.csv", data)
        return self.summary

    def _begun(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Each part: its number, its first unit and the one after its last."""
        self.total = placements(self.settings.family)
        self._pool = _core.WorkerPool(thread_count(self.threads))
        first = 0
        for number, end in enumerate(self.settings.family.core().parts(self.settings.part_states)):
            yield number, (first, end)
            first = end

    def _enumerated(self, units: tuple[int, int]) -> pa.Table:
        return enumerated(self.settings, units, self._pool)

    def _read(self, folder: Folder, number: int, units: tuple[int, int]) -> pa.Table | None:
        """The part of a former run; a damaged one is deleted."""
        try:
            return folder.read(number, _name(units), schema(self.settings))
        except SpoiltError:
            folder.remove(number)
            return None

    def _counted(self, table: pa.Table, *, is_new: bool) -> pa.Table:
        summary = summary_of(table)
        self.summary += summary
        self.now += summary.states * is_new
        self.watch(Seen(self.summary.states, self.total, self.now))
        return table


def require_patience(settings: Settings, threads: int | None, *, is_patient: bool) -> None:
    """Refuse a run that would take more than a day, unless that is accepted."""
    # Lines that may be full need no flags, so this count is quick for any size.
    bound = placements(replace(settings.family, rules="all"))
    days = bound * _NANOSECONDS / 1e9 / thread_count(threads) / _DAY
    if days > 1 and not is_patient:
        raise RushHourError(
            f"up to {bound:.1e} states would take about {days:,.0f} days on"
            f" {thread_count(threads)} threads; accept that with --yes, or yes=True"
        )


def _name(units: tuple[int, int]) -> str:
    """What identifies a part beside its plan."""
    return f"units {units[0]} to {units[1] - 1}"


def _json(settings: Settings, summary: Summary) -> bytes:
    import json

    content = {"options": settings.as_json()["options"], **summary.to_dict()}
    return json.dumps(content, indent=1).encode() + b"\n"
