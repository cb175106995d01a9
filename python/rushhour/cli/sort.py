"""`rushhour sort FILE --by MEASURE`: the puzzles of a file by how hard they are."""

from __future__ import annotations

from typing import Annotated, Any

from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    JsonLines,
    Limits,
    OptionalFile,
    Reading,
    SeedOption,
    ThreadsOption,
    ToOption,
    print_option,
    search_option,
)
from rushhour.cli.output import complain, print_json, put_text
from rushhour.cli.progress import shown
from rushhour.cli.several import given_one
from rushhour.formats import named
from rushhour.model.errors import RushHourError, UnknownNameError
from rushhour.model.puzzle import Puzzle

_BY = "A measure; `rushhour analyse --explain` lists them."
_LEAST, _MOST = "Leave out puzzles below this.", "Leave out puzzles above this."


def sort(
    file: OptionalFile = None,
    /,
    *,
    by: Annotated[str, search_option(_BY, "MEASURE")],
    to: ToOption = "boardstring",
    reverse: Annotated[bool, print_option("The largest first.")] = False,
    least: Annotated[float | None, search_option(_LEAST, "NUMBER")] = None,
    most: Annotated[float | None, search_option(_MOST, "NUMBER")] = None,
    json: JsonLines = False,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Write the puzzles of a file in the order of a measure, the smallest first.

    Puzzles without a value, such as those without a solution, are left out. Those
    of equal values keep their order.

    Exit codes: 0 all were sorted, 1 one has no value, 2 one is malformed,
    3 a limit left something open.

    Examples
    --------
    rushhour sort boards.txt --by slides
    rushhour sort boards.txt --by states --reverse --to json
    """
    _check(by)
    writer = named(to)
    options: dict[str, Any] = {"seed": seed, "threads": threads, **limits.as_arguments()}
    rows, code = _measured(given_one(file), reading, by, options, json=json)
    rows = [row for row in rows if _is_within(row[0], least, most)]
    rows.sort(key=lambda row: row[0], reverse=reverse)
    if len(rows) > 1 and not json:
        writer.require_several()
    for value, number, puzzle in rows:
        text = writer.write_item(puzzle) if len(rows) > 1 and not json else writer.write(puzzle)
        if json:
            print_json({"number": number, "title": puzzle.title, by: value, "text": text})
        else:
            put_text(text)
    return code


_Row = tuple[float, int, Puzzle]


def _check(by: str) -> None:
    """Refuse what is not a measure, or one that has no order."""
    from rushhour.analysis import measures

    unordered = ("histogram", "level", "essential", "idle", "red_herrings", "returning")
    names = [measure.name for measure in measures() if measure.name not in unordered]
    if by not in names:
        raise UnknownNameError("measure", by, names)


def _measured(
    file: str, reading: Reading, by: str, options: dict[str, Any], *, json: bool
) -> tuple[list[_Row], int]:
    """The puzzles with a value, its number and the exit code."""
    from rushhour.analysis import Analysis
    from rushhour.analysis.many import analyse_items

    rows: list[_Row] = []
    code = codes.SOLVED
    with shown() as progress:
        items = puzzles(file, reading.format, reading.target)
        found = analyse_items(items, progress=progress, **options)
        for number, (puzzle, analysis) in enumerate(found, 1):
            if isinstance(puzzle, RushHourError):
                complain(number, puzzle, json=json)
                code = codes.graver(code, codes.MALFORMED)
                continue
            assert isinstance(analysis, Analysis)
            value = getattr(analysis, by)
            if value is not None:
                rows.append((value, number, puzzle))
            elif analysis.stopped_by:
                code = codes.graver(code, codes.LIMIT)
            else:
                code = codes.graver(code, codes.UNSOLVABLE)
    return rows, code


def _is_within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)
