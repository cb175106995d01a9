"""The schema of an outcome as plain values.

The JSON of `rushhour solve`, the answer of the service and the columns of a comparison take names
and types from here; a field that is not listed in `search/report.py` is the attribute of `Outcome`
with its name.
"""

from __future__ import annotations

from typing import Literal, TypedDict, get_type_hints

from rushhour.model.move import Metric

Status = Literal["solved", "unsolvable", "unknown"]


class MoveRecord(TypedDict):
    """The label of a vehicle, and its cells: positive to the right or down."""

    vehicle: str
    cells: int


class OutcomeRecord(TypedDict):
    """An outcome as plain values, in the order of its JSON; see `Outcome` for what they mean."""

    title: str | None
    status: Status
    metric: Metric
    goal: str
    algorithm: str
    engine: str
    reason: str | None
    heuristic: str | None
    settings: dict[str, bool | float | str]
    depth: int | None
    cost: int | None
    slides: int | None
    steps: int | None
    moves: list[MoveRecord] | None
    lower_bound: int
    upper_bound: int | None
    proved_optimal: bool | None
    best: str | None
    stopped_by: str | None
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    max_open: int
    evaluated: int
    memory: int
    branching_factor: float | None
    seconds: float


FIELDS = get_type_hints(OutcomeRecord)
"""The type of each field by its name."""
