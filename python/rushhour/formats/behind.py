"""The solution behind a board: it is no part of the board, but is not dropped without a word.

`board_above` cuts a text that no format reads: above the cut is a board, from there on are its
moves, in any notation of `model.notation`. The moves are replayed, and a FormatWarning says what
was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rushhour.errors import InvalidBoardError, ParseError
from rushhour.formats import drawn
from rushhour.formats.source import Source
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup
from rushhour.model.solution import Solution
from rushhour.model.words import counted

# The first line behind a board, if it has no move itself: else it may be a row of the board.
_HEADING = re.compile(r"[\W_]*(?:(?:the|my)\s)?(?:solution|answer|moves?|steps?|path|plan)\b", re.I)
MOST_CHARACTERS = 1 << 13
"""The longest text that is cut, with its line ends."""

MOST_CUTS = 200
"""The most lines, from the last, at which a text is cut."""


def board_above(source: Source, read: Callable[[Source], Puzzle | None]) -> Puzzle | None:
    """The only puzzle above moves of its vehicles, with a warning; None for any other text.

    `read` reads the only puzzle of a source, None if it does not hold one. The cut is as far down
    as it can be, so that no row of a board is taken for a move.
    """
    lines = source.written
    if lines is None or sum(map(len, lines)) + len(lines) > MOST_CHARACTERS:
        return None
    written = [cut for cut in range(1, len(lines)) if lines[cut].strip().lstrip("#")]
    for cut in written[: -MOST_CUTS - 1 : -1]:
        above = Source(lines[:cut], source.name)
        above.held_back = []
        puzzle = read(above)
        if puzzle is None:
            continue
        found = solution_in(puzzle, "\n".join(lines[cut:]))
        begins = _HEADING.match(lines[cut]) or solution_in(puzzle, lines[cut])
        if found is not None and begins:
            for warning in above.held_back:
                source.issue(warning)
            warn_of(source, found, cut + 1)
            return puzzle
    return None


def solution_in(puzzle: Puzzle, text: str) -> Solution | None:
    """The moves of a text if all are of vehicles of the puzzle; None for anything else.

    A line without a letter or a digit may be a row of the board.
    """
    if any(line.strip() and not re.search(r"[^\W_]", line) for line in text.splitlines()):
        return None
    try:
        moves = read_moves(text, puzzle)
    except ParseError:
        return None
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    is_own = bool(moves) and labels.issuperset(move.vehicle for move in moves)
    return Solution(puzzle, moves) if is_own else None


def replayed(source: Source, found: list[drawn.CoreItem]) -> Iterator[Setup | ParseError]:
    """The boards of the drawings that the core found; moves below a single one are replayed."""
    for setup in drawn.items(source, found):
        if len(found) == 1 and isinstance(setup, Setup):
            _replay_below(source, setup, found[0][-1])
        yield setup


def _replay_below(source: Source, setup: Setup, end: int | None) -> None:
    """Say what the moves below the last line of a drawing do, if there are any."""
    if end is None or source.written is None:
        return
    below = source.written[end:]
    try:
        solution = solution_in(Puzzle.from_setup(setup), "\n".join(below))
    except InvalidBoardError:  # it is refused later, with its reasons
        return
    if solution is not None:
        first = next(number for number, line in enumerate(below, end + 1) if line.strip())
        warn_of(source, solution, first)


def warn_of(source: Source, solution: Solution, line: int) -> None:
    """Say what was found behind a board, and whether it solves the board."""
    faults = solution.verify()
    what = f"it is wrong: {faults[0]}" if faults else "it is right"
    count = counted(len(solution.moves), "move")
    source.warn(f"the board is read, and behind it a solution of {count}; {what}", line)
