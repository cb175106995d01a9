"""`rushhour FILE [1|2|3|NAME]` and `rushhour solve FILE`: solve every puzzle of a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.errors import ParseError, RushHourError
from rushhour.puzzle import Goal, Metric, Puzzle
from rushhour.query import GIB, Ties
from rushhour.registry import algorithms, heuristics

_HEURISTICS = ", ".join(f"{number} {h.name}" for number, h in enumerate(heuristics(), 1))
_ALGORITHMS = ", ".join(["auto", *(algorithm.name for algorithm in algorithms())])


def solve(
    file: File,
    heuristic: Annotated[str | None, Parameter(help=f"A name or number: {_HEURISTICS}.")] = None,
    /,
    *,
    heuristic_name: Annotated[str | None, Parameter(name="--heuristic", help="The same.")] = None,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: Annotated[str, Parameter(help=f"One of {_ALGORITHMS}.")] = "auto",
    ties: Ties = "fifo",
    json: bool = False,
    show_boards: bool = False,
    max_states: NonNegativeInt | None = None,
    max_memory: str = "4G",
    max_seconds: NonNegativeFloat | None = None,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> int:
    """Print a shortest solution of each puzzle in a file.

    Exit codes: 0 solved, 1 unsolvable, 2 malformed input, 3 a limit came first.

    Parameters
    ----------
    file
        The puzzle file in any format, - for standard input.
    metric
        What costs one: a slide of any number of cells, or a step of one cell.
    goal
        Solved when the target touches the edge, is a cell past it, is off, or has a clear road.
    ties
        Which of equally promising states goes first.
    json
        One JSON object a puzzle, each in its line.
    show_boards
        Draw the board after each move.
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
    if heuristic is not None and heuristic_name is not None:
        raise RushHourError("expected one heuristic, found two")
    options: dict[str, object] = {
        "metric": metric,
        "goal": goal,
        "algorithm": algorithm,
        "heuristic": heuristic if heuristic_name is None else heuristic_name,
        "ties": ties,
        "max_states": max_states,
        "max_memory": byte_count(max_memory),
        "max_seconds": max_seconds,
    }
    code = codes.SOLVED
    for number, item in enumerate(puzzles(file, format, target)):
        if isinstance(item, RushHourError):
            print(f"rushhour: {item}", file=sys.stderr)
            code = codes.graver(code, codes.MALFORMED)
            continue
        lines, status = _solved(item, options, json=json, show_boards=show_boards)
        if number and not json:
            print()
        for line in lines:
            print(line)
        code = codes.graver(code, codes.of_status(status))
    return code


def _solved(
    puzzle: Puzzle, options: dict[str, object], *, json: bool, show_boards: bool
) -> tuple[Iterator[str], str]:
    from rushhour import report
    from rushhour.cli.progress import shown
    from rushhour.solve import solve as search

    with shown() as progress:
        outcome = search(puzzle, progress=progress, **options)  # type: ignore[arg-type]
    if json:
        from json import dumps

        return iter([dumps(report.as_json(outcome, puzzle), ensure_ascii=False)]), outcome.status
    return _page(puzzle, report.sentences(outcome, puzzle, show_boards=show_boards)), outcome.status


def _page(puzzle: Puzzle, lines: Iterator[str]) -> Iterator[str]:
    from rushhour.cli.output import coloured

    if puzzle.title is not None:
        yield puzzle.title
    yield coloured(str(puzzle), puzzle.target)
    yield from lines


def byte_count(text: str) -> int:
    """Read a number of bytes such as 500M or 2G."""
    match = re.fullmatch(r"(\d{1,15})([KMG]?)B?", text.upper())
    if match is None:
        raise ParseError(f"expected a number of bytes such as 500M or 2G, found {text[:40]!r}")
    return int(match[1]) * {"": 1, "K": GIB >> 20, "M": GIB >> 10, "G": GIB}[match[2]]
