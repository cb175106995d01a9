"""Claims: what a data set says about its puzzles, how it counts, and which columns were checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from threading import Event
from typing import NamedTuple, get_args

from rushhour.analysis.analysis import analyse
from rushhour.base.expect import known
from rushhour.base.text import JsonDict
from rushhour.errors import LimitReachedError, ParseError
from rushhour.formats.source import is_integer, seen
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.options import thread_count
from rushhour.search.outcome import Outcome, Status
from rushhour.search.solve import solve_many

UNSOLVABLE = ("none", "unsolvable", "-", "-1")
_SOLUTION = re.compile(r"\S+[+-][0-9]+(\s+\S+[+-][0-9]+)*")


class Convention(NamedTuple):
    """How solutions are counted: a metric and a goal."""

    metric: Metric
    goal: Goal

    def __str__(self) -> str:
        return f"{self.metric}_{self.goal}"


CONVENTIONS = tuple(
    Convention(metric, goal) for metric in get_args(Metric) for goal in get_args(Goal)
)


class Claim(NamedTuple):
    """What a column says: an optimum (None: no solution), the value of a measure, or a size.

    The value of a measure is claimed to `digits` after the point.
    """

    column: str
    convention: Convention | None
    value: float | None
    measure: str | None = None
    digits: int = 0


class Columns:
    """The meanings of the columns of a data set; case and surrounding blanks are ignored.

    `slides`, `steps` and `moves` count to the goal of the audit, `moves` in its metric, unless it
    holds a solution, which claims nothing; `step_off` names both; `states`, `cluster`,
    `cluster_size` and `reachable` are sizes of clusters. `min_slides`, `optimal_slides` and
    `least_slides` are `slides`, and so on. `named` explains columns with other names:
    `{"slide_exit": "slide_past"}`. `difficulty`, `rating` and `walk` are checked only if `named`
    says so, as in `{"rating": "rating"}`, since other data sets use these names for other scales.
    """

    def __init__(self, default: Convention, named: Mapping[str, str]) -> None:
        self._meanings: dict[str, Convention | str | None] = {
            str(entry): entry for entry in CONVENTIONS
        }
        for name, convention in (
            ("slides", Convention("slide", default.goal)),
            ("steps", Convention("step", default.goal)),
            ("moves", default),
        ):
            words = (name, *(f"{least}_{name}" for least in _LEAST))
            self._meanings |= dict.fromkeys(words, convention)
        self._meanings |= dict.fromkeys(_SIZES)
        self.named = dict(named)
        for column, meaning in named.items():
            known("claim", meaning, [*self._meanings, *MEASURES])
            is_measure = meaning in MEASURES
            self._meanings[plain(column)] = meaning if is_measure else self._meanings[meaning]

    def meaning(self, column: str) -> str | None:
        """What a column claims: a convention such as `slide_edge`, or `states`; None if nothing."""
        if plain(column) not in self._meanings:
            return None
        convention = self._meanings[plain(column)]
        return str(convention) if convention else "states"

    def claims(self, fields: Iterable[tuple[str, str | None]]) -> list[Claim]:
        """The claims of a row; an empty field claims nothing. ParseError if one is not a number."""
        return [
            self._claim(column, text.strip())
            for column, text in fields
            if plain(column) in self._meanings and text and text.strip() and not is_solution(text)
        ]

    def _claim(self, column: str, text: str) -> Claim:
        meaning = self._meanings[plain(column)]
        if not isinstance(meaning, str):
            return Claim(column, meaning, _value(column, text))
        if not _DECIMAL.fullmatch(text):
            raise ParseError(f"expected a number for {column}, found {seen(text)}")
        return Claim(column, None, float(text), meaning, len(text.partition(".")[2]))


MEASURES = ("difficulty", "rating", "walk")
"""The values of an analysis that a column can claim."""

_DECIMAL = re.compile(r"[0-9]{1,300}(\.[0-9]{1,20})?")
_LEAST = ("min", "optimal", "least")
_SIZES = ("states", "cluster", "cluster_size", "reachable")


def plain(column: str) -> str:
    """The normal form of a column's name: `Slide edge ` is `slide_edge`."""
    return re.sub(r"[\s_-]+", "_", column.strip().casefold())


def is_solution(text: str) -> bool:
    """Whether a field holds moves, which claim nothing."""
    return bool(_SOLUTION.fullmatch(text.strip()))


def _value(column: str, text: str) -> int | None:
    if text.lower() in UNSOLVABLE:
        return None
    if not is_integer(text):
        raise ParseError(f"expected a number for {column}, found {seen(text)}")
    return int(text)


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

    def as_dict(self) -> JsonDict:
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


# True optima and cluster sizes of the puzzles of a data set, computed on threads.


class Computed(NamedTuple):
    """An optimum, the size of a cluster or a measure, or the reason why it is unknown."""

    status: Status
    value: float | None
    reason: str | None = None


class Solver:
    """Computes answers on several threads, within limits for each puzzle, until it is closed."""

    def __init__(self, threads: int | None, limits: JsonDict) -> None:
        self._limits = limits
        self.threads = thread_count(threads)
        self._pool = ThreadPoolExecutor(self.threads)
        self._closed = Event()

    def close(self) -> None:
        """Stop all searches."""
        self._closed.set()
        self._pool.shutdown(cancel_futures=True)

    def optima(self, puzzles: Sequence[Puzzle], convention: Convention) -> list[Computed]:
        """The optimum of each puzzle in a convention."""
        found = solve_many(
            puzzles,
            metric=convention.metric,
            goal=convention.goal,
            threads=self.threads,
            **self._limits,
        )
        return [_of_outcome(outcome) for outcome in found if isinstance(outcome, Outcome)]

    def clusters(
        self, puzzles: Sequence[Puzzle], convention: Convention
    ) -> list[tuple[Computed, Computed]]:
        """The optimum of each puzzle in a convention, and the size of its cluster."""
        return list(self._pool.map(lambda puzzle: self._explored(puzzle, convention), puzzles))

    def _explored(self, puzzle: Puzzle, convention: Convention) -> tuple[Computed, Computed]:
        try:
            cluster = explore(
                puzzle,
                metric=convention.metric,
                goal=convention.goal,
                progress=self._go_on,
                **self._limits,
            )
        except LimitReachedError as error:
            unknown = Computed("unknown", None, str(error))
            return unknown, unknown
        status: Status = "solved" if cluster.goals else "unsolvable"
        cost = cluster.distance() if cluster.goals else None
        return Computed(status, cost), Computed(status, len(cluster))

    def measures(self, puzzles: Sequence[Puzzle]) -> list[dict[str, Computed]]:
        """What an analysis of each puzzle says, by the names of MEASURES."""
        return list(self._pool.map(self._measured, puzzles))

    def _measured(self, puzzle: Puzzle) -> dict[str, Computed]:
        found = analyse(puzzle, progress=self._go_on, **self._limits)
        answers = {}
        for name in MEASURES:
            value = getattr(found, name)
            is_open = value is None and found.stopped_by is not None
            reason = f"the limit on {found.stopped_by} was reached" if is_open else None
            answers[name] = Computed("unknown" if is_open else found.status, value, reason)
        return answers

    def _go_on(self, _: object) -> None:
        if self._closed.is_set():
            raise InterruptedError("the audit has ended")


def _of_outcome(outcome: Outcome) -> Computed:
    if outcome.status != "unknown":
        return Computed(outcome.status, outcome.cost)
    limit = f"the limit on {outcome.stopped_by} was reached"
    return Computed("unknown", None, f"{limit}; at least {outcome.lower_bound}")
