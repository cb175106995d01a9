"""What is said of a board that cannot be right, by the verbs that meet one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rushhour.analysis.mistakes import Mistake, mistake_in, unusual
from rushhour.cli.output import warn
from rushhour.errors import InvalidBoardError, RushHourError
from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle

MOST = 10
"""The boards of one command that are explained: a file may have thousands without a solution."""


class Mistakes:
    """The mistakes in the first boards of a command that have no solution or break a rule."""

    def __init__(self, goal: Goal | Callable[..., object] = "edge") -> None:
        self._goal = goal
        self._left = MOST

    def doubt(self, puzzle: Puzzle) -> None:
        """Warn of what is legal in a puzzle and hardly meant."""
        for one in unusual(puzzle):
            warn(f"warning: {one}")

    def of(self, item: Puzzle | RushHourError) -> Mistake | None:
        """The mistake in a board; None of any other error, for a goal of the user's, or later."""
        is_board = isinstance(item, Puzzle | InvalidBoardError)
        if not is_board or callable(self._goal) or self._left == 0:
            return None
        self._left -= 1
        return mistake_in(item, self._goal)  # type: ignore[arg-type]


def in_json(mistake: Mistake | None) -> dict[str, object]:
    """The key of a mistake in an object of JSON; none without one."""
    return {} if mistake is None else {"mistake": mistake.to_dict()}


def in_lines(mistake: Mistake | None) -> Iterator[str]:
    """The lines of a mistake; none without one."""
    if mistake is not None:
        yield from mistake.sentences()
