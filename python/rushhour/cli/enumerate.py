"""`rushhour enumerate`: every board of a size."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.types import PositiveInt

from rushhour.base.files import STREAM
from rushhour.base.ranges import ascending
from rushhour.cli import exit as codes
from rushhour.cli.input import FileName
from rushhour.cli.options import (
    ANYWAY,
    OUTPUT,
    ClusterOption,
    JsonObject,
    ThreadsOption,
    limit_option,
    output_option,
    print_option,
    search_option,
)
from rushhour.cli.output import patiently, print_json, put, resumable, warn
from rushhour.cli.progress import clock, long_progress
from rushhour.enumeration.family import (
    PART_STATES,
    EnumerationSettings,
    Family,
    FamilyRules,
    Keep,
    Measured,
)
from rushhour.enumeration.run import EnumerationRun, RunProgress, RunWatch, engine, require_patience
from rushhour.errors import RushHourError, listed
from rushhour.store import require_pyarrow

_SIDE = "1 to 8."
_EXIT = (
    "Where the target leaves: right, left, top or bottom, and the row or column, from 0; by default"
    " on the right, in the middle or just above."
)
_LENGTHS = "The lengths of vehicles; the target has the least."
_RULES = (
    "Which boards there are: the target alone in its row and no line full (fogleman), all, or those"
    " of 12 cars and 4 trucks (box)."
)
_METRIC = "Distances in slides and steps (both), or in slides alone, which is faster."
_KEEP = "Which clusters to list; none prints the counts alone, without minimality."
_LEAST = (
    "List, and count as minimal, only clusters with so many slides or so many steps, such as 40,75."
)
_OUTPUT = "A folder for Parquet parts and the counts; the same command again resumes."
_FORMAT = (
    "Print the lines of Fogleman's program instead: slides, board, states, histogram; it keeps the"
    " minimal clusters of his rules."
)
_PARTS = (
    "Enumerate only the parts with these numbers, from 0, such as 0..99, as one of several jobs;"
    " their states are not compared with the count. --parts 0 says how many there are."
)
_PART = (
    "About how many states a part has at most: usually fewer, the first parts the most. A killed"
    " run loses no more than the parts at work."
)


def enumerate(  # noqa: A001
    *,
    rows: Annotated[int, search_option(f"Rows of the board, {_SIDE}", "R")],
    cols: Annotated[int, search_option(f"Columns of the board, {_SIDE}", "C")],
    walls: Annotated[str, search_option("How many walls.", "RANGE")] = "0",
    exit: Annotated[str | None, search_option(_EXIT, "SIDE:LINE")] = None,  # noqa: A002
    lengths: Annotated[str, search_option(_LENGTHS, "LENGTHS")] = "2,3",
    rules: Annotated[FamilyRules, search_option(_RULES)] = "fogleman",
    metric: Annotated[Measured, search_option(_METRIC)] = "both",
    keep: Annotated[Keep, search_option(_KEEP)] = "minimal",
    min_distance: Annotated[str | None, search_option(_LEAST, "SLIDES,STEPS")] = None,
    output: Annotated[FileName | None, output_option(_OUTPUT, "FOLDER")] = None,
    format: Annotated[  # noqa: A002
        Literal["fogleman"] | None, print_option(_FORMAT)
    ] = None,
    json: JsonObject = False,
    threads: ThreadsOption = None,
    part_states: Annotated[
        PositiveInt, Parameter(help=_PART, metavar="STATES", group=OUTPUT)
    ] = PART_STATES,
    parts: Annotated[str, Parameter(help=_PARTS, metavar="RANGE", group=OUTPUT)] = "0..",
    cluster: ClusterOption = None,
    yes: Annotated[bool, limit_option(ANYWAY, "")] = False,
) -> int:
    """Enumerate every board of a size: its clusters, their distances, the hardest boards.

    The number of states is compared with a closed-form count, so no cluster is
    lost. Without --output it prints the counts: how many clusters have each largest
    distance. In Python, rushhour.atlas.open_atlas opens the folder.

    Exit codes: 0 done, 2 malformed options or another folder, 3 the disk was full.

    Examples
    --------
    rushhour enumerate --rows 4 --cols 4 --walls 0..1
    rushhour enumerate --rows 4 --cols 4 --format fogleman
    """
    require_pyarrow()
    if output in ("", STREAM):
        raise RushHourError(f"expected a folder for --output, found {output!r}")
    others = {
        "--output": output is not None,
        "--json": json,
        "--rules": rules != "fogleman",
        "--keep": keep != "minimal",
        "--min-distance": min_distance is not None,
    }
    if format is not None:
        _require_none(others)
    family = Family.of(rows, cols, walls=walls, exit=exit, lengths=lengths, rules=rules)
    if format is not None and family.side != "right":
        raise RushHourError(f"expected an exit on the right with --format, found {exit!r}")
    if format is not None:
        settings = EnumerationSettings(
            family, "slide", "minimal", count_walls=True, part_states=part_states
        )
    else:
        settings = EnumerationSettings(
            family, metric, keep, part_states=part_states, least=_bounds(min_distance)
        )
    bounds = ascending("parts", parts)
    require_patience(settings, bounds, threads, output, is_patient=yes)
    workers = patiently(engine(settings, threads, cluster), cluster)
    with workers as chosen, _shown() as watch:
        run = EnumerationRun(settings, chosen, watch, bounds, warn)
        if format is not None:
            return _print_lines(run)
        _finish(run, output)
        _print_summary(run, json=json)
    return codes.SOLVED


def _require_none(others: dict[str, bool]) -> None:
    """Refuse options beside `--format` that are given."""
    if found := [name for name, is_given in others.items() if is_given]:
        raise RushHourError(f"expected --format without {listed(found)}, found both")


def _bounds(least: str | None) -> tuple[int, int] | None:
    """The slides and steps of `--min-distance`."""
    if least is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", least)
    if match is None:
        raise RushHourError(
            f"expected SLIDES,STEPS such as 40,75 for --min-distance, found {least[:40]!r}"
        )
    return int(match[1]), int(match[2])


def _finish(run: EnumerationRun, output: str | None) -> None:
    """Enumerate the parts."""
    if output is None:
        for _ in run.tables():
            pass
        return
    with resumable():
        run.into_folder(Path(output))
    warn(f"{output}: has {_parts(run)}")


def _print_lines(run: EnumerationRun) -> int:
    for table in run.tables():
        for row in table.select(["slides", "board", "states", "slides_histogram"]).to_pylist():
            counts = ",".join(map(str, row["slides_histogram"]))
            put(f"{row['slides']:02} {row['board']} {row['states']} {counts}")
    return codes.SOLVED


def _print_summary(run: EnumerationRun, *, json: bool) -> None:
    summary, unsolvable, minimal = run.summary, run.summary.unsolvable, run.summary.minimal
    if json:
        some = {} if run.is_complete else {"parts": [run.chosen[0], run.chosen[-1], run.parts]}
        least = run.settings.least
        bound = {} if least is None else {"min_distance": list(least)}
        print_json(some | bound | summary.to_dict())
        return
    compared = (
        "equal to the closed-form count" if run.is_complete else f"in {_parts(run)}, not compared"
    )
    put(
        f"states      {summary.states:>15,}  {compared}",
        f"solvable    {summary.solvable:>15,}  clusters",
        *([] if unsolvable is None else [f"unsolvable  {unsolvable:>15,}  clusters"]),
        f"minimal     {minimal:>15,}  {_counted_among(run.settings)}"
        if minimal is not None
        else f"minimal     {'not counted':>15}",
    )
    heads = ("slides", "steps", "minimal_slides", "minimal_steps")
    columns = {head: getattr(summary, head) for head in heads if getattr(summary, head)}
    if columns:
        put("", "distance" + "".join(f"{head.replace('_', ' '):>16}" for head in columns))
    for distance in range(max(map(len, columns.values()), default=0)):
        counts = (c[distance] if distance < len(c) else 0 for c in columns.values())
        put((f"{distance:8}" + "".join(f"{count or '':>16}" for count in counts)).rstrip())


def _parts(run: EnumerationRun) -> str:
    """The parts of a run in words."""
    first, last = run.chosen[0], run.chosen[-1]
    numbers = f"part {first}" if first == last else f"parts {first} to {last}"
    return f"{numbers} of {run.parts}"


def _counted_among(settings: EnumerationSettings) -> str:
    """Which clusters may count as minimal."""
    if settings.least is None:
        return "clusters"
    slides, steps = settings.least
    or_steps = f" or {steps} steps" if settings.metric == "both" else ""
    return f"of those with at least {slides} slides{or_steps}"


def _shown() -> AbstractContextManager[RunWatch]:
    """A function for `EnumerationRun.watch` that shows the progress."""

    def words(seen: RunProgress, seconds: float) -> str:
        if seen.total is None:
            return f"{seen.part:,} of {seen.parts:,} parts, {seen.states:,} states"
        text = f"{seen.states:,} of {seen.total:,} states, {seen.states / seen.total:.1%}"
        if not seen.now:
            return text
        left = seconds * (seen.total - seen.states) / seen.now
        return f"{text}, {clock(left)} left"

    return long_progress(words, "planning, and enumerating the first parts")
