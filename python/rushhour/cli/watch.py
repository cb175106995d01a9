"""`rushhour watch FILE`: a page that replays one or two searches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rushhour.base.files import STREAM, check_outputs
from rushhour.cli import exit as codes
from rushhour.cli.compare import split
from rushhour.cli.input import function_files, given_one, only_puzzle
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    USUAL_TUNING,
    ForceOption,
    LimitOptions,
    MetricOption,
    OptionalFile,
    OwnGoalOption,
    ReadingOptions,
    Tuning,
    among,
    heuristic_names,
    output_option,
    several_of,
)
from rushhour.cli.output import print_pictures
from rushhour.cli.progress import search_progress
from rushhour.lab.load import load, load_goal
from rushhour.lab.watch import watch as replay
from rushhour.search.options import algorithms

_ALGORITHMS = [entry.name for entry in algorithms() if "trace" in entry.takes]
_ALGORITHM = f"One or two of {', '.join(_ALGORITHMS)}, with a comma between them."
_HEURISTIC = (
    "One or two names, numbers or functions FILE.py:FUNCTION, with a comma between them; by default"
    " advanced."
)


def watch(
    file: OptionalFile = None,
    /,
    *,
    algorithm: Annotated[tuple[str, ...], several_of(_ALGORITHM, among(_ALGORITHMS))] = ("astar",),
    heuristic: Annotated[tuple[str, ...], several_of(_HEURISTIC, heuristic_names)] = (),
    output: Annotated[
        Path | None, output_option("The new file, such as search.html; - for standard output.")
    ] = None,
    force: ForceOption = False,
    metric: MetricOption = "slide",
    goal: OwnGoalOption = "edge",
    tuning: Tuning = USUAL_TUNING,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Make a page that replays a search, or two side by side, expansion by expansion.

    The page is one file that needs only a browser. Exit codes: 0 it is made, 2
    malformed input.

    Examples
    --------
    rushhour watch puzzles/jam-01.txt --heuristic blocking,advanced -o search.html
    rushhour watch puzzles/jam-01.txt --algorithm bfs,astar -o search.html
    """
    file = given_one(file)
    names = split(heuristic)
    out = None if output == Path(STREAM) else output
    if out is not None:
        check_outputs([out], [file, *function_files(*names, goal)], force=force)
    puzzle = only_puzzle(file, reading)
    with search_progress() as progress:
        page = replay(
            puzzle,
            algorithm=split(algorithm),
            heuristic=[load(name) for name in names] or None,
            metric=metric,
            goal=load_goal(goal),
            progress=progress,
            **tuning.as_arguments(),
            **limits.as_arguments(),
        )
    if out is None:
        print_pictures([page.html.encode()], ".html")
    else:
        page.save(out)
    return codes.SOLVED
