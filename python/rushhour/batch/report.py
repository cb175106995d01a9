"""Report: what a run has come to so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rushhour.batch.parts import Part

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass
class Report:
    """Rows by status, and the first of everything that went wrong."""

    rows: int = 0
    solved_now: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    first_error: str | None = None
    failed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

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
        """Note a part without answers."""
        self.failed.append(f"{part} failed: {type(error).__name__}: {error}")
