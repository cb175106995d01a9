"""Settings: what to compute for every cluster, and the plan that a second run must share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rushhour import _core
from rushhour.enumeration.family import Family, Keep
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect, integer, known

Measured = Literal["both", "slide"]
_MEASURED = ("both", "slide")

# States of a part: some seconds of work, and at most some 100 MB of rows.
PART_STATES = 500_000_000


@dataclass(frozen=True, slots=True)
class EnumerationSettings:
    """What determines every byte of the parts.

    `metric`: distances in slides alone, or in steps beside them. `keep`: which clusters become
    rows. `count_walls`: walls take labels, as in Fogleman's program. `part_states`: about
    the most states of a part. `least`: a row must have as many slides, or as many steps.
    """

    family: Family
    metric: Measured = "both"
    keep: Keep = "minimal"
    count_walls: bool = False
    part_states: int = PART_STATES
    least: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        known("metric", self.metric, _MEASURED)
        known("kind of clusters to keep", self.keep, _core.keeps())
        integer("part_states", self.part_states)
        expect("least", self.least, tuple | None, "a pair of distances or None")
        for number in self.least or ():
            integer("least", number)
            if not 0 <= number < 1 << 32:
                raise RushHourError(f"expected a least distance of 0 or more, found {number}")
        if not 1 <= self.part_states < 1 << 64:
            expected = "expected 1 to 2^64 - 1 for part_states"
            raise RushHourError(f"{expected}, found {self.part_states}")

    def as_json(self) -> dict[str, Any]:
        """The plan as plain values."""
        import pyarrow as pa

        return {
            "rushhour": _core.VERSION,
            "pyarrow": pa.__version__,
            "states of a part": self.part_states,
            "options": {
                **self.family.to_dict(),
                "metric": self.metric,
                "keep": self.keep,
                **({} if self.least is None else {"least": list(self.least)}),
            },
        }
