"""solve_batch: a column of boards in, a table of answers out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import rushhour._core as _core
from rushhour import store as arrow
from rushhour.analysis.analysis import Analysis, analyse_items
from rushhour.custom.functions import require_registered
from rushhour.formats.declared import NOTHING, CoreDeclared, Declared
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, Options, thread_count

if TYPE_CHECKING:
    import pyarrow as pa

MEASURES = ("difficulty", "rating", "level", "walk")
"""The columns that `analyse` adds to the optima in both metrics."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOptions:
    """What to compute for every board; with the boards it determines the answers byte for byte."""

    metric: Metric = "slide"
    goal: Goal = "edge"
    both: bool = False
    states: bool = False
    share_clusters: bool = False
    max_states: int | None = None
    max_memory: int | None = 4 * GIB
    analyse: bool = False
    target: str | None = None
    declared: Declared = NOTHING

    @property
    def include(self) -> tuple[bool, bool, bool]:
        """What the core adds to an answer: the other metric, the states, those of a cluster."""
        return self.both or self.analyse, self.states, self.share_clusters

    def search(self) -> Options:
        """The options of each search; RushHourError if a limit is invalid."""
        return Options.of(
            metric=self.metric,
            goal=require_registered(self.goal, "a batch"),
            max_states=self.max_states,
            max_memory=self.max_memory,
        )

    def known(self) -> CoreDeclared:
        """What is declared of each board."""
        return self.declared.known(self.target)

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


# Far above the errors of walks and below what anyone reads, so that equal boards give equal bytes
# on every machine, whatever the last bit of its logarithms is.
_DIGITS = 6


def with_measures(
    answers: pa.Table, column: _core.BoardColumn, options: BatchOptions, threads: int
) -> pa.Table:
    """The answers with the columns of MEASURES before the error; null without a solution.

    The limits of the options hold for each analysis; what a limit leaves open is null.
    """
    import pyarrow as pa

    puzzles = column.puzzles()
    known = (Puzzle._of(core, None) for core in puzzles if core is not None)
    analyses = analyse_items(
        known, threads=threads, max_states=options.max_states, max_memory=options.max_memory
    )
    found = (analysis for _, analysis in analyses)
    nothing = Analysis(status="unknown")
    rows = [nothing if core is None else next(found) for core in puzzles]
    schema = options.schema()
    measured = {
        name: pa.array([_value(getattr(row, name)) for row in rows], schema.field(name).type)
        for name in MEASURES
    }
    columns = [measured[name] if name in measured else answers[name] for name in schema.names]
    return pa.Table.from_arrays(columns, schema=schema)


def _value(value: object) -> Any:
    return round(value, _DIGITS) if isinstance(value, float) else value


# Boards in a slice: it takes some 40 MB, and threads wait for each other once a second.
ROWS = 1 << 15


def solve_batch(
    boards: Any,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    both: bool = False,
    states: bool = False,
    share_clusters: bool = False,
    analyse: bool = False,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    threads: int | None = None,
    target: str | None = None,
    exit: str | None = None,  # noqa: A002
    size: str | None = None,
    empty: str | None = None,
    wall: str | None = None,
) -> pa.Table:
    """Solve a column of board strings; returns a table with a row for each, in the same order.

    `boards` is a list, or a column of texts from any library that supports Arrow (pyarrow, polars,
    pandas, DuckDB, arro3), chunked or dictionary-encoded or not. The columns of the table:

    - `board`: the text, cut after 8192 bytes
    - `status`: `solved`, `unsolvable` (proved), `unknown` (a limit came first), or null
    - `slides` or `steps`: the optimum in `metric`; with `both`, each in its own
    - `moves`: a shortest solution in `metric`, `A+2 B-1`
    - `expanded`: how many states the search expanded
    - `states`: with `states`, the size of the cluster
    - `difficulty`, `rating`, `level`, `walk`: with `analyse`, those of `Puzzle.analyse`, beside the
      optima in both metrics; numbers to six digits, null without a solution
    - `error`: for a null or malformed text, `row 17:` and the reason; rows count from 0

    With `share_clusters`, boards that can be reached from one another, and their mirror images, are
    solved together: the optima are the same, the moves may differ, and `expanded` is null where no
    search was made. The limits are those of `solve`, for each board. The answers do not depend on
    `threads`. RushHourError if `boards` is not a column of texts.

    What a board string does not say can be declared for all boards: the label of the `target`, the
    `exit` as `left` or `top:2`, and of boards with other marks the `size` as `6x6` and the marks of
    `empty` cells and of a `wall`. WrongValueError for an exit or a size of another shape.

    >>> table = solve_batch(["..B/AAB/...", "AA./.../...", "AAB"])
    >>> table["status"].to_pylist(), table["slides"].to_pylist()
    (['unsolvable', 'solved', None], [None, 1, None])
    >>> print(table["error"][2])
    row 2: expected a square number of cells, or rows parted by /, found 3 cells
    """
    arrow.require_pyarrow()
    options = BatchOptions(
        metric=metric,
        goal=goal,
        both=both,
        states=states,
        share_clusters=share_clusters,
        max_states=max_states,
        max_memory=max_memory,
        analyse=analyse,
        target=target,
        declared=Declared.of(exit, size, empty, wall),
    )
    return _solved(arrow.column_of(boards), options, _core.WorkerPool(thread_count(threads)))


def _solved(column: pa.ChunkedArray, options: BatchOptions, pool: _core.WorkerPool) -> pa.Table:
    import pyarrow as pa

    arrow.require_text(column.type)
    chunks = [
        solve_rows(arrow.binary(column.slice(first, ROWS)), options, pool, first)
        for first in range(0, len(column), ROWS)
    ]
    return pa.concat_tables(chunks) if chunks else options.schema().empty_table()


def solve_rows(
    boards: pa.LargeBinaryArray, options: BatchOptions, pool: _core.WorkerPool, first: int
) -> pa.Table:
    """Solve one slice of boards; `first` is the number of its first row."""
    column = _core.BoardColumn(pool, arrow.texts(boards), first, options.known())
    found = column.solve(pool, options.search(), options.include)
    answers = arrow.table(found, options.core_schema(), len(boards))
    return with_measures(answers, column, options, pool.threads) if options.analyse else answers
