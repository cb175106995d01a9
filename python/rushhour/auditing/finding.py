"""Finding: one error in one puzzle of a data set, or in a claim about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

FindingKind = Literal[
    "malformed",
    "unsolvable",
    "already solved",
    "wrong optimum",
    "wrong cluster size",
    "wrong measure",
    "duplicate",
    "mirror image",
    "undecided",
]
KINDS: tuple[FindingKind, ...] = get_args(FindingKind)


@dataclass(frozen=True, slots=True)
class Finding:
    """An error: its kind, its place, and what was claimed and found.

    - `number`: of the puzzle in the data set, from 1; `line`: in the file, if each puzzle is one
      line
    - `column`: the claim; `claimed` and `found`: its numbers, None if there is no solution
    - `right_as`: the conventions in which the claim would be right, such as `step_edge`, or for the
      size of a cluster the goals
    - `same_as`: the number of the first puzzle that looks like this one
    - `reason`: why the puzzle is malformed, or which limit left it undecided
    """

    number: int
    kind: FindingKind
    line: int | None = None
    name: str | None = None
    column: str | None = None
    claimed: float | None = None
    found: float | None = None
    right_as: tuple[str, ...] = ()
    same_as: int | None = None
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The finding as the plain values that JSON holds."""
        return asdict(self)

    @property
    def detail(self) -> str:
        """The details in words, without the kind."""
        if self.kind in ("wrong optimum", "wrong cluster size", "wrong measure"):
            right = f"; right as {', '.join(self.right_as)}" if self.right_as else ""
            return f"{self.column} {_shown(self.claimed)}, found {_shown(self.found)}{right}"
        if self.same_as is not None:
            return f"of puzzle {self.same_as}"
        return self.reason or ""

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        detail = f": {self.detail}" if self.detail else ""
        return f"puzzle {self.number}{line}: {self.kind}{detail}"


def _shown(value: float | None) -> str:
    if value is None:
        return "no solution"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
