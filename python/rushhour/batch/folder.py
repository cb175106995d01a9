"""A folder of Parquet parts: the finished parts of a batch.

```text
answers/_plan.json           inputs, options and versions
answers/part-000000.parquet  sealed: zstd, one row group
answers/part-000001.parquet
```

The names sort in the order of the rows, and names that begin with `_` are not data: pyarrow, polars
and DuckDB read the parts as one table. No file is replaced, and only parts and unfinished files,
which have the mark of the plan in their names, are deleted.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from rushhour.batch import durable, finished, plan
from rushhour.batch.sealed import seal, unseal
from rushhour.model.errors import RushHourError
from rushhour.output.seals import SpoiltError, digest_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import pyarrow as pa

_PART = re.compile(r"part-(\d{6,})\.parquet")
AGAIN = "the command that wrote this folder restores missing and damaged parts"
_NOTE = re.compile(r"_[a-z-]+\.(json|csv)")
# The values of a plan that, beside the boards, determine the bytes of a part.
_STAMPED = ("rushhour", "pyarrow", "rows of a part", "states of a part", "options")


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder with the parts of one plan."""

    path: Path
    plan: dict[str, Any]

    @staticmethod
    @contextmanager
    def opened(path: Path, content: dict[str, Any], *, is_done: bool = False) -> Iterator[Folder]:
        """Create the folder, or resume it if it was begun with the same plan.

        RushHourError if it has another plan or holds other files. A plan without any result,
        neither a part nor (`is_done`) a joined file, is replaced. A new folder disappears again
        after an error before its first part.
        """
        _require_plan_or_nothing(path)
        is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        with durable.locked(path):
            folder = Folder(path, content)
            try:
                folder._begin(is_done=is_done)
                yield folder
            except (RushHourError, OSError):
                if is_new and not part_numbers(path):
                    folder._remove()
                raise

    def part(self, number: int) -> Path:
        """The path of a part."""
        return self.path / f"part-{number:06}.parquet"

    def created(self, path: Path) -> AbstractContextManager[BinaryIO]:
        """A new file in or beside the folder, whole or not at all; OSError if it exists."""
        return durable.created(path, unfinished(path, self.plan))

    def write(self, number: int, digest: str, table: pa.Table) -> None:
        """Write the answers of a part whose boards have this digest."""
        with self.created(self.part(number)) as file:
            file.write(seal(table, self._stamp(number, digest)))

    def read(self, number: int, digest: str, schema: pa.Schema) -> pa.Table | None:
        """The answers of a part; None if missing, SpoiltError if they belong to other boards."""
        try:
            data = self.part(number).read_bytes()
        except FileNotFoundError:
            return None
        return unseal(data, self._stamp(number, digest), schema)

    def tables(self, digests: list[str], schema: pa.Schema) -> Iterator[pa.Table]:
        """All parts, in order; RushHourError if one is missing or has been damaged."""
        for number, digest in enumerate(digests):
            try:
                table = self.read(number, digest, schema)
            except SpoiltError as error:
                raise RushHourError(f"{self.part(number)}: {error}; {AGAIN}") from None
            if table is None:
                raise RushHourError(f"{self.part(number)}: expected a part, found none; {AGAIN}")
            yield table

    def _stamp(self, number: int, digest: str) -> dict[str, Any]:
        stamped = {name: self.plan[name] for name in _STAMPED if name in self.plan}
        return {"part": number, "boards": digest} | stamped

    def digests(self, count: int) -> dict[str, str]:
        """The digests of the first `count` parts by name, of their bytes on the disk."""
        return digests_of(self.path, (self.part(number).name for number in range(count)))

    def note(self, name: str, data: bytes) -> None:
        """Write a file about the parts, which readers of the folder skip; replaces nothing.

        RushHourError if there is one with other content.
        """
        path = self.path / name
        if not os.path.lexists(path):
            with self.created(path) as file:
                file.write(data)
        elif not path.is_file() or path.read_bytes() != data:
            expected = "expected what these parts sum up to, found another file"
            raise RushHourError(f"{path}: {expected}; remove it and run again")

    def remove(self, number: int) -> None:
        """Delete a part."""
        _unlink(self.part(number))

    def remove_unfinished(self, path: Path) -> None:
        """Delete an unfinished file beside the folder that a killed run has left."""
        _unlink(unfinished(path, self.plan))

    def remove_all(self, count: int) -> None:
        """Delete the first `count` parts, which are no longer needed."""
        for number in range(count):
            self.remove(number)

    def _remove(self) -> None:
        """Delete the folder, which holds the plan and the lock; other files keep it there."""
        for name in (plan.FILE, durable.LOCK):
            _unlink(self.path / name)
        with suppress(OSError):
            self.path.rmdir()

    def require_no_others(self, count: int) -> None:
        """Refuse other Parquet files, which readers of the folder would take for answers."""
        ours = {self.part(number).name for number in range(count)}
        for name in _data(self.path):
            if name.endswith(".parquet") and name not in ours:
                expected = f"expected {count} parts and no other Parquet in this folder"
                raise RushHourError(f"{self.path / name}: {expected}; move this away")

    def _begin(self, *, is_done: bool) -> None:
        file = self.path / plan.FILE
        begun = plan.read(file)
        for content in filter(None, (begun, self.plan)):
            self._sweep(content)
        if begun is not None and (is_done or part_numbers(self.path)):
            plan.require_same(begun, self.plan, file)
        elif begun != self.plan:
            if begun is not None:
                file.unlink()
            with self.created(file) as stream:
                stream.write(json.dumps(self.plan, indent=1).encode() + b"\n")

    def _sweep(self, content: dict[str, Any]) -> None:
        """Delete unfinished files that a killed run of a plan has left."""
        files = (
            rf"{re.escape(plan.FILE)}|{re.escape(finished.FILE)}|{_PART.pattern}|{_NOTE.pattern}"
        )
        ours = re.compile(f"{_prefix(content)}({files})")
        for entry in self.path.iterdir():
            if ours.fullmatch(entry.name):
                entry.unlink()


