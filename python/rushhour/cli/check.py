"""`rushhour check FILE`: say whether each puzzle is a valid board, with all reasons if not."""

from __future__ import annotations

from rushhour.analysis.mistakes import is_solvable, unusual
from rushhour.base.text import shown
from rushhour.cli import exit as codes
from rushhour.cli.input import Pages, found_in, given
from rushhour.cli.mistakes import Mistakes, in_json, in_lines
from rushhour.cli.options import ANY_READING, JsonLines, PuzzleFiles, ReadingOptions
from rushhour.cli.output import put
from rushhour.errors import InvalidBoardError, RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import counted, edge


def check(
    *files: PuzzleFiles,
    json: JsonLines = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Check whether each puzzle is valid, and list every reason why not.

    Of a valid one it says, too, if it has no solution: why, and which board may have
    been meant. That is not known of one whose search would store many states.

    Exit codes: 0 all are valid, also without a solution, 2 one is not.

    Examples
    --------
    rushhour check puzzles/jam-01.txt
    rushhour check puzzles/jam-*.txt --json
    """
    files, code, mistakes = given(files), codes.SOLVED, Mistakes()
    pages = Pages(files)
    for found in found_in(files, reading):
        is_wrong = isinstance(found.item, RushHourError)
        solvable = is_solvable(found.item) if isinstance(found.item, Puzzle) else None
        mistake = mistakes.of(found.item) if is_wrong or solvable is False else None
        if json:
            found.print_json({**_facts(found.item), "solvable": solvable, **in_json(mistake)})
        else:
            pages.begin(found, gap=False)
            lines = ["There is no solution."] * (solvable is False) + [*in_lines(mistake)]
            put(_line(found.number, found.item), *(f"  {line}" for line in lines))
        code = codes.MALFORMED if is_wrong else code
    return code


def _line(number: int, item: Puzzle | RushHourError) -> str:
    if isinstance(item, InvalidBoardError):
        reasons = map(shown, item.reasons)
        return "\n  ".join([f"puzzle {number}: invalid board", *reasons])
    if isinstance(item, RushHourError):
        return f"puzzle {number}: {item}"
    notes = [f"\n  warning: {shown(one)}" for one in unusual(item)]
    size = f"{item.rows}x{item.cols}, {counted(len(item.vehicles), 'vehicle')}"
    return f"puzzle {number}: valid, {size}, exit {edge(item.exit)}{''.join(notes)}"


def _facts(item: Puzzle | RushHourError) -> dict[str, object]:
    if isinstance(item, InvalidBoardError):
        reasons = item.reasons
    else:
        reasons = [str(item)] if isinstance(item, RushHourError) else []
    title = item.title if isinstance(item, Puzzle) else None
    notes = unusual(item) if isinstance(item, Puzzle) else []
    return {"title": title, "valid": not reasons, "reasons": reasons, "warnings": notes}
