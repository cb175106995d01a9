"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

from typing import Any

from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    JsonLines,
    Limits,
    MetricOption,
    PuzzleFile,
    Reading,
)
from rushhour.cli.output import complain, print_json
from rushhour.cluster import Cluster
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.puzzle import Goal, Metric, Puzzle


def explore(
    file: PuzzleFile,
    /,
    *,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Print size, distances and hardest state of each puzzle's cluster.

    Exit codes: 0 solved, 1 no state is solved, 2 malformed input, 3 a limit came first.
    """
    options, code = limits.as_arguments(), codes.SOLVED
    for number, item in enumerate(puzzles(file, reading.format, reading.target), 1):
        if isinstance(item, RushHourError):
            complain(number, item, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        found = _explored(item, metric, goal, options)
        facts = _facts(found) if isinstance(found, Cluster) else _known(found)
        facts = {"number": number, "title": item.title, "metric": metric, "goal": goal, **facts}
        print_json(facts) if json else _print(facts, found)
        code = codes.graver(code, codes.of_status(facts["status"]))
    return code


def _explored(
    puzzle: Puzzle, metric: Metric, goal: Goal, options: dict[str, Any]
) -> Cluster | LimitReachedError:
    from rushhour.cli.progress import shown
    from rushhour.cluster import explore as run

    try:
        with shown() as progress:
            return run(puzzle, metric, goal, progress=progress, **options)
    except LimitReachedError as error:
        return error


def _facts(cluster: Cluster) -> dict[str, Any]:
    refined = cluster.refined()
    return {
        "status": "solved" if cluster.goals else "unsolvable",
        "states": len(cluster),
        "goal_states": cluster.goals,
        "distance": cluster.distance(),
        "eccentricity": cluster.eccentricity,
        "hardest_states": cluster.histogram[-1] if cluster.histogram else 0,
        "optimal_solutions": cluster.count_solutions(),
        "histogram": list(cluster.histogram),
        "refined": refined
        and {"slides": refined.slides, "steps": refined.steps, "moves": str(refined)},
    }


def _known(error: LimitReachedError) -> dict[str, Any]:
    """What is known of a cluster that a limit left unfinished: it has at least so many states."""
    return {"status": "unknown", "stopped_by": error.stopped_by, "states": error.states}


def _print(facts: dict[str, Any], found: Cluster | LimitReachedError) -> None:
    if isinstance(found, LimitReachedError):
        print(f"No answer: {found}.")
        return
    number, histogram, solution = (facts.pop(key) for key in ("number", "histogram", "refined"))
    if number > 1:
        print()
    width = max(len(key) for key in facts)
    for key, value in facts.items():
        print(f"{key.replace('_', ' '):{width}}  {'-' if value is None else value}")
    if solution:
        print(f"{'refined':{width}}  {solution['slides']} slides, {solution['steps']} steps")
        print(f"{'':{width}}  {solution['moves']}")
        print(*_bars(histogram), sep="\n")
        print("one of the hardest states:")
        print(*found.hardest(1))


def _bars(histogram: list[int]) -> list[str]:
    """A line for each distance, its bar relative to the longest."""
    top = max(histogram)
    return [
        f"{distance:4} {count:10} {'#' * max(1, round(40 * count / top))}"
        for distance, count in enumerate(histogram)
    ]
