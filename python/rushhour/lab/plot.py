"""plot: a comparison as a picture, by matplotlib (extra `plot`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any

import rushhour._core as _core
from rushhour.base.files import save
from rushhour.base.packages import needs
from rushhour.custom.functions import Function, core_heuristic
from rushhour.errors import LimitReachedError, WrongValueError, listed
from rushhour.lab.compare import Row, guides_by_name
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.options import heuristics as registered

# States sampled from each cluster, spread evenly by distance, to rate an estimate.
SAMPLE = 500
# Larger clusters are not explored for a picture.
LARGEST = 1_000_000

# The offsets of a state, and its distance.
Sampled = tuple[tuple[int, ...], int]

_STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "svg.hashsalt": "rushhour",
}


def plot(
    rows: Sequence[Row],
    puzzles: Mapping[str, Puzzle],
    file: str | Path,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    heuristics: Sequence[str | int | Function] | None = None,
) -> None:
    """Draw rows of `compare` into a file of the kind given by its suffix, such as `.svg`.

    Four pictures: states expanded against the optimum, for each method; mean h against h* over
    states of the puzzles' clusters, for each heuristic; the total of states expanded by each
    method, against the time and as a bar. `heuristics` are those that `compare` was given: without
    them, functions are left out of the second picture. The file is written whole or not at all and
    replaces an existing one. RushHourError if matplotlib is missing or does not know the suffix.
    """
    require(file)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(17, 4), layout="constrained")
        by_depth, by_truth, by_time, in_all = figure.subplots(1, 4)
        _draw_expansions(by_depth, rows)
        _draw_estimates(by_truth, _guides(rows, heuristics, goal), puzzles, metric, goal)
        _draw_times(by_time, rows)
        _draw_totals(in_all, rows)
        kind = Path(file).suffix.lower().removeprefix(".")
        drawn = BytesIO()
        figure.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
    save(file, drawn.getvalue())


def require(file: str | Path) -> None:
    """RushHourError if matplotlib is not installed or cannot draw into this file."""
    with needs("plot"):
        from matplotlib.backend_bases import FigureCanvasBase
    known = [f".{kind}" for kind in sorted(FigureCanvasBase.get_supported_filetypes())]
    if Path(file).suffix.lower() not in known:
        raise WrongValueError(f"expected a file that ends in {listed(known)}, found {str(file)!r}")


def _draw_expansions(axes: Any, rows: Sequence[Row]) -> None:
    for colour, mine in zip(_colours(), _by_method(rows).values(), strict=False):
        solved = [row for row in mine if row.optimum is not None and row.cost is not None]
        optima, expanded = [row.optimum for row in solved], [row.expanded or 1 for row in solved]
        axes.plot(optima, expanded, "o", color=colour, markersize=3.5, alpha=0.8)
    axes.set(title="Effort and depth", xlabel="optimum", ylabel="states expanded", yscale="log")


def _draw_times(axes: Any, rows: Sequence[Row]) -> None:
    """Draw what each method expands against the time that it takes, both over all puzzles."""
    for colour, mine in zip(_colours(), _by_method(rows).values(), strict=False):
        time, expanded = sum(row.seconds for row in mine), sum(row.expanded for row in mine)
        axes.plot(1000 * max(time, 1e-6), expanded or 1, "o", color=colour)
    axes.set(title="Effort and time", xlabel="ms", ylabel="states expanded")
    axes.set(xscale="log", yscale="log")


def _draw_totals(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the totals; the bars are also the key to the colours."""
    methods = _by_method(rows)
    totals = [sum(row.expanded for row in mine) for mine in methods.values()]
    colours = [colour for colour, _ in zip(_colours(), totals, strict=False)]
    bars = axes.barh(list(methods), totals, color=colours)
    axes.bar_label(bars, fmt="{:,.0f}", padding=3, fontsize="x-small")
    axes.set(title="Effort in all", xlabel="states expanded")
    axes.margins(x=0.15)
    axes.invert_yaxis()


def _colours() -> Iterator[Any]:
    """A colour for each method; the first twenty differ."""
    import matplotlib as mpl

    return cycle(mpl.color_sequences["tab20"][::2] + mpl.color_sequences["tab20"][1::2])


def _guides(
    rows: Sequence[Row], heuristics: Sequence[str | int | Function] | None, goal: Goal
) -> dict[str, str | Function]:
    """The heuristics of the rows by their names, as far as they are known."""
    known = {entry.name: entry.name for entry in registered()} | guides_by_name(heuristics, goal)
    return {row.heuristic: known[row.heuristic] for row in rows if row.heuristic in known}


def _draw_estimates(
    axes: Any,
    guides: Mapping[str, str | Function],
    puzzles: Mapping[str, Puzzle],
    metric: Metric,
    goal: Goal,
) -> None:
    samples = [(puzzle, [*_sample(puzzle, metric, goal)]) for puzzle in puzzles.values()]
    longest = max((distance for _, some in samples for _, distance in some), default=0)
    axes.plot([0, longest], [0, longest], color="0.7", linestyle="--", label="h*")
    for name, guide in guides.items():
        axes.plot(*_mean_estimates(guide, samples, metric, goal), label=name)
    axes.set(title="Estimate and truth", xlabel="h*", ylabel="mean h")
    axes.legend(fontsize="x-small")


def _mean_estimates(
    guide: str | Function,
    samples: Sequence[tuple[Puzzle, Sequence[Sampled]]],
    metric: Metric,
    goal: Goal,
) -> tuple[list[int], list[float]]:
    """The distances of the samples, ascending, and the mean estimate at each."""
    found: dict[int, list[int]] = defaultdict(list)
    for puzzle, states in samples:
        values = _estimates(guide, puzzle, [offsets for offsets, _ in states], metric, goal)
        for value, (_, distance) in zip(values, states, strict=True):
            if value is not None:
                found[distance].append(value)
    distances = sorted(found)
    return distances, [sum(found[d]) / len(found[d]) for d in distances]


def _estimates(
    guide: str | Function,
    puzzle: Puzzle,
    states: list[tuple[int, ...]],
    metric: Metric,
    goal: Goal,
) -> list[int | None]:
    """The estimates of states, given by their offsets."""
    if callable(guide):
        return list(map(core_heuristic(guide, metric, goal)(puzzle._core), states))
    return _core.estimates(puzzle._core, guide, metric, goal, states)


def _sample(puzzle: Puzzle, metric: Metric, goal: Goal) -> Iterator[Sampled]:
    """Sample states of a puzzle's cluster with their distances; empty if it is too large."""
    import numpy as np

    try:
        offsets, distances = explore(puzzle, metric=metric, goal=goal, max_states=LARGEST).arrays()
    except LimitReachedError:
        return
    solvable = np.flatnonzero(distances >= 0)
    step = -(-len(solvable) // SAMPLE) or 1
    for index in solvable[::step]:
        yield tuple(offsets[index].tolist()), int(distances[index])


def _by_method(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[" ".join(filter(None, [row.algorithm, row.settings, row.heuristic]))].append(row)
    return found
