"""`rushhour check FILE`: say whether each puzzle is a valid board, with all reasons if not."""

from __future__ import annotations

from typing import Any

from rushhour.cli import exit as codes
from rushhour.cli.options import ANY_READING, JsonLines, PuzzleFiles, ReadingOptions
from rushhour.cli.output import put
from rushhour.cli.several import Pages, found_in, given
from rushhour.model.errors import InvalidBoardError, RushHourError
from rushhour.model.notation import counted, edge
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown


def check(
    *files: PuzzleFiles,
    json: JsonLines = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Check whether each puzzle is valid, and list every reason why not.

    Exit codes: 0 all are valid, 2 one is not.

    Examples
    --------
    rushhour check puzzles/jam-01.txt
    rushhour check puzzles/jam-*.txt --json
    """
    files, code = given(files), codes.SOLVED
    pages = Pages(files)
    for found in found_in(files, reading):
        if json:
            found.print_json(_facts(found.item))
        else:
            pages.begin(found, gap=False)
            put(_line(found.number, found.item))
        if isinstance(found.item, RushHourError):
            code = codes.MALFORMED
    return code


def _line(number: int, item: Puzzle | RushHourError) -> str:
    if isinstance(item, InvalidBoardError):
        reasons = map(shown, item.reasons)
        return "\n  ".join([f"puzzle {number}: invalid board", *reasons])
    if isinstance(item, RushHourError):
        return f"puzzle {number}: {item}"
    size = f"{item.rows}x{item.cols}, {counted(len(item.vehicles), 'vehicle')}"
    return f"puzzle {number}: valid, {size}, exit {edge(item.exit)}"


def _facts(item: Puzzle | RushHourError) -> dict[str, Any]:
    if isinstance(item, InvalidBoardError):
        reasons = item.reasons
    else:
        reasons = [str(item)] if isinstance(item, RushHourError) else []
    title = item.title if isinstance(item, Puzzle) else None
    return {"title": title, "valid": not reasons, "reasons": reasons}
