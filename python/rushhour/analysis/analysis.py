"""analyse: every measure of a puzzle, as an immutable value; `analyse_many` for a stream of them.

`analyse_small` is for callers that cannot wait for a large cluster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import rushhour._core as _core
from rushhour.analysis.measures import Level, measures
from rushhour.base.expect import expect, integer
from rushhour.errors import RushHourError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, Limits, Progress, reporter, thread_count


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
    road: tuple[str, ...] | None = None
    key: tuple[str, ...] | None = None
    key_moves: int | None = None
    symmetry: float | None = None
    canonical: bool | None = None
    unsolved: bool | None = None
    minimal: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, in their order, as JSON holds them.

        Counts of solutions are digits: they can be beyond 2^53.
        """
        return {**asdict(self), **{name: _digits(getattr(self, name)) for name in DIGITS}}


DIGITS = ("optimal_solutions", "optimal_solutions_up_to_order")
"""Counts that can have more digits than numbers of other programs, which are text there."""


def _digits(count: int | None) -> str | None:
    return None if count is None else str(count)


class AnalysisOptions(TypedDict, total=False):
    """The options of `analyse` by their names."""

    seed: int
    max_states: int | None
    max_memory: int | None
    max_seconds: float | None
    progress: Callable[[Progress], object] | None


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
        raise WrongValueError(f"expected a seed from 0 to 2^64 - 1, found {seed}")
    limits = Limits.of(max_states, max_memory, max_seconds)
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


def analyse_small(
    puzzle: Puzzle,
    *,
    max_states: int | None = None,
    max_memory: int | None = None,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Analysis:
    """The analysis of a puzzle whose cluster is small; else, or at a limit, one that knows nothing.

    A cluster of more than a hundred thousand states would take seconds.
    """
    limits = Limits.of(max_states, max_memory, max_seconds)
    found = _core.analyse_small(puzzle._core, limits, reporter(progress))
    return Analysis(status="unknown") if found is None else of_core(puzzle, found)


# Puzzles that are analysed ahead of the one that is waited for, by thread.
_AHEAD = 8


def analyse_many(
    puzzles: Iterable[Puzzle | str],
    *,
    threads: int | None = None,
    **options: Unpack[AnalysisOptions],
) -> Iterator[Analysis]:
    """Analyse many puzzles on several threads, in their order; the options are those of `analyse`.

    `threads` is by default the number of processors. Limits hold for each puzzle. An error of a
    text that is not a puzzle is raised in its place.

    >>> [analysis.slides for analysis in analyse_many(["AA./.../...", "..B/AAB/..."])]
    [1, None]
    """
    expect("puzzles", puzzles, Iterable, "puzzles or texts, one after another")
    return _analyses(analyse_items(map(puzzle_of, puzzles), threads=threads, **options))


def _analyses(
    found: Iterator[tuple[Puzzle | RushHourError, Analysis | RushHourError]],
) -> Iterator[Analysis]:
    for _, item in found:
        assert isinstance(item, Analysis)
        yield item


Item = TypeVar("Item", bound=Puzzle | RushHourError)


def analyse_items(
    items: Iterable[Item], *, threads: int | None = None, **options: Unpack[AnalysisOptions]
) -> Iterator[tuple[Item, Analysis | RushHourError]]:
    """Each item with its analysis; errors among the items stand for themselves."""
    return _analysed(iter(items), thread_count(threads), options)


def _analysed(
    items: Iterator[Item], threads: int, options: AnalysisOptions
) -> Iterator[tuple[Item, Analysis | RushHourError]]:
    ended = False
    watch = options.get("progress")

    def progress(seen: Progress) -> None:
        """End the work of a thread whose result is not needed any more."""
        if ended:
            raise _EndedError
        if watch is not None:
            watch(seen)

    watched: AnalysisOptions = {**options, "progress": progress}

    def analysed(item: Item) -> Analysis | RushHourError:
        if isinstance(item, RushHourError):
            return item
        return analyse(item, **watched)

    pending: deque[tuple[Item, Future[Analysis | RushHourError]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            pending.append((item, pool.submit(analysed, item)))
            if len(pending) >= threads * _AHEAD:
                first, future = pending.popleft()
                yield first, future.result()
        while pending:
            first, future = pending.popleft()
            yield first, future.result()
    finally:
        ended = True
        pool.shutdown(wait=False, cancel_futures=True)


class _EndedError(Exception):
    """Raised in a thread to end its work."""


# Reasons: what may make a puzzle hard, in words, from its measures.
#
# The core has the words, for pages without Python too (`src/analysis/rating.rs`).


def reasons(analysis: Analysis) -> tuple[str, ...]:
    """What may make a puzzle hard, the length first; for an easy one a line that nothing does.

    Empty if the puzzle has no difficulty, for example because it has no solution.

    >>> import rushhour
    >>> reasons(rushhour.read("puzzles/jam-01.txt").analyse())
    ('short and direct',)
    """
    if expect("analysis", analysis, Analysis, "an Analysis").difficulty is None:
        return ()
    herrings = {*(analysis.red_herrings or ())} - {*(analysis.idle or ())}
    return tuple(
        _core.reasons(
            analysis.slides or 0,
            analysis.walk,
            analysis.counterintuitive or 0,
            len(analysis.returning or ()),
            analysis.optimal_solutions_up_to_order == 1,
            len(herrings),
        )
    )


def gauge(analysis: Analysis) -> str:
    """The rating and the level in words; empty where they are not known.

    >>> import rushhour
    >>> gauge(rushhour.read("puzzles/jam-40.txt").analyse())
    'expert, harder than 99 % of boards'
    """
    if analysis.rating is None:
        return ""
    return f"{analysis.level}, harder than {int(analysis.rating)} % of boards"
