"""A folder of Parquet parts: what is done of a batch.

```text
answers/_plan.json           what the parts are made from
answers/part-000000.parquet  zstd, one row group
answers/part-000001.parquet
```

The names are in the order of the rows, and names that begin with `_` are no data: pyarrow, polars
and DuckDB read the parts as one table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rushhour.batch import durable, plan
from rushhour.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Folder:
    """Where the parts of one plan lie."""

    path: Path

    @staticmethod
    @contextmanager
    def opened(path: Path, content: dict[str, Any]) -> Iterator[Folder]:
        """Make the folder, or go on with it where it was begun with the same plan."""
        _require_plan_or_nothing(path)
        path.mkdir(parents=True, exist_ok=True)
        with durable.locked(path):
            for leftover in path.glob(f"{durable.TEMPORARY}*"):
                leftover.unlink()
            if (path / plan.FILE).exists() and any(path.glob("part-*")):
                plan.require_same(content, path / plan.FILE)
            else:
                with durable.written(path / plan.FILE) as file:
                    file.write(json.dumps(content, indent=1).encode() + b"\n")
            yield Folder(path)

    def part(self, number: int) -> Path:
        """The file of a part."""
        return self.path / f"part-{number:06}.parquet"

    def write(self, number: int, table: pa.Table) -> None:
        """Write a part, whole or not at all; the same bytes for the same rows."""
        import pyarrow as pa
        from pyarrow import parquet

        sink = pa.BufferOutputStream()
        rows = max(len(table), 1)
        parquet.write_table(table, sink, compression="zstd", row_group_size=rows)
        with durable.written(self.part(number)) as file:
            file.write(sink.getvalue())

    def read(self, number: int, rows: int, columns: list[str] | None = None) -> pa.Table | None:
        """A part of so many rows, or None where it is missing or spoilt."""
        import pyarrow as pa
        from pyarrow import parquet

        try:
            with parquet.ParquetFile(self.part(number)) as file:
                table = file.read(columns)
        except (OSError, pa.ArrowException):
            return None
        return table if len(table) == rows else None

    def tables(self, count: int) -> Iterator[pa.Table]:
        """So many parts, all of them written, in order."""
        from pyarrow import parquet

        for number in range(count):
            with parquet.ParquetFile(self.part(number)) as file:
                yield file.read()


def _require_plan_or_nothing(path: Path) -> None:
    if path.is_dir() and not (path / plan.FILE).exists():
        strange = [entry.name for entry in path.iterdir() if not entry.name.startswith("_")]
        if strange:
            raise RushHourError(
                f"{path}: expected an empty folder, or one with {plan.FILE}, found {strange[0]!r}"
            )
