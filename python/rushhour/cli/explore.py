"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

import time
from textwrap import wrap
from typing import Annotated, Any

from rushhour.cli import exit as codes
from rushhour.cli.input import FileName
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    ForceOption,
    GoalOption,
    JsonLines,
    Limits,
    MetricOption,
    PuzzleFiles,
    Reading,
    ThreadsOption,
    written_file,
)
from rushhour.cli.output import line_width, put
from rushhour.cli.several import Pages, found_in, given, only
from rushhour.formats.writing import board_line
from rushhour.model.errors import LimitReachedError, RushHourError, listed
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.output.files import check_outputs
from rushhour.search.cluster import Cluster
from rushhour.search.graph_files import GRAPH_ENDINGS, check_graph_name

_GRAPH = f"A new file for the graph of all moves; it ends in {listed(GRAPH_ENDINGS)}."
# The width of the longest name.
_NAME = len("optimal solutions")
# What an analysis adds.
_MEASURES = ("slides", "steps", "difficulty", "rating", "level", "walk")


def explore(
    *files: PuzzleFiles,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    graph: Annotated[FileName | None, written_file(_GRAPH)] = None,
    force: ForceOption = False,
    threads: ThreadsOption = None,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Print size, distances and hardest state of each puzzle's cluster.

    Up to 100 000 states it also says how hard the puzzle is for people, as
    `rushhour analyse` does: slides, steps, difficulty, rating, level, walk.

    The last line is the hardest state as a board string, which every command
    reads. A board string has letters for labels, and its target is A.

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
    pages, options, code = Pages(files), limits.as_arguments(), codes.SOLVED
    for one in found_in(files, reading) if graph is None else [only(files, reading, "--graph")]:
        item = one.item
        if isinstance(item, RushHourError):
            one.complain(item, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        deadline = _deadline(options["max_seconds"])
        found = _explored(item, metric, goal, threads, options)
        facts = _facts(found, options, deadline) if isinstance(found, Cluster) else _known(found)
        facts = {"title": item.title, "metric": metric, "goal": goal, **facts}
        if json:
            one.print_json(facts)
        else:
            pages.begin(one)
            _print(facts, found)
        if graph is not None and isinstance(found, Cluster):
            found.save_graph(graph)
        code = codes.graver(code, codes.LIMIT if "stopped_by" in facts else codes.SOLVED)
        code = codes.graver(code, codes.of_status(facts["status"]))
    return code


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _explored(
    puzzle: Puzzle, metric: Metric, goal: Goal, threads: int | None, options: dict[str, Any]
) -> Cluster | LimitReachedError:
    from rushhour.cli.progress import shown
    from rushhour.search.cluster import explore as run

    try:
        with shown() as progress:
            return run(puzzle, metric, goal, threads=threads, progress=progress, **options)
    except LimitReachedError as error:
        return error


def _facts(cluster: Cluster, options: dict[str, Any], deadline: float | None) -> dict[str, Any]:
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


def _analysed(cluster: Cluster, limits: dict[str, Any]) -> dict[str, Any]:
    """How hard the puzzle is and why; None where that is not known."""
    from rushhour.analysis import reasons
    from rushhour.analysis.small import analyse_small

    found = analyse_small(cluster.puzzle, **limits)
    return {**{name: getattr(found, name) for name in _MEASURES}, "reasons": [*reasons(found)]}


def _hardest(cluster: Cluster) -> Puzzle | None:
    """One of the hardest states whose target is still on the board; None without a solution."""
    (first,) = cluster.hardest(1) or (None,)
    if first is None or not first.driven_out:
        return first
    return next((state for state in cluster.hardest() if not state.driven_out), None)


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


def _known(error: LimitReachedError) -> dict[str, Any]:
    """What is known about a cluster that a limit left unfinished, such as a minimum of states."""
    return {"status": "unknown", "stopped_by": error.stopped_by, "states": error.states}


def _print(facts: dict[str, Any], found: Cluster | LimitReachedError) -> None:
    if isinstance(found, LimitReachedError):
        put(f"No answer: {found}.")
        return
    histogram, hardest, solution = (facts.pop(key) for key in ("histogram", "hardest", "refined"))
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
