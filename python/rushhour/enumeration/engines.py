"""Engines: parts enumerated by threads of this process, or by the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.enumeration.rows import enumerated
from rushhour.enumeration.settings import EnumerationSettings
from rushhour.model.errors import RushHourError
from rushhour.search.threads import thread_count

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
