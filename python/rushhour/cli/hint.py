"""`rushhour hint FILE`: a best next move of each puzzle, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.cli.solve import byte_count
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.puzzle import Goal, Metric, Puzzle


def hint(
    file: File,
    /,
    *,
    every: Annotated[bool, Parameter(name="--all")] = False,
    move: str | None = None,
    metric: Metric = "slide",
    goal: Goal = "edge",
    json: bool = False,
    max_states: NonNegativeInt | None = None,
    max_memory: str = "4G",
    max_seconds: NonNegativeFloat | None = None,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> int:
    """Print a best next move of each puzzle, why it is best, and how far the goal is.

    Exit codes: 0 solved or a move, 1 no solution, 2 malformed input, 3 a limit came first.

    Parameters
    ----------
    file
        The puzzle file in any format, - for standard input.
    every
        Every best move, the best explained first.
    move
        A move such as B+1: print what it wastes.
    metric
        What costs one: a slide of any number of cells, or a step of one cell.
    goal
        Solved when the target touches the edge, is a cell past it, is off, or has a clear road.
    json
        One JSON object a puzzle, each in its line.
    max_states
        The most states that one search keeps.
    max_memory
        The most bytes to hold, such as 500M or 2G.
    max_seconds
        The most seconds for each puzzle.
    format
        The format of the file; by default it is recognised.
    target
        The target's symbol in a letter grid.

    """
    limits = {
        "max_states": max_states,
        "max_memory": byte_count(max_memory),
        "max_seconds": max_seconds,
    }
    code = codes.SOLVED
    for number, item in enumerate(puzzles(file, format, target)):
        try:
            if isinstance(item, RushHourError):
                raise item
            answer = _Answer(item, move, {"metric": metric, "goal": goal, **limits}, every=every)
        except RushHourError as error:
            print(f"rushhour: {error}", file=sys.stderr)
            limited = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if limited else codes.MALFORMED)
            continue
        print(*([answer.json()] if json else answer.lines(number)), sep="\n")
        code = codes.graver(code, codes.UNSOLVABLE if answer.hint.distance is None else code)
    return code


class _Answer:
    """A hint and, where a move is given, a verdict."""

    def __init__(
        self, puzzle: Puzzle, move: str | None, options: dict[str, Any], *, every: bool
    ) -> None:
        from rushhour.cli.progress import shown
        from rushhour.hints.hint import hint, judge

        with shown() as progress:
            self.hint = hint(puzzle, every=every, progress=progress, **options)
            self._verdict = move and judge(puzzle, move, progress=progress, **options)

    def lines(self, number: int) -> Iterator[str]:
        from rushhour.cli.output import coloured
        from rushhour.hints import report

        puzzle = self.hint.puzzle
        yield from ("",) * bool(number)
        yield from (puzzle.title,) if puzzle.title is not None else ()
        yield coloured(str(puzzle), puzzle.target)
        yield from report.sentences(self.hint)
        if self._verdict:
            yield report.verdict_sentence(self._verdict, self.hint)

    def json(self) -> str:
        from json import dumps

        from rushhour.hints import report

        verdict = self._verdict and report.verdict_as_json(self._verdict)
        return dumps({**report.as_json(self.hint), "verdict": verdict}, ensure_ascii=False)
