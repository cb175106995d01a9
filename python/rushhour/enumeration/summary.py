"""Summary: counts over all clusters of an enumeration, kept or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from rushhour.enumeration.records import Records
from rushhour.model.errors import RushHourError

_COUNTS = ("states", "solvable_states", "unsolvable")
_HISTOGRAMS = ("slides", "steps", "minimal_slides", "minimal_steps")


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that add up over parts; a histogram holds the clusters by their largest distance.

    `unsolvable` clusters are counted only if all are kept, `minimal` ones only if any are.
    """

    states: int = 0
    solvable_states: int = 0
    unsolvable: int = 0
    slides: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    minimal_slides: tuple[int, ...] = ()
    minimal_steps: tuple[int, ...] = ()
    records: Records = field(default_factory=Records)

    @property
    def solvable(self) -> int:
        """How many clusters have a solution."""
        return sum(self.slides)

    @property
    def minimal(self) -> int:
        """How many clusters are minimal."""
        return sum(self.minimal_slides)

    def __add__(self, other: Summary) -> Summary:
        states, solvable, unsolvable = (
            int(getattr(self, name)) + int(getattr(other, name)) for name in _COUNTS
        )
        counts = states, solvable, unsolvable
        pairs = ((getattr(self, name), getattr(other, name)) for name in _HISTOGRAMS)
        slides, steps, *minimal = (_added(one, two) for one, two in pairs)
        records = self.records + other.records
        return Summary(*counts, slides, steps, minimal[0], minimal[1], records)

    def to_dict(self) -> dict[str, Any]:
        """The counts by name, as JSON holds them."""
        found = {name: getattr(self, name) for name in _COUNTS}
        found |= {name: list(getattr(self, name)) for name in _HISTOGRAMS}
        found |= {"solvable": self.solvable, "minimal": self.minimal}
        return found | {"records": list(map(list, self.records.all))}

    @staticmethod
    def from_dict(found: dict[str, Any]) -> Summary:
        """The summary that `to_dict` has written; KeyError or TypeError if it is something else."""
        states, solvable, unsolvable = (int(found[name]) for name in _COUNTS)
        slides, steps, *minimal = (tuple(map(int, found[name])) for name in _HISTOGRAMS)
        records = Records.from_rows(found["records"])
        counts = states, solvable, unsolvable
        return Summary(*counts, slides, steps, minimal[0], minimal[1], records)

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


def _added(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(one, two, fillvalue=0))
