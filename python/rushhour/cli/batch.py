"""`rushhour batch IN... -o OUT`: solve millions of boards in parts; a second run resumes."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, PositiveInt

from rushhour._core import WorkerPool
from rushhour.base.files import STREAM
from rushhour.base.ranges import ascending
from rushhour.base.space import MB, require_space
from rushhour.batch.columns import BatchOptions
from rushhour.batch.sources import KINDS, SourceFiles
from rushhour.batch.sources.expanded import expanded
from rushhour.batch.targets import writer_of
from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName, warnings_shown
from rushhour.cli.options import (
    OUTPUT,
    ClusterOption,
    EmptyOption,
    ExitOption,
    GoalOption,
    MemoryOption,
    MetricOption,
    SizeOption,
    StatesOption,
    TargetOption,
    ThreadsOption,
    WallOption,
    among,
    byte_count,
    input_option,
    limit_option,
    output_option,
    search_option,
)
from rushhour.cli.output import RESUME, patiently, resumable, warn
from rushhour.cli.progress import batch_progress, be_silent
from rushhour.errors import RushHourError
from rushhour.formats.declared import NOTHING, Declared
from rushhour.search.options import thread_count
from rushhour.store import require_pyarrow

if TYPE_CHECKING:
    from rushhour.batch.run import Report, Run

_KINDS = [kind.name for kind in KINDS]
_FILES = (
    "Text with a board or an entry of Fogleman's list on each line, .csv, .jsonl or .parquet, also"
    " packed as .gz; a folder of such files, or a pattern such as 'boards/*.csv'; - for standard"
    " input."
)
_OUTPUT = (
    "A file, if the name ends in .parquet, .csv or .jsonl; otherwise a folder of Parquet parts;"
    " - for lines of JSON on standard output."
)
# The libraries and their threads, and the buffers, stack and heap of each thread that searches.
_SPACE, _SPACE_OF_A_THREAD = 800 * MB, 200 * MB
_BOARD = "The column with the boards, for csv, jsonl and parquet."
_FORMAT = (
    f"The format of the files, one of {', '.join(_KINDS)}; by default the name of each file"
    " decides."
)
_KEEP = (
    "Columns to copy from the input, before the answers, with commas between their names; all is"
    " every column but the boards."
)
_SEPARATOR = "What stands between the fields of CSV: one character, or tab; by default a comma."
_SECONDS = "Begin no new part after so many seconds; the same command again resumes."
_SHARE = "Solve boards of one cluster, and mirror images, together."
_ANALYSE = "Say how hard each board is for people: difficulty, rating, level, walk."
_VERIFY = "Replay every solution without the solver; solve wrong parts of former runs again."
_PART = "The number of rows in a part; a crash loses at most one part of each worker."
_PARTS = (
    "Solve only the parts with these numbers, from 0, such as 0..9, as one of several jobs with the"
    " same output; the same command without it solves what is missing, and joins."
)
_EVERY_LINE = (
    "expected a board on each line; for other texts use"
    " rushhour convert FILE --to boardstring --relabel"
)


def batch(
    *files: Annotated[File, Parameter("FILE", help=_FILES)],
    output: Annotated[FileName, output_option(_OUTPUT)],
    board: Annotated[str, input_option(_BOARD, "COLUMN")] = "board",
    format: Annotated[str | None, input_option(_FORMAT, "NAME", among(_KINDS))] = None,  # noqa: A002
    target: TargetOption = None,
    exit: ExitOption = None,  # noqa: A002
    size: SizeOption = None,
    empty: EmptyOption = None,
    wall: WallOption = None,
    keep: Annotated[tuple[str, ...], input_option(_KEEP, "COLUMNS")] = (),
    separator: Annotated[str | None, input_option(_SEPARATOR, "CHARACTER")] = None,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    both: Annotated[bool, search_option("Find the optimum in the other metric too.")] = False,
    states: Annotated[bool, search_option("Count the states of each board's cluster.")] = False,
    share_clusters: Annotated[bool, search_option(_SHARE)] = False,
    analyse: Annotated[bool, search_option(_ANALYSE)] = False,
    verify: Annotated[bool, search_option(_VERIFY)] = False,
    max_states: StatesOption = None,
    max_memory: MemoryOption = "4G",
    max_seconds: Annotated[NonNegativeFloat | None, limit_option(_SECONDS, "SECONDS")] = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    part_rows: Annotated[PositiveInt, Parameter(help=_PART, metavar="ROWS", group=OUTPUT)] = 10_000,
    parts: Annotated[str, Parameter(help=_PARTS, metavar="RANGE", group=OUTPUT)] = "0..",
) -> int:
    """Solve every board of some files, in parts; the same command again resumes a stopped run.

    Exit codes: 0 all solved, 1 some unsolvable or wrong, 2 some malformed, 3 a
    limit or --max-seconds came first, 4 parts failed.

    Examples
    --------
    rushhour batch boards.csv -o answers.parquet --keep id
    rushhour batch boards.csv -o - --metric step --states
    """
    workers = thread_count(threads)
    require_space(_SPACE + workers * _SPACE_OF_A_THREAD, f"a batch on {workers} threads")
    require_pyarrow()
    # Nobody looks on when a batch begins: a forgotten file must not become an empty input.
    if not files:
        raise RushHourError("expected a file of boards, or - for standard input")
    names = expanded(files, output)
    declared = Declared.of(exit, size, empty, wall)
    options = BatchOptions(
        metric=metric,
        goal=goal,
        both=both,
        states=states,
        share_clusters=share_clusters,
        max_states=max_states,
        max_memory=byte_count(max_memory),
        analyse=analyse,
        target=target,
        declared=declared,
    )
    layout = _split(keep), _character(separator), declared.is_drawing
    source = SourceFiles(names, board, format, *layout)
    if target is not None or declared != NOTHING:
        source.require_boards()
    if separator is not None:
        source.require_csv()
    is_lost = source.is_stream or output == STREAM
    run = _run(source, options, part_rows, threads)
    run.verify, run.max_seconds = verify, max_seconds
    run.bounds = ascending("parts", parts)
    if is_lost and not run.is_whole:
        raise RushHourError("--parts: expected files, and a file or a folder to write, found -")
    with ExitStack() as stack:
        stack.enter_context(warnings_shown())
        if cluster is not None:
            from rushhour.batch.dask import connected

            connection = patiently(connected(cluster, threads), cluster)
            run.engine = stack.enter_context(connection).solve
        if output == STREAM and sys.stdout.isatty():  # a line of progress would mix in
            be_silent()
        else:
            run.watch = stack.enter_context(batch_progress(source))
        if not is_lost:
            stack.enter_context(resumable())
        report = _into(run, output)
    report.first_error = report.first_error and _placed(report.first_error, source)
    return _print_report(report, is_lost=is_lost, are_texts=source.are_texts)


def _split(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of an option that is given several times or with commas."""
    return tuple(dict.fromkeys(name for group in names for name in group.split(",") if name))


