"""`rushhour check FILE`: say whether each puzzle is a valid board, with all reasons if not."""

from __future__ import annotations

from typing import Any

from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import ANY_READING, JsonLines, PuzzleFile, Reading
from rushhour.cli.output import print_json
from rushhour.model.errors import InvalidBoardError, RushHourError
from rushhour.model.notation import counted
from rushhour.model.puzzle import Puzzle
from rushhour.text.display import shown


def check(
    file: PuzzleFile,
    /,
    *,
    json: JsonLines = False,
    reading: Reading = ANY_READING,
) -> int:
    """Say of each puzzle in a file whether it is valid, or every reason why not.

    Exit codes: 0 all are valid, 2 one is not.

    Examples
    --------
    rushhour check puzzles/jam-01.txt
    rushhour check puzzles/hardest.txt --json
    """
    code = codes.SOLVED
    for number, item in enumerate(puzzles(file, reading.format, reading.target), 1):
        print_json(_facts(number, item)) if json else print(_line(number, item))
        if isinstance(item, RushHourError):
            code = codes.MALFORMED
    return code


def _line(number: int, item: Puzzle | RushHourError) -> str:
    if isinstance(item, InvalidBoardError):
        reasons = map(shown, item.reasons)
        return "\n  ".join([f"puzzle {number}: invalid board", *reasons])
    if isinstance(item, RushHourError):
        return f"puzzle {number}: {item}"
    size = f"{item.rows}x{item.cols}, {counted(len(item.vehicles), 'vehicle')}"
    return f"puzzle {number}: valid, {size}, exit {item.exit.side} {item.exit.line}"


def _facts(number: int, item: Puzzle | RushHourError) -> dict[str, Any]:
    if isinstance(item, InvalidBoardError):
        reasons = item.reasons
    else:
        reasons = [str(item)] if isinstance(item, RushHourError) else []
    title = item.title if isinstance(item, Puzzle) else None
    return {"number": number, "title": title, "valid": not reasons, "reasons": reasons}
