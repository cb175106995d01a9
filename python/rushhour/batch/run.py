"""Run: solve what is missing of a batch, and put it where it belongs.

An engine takes parts and gives each back with its answers or with what went wrong, in their order;
it reads ahead no more than it can work on, so memory is bounded by the parts in flight.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rushhour import _core
from rushhour.batch import durable, replay, targets
from rushhour.batch.folder import Folder
from rushhour.batch.options import Options
from rushhour.batch.parts import Part, cut, run_part
from rushhour.batch.plan import Plan
from rushhour.batch.report import Report
from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

Result = tuple[Part, "pa.Table | BaseException"]
Engine = Callable[[Iterable[Part], Options], Iterator[Result]]

_ATTEMPTS = 2


@dataclass
class Run:
    """One run of a plan; `watch` is called after each part."""

    plan: Plan
    crew: _core.Crew
    engine: Engine | None = None
    verify: bool = False
    watch: Callable[[Report], object] = lambda _: None
    report: Report = field(default_factory=Report)

    def into_stream(self, stream: BinaryIO) -> Report:
        """Write every answer as a line of JSON, in order; nothing is kept for a second run."""
        tables = self._tables(cut(self.plan.source.read(), self.plan.rows))
        targets.jsonl((table for _, table in tables), self.plan.options.schema(), stream)
        return self.report

    def into_folder(self, path: Path) -> Report:
        """Write the parts that are missing in a folder."""
        with Folder.opened(path, self.plan.as_json()) as folder:
            self._fill(folder)
        return self.report

    def into_file(self, path: Path) -> Report:
        """Write parts into a folder beside the file, then join them, if none has failed.

        So a single file resumes as a folder does, and is there as a whole or not at all.
        """
        writer = targets.writer_of(path)
        assert writer is not None
        if path.exists():
            raise RushHourError(f"{path}: expected a new file, found one; remove it to solve anew")
        beside = path.with_name(f"{path.name}.parts")
        with Folder.opened(beside, self.plan.as_json()) as folder:
            count = self._fill(folder)
            if self.report.failed or self.report.faults:
                return self.report
            with durable.written(path) as file:
                writer(folder.tables(count), self.plan.options.schema(), file)
        shutil.rmtree(beside)
        return self.report

    def _fill(self, folder: Folder) -> int:
        """Solve and write what is missing; the number of parts, missing or not."""
        count = 0

        def missing() -> Iterator[Part]:
            nonlocal count
            for part in cut(self.plan.source.read(), self.plan.rows):
                count += 1
                if not self._is_done(folder, part):
                    yield part

        answers = self._tables(missing())
        _one_behind(folder.write, ((part.number, table) for part, table in answers))
        return count

    def _is_done(self, folder: Folder, part: Part) -> bool:
        columns = None if self.verify else ["status", "error"]
        table = folder.read(part.number, len(part), columns)
        if table is not None:
            self._note(part, table, is_new=False)
        return table is not None

    def _tables(self, parts: Iterable[Part]) -> Iterator[tuple[Part, pa.Table]]:
        """The parts with their answers; one that fails is noted and left out."""
        engine = self._here if self.engine is None else self.engine
        for part, answer in engine(parts, self.plan.options):
            if isinstance(answer, BaseException):
                self.report.fail(part, answer)
                self.watch(self.report)
            else:
                yield part, answer
                self._note(part, answer, is_new=True)

    def _note(self, part: Part, table: pa.Table, *, is_new: bool) -> None:
        if self.verify:
            self.report.faults += replay.faults(part, table, self.plan.options, self.crew)
        self.report.add(table, is_new=is_new)
        self.watch(self.report)

    def _here(self, parts: Iterable[Part], options: Options) -> Iterator[Result]:
        """The engine of this process: one part after another, each on all threads."""
        for part in parts:
            yield part, self._attempted(part, options)

    def _attempted(self, part: Part, options: Options) -> pa.Table | BaseException:
        failure: BaseException
        for _ in range(_ATTEMPTS):
            try:
                return run_part(part, options, self.crew)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # a panic of the core is no Exception
                failure = error
        return failure


def _one_behind(call: Callable[..., object], arguments: Iterable[tuple[object, ...]]) -> None:
    """Call on another thread, while the next arguments are found; an error of a call is raised."""
    with ThreadPoolExecutor(1) as thread:
        last = None
        for these in arguments:
            if last is not None:
                last.result()
            last = thread.submit(call, *these)
        if last is not None:
            last.result()
