"""`rushhour check FILE`: say whether each puzzle is a valid board, with all reasons if not."""

from __future__ import annotations

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.errors import InvalidBoardError, RushHourError
from rushhour.puzzle import Puzzle


def check(
    file: File,
    /,
    *,
    json: bool = False,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> int:
    """Say of each puzzle in a file whether it is valid, or every reason why not.

    Exit codes: 0 all are valid, 2 one is not.

    Parameters
    ----------
    file
        The puzzle file in any format, - for standard input.
    json
        One JSON object a puzzle, each in its line.
    format
        The format of the file; by default it is recognised.
    target
        The target's symbol in a letter grid.

    """
    code = codes.SOLVED
    for number, item in enumerate(puzzles(file, format, target), 1):
        print(_json(number, item) if json else _line(number, item))
        if isinstance(item, RushHourError):
            code = codes.MALFORMED
    return code


def _line(number: int, item: Puzzle | RushHourError) -> str:
    if isinstance(item, InvalidBoardError):
        return "\n  ".join([f"puzzle {number}: invalid board", *item.reasons])
    if isinstance(item, RushHourError):
        return f"puzzle {number}: {item}"
    size = f"{item.rows}x{item.cols}, {len(item.vehicles)} vehicles"
    return f"puzzle {number}: valid, {size}, exit {item.exit.side} {item.exit.line}"


def _json(number: int, item: Puzzle | RushHourError) -> str:
    from json import dumps

    if isinstance(item, InvalidBoardError):
        reasons = item.reasons
    else:
        reasons = [str(item)] if isinstance(item, RushHourError) else []
    title = item.title if isinstance(item, Puzzle) else None
    answer = {"puzzle": number, "title": title, "valid": not reasons, "reasons": reasons}
    return dumps(answer, ensure_ascii=False)
