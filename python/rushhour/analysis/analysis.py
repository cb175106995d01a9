"""analyse: every measure of a puzzle, as an immutable value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rushhour import _core
from rushhour.analysis.measures import measures
from rushhour.analysis.rating import Level
from rushhour.formats import puzzle_of
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import GIB, Progress, checked_limits, reporter


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What makes a puzzle hard; `measures()` has the definition of each field.

    `status` is `solved`, `unsolvable` or `unknown`; `stopped_by` names the limit (`states`,
    `memory`, `seconds`) that came first; it is None if none did. A value is None where there is no
    solution, where a limit came first, and for a walk from a solved start.

    `walk_error`, `noisy_walk_error` and `random_walk_error` are the largest possible errors of
    solved equations; where `walk_is_simulated`, `walk_error` is a standard error.

    `difficulty` is the prediction, and two thirds of all boards lie between `difficulty_low` and
    `difficulty_high`. It is `extrapolated` where the puzzle is unlike those that people were
    measured on: 6x6, without walls, 6 to 15 slides.
    """

    status: Literal["solved", "unsolvable", "unknown"]
    stopped_by: str | None = None
    slides: int | None = None
    steps: int | None = None
    difficulty: float | None = None
    difficulty_low: float | None = None
    difficulty_high: float | None = None
    extrapolated: bool | None = None
    rating: float | None = None
    level: Level | None = None
    walk: float | None = None
    walk_error: float | None = None
    walk_is_simulated: bool | None = None
    states: int | None = None
    goal_states: int | None = None
    eccentricity: int | None = None
    histogram: tuple[int, ...] | None = None
    branching: float | None = None
    optimal_solutions: int | None = None
    optimal_solutions_up_to_order: int | None = None
    bottlenecks: int | None = None
    surprisal: float | None = None
    noisy_walk: float | None = None
    noisy_walk_error: float | None = None
    random_walk: float | None = None
    random_walk_error: float | None = None
    counterintuitive: int | None = None
    dependency_raises: int | None = None
    mag_nodes: int | None = None
    mag_edges: int | None = None
    mag_depth: int | None = None
    mag_components: int | None = None
    mag_cycles: int | None = None
    essential: tuple[str, ...] | None = None
    idle: tuple[str, ...] | None = None
    red_herrings: tuple[str, ...] | None = None
    returning: tuple[str, ...] | None = None
    canonical: bool | None = None
    unsolved: bool | None = None
    minimal: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, in their order, as JSON holds them."""
        return asdict(self)


def analyse(
    puzzle: Puzzle | str,
    *,
    seed: int = 0,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Analysis:
    """Compute every measure of a puzzle, for slides until the target touches its exit edge.

    Clusters of up to a million states are solved exactly. For larger ones the human walk is
    simulated with `seed`, and what needs the whole cluster is None. A limit raises no error:
    unknown values are None. `progress` is as in `explore`.

    >>> analysis = analyse("..B.../AAB.../....../......")
    >>> analysis.slides, analysis.optimal_solutions, analysis.essential
    (2, 1, ('B',))
    """
    puzzle = puzzle_of(puzzle)
    integer("seed", seed)
    if not 0 <= seed < 1 << 64:
        raise RushHourError(f"expected a seed from 0 to 2^64 - 1, found {seed}")
    limits = checked_limits(max_states, max_memory, max_seconds)
    return of_core(puzzle, _core.analyse(puzzle._core, seed, limits, reporter(progress)))


def of_core(puzzle: Puzzle, row: _core._Analysis) -> Analysis:
    """The values of the core as an analysis."""
    status, stop, values = row
    found: dict[str, Any] = {"status": status, "stopped_by": stop}
    for measure, value in zip(measures(), values, strict=False):
        found |= _fields(measure.name, measure.unit, value, puzzle)
    return Analysis(**found, **_rating(puzzle, found))


def _fields(name: str, unit: str, value: _core._Value, puzzle: Puzzle) -> dict[str, Any]:
    """A value of the core as the fields of an analysis."""
    if isinstance(value, tuple):
        number, error, kind = value
        simulated = {"walk_is_simulated": kind == "standard error"} if name == "walk" else {}
        return {name: number, f"{name}_error": error, **simulated}
    if unit == "vehicles" and isinstance(value, list):
        return {name: tuple(puzzle.vehicles[index].label for index in value)}
    return {name: tuple(value) if isinstance(value, list) else value}


def _rating(puzzle: Puzzle, found: dict[str, Any]) -> dict[str, Any]:
    slides, walk = found["slides"], found["walk"]
    if slides is None or walk is None:
        return {}
    values = _core.difficulty(puzzle._core, slides, walk)
    return dict(zip(_RATED, values, strict=True))


_RATED = (
    "difficulty",
    "difficulty_low",
    "difficulty_high",
    "extrapolated",
    "rating",
    "level",
)
