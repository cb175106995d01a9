"""Options: what to compute for every board of a batch, and so the columns of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rushhour.custom.goal import registered
from rushhour.model.move import Goal, Metric
from rushhour.search.query import GIB, Query
from rushhour.search.settings import Settings

if TYPE_CHECKING:
    import pyarrow as pa


MEASURES = ("difficulty", "rating", "level", "walk")
"""The columns that `analyse` adds to the optima in both metrics."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to compute for every board; with the boards it determines the answers byte for byte."""

    metric: Metric = "slide"
    goal: Goal = "edge"
    both: bool = False
    states: bool = False
    share_clusters: bool = False
    max_states: int | None = None
    max_memory: int | None = 4 * GIB
    analyse: bool = False

    @property
    def include(self) -> tuple[bool, bool, bool]:
        """What the core adds to an answer: the other metric, the states, those of a cluster."""
        return self.both or self.analyse, self.states, self.share_clusters

    def query(self) -> Query:
        """The query for the core; RushHourError if a limit is invalid."""
        limits = (self.max_states, self.max_memory, None)
        goal = registered(self.goal, "a batch")
        return Query.of(self.metric, goal, "auto", None, Settings(), limits)

    def schema(self) -> pa.Schema:
        """The columns of the answers."""
        import pyarrow as pa

        kinds = {name: pa.string() if name == "level" else pa.float64() for name in MEASURES}
        answers = self.core_schema()
        measures = [pa.field(name, kind) for name, kind in kinds.items() if self.analyse]
        return pa.schema([*answers][:-1] + measures + [*answers][-1:])

    def core_schema(self) -> pa.Schema:
        """The columns that the core computes."""
        import pyarrow as pa

        text, number = pa.string(), pa.int64()
        fields = [("board", text), ("status", text)]
        fields += [(f"{name}s", number) for name in ("slide", "step") if self._asks_for(name)]
        fields += [("moves", text), ("expanded", number)]
        fields += [("states", number)] if self.states else []
        return pa.schema([*fields, ("error", text)])

    def _asks_for(self, metric: str) -> bool:
        return self.both or self.analyse or metric == self.metric