def _character(separator: str | None) -> str | None:
    """A separator as CSV readers take it."""
    found = {"tab": "\t", "\\t": "\t"}.get(separator or "", separator)
    if found is not None and (len(found) != 1 or not found.isascii() or found in '"\r\n'):
        expected = "expected one character such as ';', or tab"
        raise RushHourError(f"--separator: {expected}, found {separator!r}")
    return found


def _run(source: SourceFiles, options: BatchOptions, part_rows: int, threads: int | None) -> Run:
    from rushhour.batch.plan import Plan
    from rushhour.batch.run import Run

    return Run(Plan(source, options, part_rows), WorkerPool(thread_count(threads)))


def _into(run: Run, output: str) -> Report:
    if output == STREAM:
        return run.into_stream(sys.stdout.buffer)
    path = Path(output)
    if not run.is_whole:
        return run.some_into(path)
    return run.into_folder(path) if writer_of(path) is None else run.into_file(path)


def _placed(error: str, source: SourceFiles) -> str:
    """An error of a row with the line of its file, if it is one of text."""
    head, _, what = error.partition(": ")
    place = source.place(int(head.removeprefix("row ")))
    return f"{place}: {what}" if place else error


def _print_report(report: Report, *, is_lost: bool, are_texts: bool) -> int:
    """Summarise the run on standard error; returns the exit code of the gravest result."""
    counts = [f"{count:,} {status}" for status, count in sorted(report.statuses.items())]
    noun = "row" if report.rows == 1 else "rows"
    lines = ["the file was finished before; nothing is left to do"] if report.is_old else []
    lines += [f"{report.rows:,} {noun}: {', '.join(counts) or 'none'}"]
    lines += [report.first_error] if report.first_error else []
    if are_texts and report.rows and report.statuses["malformed"] == report.rows:
        lines += [_EVERY_LINE]
    lines += [f"wrong: {fault}" for fault in report.faults]
    lines += [*report.repaired, *report.failed]
    lines += ["run it again to solve what has failed"] if report.failed else []
    lines += [f"stopped by --max-seconds{'' if is_lost else RESUME}"] if report.is_stopped else []
    for line in lines:
        warn(line)
    return _code(report)


def _code(report: Report) -> int:
    found = {
        codes.UNSOLVABLE: report.statuses["unsolvable"] or report.faults,
        codes.LIMIT: report.statuses["unknown"] or report.is_stopped,
        codes.MALFORMED: report.statuses["malformed"],
        codes.FAILED: report.failed,
    }
    if report.is_stopped and not report.failed:  # a script goes on until the code is another one
        return codes.LIMIT
    code = codes.SOLVED
    for one, is_there in found.items():
        code = codes.graver(code, one if is_there else codes.SOLVED)
    return code
