"""`rushhour compare FILES`: searches side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.expect import known
from rushhour.base.files import check_outputs
from rushhour.cli import exit as codes
from rushhour.cli.input import (
    FileName,
    LocatedPuzzle,
    expanded,
    found_in,
    function_files,
    given,
)
from rushhour.cli.options import (
    ANY_READING,
    OUTPUT,
    SEARCH,
    USUAL_TUNING,
    CsvOption,
    ForceOption,
    LimitOptions,
    MetricOption,
    OwnGoalOption,
    PuzzleFilesAndFolders,
    ReadingOptions,
    Tuning,
    among,
    heuristic_names,
    json_lines,
    print_option,
    several,
    several_of,
    written_file,
)
from rushhour.cli.output import line_width, put
from rushhour.cli.progress import comparison_progress
from rushhour.custom.functions import SOUND, Function, GoalFunction, require_registered
from rushhour.errors import RushHourError
from rushhour.lab.compare import Row, free
from rushhour.lab.compare import compare as rows_of
from rushhour.lab.layouts import HEAD, LAYOUTS, as_csv, as_table, record
from rushhour.lab.load import load, load_goal
from rushhour.lab.plot import plot as draw
from rushhour.lab.plot import require
from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import algorithms as all_algorithms
from rushhour.search.options import heuristics as all_heuristics

_ALGORITHMS = [entry.name for entry in all_algorithms()]
_ALGORITHM = (
    f"One or several of {', '.join(_ALGORITHMS)}, with commas between them; by default all."
)
_HEURISTIC = (
    "One or several names, numbers or functions FILE.py:FUNCTION, for the algorithms that take a"
    " heuristic; by default advanced, or zero for your own goal."
)
_ALL = "Search with every registered heuristic that may guide a search to the goal."
_COLUMNS = Parameter(
    help=f"One or several columns of the table, with commas between them, of {', '.join(HEAD)}; by"
    " default all.",
    metavar="NAME",
    group=OUTPUT,
    consume_multiple=(1, None),
    completer=several(among(HEAD)),
)
_A_WHILE = LimitOptions(max_seconds=10)


def compare(
    *files: PuzzleFilesAndFolders,
    algorithm: Annotated[tuple[str, ...], several_of(_ALGORITHM, among(_ALGORITHMS))] = (),
    heuristic: Annotated[tuple[str, ...], several_of(_HEURISTIC, heuristic_names)] = (),
    every: Annotated[bool, Parameter("--all", help=_ALL, group=SEARCH)] = False,
    metric: MetricOption = "slide",
    goal: OwnGoalOption = "edge",
    tuning: Tuning = USUAL_TUNING,
    csv: CsvOption = False,
    json: Annotated[bool, json_lines("search")] = False,
    markdown: Annotated[bool, print_option("Print a table of Markdown.")] = False,
    latex: Annotated[bool, print_option("Print a tabular of LaTeX.")] = False,
    columns: Annotated[tuple[str, ...], _COLUMNS] = (),
    plot: Annotated[
        FileName | None, written_file("Draw a new file, such as plot.svg (needs matplotlib).")
    ] = None,
    force: ForceOption = False,
    limits: LimitOptions = _A_WHILE,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Compare searches of each puzzle: depth, cost, counters, time, and whether each is optimal.

    A search ends after 10 seconds, unless --max-seconds says otherwise. Exit
    codes: 0 all puzzles were searched, 2 one is malformed.

    Examples
    --------
    rushhour compare puzzles/jam-01.txt puzzles/jam-02.txt
    rushhour compare puzzles/jam-01.txt --all --algorithm astar --csv
    """
    asked = {"csv": csv, "json": json, "markdown": markdown, "latex": latex}
    layout = _one([name for name, wanted in asked.items() if wanted])
    shown = split(columns)
    if shown and layout in ("csv", "json"):
        raise RushHourError(f"--columns: expected a table to read, found --{layout}")
    for name in shown:
        known("column", name, HEAD)
    files, wanted = tuple(expanded(given(files))), load_goal(goal)
    names = dict.fromkeys(split(heuristic))
    if plot is not None:
        require_registered(wanted, "--plot")
        require(plot)
        inputs = [*files, *function_files(*names)]
        check_outputs([plot], inputs, force=force)
    places, code = _read(files, reading, json=json)
    named = {name: found.item for name, found in places.items() if isinstance(found.item, Puzzle)}
    if not named:
        return code
    guides = _registered(wanted) if every else []
    guides += [load(name) for name in names]
    with comparison_progress() as progress:
        rows = rows_of(
            named,
            algorithms=split(algorithm) or None,
            heuristics=guides or None,
            metric=metric,
            goal=wanted,
            progress=progress,
            **tuning.as_arguments(),
            **limits.as_arguments(),
        )
        found = _print(rows, layout, places, shown)
        if plot is not None:
            aim = require_registered(wanted, "--plot")
            draw(found, named, plot, metric=metric, goal=aim, heuristics=guides or None)
    return code


def _registered(goal: Goal | GoalFunction) -> list[str | Function]:
    """The registered heuristics; for a goal of the user the one that estimates no cost."""
    return [SOUND] if callable(goal) else [entry.name for entry in all_heuristics()]


def split(names: tuple[str, ...]) -> list[str]:
    """The names of an option that is given several times or with commas."""
    return [name for group in names for name in group.split(",") if name]


def _one(layouts: list[str]) -> str | None:
    if len(layouts) > 1:
        raise RushHourError(f"expected one of --{' and --'.join(layouts)}")
    return layouts[0] if layouts else None


def _read(
    files: tuple[str, ...], reading: ReadingOptions, *, json: bool
) -> tuple[dict[str, LocatedPuzzle], int]:
    """The puzzles of all files, named by title, or by file and number; errors are printed."""
    named: dict[str, LocatedPuzzle] = {}
    code = codes.SOLVED
    for found in found_in(files, reading):
        file, number, item = found
        if isinstance(item, RushHourError):
            found.complain(item, json=json)
            code = codes.MALFORMED
            continue
        name = item.title or f"{found.stem}{'' if number == 1 else f':{number}'}"
        name = name if name not in named else f"{file}:{number}"
        named[free(name, 2, named)] = found
    return named, code


def _print(
    rows: Iterator[Row],
    layout: str | None,
    places: dict[str, LocatedPuzzle],
    columns: Sequence[str],
) -> list[Row]:
    """Print the rows, for programs as they come; returns them."""
    found: list[Row] = []

    def kept() -> Iterator[Row]:
        for row in rows:
            found.append(row)
            yield row

    if layout == "json":
        for row in kept():
            places[row.puzzle].print_json(record(row))
    elif layout == "csv":
        at = {name: (found.file, found.number) for name, found in places.items()}
        for line in as_csv(kept(), at):
            put(line)
    elif layout is not None:
        for line in LAYOUTS[layout](kept(), columns):
            put(line)
    else:
        put(*as_table(list(kept()), line_width(), columns))
    return found