def digests_of(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The digests of sealed files of a folder; RushHourError if one is missing or damaged."""

    def digest(name: str) -> tuple[str, str]:
        try:
            return name, digest_of((path / name).read_bytes())
        except FileNotFoundError:
            raise RushHourError(f"{path / name}: expected a part, found none; {AGAIN}") from None
        except SpoiltError as error:
            raise RushHourError(f"{path / name}: {error}; {AGAIN}") from None

    with ThreadPoolExecutor() as threads:
        return dict(threads.map(digest, names))


def part_numbers(path: Path) -> list[int]:
    """The numbers of the parts in a folder, which need not exist."""
    found = map(_PART.fullmatch, _data(path) if path.is_dir() else ())
    return [int(match[1]) for match in found if match]


def unfinished(path: Path, content: dict[str, Any]) -> Path:
    """The name of a file while a run with this plan writes it."""
    return path.with_name(_prefix(content) + path.name)


def _unlink(file: Path) -> None:
    """Delete a file if it exists; in a read-only folder even a missing one could not be deleted."""
    if os.path.lexists(file):
        file.unlink()


def _prefix(content: dict[str, Any]) -> str:
    return f"{durable.TEMPORARY}{plan.mark(content)}-"


def _data(path: Path) -> Iterator[str]:
    """The names that readers of the folder take for data."""
    return (entry.name for entry in path.iterdir() if entry.name[0] not in "._")


def _require_plan_or_nothing(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise RushHourError(f"{path}: expected a folder, found a file")
    if path.is_dir() and not (path / plan.FILE).exists():
        for name in _data(path):
            hint = "; copy the parts into the folder of one of the jobs" * bool(
                _PART.fullmatch(name)
            )
            raise RushHourError(
                f"{path}: expected an empty folder, or one with {plan.FILE}, found {name!r}{hint}"
            )
