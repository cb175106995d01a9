"""solve_batch: a column of boards in, a table of answers out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rushhour import _core
from rushhour.batch import arrow
from rushhour.batch.measured import with_measures
from rushhour.batch.options import Options
from rushhour.formats import parse
from rushhour.formats.target import NAME_IT
from rushhour.model.errors import ParseError, RushHourError
from rushhour.model.labels import quoted
from rushhour.model.move import Goal, Metric
from rushhour.search.query import GIB
from rushhour.search.threads import thread_count

if TYPE_CHECKING:
    import pyarrow as pa

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
    options = Options(metric, goal, both, states, share_clusters, max_states, max_memory, analyse)
    return _solved(arrow.column_of(boards), options, _core.WorkerPool(thread_count(threads)))


def _solved(column: pa.ChunkedArray, options: Options, pool: _core.WorkerPool) -> pa.Table:
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
    boards: pa.LargeBinaryArray, options: Options, pool: _core.WorkerPool, first: int
) -> pa.Table:
    """Solve one slice of boards; `first` is the number of its first row."""
    texts = arrow.texts(boards)
    columns = _core.solve_column(pool, texts, first, options.query(), options.include, _explain)
    answers = arrow.table(columns, options.core_schema(), len(boards))
    return with_measures(answers, boards, options, pool.threads) if options.analyse else answers


def _explain(text: str) -> _core.Puzzle | str:
    """Read a board string that the core does not take: the puzzle, or the error."""
    try:
        puzzle = parse(text, "boardstring")
        strange = [vehicle.label for vehicle in puzzle.vehicles if quoted(vehicle.label)[0] == '"']
        return f"expected labels that need no quotes, found {strange}" if strange else puzzle._core
    except ParseError as error:
        what, is_open, _ = error.message.partition(f"; {NAME_IT}")
        return f"{what}; {_NO_TARGET}" if is_open else what
    except RushHourError as error:
        return str(error)
