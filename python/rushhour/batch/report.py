"""Report: the results of a run so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rushhour.batch.parts import Part

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
    def from_json(found: dict[str, Any]) -> Report:
        """The report of a former run."""
        statuses = Counter({str(name): int(count) for name, count in found["statuses"].items()})
        return Report(int(found["rows"]), 0, statuses, found["first_error"], is_old=True)

    def as_json(self) -> dict[str, Any]:
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
