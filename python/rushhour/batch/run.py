"""Run: solve the missing parts of a batch and write them.

An engine takes parts and yields each with its answers or its error, in order. It reads ahead only
what it can work on, so memory is bounded by the parts in flight.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import rushhour._core as _core
from rushhour.base.files import require_no_input
from rushhour.base.ranges import RangeBounds
from rushhour.base.seals import SpoiltError
from rushhour.base.text import JsonDict
from rushhour.batch import replay, targets
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part, Plan, cut, joined_tables, run_part
from rushhour.errors import WrongValueError
from rushhour.store import (
    FINISHED,
    Folder,
    forget_finished,
    note_finished,
    recognised,
    unknown_file,
)

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN = 5


@dataclass
class Few:
    """A list of texts that keeps only the first few; its length counts all."""

    first: list[str] = field(default_factory=list)
    count: int = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[str]:
        """The first few, then how many more there are."""
        yield from self.first
        if self.count > len(self.first):
            yield f"and {self.count - len(self.first):,} more"

    def add(self, texts: Iterable[str]) -> None:
        """Add texts: count all, keep the first few."""
        for text in texts:
            self.count += 1
            if len(self.first) < _SHOWN:
                self.first.append(text)


@dataclass
class Report:
    """The number of rows by status, and the first errors of each kind.

    `repaired` names damaged or wrong parts that were solved again; `faults` are errors in the
    answers of this run; `is_old` says that a former run had joined the file and nothing was done;
    `is_stopped` that the time was over before all parts were solved.
    """

    rows: int = 0
    solved_now: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    first_error: str | None = None
    failed: list[str] = field(default_factory=list)
    faults: Few = field(default_factory=Few)
    repaired: Few = field(default_factory=Few)
    is_old: bool = False
    is_stopped: bool = False

    @staticmethod
    def from_json(found: JsonDict) -> Report:
        """The report of a former run."""
        statuses = Counter({str(name): int(count) for name, count in found["statuses"].items()})
        return Report(int(found["rows"]), 0, statuses, found["first_error"], is_old=True)

    def as_json(self) -> JsonDict:
        """The values that a second run on the same answers reports as well."""
        statuses = dict(sorted(self.statuses.items()))
        return {"rows": self.rows, "statuses": statuses, "first_error": self.first_error}

    def add(self, table: pa.Table, *, is_new: bool) -> None:
        """Count the rows of a part; those without a status are malformed."""
        import pyarrow.compute as pc

        self.rows += len(table)
        self.solved_now += len(table) * is_new
        for entry in pc.value_counts(table["status"]).to_pylist():
            self.statuses[entry["values"] or "malformed"] += entry["counts"]
        if self.first_error is None and table["error"].null_count < len(table):
            self.first_error = table["error"].drop_null()[0].as_py()

    def fail(self, part: Part, error: BaseException) -> None:
        """Record a part that failed."""
        self.failed.append(f"{part} failed: {type(error).__name__}: {error}")

    def repair(self, part: Part, reason: str) -> None:
        """Record a damaged or wrong part of a former run."""
        self.repaired.add([f"{part} is solved again: {reason}"])


Result = tuple[Part, "pa.Table | BaseException"]
Engine = Callable[[Iterable[Part], BatchOptions], Iterator[Result]]

_ATTEMPTS = 2


@dataclass
class Run:
    """One run of a plan; `watch` is called after each part.

    After `max_seconds` no new part begins. `bounds` are the first and the last part to solve,
    counted from 0: a run of some parts shares its folder with others, and joins nothing.
    """

    plan: Plan
    pool: _core.WorkerPool
    engine: Engine | None = None
    verify: bool = False
    max_seconds: float | None = None
    bounds: RangeBounds = (0, None)
    watch: Callable[[Report], object] = lambda _: None
    report: Report = field(default_factory=Report)

    def into_stream(self, stream: BinaryIO) -> Report:
        """Write every answer as a line of JSON, in order; such a run cannot be resumed."""
        schema = self.plan.schema()
        tables = self._tables(self._parts())
        targets.jsonl((table for _, table in tables), schema, stream)
        return self.report

    @property
    def is_whole(self) -> bool:
        """Whether all parts are to be solved."""
        return self.bounds == (0, None)

    def some_into(self, path: Path) -> Report:
        """Write the missing ones of the chosen parts of a folder, or beside a file."""
        folder_of_parts = path if targets.writer_of(path) is None else _beside(path)
        with Folder.shared(folder_of_parts, self.plan.as_json()) as folder:
            self._fill(folder)
        return self.report

    def into_folder(self, path: Path) -> Report:
        """Write the missing parts of a folder."""
        with Folder.opened(path, self.plan.as_json()) as folder:
            digests = self._fill(folder)
            if not (self.report.failed or self.report.is_stopped):
                folder.require_no_others(len(digests))
        return self.report

    def into_file(self, path: Path) -> Report:
        """Write parts into a folder beside the file, then join them unless one has failed.

        So a run into a single file can be resumed too, and the file appears whole or not at all. If
        it exists and holds these answers, nothing is done; RushHourError if it is another file.
        """
        beside = _beside(path)
        is_there = os.path.lexists(path)
        if path.exists():
            require_no_input(str(path), path.stat(), self.plan.source.files)
        if is_there and not (beside / FINISHED).is_file():
            raise unknown_file(path)
        with Folder.opened(beside, self.plan.as_json(), is_done=is_there) as folder:
            folder.remove_unfinished(path)
            if os.path.lexists(path):
                self.report = Report.from_json(recognised(folder, path))
                self._look_through(path)
            else:
                forget_finished(folder)
                digests = self._fill(folder)
                if self.report.failed or self.report.faults or self.report.is_stopped:
                    return self.report
                self._join(folder, digests, path)
            folder.remove_all(max(1, -(-self.report.rows // self.plan.rows)))
        return self.report

    def _join(self, folder: Folder, digests: list[str], path: Path) -> None:
        writer, schema = targets.writer_of(path), self.plan.schema()
        assert writer is not None
        try:
            with folder.created(path) as file:
                writer(folder.tables(digests, schema), schema, file)
                note_finished(folder, file, self.report.as_json())
        except FileExistsError:
            raise unknown_file(path) from None

    def _look_through(self, path: Path) -> None:
        """Replay the solutions of a finished file, if `verify` is set."""
        if self.verify:
            rows, schema = self.plan.rows, self.plan.schema()
            for part, table in zip(self._parts(), joined_tables(path, schema, rows), strict=True):
                self.report.faults.add(self._faults(part, table))
                self.watch(self.report)

    def _fill(self, folder: Folder) -> list[str]:
        """Solve and write the missing parts; returns the digests of the boards of all parts."""
        digests: dict[int, str] = {}

        def missing() -> Iterator[Part]:
            for part in self._chosen():
                digests[part.number] = part.digest()
                if not self._is_done(folder, part, digests[part.number]):
                    yield part

        answers = self._tables(missing())
        _one_behind(
            folder.write, ((part.number, digests[part.number], table) for part, table in answers)
        )
        return list(digests.values())

    def _chosen(self) -> Iterator[Part]:
        """The parts within the bounds; WrongValueError if there is none."""
        least, most = self.bounds
        last = -1
        for part in self._parts():
            if most is not None and part.number > most:
                return
            last = part.number
            if part.number >= least:
                yield part
        if last < least:
            found = f"{least}..{'' if most is None else most}"
            raise WrongValueError(f"expected a range of parts within 0..{last}, found {found}")

    def _is_done(self, folder: Folder, part: Part, digest: str) -> bool:
        """Whether a former run has solved a part; a damaged or wrong part is deleted."""
        try:
            table = folder.read(part.number, digest, self.plan.schema())
            if table is None:
                return False
            self._require_right(part, table)
        except SpoiltError as error:
            self.report.repair(part, str(error))
            folder.remove(part.number)
            return False
        self._count(table, is_new=False)
        return True

    def _require_right(self, part: Part, table: pa.Table) -> None:
        wrong = Few()
        wrong.add(self._faults(part, table))
        if wrong:
            raise SpoiltError("; ".join(wrong))

    def _parts(self) -> Iterator[Part]:
        source = self.plan.source
        return cut(source.read(), self.plan.rows, source.kept())

    def _in_time(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The parts until the time is over, but at least one, so that every run gets further."""
        end = None if self.max_seconds is None else time.monotonic() + self.max_seconds
        for count, part in enumerate(parts):
            if count > 0 and end is not None and time.monotonic() >= end:
                self.report.is_stopped = True
                return
            yield part

    def _tables(self, parts: Iterable[Part]) -> Iterator[tuple[Part, pa.Table]]:
        """The parts with their answers; a part that fails is recorded and left out."""
        engine = self._here if self.engine is None else self.engine
        for part, answer in engine(self._in_time(parts), self.plan.options):
            if isinstance(answer, BaseException):
                self.report.fail(part, answer)
                self.watch(self.report)
            else:
                table = part.with_kept(answer)
                yield part, table
                self.report.faults.add(self._faults(part, table))
                self._count(table, is_new=True)

    def _faults(self, part: Part, table: pa.Table) -> Iterable[str]:
        return replay.faults(part, table, self.plan.options, self.pool) if self.verify else ()

    def _count(self, table: pa.Table, *, is_new: bool) -> None:
        self.report.add(table, is_new=is_new)
        self.watch(self.report)

    def _here(self, parts: Iterable[Part], options: BatchOptions) -> Iterator[Result]:
        """The engine for this process: one part after another, each on all threads."""
        for part in parts:
            yield part, self._attempted(part, options)

    def _attempted(self, part: Part, options: BatchOptions) -> pa.Table | BaseException:
        failure: BaseException
        for _ in range(_ATTEMPTS):
            try:
                return run_part(part, options, self.pool)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # a panic of the core is not an Exception
                failure = error
        return failure


def _beside(path: Path) -> Path:
    """The folder of the parts of a file."""
    return path.with_name(f"{path.name}.parts")


def _one_behind(call: Callable[..., object], arguments: Iterable[tuple[object, ...]]) -> None:
    """Run calls on another thread while the next arguments are computed; errors are raised here."""
    with ThreadPoolExecutor(1) as thread:
        last = None
        for these in arguments:
            if last is not None:
                last.result()
            last = thread.submit(call, *these)
        if last is not None:
            last.result()
