"""Summary: counts over all clusters of an enumeration, kept or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from rushhour.enumeration.family import Keep
from rushhour.enumeration.records import Records
from rushhour.enumeration.settings import Measured
from rushhour.model.errors import RushHourError

_COUNTS = ("states", "solvable_states", "unsolvable")
_HISTOGRAMS = ("slides", "steps", "minimal_slides", "minimal_steps")


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that add up over parts; a histogram holds the clusters by their largest distance.

    What is not counted is None: `unsolvable` clusters unless all are kept, `minimal` ones if none
    are, and steps if the distances are in slides alone.
    """

    states: int = 0
    solvable_states: int = 0
    unsolvable: int | None = 0
    slides: tuple[int, ...] = ()
    steps: tuple[int, ...] | None = ()
    minimal_slides: tuple[int, ...] | None = ()
    minimal_steps: tuple[int, ...] | None = ()
    records: Records = field(default_factory=Records)

    @property
    def solvable(self) -> int:
        """How many clusters have a solution."""
        return sum(self.slides)

    @property
    def minimal(self) -> int | None:
        """How many clusters are minimal."""
        return None if self.minimal_slides is None else sum(self.minimal_slides)

    def __add__(self, other: Summary) -> Summary:
        sums: dict[str, Any] = {
            name: _added(getattr(self, name), getattr(other, name))
            for name in (*_COUNTS, *_HISTOGRAMS)
        }
        return Summary(**sums, records=self.records + other.records)

    def counted(self, keep: Keep, metric: Measured) -> Summary:
        """The same with None for what a run with these options does not count."""
        left_out = {
            "unsolvable": keep != "all",
            "steps": metric == "slide",
            "minimal_slides": keep == "none",
            "minimal_steps": keep == "none" or metric == "slide",
        }
        unknown: dict[str, Any] = {name: None for name, is_out in left_out.items() if is_out}
        return replace(self, **unknown)

    def to_dict(self) -> dict[str, Any]:
        """The counts by name, as JSON holds them."""
        found = {name: getattr(self, name) for name in (*_COUNTS, *_HISTOGRAMS)}
        found |= {name: list(value) for name, value in found.items() if isinstance(value, tuple)}
        found |= {"solvable": self.solvable, "minimal": self.minimal}
        return found | {"records": list(map(list, self.records.all))}

    @staticmethod
    def from_dict(found: dict[str, Any]) -> Summary:
        """The summary that `to_dict` has written; KeyError or TypeError if it is something else."""
        values: dict[str, Any] = {name: _read(found[name]) for name in (*_COUNTS, *_HISTOGRAMS)}
        return Summary(**values, records=Records.from_rows(found["records"]))

    def files(self) -> dict[str, bytes]:
        """The histograms, and the records of each size of fleet, as CSV files by name."""
        return self.histograms() | {"records": self.records.csv()}

    def histograms(self) -> dict[str, bytes]:
        """CSV files by name: `eccentricity,clusters` in each metric, of all and of minimal ones."""
        found = {name.replace("_", "-"): getattr(self, name) for name in _HISTOGRAMS}
        return {name: csv(counts) for name, counts in found.items() if counts}

    def require_states(self, expected: int) -> None:
        """Refuse a summary of other than the expected number of states; it lacks clusters."""
        if self.states != expected:
            raise RushHourError(
                f"expected {expected} states by the closed-form count, found {self.states}:"
                " the enumeration is wrong"
            )


def csv(counts: Iterable[int]) -> bytes:
    """A histogram as CSV, a line for each distance that occurs."""
    lines = [f"{distance},{count}\n" for distance, count in enumerate(counts) if count]
    return "".join(["eccentricity,clusters\n", *lines]).encode()


def _added(one: Any, two: Any) -> Any:
    """The sum of two numbers or histograms; None if one is not counted."""
    if one is None or two is None:
        return None
    if isinstance(one, int):
        return one + two
    return tuple(a + b for a, b in zip_longest(one, two, fillvalue=0))


def _read(value: Any) -> Any:
    """A number or a histogram, as JSON holds them; None if it is not counted."""
    if value is None:
        return None
    return tuple(map(int, value)) if isinstance(value, list) else int(value)
