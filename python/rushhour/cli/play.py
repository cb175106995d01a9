"""`rushhour play FILE`: a board to move on in the terminal."""

from __future__ import annotations

import os
import sys
from shlex import quote
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.packages import needs
from rushhour.cli.input import only_puzzle, puzzles
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    LimitOptions,
    MetricOption,
    PuzzleFile,
    ReadingOptions,
)
from rushhour.errors import RushHourError
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import Options

_NUMBER = "The number of the puzzle in a file with several, from 1."


def play(
    file: PuzzleFile,
    number: Annotated[int | None, Parameter(help=_NUMBER)] = None,
    /,
    *,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Play a puzzle in the terminal: arrows move, letters and tab choose, ? gives a hint.

    Exit codes: 0 you quit, 2 malformed input or no terminal, 130 interrupted.

    Examples
    --------
    rushhour play puzzles/jam-01.txt
    rushhour play puzzles/hardest.txt 3 --metric step
    """
    require_terminal()  # before the file is read
    return begin(_chosen(file, number, reading), metric, goal, limits)


def begin(
    puzzle: Puzzle, metric: Metric = "slide", goal: Goal = "edge", limits: LimitOptions = ANY_LIMITS
) -> int:
    """Play a puzzle until the player quits."""
    require_terminal()
    with needs("play"):
        from rushhour.play.app import PlayApp
        from rushhour.play.game import Game, HintCache
    cache = HintCache(puzzle, Options.of_cluster(metric, goal, **limits.as_arguments()))
    app = PlayApp(Game(puzzle, metric, goal), cache)
    app.run()
    return app.return_code or 0


def require_terminal() -> None:
    """Refuse to play where there is no terminal."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if not is_terminal or os.environ.get("TERM") == "dumb":
        instead = "without one, use rushhour hint and rushhour render"
        raise RushHourError(f"expected a terminal for input and output; {instead}")


def _chosen(file: str, number: int | None, reading: ReadingOptions) -> Puzzle:
    """The only puzzle of a file, or the one with the number."""
    if number is None:
        choice = f"give the number of one, such as: rushhour play {quote(file)} 2"
        return only_puzzle(file, reading, choice=choice)
    found = 0
    for found, item in enumerate(puzzles(file, reading), 1):
        if found != number:
            continue
        if isinstance(item, RushHourError):
            raise item
        return item
    raise RushHourError(f"{file}: expected a puzzle number {number}, found {found} puzzles")
