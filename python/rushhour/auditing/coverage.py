"""Coverage: which columns of a data set were checked, and which were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from rushhour.auditing.claims import MEASURES, Claim, Columns, is_solution, plain

# Names of optima that do not say which metric they count in.
_VAGUE = (
    "best",
    "cost",
    "depth",
    "distance",
    "length",
    "minimum",
    "optimal",
    "optimum",
    "par",
    "shortest",
    "solution_length",
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a data set: what it claims, and for how many puzzles that was checked.

    `claim` is a convention such as `slide_edge`, `states` for the size of the cluster, a measure
    such as `rating`, or None where the name does not say. `reason` says why a column was not
    checked; None if it was.
    """

    name: str
    claim: str | None
    checked: int
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The column as the plain values that JSON holds."""
        return asdict(self)

    def __str__(self) -> str:
        if self.reason is not None:
            return f"{self.name} ({self.reason})"
        meaning = "" if self.claim == plain(self.name) else f" as {self.claim}"
        puzzles = "puzzle" if self.checked == 1 else "puzzles"
        return f"{self.name}{meaning} in {self.checked:,} {puzzles}"


class Coverage:
    """Counts the rows and the checked claims of each column."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._seen: dict[str, None] = {}
        self._solutions: set[str] = set()
        self._filled: set[str] = set()
        self._checked: Counter[str] = Counter()

    def see(self, fields: Iterable[tuple[str, str | None]]) -> None:
        """Count the columns of a row."""
        for column, text in fields:
            self._seen.setdefault(column)
            if column not in self._filled and text and text.strip():
                self._filled.add(column)
                if is_solution(text):
                    self._solutions.add(column)

    def check(self, claims: Iterable[Claim]) -> None:
        """Count claims that were compared with the truth."""
        self._checked.update(claim.column for claim in claims)

    def columns(self) -> tuple[Column, ...]:
        """Every column so far, in the order of the data set, then those named by a claim alone."""
        seen = {plain(name) for name in self._seen}
        absent = [name for name in self._columns.named if plain(name) not in seen]
        return (
            *(self._column(name) for name in self._seen),
            *(Column(name, self._columns.meaning(name), 0, "no such column") for name in absent),
        )

    def _column(self, name: str) -> Column:
        claim, checked = self._columns.meaning(name), self._checked[name]
        return Column(name, claim, checked, None if checked else self._reason(name, claim))

    def _reason(self, name: str, claim: str | None) -> str:
        if claim is None:
            if plain(name) in MEASURES:
                return "on which scale?"
            return "slides or steps?" if plain(name) in _VAGUE else "unknown name"
        if name not in self._filled:
            return "empty"
        return "holds solutions" if name in self._solutions else "no puzzle was decided"
