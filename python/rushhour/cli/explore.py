"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

import time
from math import ceil
from textwrap import wrap
from typing import Annotated, Any

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import FileName
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    OUTPUT,
    ForceOption,
    GoalOption,
    JsonLines,
    LimitOptions,
    MetricOption,
    PuzzleFiles,
    ReadingOptions,
    ThreadsOption,
    written_file,
)
from rushhour.cli.output import RESUME, line_width, put, warn
from rushhour.cli.several import Pages, found_in, given, only
from rushhour.formats.writing import board_line
from rushhour.model.errors import LimitReachedError, RushHourError, listed
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.output.files import check_outputs
from rushhour.search.cluster import Cluster
from rushhour.search.disk import DiskCluster, check_disk, estimate_disk
from rushhour.search.graph_files import GRAPH_ENDINGS, check_graph_name

_GRAPH = f"A new file for the graph of all moves; it ends in {listed(GRAPH_ENDINGS)}."
_DISK = (
    "A folder for the states of one puzzle, for clusters larger than memory; the same command again"
    " resumes."
)
# The width of the longest name.
_NAME = len("optimal solutions")
# So many of the hardest states are looked through for one to show.
_MOST = 100_000
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
    pages, options, code = Pages(files), limits.as_arguments(), codes.SOLVED
    for one in [only(files, reading, single)] if single else found_in(files, reading):
        item = one.item
        if isinstance(item, RushHourError):
            one.complain(item, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        deadline = _deadline(options["max_seconds"])
        if disk is not None:
            _announce(item, disk, metric, goal)
        found = _explored(item, metric, goal, threads, disk, options)
        facts = _facts_of(found, options, deadline)
        facts = {"title": item.title, "metric": metric, "goal": goal, **facts}
        if json:
            one.print_json(facts)
        else:
            pages.begin(one)
            _print(facts, found, disk)
        if graph is not None and isinstance(found, Cluster):
            found.save_graph(graph)
        code = codes.graver(code, codes.LIMIT if "stopped_by" in facts else codes.SOLVED)
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
    states, needed, free = estimate_disk(puzzle, folder, goal)
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
    puzzle: Puzzle,
    metric: Metric,
    goal: Goal,
    threads: int | None,
    disk: str | None,
    options: dict[str, Any],
) -> Cluster | DiskCluster | LimitReachedError:
    from rushhour.cli.progress import shown
    from rushhour.search.cluster import explore as run

    try:
        with shown() as progress:
            every = {"threads": threads, "progress": progress, **options}
            found: Cluster | DiskCluster = run(puzzle, metric, goal, disk=disk, **every)
            return found
    except LimitReachedError as error:
        return error
    except KeyboardInterrupt:
        if disk is None:
            raise
        raise KeyboardInterrupt(RESUME) from None


def _facts_of(
    found: Cluster | DiskCluster | LimitReachedError,
    options: dict[str, Any],
    deadline: float | None,
) -> dict[str, Any]:
    return (
        _known(found) if isinstance(found, LimitReachedError) else _facts(found, options, deadline)
    )


def _facts(
    cluster: Cluster | DiskCluster, options: dict[str, Any], deadline: float | None
) -> dict[str, Any]:
    if isinstance(cluster, DiskCluster):
        solution = cluster.solution()
        solutions: dict[str, Any] = {"solution": solution and str(solution)}
    else:
        solutions = _solutions(cluster, {**options, "max_seconds": _left(deadline)})
    analysed = _analysed(cluster, {**options, "max_seconds": _left(deadline)})
    hardest = _hardest(cluster)
    return {
        "status": "solved" if cluster.goals else "unsolvable",
        "states": len(cluster),
        "goal_states": cluster.goals,
        "distance": cluster.distance(),
        "eccentricity": cluster.eccentricity,
        "hardest_states": cluster.histogram[-1] if cluster.histogram else 0,
        "histogram": list(cluster.histogram),
        **analysed,
        "hardest": hardest and {"board": board_line(hardest)},
        **solutions,
    }


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _analysed(cluster: Cluster | DiskCluster, limits: dict[str, Any]) -> dict[str, Any]:
    """How hard the puzzle is and why; None where that is not known."""
    from rushhour.analysis import reasons
    from rushhour.analysis.small import analyse_small

    found = analyse_small(cluster.puzzle, **limits)
    return {**{name: getattr(found, name) for name in _MEASURES}, "reasons": [*reasons(found)]}


def _hardest(cluster: Cluster | DiskCluster) -> Puzzle | None:
    """One of the hardest states whose target is still on the board; None without a solution."""
    (first,) = cluster.hardest(1) or (None,)
    if first is None or not first.driven_out:
        return first
    return next((state for state in cluster.hardest(_MOST) if not state.driven_out), None)


def _solutions(cluster: Cluster, limits: dict[str, Any]) -> dict[str, Any]:
    """The number of optimal solutions, and the one that is best in the other metric.

    None if a limit came first, which is then named.
    """
    try:
        count, refined = cluster.count_solutions(**limits), cluster.refined(**limits)
    except LimitReachedError as error:
        return {"optimal_solutions": None, "refined": None, "stopped_by": error.stopped_by}
    best = refined and {"slides": refined.slides, "steps": refined.steps, "moves": str(refined)}
    return {"optimal_solutions": count, "refined": best}


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


def _known(error: LimitReachedError) -> dict[str, Any]:
    """What is known about a cluster that a limit left unfinished, such as a minimum of states."""
    return {"status": "unknown", "stopped_by": error.stopped_by, "states": error.states}


def _print(
    facts: dict[str, Any], found: Cluster | DiskCluster | LimitReachedError, disk: str | None
) -> None:
    if isinstance(found, LimitReachedError):
        put(f"No answer: {found}{'' if disk is None else _how_to_resume(found)}.")
        return
    histogram, hardest = (facts.pop(key) for key in ("histogram", "hardest"))
    solution = facts.pop("refined", None)
    facts["reasons"] = "; ".join(facts["reasons"]) or None
    for key, value in facts.items():
        put(*_wrapped(key.replace("_", " "), _text(value)))
    if solution:
        put(_row("refined", f"{solution['slides']} slides, {solution['steps']} steps"))
        put(*_wrapped("", solution["moves"]))
    if histogram:
        put(*_bars(histogram))
    if hardest:
        put("one of the hardest states:", str(_hardest(found)), hardest["board"])


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
