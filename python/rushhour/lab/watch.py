"""watch: one or two searches as one self-contained HTML file that replays them.

`watch.html` is a template, which is filled here; `watch.css` has its style, `watch.js` its script.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from string import Template

from rushhour.base.files import save
from rushhour.custom.functions import BASE, Function, GoalFunction
from rushhour.errors import RushHourError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.lab.compare import Method, methods
from rushhour.lab.explain import terms_of
from rushhour.lab.recording import Explained, Recording, Root
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import counted, units
from rushhour.render.board import board
from rushhour.render.geometry import extent
from rushhour.render.markup import element, escape
from rushhour.render.page import name_of, page
from rushhour.search.options import GIB, Duplicates, Limits, Options, Progress, Ties
from rushhour.search.outcome import Outcome
from rushhour.search.solve import search
from rushhour.search.trace import ExpansionRow, Lineage

MOST = 2_000_000
"""The most expansions of a search that can be watched."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Searches of a puzzle, to look at: notebooks show it, `save` writes its page."""

    puzzle: Puzzle
    html: str

    def save(self, path: str | Path) -> None:
        """Write the page as a file, which needs nothing but a browser."""
        save(path, self.html.encode())

    def _repr_html_(self) -> str:
        return element(
            "iframe",
            " ",
            srcdoc=self.html,
            title=f"Searches of {name_of(self.puzzle)}",
            sandbox="allow-scripts",
            loading="lazy",
            style="width:100%;height:min(60rem,90vh);border:0",
        )


def watch(
    puzzle: Puzzle | str,
    *,
    algorithm: str | Sequence[str] = "astar",
    heuristic: str | int | Function | Sequence[str | int | Function] | None = None,
    metric: Metric = "slide",
    goal: Goal | GoalFunction = "edge",
    weight: float | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    undo: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Replay:
    """Search a puzzle in one or two ways, and replay every expansion.

    Two algorithms or two heuristics give two searches side by side. The options are those of
    `solve`; an algorithm gets those that it takes. A search of more than 2 000 000 expansions is
    refused; of more than 20 000 the page shows some, with their parents.

    >>> replay = watch("..B.../AAB.../....../......", algorithm=["bfs", "astar"])
    >>> replay.save("search.html")                                          # doctest: +SKIP
    """
    puzzle = puzzle_of(puzzle)
    found = methods(
        [algorithm] if isinstance(algorithm, str) else algorithm,
        _several(heuristic),
        metric=metric,
        goal=goal,
        weight=weight,
        ties=ties,
        duplicates=duplicates,
        reopen=reopen,
        undo=undo,
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
        trace=True,
    )
    wanted = 1 if isinstance(algorithm, str) else len(algorithm)
    if len(found) not in (1, 2) or len(found) < max(wanted, len(_several(heuristic) or ())):
        names = ", ".join(map(str, found))
        message = f"expected one or two different searches to watch, found {len(found)}"
        raise WrongValueError(f"{message}: {names}" if names else message)
    return Replay(puzzle, page_of(puzzle, [_recorded(puzzle, one, progress) for one in found]))


def _several(
    heuristic: str | int | Function | Sequence[str | int | Function] | None,
) -> Sequence[str | int | Function] | None:
    if heuristic is None or (isinstance(heuristic, Sequence) and not isinstance(heuristic, str)):
        return heuristic
    return [heuristic]


def page_of(puzzle: Puzzle, searches: list[dict[str, object]]) -> str:
    """The page that replays one or two searches, as `Recording.record` gives them."""
    picture = page(extent([puzzle]), board(puzzle), name=name_of(puzzle), theme="auto")
    return Template(_file("watch.html")).substitute(
        title=escape(puzzle.title or ("One search", "Two searches")[len(searches) - 1]),
        style=_file("watch.css"),
        script=_file("watch.js"),
        board=picture,
        data=json.dumps(
            {
                "rows": puzzle.rows,
                "cols": puzzle.cols,
                "vehicles": [
                    [one.label, one.axis, one.row, one.col, one.length] for one in puzzle.vehicles
                ],
                "walls": [list(cell) for cell in puzzle.walls],
                "searches": searches,
            },
            separators=(",", ":"),
        ).replace("<", "\\u003c"),
    )


def _recorded(
    puzzle: Puzzle, method: Method, progress: Callable[[Progress], object] | None
) -> dict[str, object]:
    """A search for the script: columns of the expansions that are kept, and how it ended."""
    recording, lineage = Recording(puzzle), Lineage()

    def add(found: ExpansionRow) -> None:
        if len(recording) == MOST:
            raise RushHourError(f"{too_long()}; limit it by --max-states or max_states")
        row = ExpansionRow(*found)
        _, parent, earlier = lineage.place(row)
        root = Root(row.offsets, row.from_goal) if row.step is None else None
        recording.add(parent, row.step, earlier, row.priority, row.sizes[:2], root)

    outcome = search(puzzle, method.options, 1, progress, add)
    moves = () if outcome.solution is None else outcome.solution.moves
    way, rest = recording.way(moves) if len(recording) else ([], list(moves))
    is_solved = outcome.solution is not None
    return recording.record(
        str(method),
        _end(outcome),
        way,
        rest,
        is_solved=is_solved,
        explained=partial(_explained, puzzle, method.options),
    )


def _explained(puzzle: Puzzle, options: Options, states: list[tuple[int, ...]]) -> Explained:
    """The terms of the estimates of states; the search had the time to make its tables."""
    if not states or options.heuristic is None:
        return []
    goal = BASE if callable(options.goal) else options.goal
    limits = Limits.of(options.max_states, options.max_memory, None)
    found = terms_of(puzzle, options.heuristic, states, options.metric, goal, limits)
    return [terms for _, terms in found]


def too_long() -> str:
    """What is wrong with a search of too many expansions."""
    return f"expected a search of at most {MOST} expansions to watch, found more"


def _end(outcome: Outcome) -> str:
    """How a search ended, in words."""
    expanded = counted(outcome.expanded, "expansion")
    if outcome.solution is None:
        words = {"unsolvable": "There is no solution", "unknown": "A limit ended the search"}
        return f"{words[outcome.status]}, after {expanded}."
    cost = units(outcome.solution.cost, outcome.solution.metric)
    proof = "a shortest solution" if outcome.proved_optimal else "not proved to be shortest"
    return f"Solved in {cost}, {proof}, after {expanded}."


@cache
def _file(name: str) -> str:
    return files("rushhour.lab").joinpath(name).read_text(encoding="utf-8")
