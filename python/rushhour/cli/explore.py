"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

import time
from textwrap import wrap
from typing import Any

from rushhour.cli import exit as codes
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    JsonLines,
    Limits,
    MetricOption,
    PuzzleFiles,
    Reading,
)
from rushhour.cli.output import line_width, put
from rushhour.cli.several import Pages, found_in, given
from rushhour.model.errors import LimitReachedError, RushHourError
from rushhour.model.puzzle import Goal, Metric, Puzzle
from rushhour.search.cluster import Cluster
from rushhour.text.display import shown

# The width of the longest name.
_NAME = len("optimal solutions")


def explore(
    *files: PuzzleFiles,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Print size, distances and hardest state of each puzzle's cluster.

    Exit codes: 0 solved, 1 no state is solved, 2 malformed input, 3 a limit came
    first.

    Examples
    --------
    rushhour explore puzzles/jam-01.txt
    rushhour explore puzzles/jam-01.txt --metric step --json
    """
    files = given(files)
    pages, options, code = Pages(files), limits.as_arguments(), codes.SOLVED
    for one in found_in(files, reading):
        item = one.item
        if isinstance(item, RushHourError):
            one.complain(item, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        deadline = _deadline(options["max_seconds"])
        found = _explored(item, metric, goal, options)
        facts = _facts(found, options, deadline) if isinstance(found, Cluster) else _known(found)
        facts = {"title": item.title, "metric": metric, "goal": goal, **facts}
        if json:
            one.print_json(facts)
        else:
            pages.begin(one)
            _print(facts, found)
        code = codes.graver(code, codes.LIMIT if "stopped_by" in facts else codes.SOLVED)
        code = codes.graver(code, codes.of_status(facts["status"]))
    return code


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _explored(
    puzzle: Puzzle, metric: Metric, goal: Goal, options: dict[str, Any]
) -> Cluster | LimitReachedError:
    from rushhour.cli.progress import shown
    from rushhour.search.cluster import explore as run

    try:
        with shown() as progress:
            return run(puzzle, metric, goal, progress=progress, **options)
    except LimitReachedError as error:
        return error


def _facts(cluster: Cluster, options: dict[str, Any], deadline: float | None) -> dict[str, Any]:
    left = None if deadline is None else max(0.0, deadline - time.monotonic())
    solutions = _solutions(cluster, {**options, "max_seconds": left})
    return {
        "status": "solved" if cluster.goals else "unsolvable",
        "states": len(cluster),
        "goal_states": cluster.goals,
        "distance": cluster.distance(),
        "eccentricity": cluster.eccentricity,
        "hardest_states": cluster.histogram[-1] if cluster.histogram else 0,
        "histogram": list(cluster.histogram),
        **solutions,
    }


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
    histogram, solution = (facts.pop(key) for key in ("histogram", "refined"))
    for key, value in facts.items():
        put(_row(key.replace("_", " "), "-" if value is None else shown(str(value))))
    if solution:
        put(_row("refined", f"{solution['slides']} slides, {solution['steps']} steps"))
        put(*_wrapped(solution["moves"]))
    if histogram:
        put(*_bars(histogram))
        put("one of the hardest states:")
        put(*map(str, found.hardest(1)))


def _row(name: str, value: str) -> str:
    return f"{name:{_NAME}}  {value}"


def _wrapped(moves: str) -> list[str]:
    """The moves beside an empty name, wrapped to the terminal."""
    indent, width = _row("", ""), line_width() or len(moves) + _NAME + 2
    return wrap(
        moves,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _bars(histogram: list[int]) -> list[str]:
    """A line for each distance, its bar relative to the longest."""
    top = max(histogram)
    return [
        f"{distance:4} {count:10} {'#' * max(1, round(40 * count / top))}"
        for distance, count in enumerate(histogram)
    ]
