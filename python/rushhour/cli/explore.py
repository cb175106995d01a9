"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

import time
from math import ceil
from textwrap import wrap
from typing import Annotated

from cyclopts import Parameter

from rushhour.analysis import reasons
from rushhour.analysis.analysis import analyse_small
from rushhour.base.files import check_outputs
from rushhour.base.text import JsonDict, shown
from rushhour.cli import exit as codes
from rushhour.cli.input import FileName, Pages, found_in, given, only
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    OUTPUT,
    ForceOption,
    GoalOption,
    JsonLines,
    LimitArguments,
    LimitOptions,
    MetricOption,
    PuzzleFiles,
    ReadingOptions,
    ThreadsOption,
    written_file,
)
from rushhour.cli.output import RESUME, line_width, put, warn
from rushhour.cli.progress import search_progress
from rushhour.errors import LimitReachedError, RushHourError, listed
from rushhour.formats.writing import board_line
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import Cluster, DiskCluster, check_disk, estimate_disk, explored
from rushhour.search.graphs import GRAPH_ENDINGS, check_graph_name
from rushhour.search.options import Options

_GRAPH = f"A new file for the graph of all moves; it ends in {listed(GRAPH_ENDINGS)}."
_DISK = (
    "A folder for the states of one puzzle, for clusters larger than memory; the same command again"
    " resumes."
)
# The width of the longest name.
_NAME = len("optimal solutions")
# What is known of every cluster that is explored.
_FIRST = (
    "title",
    "metric",
    "goal",
    "status",
    "states",
    "goal_states",
    "distance",
    "eccentricity",
    "hardest_states",
)
# What an analysis adds.
_MEASURES = ("slides", "steps", "difficulty", "rating", "level", "walk")


