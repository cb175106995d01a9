"""solve_batch: a column of boards in, a table of answers out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import rushhour._core as _core
from rushhour import store as arrow
from rushhour.analysis.analysis import Analysis, analyse_items
from rushhour.custom.functions import require_registered
from rushhour.errors import ParseError, RushHourError
from rushhour.formats import parse
from rushhour.model.move import Goal, Metric, quoted
from rushhour.search.options import GIB, Options, thread_count

if TYPE_CHECKING:
    import pyarrow as pa

MEASURES = ("difficulty", "rating", "level", "walk")
"""The columns that `analyse` adds to the optima in both metrics."""


@dataclass(frozen=True, slots=True)
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
    answers: pa.Table, boards: pa.LargeBinaryArray, options: BatchOptions, threads: int
) -> pa.Table:
    """The answers with the columns of MEASURES before the error; null without a solution.

    The limits of the options hold for each analysis; what a limit leaves open is null.
    """
    import pyarrow as pa

    errors = answers["error"].to_pylist()
    texts = boards.to_pylist()
    puzzles = (
        parse(text.decode(), "boardstring")
        for text, error in zip(texts, errors, strict=True)
        if error is None
    )
    limits = {"max_states": options.max_states, "max_memory": options.max_memory}
    found = (analysis for _, analysis in analyse_items(puzzles, threads=threads, **limits))
    nothing = Analysis(status="unknown")
    rows = [nothing if error is not None else next(found) for error in errors]
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

    >>> table = solve_batch(["..B/AAB/...", "AA./.../...", "AAB"])
    >>> table["status"].to_pylist(), table["slides"].to_pylist()
    (['unsolvable', 'solved', None], [None, 1, None])
    >>> print(table["error"][2])
    row 2: expected a square number of cells, or rows parted by /, found 3 cells
    """
    arrow.require_pyarrow()
    options = BatchOptions(
        metric, goal, both, states, share_clusters, max_states, max_memory, analyse
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


_NO_TARGET = (
    "a column takes no target: rushhour convert FILE --target LABEL --to boardstring --relabel"
    " writes boards with the target A"
)


def solve_rows(
    boards: pa.LargeBinaryArray, options: BatchOptions, pool: _core.WorkerPool, first: int
) -> pa.Table:
    """Solve one slice of boards; `first` is the number of its first row."""
    texts = arrow.texts(boards)
    columns = _core.solve_column(pool, texts, first, options.search(), options.include, _explain)
    answers = arrow.table(columns, options.core_schema(), len(boards))
    return with_measures(answers, boards, options, pool.threads) if options.analyse else answers


def _explain(text: str) -> _core.Puzzle | str:
    """Read a board string that the core does not take: the puzzle, or the error."""
    try:
        puzzle = parse(text, "boardstring")
        strange = [vehicle.label for vehicle in puzzle.vehicles if quoted(vehicle.label)[0] == '"']
        return f"expected labels that need no quotes, found {strange}" if strange else puzzle._core
    except ParseError as error:
        what, is_open, _ = error.message.partition(f"; {_core.NAME_IT}")
        return f"{what}; {_NO_TARGET}" if is_open else what
    except RushHourError as error:
        return str(error)
