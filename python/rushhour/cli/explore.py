"""`rushhour explore FILE`: the whole cluster of a puzzle."""

from __future__ import annotations

import sys
from typing import Any

from cyclopts.types import NonNegativeFloat, NonNegativeInt

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.cli.solve import byte_count
from rushhour.cluster import Cluster
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.puzzle import Goal, Metric


def explore(
    file: File,
    /,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    json: bool = False,
    max_states: NonNegativeInt | None = None,
    max_memory: str = "4G",
    max_seconds: NonNegativeFloat | None = None,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> int:
    """Print size, distances and hardest state of each puzzle's cluster.

    Exit codes: 0 solved, 1 no state is solved, 2 malformed input, 3 a limit came first.

    Parameters
    ----------
    file
        The puzzle file in any format, - for standard input.
    metric
        What costs one: a slide of any number of cells, or a step of one cell.
    goal
        Solved when the target touches the edge, is a cell past it, is off, or has a clear road.
    json
        One JSON object a puzzle, each in its line.
    max_states
        The most states to keep.
    max_memory
        The most bytes to hold, such as 500M or 2G.
    max_seconds
        The most seconds for each puzzle.
    format
        The format of the file; by default it is recognised.
    target
        The target's symbol in a letter grid.
    """
    from rushhour.cli.progress import shown
    from rushhour.cluster import explore as run

    limits = {
        "max_states": max_states,
        "max_memory": byte_count(max_memory),
        "max_seconds": max_seconds,
    }
    code = codes.SOLVED
    for item in puzzles(file, format, target):
        try:
            if isinstance(item, RushHourError):
                raise item
            with shown() as progress:
                cluster = run(item, metric, goal, progress=progress, **limits)  # type: ignore[arg-type]
        except RushHourError as error:
            print(f"rushhour: {error}", file=sys.stderr)
            limited = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if limited else codes.MALFORMED)
            continue
        _print(cluster, json=json)
        code = codes.graver(code, codes.SOLVED if cluster.goals else codes.UNSOLVABLE)
    return code


def _print(cluster: Cluster, *, json: bool) -> None:
    if json:
        from json import dumps

        print(dumps(_facts(cluster), ensure_ascii=False))
        return
    facts = _facts(cluster)
    histogram = facts.pop("histogram")
    solution = facts.pop("refined")
    width = max(len(key) for key in facts)
    for key, value in facts.items():
        print(f"{key.replace('_', ' '):{width}}  {'-' if value is None else value}")
    if solution:
        print(f"{'refined':{width}}  {solution['slides']} slides, {solution['steps']} steps")
        print(f"{'':{width}}  {solution['moves']}")
        print(*_bars(histogram), sep="\n")
        print("one of the hardest states:")
        print(cluster.hardest()[0])


def _facts(cluster: Cluster) -> dict[str, Any]:
    refined = cluster.refined()
    return {
        "title": cluster.puzzle.title,
        "metric": cluster.metric,
        "goal": cluster.goal,
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


def _bars(histogram: list[int]) -> list[str]:
    """A line for each distance, its bar relative to the longest."""
    top = max(histogram)
    return [
        f"{distance:4} {count:10} {'#' * max(1, round(40 * count / top))}"
        for distance, count in enumerate(histogram)
    ]