def explore(
    *files: PuzzleFiles,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    graph: Annotated[FileName | None, written_file(_GRAPH)] = None,
    disk: Annotated[FileName | None, Parameter(help=_DISK, metavar="FOLDER", group=OUTPUT)] = None,
    force: ForceOption = False,
    threads: ThreadsOption = None,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print size, distances and hardest state of each puzzle's cluster.

    Up to 100 000 states it also says how hard the puzzle is for people, as
    `rushhour analyse` does: slides, steps, difficulty, rating, level, walk.

    The last line is the hardest state as a board string, which every command
    reads. A board string has letters for labels, and its target is A.

    With --disk, the states are in sorted files of a folder, and memory bounds only
    what is sorted at once. Standard error says about how much disk that takes at
    most. What is done stays there when the disk is full or another limit comes; the
    level at work begins again.

    Exit codes: 0 solved, 1 no state is solved, 2 malformed input, 3 a limit came
    first.

    Examples
    --------
    rushhour explore puzzles/jam-01.txt
    rushhour explore puzzles/jam-01.txt --graph jam-01.graphml
    """
    files = given(files)
    if graph is not None:
        check_graph_name(graph)
        check_outputs([graph], files, force=force)
    single = _single(graph, disk)
    pages, most, code = Pages(files), limits.as_arguments(), codes.SOLVED
    options = Options.of_cluster(metric, goal, **most)
    for one in [only(files, reading, single)] if single else found_in(files, reading):
        item = one.item
        if isinstance(item, RushHourError):
            one.complain(item, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        deadline = _deadline(most["max_seconds"])
        if disk is not None:
            _announce(item, disk, metric, goal)
        found = _explored(item, options, threads, disk)
        facts: JsonDict = {"title": item.title, "metric": metric, "goal": goal}
        facts |= _facts(found, {**most, "max_seconds": _left(deadline)})
        facts |= _measured(found, {**most, "max_seconds": _left(deadline)})
        if json:
            one.print_json(facts)
        else:
            pages.begin(one)
            _print(facts, found, disk)
        if graph is not None and isinstance(found, Cluster):
            found.save_graph(graph)
        code = codes.graver(code, codes.LIMIT if facts.get("stopped_by") else codes.SOLVED)
        code = codes.graver(code, codes.of_status(facts["status"]))
    return code


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _single(graph: str | None, disk: str | None) -> str | None:
    """The option that takes one puzzle alone; None if there is none."""
    if graph is not None and disk is not None:
        raise RushHourError("expected --graph or --disk, found both; a graph must fit memory")
    return ("--graph" if graph is not None else None) or ("--disk" if disk is not None else None)


def _announce(puzzle: Puzzle, folder: str, metric: Metric, goal: Goal) -> None:
    """Say on standard error about how much disk an exploration takes at most, if it can begin."""
    check_disk(puzzle, folder, metric, goal)
    states, needed, free = estimate_disk(puzzle, folder, goal=goal)
    size = f"about {_rounded_up(states):,} states at most, {_amount(needed)} of disk"
    warn(f"{folder}: {size}; {_amount(free)} are free")


def _rounded_up(count: float) -> int:
    """The next number with two digits and zeros.

    >>> _rounded_up(9.5), _rounded_up(1_013_688.4)
    (10, 1100000)
    """
    whole = ceil(count)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // unit) * unit


def _amount(count: float) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"


def _explored(
    puzzle: Puzzle, options: Options, threads: int | None, disk: str | None
) -> Cluster | DiskCluster | LimitReachedError:
    try:
        with search_progress() as progress:
            return explored(puzzle, options, disk, threads, progress)
    except LimitReachedError as error:
        return error
    except KeyboardInterrupt:
        if disk is None:
            raise
        raise KeyboardInterrupt(RESUME) from None


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _facts(found: Cluster | DiskCluster | LimitReachedError, limits: LimitArguments) -> JsonDict:
    """A cluster as JSON; or what is known of one that a limit left unfinished."""
    if isinstance(found, LimitReachedError):
        return {"status": "unknown", "stopped_by": found.stopped_by, "states": found.states}
    return found.to_dict() if isinstance(found, DiskCluster) else found.to_dict(**limits)


def _measured(found: Cluster | DiskCluster | LimitReachedError, limits: LimitArguments) -> JsonDict:
    """How hard the puzzle is and why; None where that is not known."""
    if isinstance(found, LimitReachedError):
        return {}
    analysis = analyse_small(found.puzzle, **limits)
    measures = {name: getattr(analysis, name) for name in _MEASURES}
    return {**measures, "reasons": list(reasons(analysis))}


def _how_to_resume(error: LimitReachedError) -> str:
    """What to do about the limit of an exploration on disk."""
    if error.least is not None:
        return f"; use at least --max-memory {-(-error.least // 1024)}K"
    hints = {
        "states": "; run it again with a higher --max-states to resume",
        "memory": "; run it again with a higher --max-memory to resume",
        "disk": "; make room on the disk and run the same command again to resume",
    }
    return hints.get(error.stopped_by, RESUME)


def _print(
    facts: JsonDict,
    found: Cluster | DiskCluster | LimitReachedError,
    disk: str | None,
) -> None:
    if isinstance(found, LimitReachedError):
        put(f"No answer: {found}{'' if disk is None else _how_to_resume(found)}.")
        return
    rows = {name: facts[name] for name in (*_FIRST, *_MEASURES)}
    rows["reasons"] = "; ".join(facts["reasons"]) or None
    if isinstance(found, DiskCluster):
        rows["solution"] = facts["solution"] and _moves(facts["solution"])
    else:
        rows["optimal solutions"] = facts["optimal_solutions"]
        rows |= {"stopped by": facts["stopped_by"]} if facts["stopped_by"] else {}
    for name, value in rows.items():
        put(*_wrapped(name.replace("_", " "), _text(value)))
    if refined := facts.get("refined"):
        put(_row("refined", f"{refined['slides']} slides, {refined['steps']} steps"))
        put(*_wrapped("", _moves(refined["moves"])))
    if found.histogram:
        put(*_bars(facts["histogram"]))
    if hardest := found.one_of_the_hardest():
        put("one of the hardest states:", str(hardest), board_line(hardest))


def _moves(moves: list[JsonDict]) -> str:
    return " ".join(str(Move(**move)) for move in moves)


def _row(name: str, value: str) -> str:
    return f"{name:{_NAME}}  {value}"


def _text(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else shown(str(value))


def _wrapped(name: str, text: str) -> list[str]:
    """A text beside its name, wrapped to the terminal."""
    indent, width = _row("", ""), line_width() or len(text) + _NAME + 2
    return wrap(
        text,
        width,
        initial_indent=_row(name, ""),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [_row(name, "").rstrip()]


def _bars(histogram: list[int]) -> list[str]:
    """A line for each distance, its bar relative to the longest."""
    top = max(histogram)
    return [
        f"{distance:4} {count:10} {'#' * max(1, round(40 * count / top))}"
        for distance, count in enumerate(histogram)
    ]
