"""`rushhour sort FILE... --by MEASURE`: puzzles in the order of how hard they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Annotated

from rushhour.analysis import Analysis, measures
from rushhour.analysis.analysis import analyse_items
from rushhour.base.expect import known
from rushhour.base.text import JsonDict
from rushhour.cli import exit as codes
from rushhour.cli.convert import written
from rushhour.cli.input import LocatedPuzzle, found_in, given
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    JsonLines,
    LimitOptions,
    PuzzleFiles,
    ReadingOptions,
    RelabelOption,
    SeedOption,
    ThreadsOption,
    ToOption,
    print_option,
    search_option,
)
from rushhour.cli.output import put_text
from rushhour.cli.progress import search_progress
from rushhour.errors import RushHourError
from rushhour.formats import named
from rushhour.model.puzzle import Puzzle

_BY = "A measure; `rushhour analyse --explain` lists them."
_LEAST, _MOST = "Leave out puzzles below this.", "Leave out puzzles above this."


def sort(
    *files: PuzzleFiles,
    by: Annotated[str, search_option(_BY, "MEASURE", lambda _: _measures())],
    to: ToOption = "boardstring",
    relabel: RelabelOption = False,
    reverse: Annotated[bool, print_option("The largest first.")] = False,
    least: Annotated[float | None, search_option(_LEAST, "NUMBER")] = None,
    most: Annotated[float | None, search_option(_MOST, "NUMBER")] = None,
    json: JsonLines = False,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Write puzzles in the order of a measure, the smallest first.

    Puzzles without a value, such as those without a solution, are left out.
    Puzzles of equal value keep their order.

    Exit codes: 0 all were sorted, 1 one has no value, 2 one is malformed
    or does not fit the format, 3 a limit left something open.

    Examples
    --------
    rushhour sort boards.txt --by slides
    rushhour sort boards.txt --by states --reverse --to json
    """
    known("measure", by, _measures())
    writer = named(to)
    options: JsonDict = {"seed": seed, "threads": threads, **limits.as_arguments()}
    rows, code = _measured(given(files), reading, by, options, json=json)
    rows = [row for row in rows if _is_within(row[0], least, most)]
    rows.sort(key=lambda row: row[0], reverse=reverse)
    is_list = len(rows) > 1 and not json
    if is_list:
        writer.require_several()
    for value, found, puzzle in rows:
        try:
            text = written(puzzle, writer, relabel=relabel, is_list=is_list)
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
            continue
        if json:
            found.print_json({"title": puzzle.title, by: value, "text": text})
        else:
            put_text(text)
    return code


_Row = tuple[float, LocatedPuzzle, Puzzle]


def _measures() -> list[str]:
    """The measures that have an order."""
    lists = ("histogram", "essential", "idle", "red_herrings", "returning")
    ordered = [measure for measure in measures() if measure.unit not in ("word", "yes or no")]
    return [measure.name for measure in ordered if measure.name not in lists]


def _measured(
    files: Sequence[str], reading: ReadingOptions, by: str, options: JsonDict, *, json: bool
) -> tuple[list[_Row], int]:
    """The puzzles with a value and their places, and the exit code."""
    rows: list[_Row] = []
    code = codes.SOLVED
    with search_progress() as progress:
        places: deque[LocatedPuzzle] = deque()
        items = _noted(found_in(files, reading), places)
        for puzzle, analysis in analyse_items(items, progress=progress, **options):
            found = places.popleft()
            if isinstance(puzzle, RushHourError):
                found.complain(puzzle, json=json)
                code = codes.graver(code, codes.MALFORMED)
                continue
            assert isinstance(analysis, Analysis)
            value = getattr(analysis, by)
            if value is not None:
                rows.append((value, found, puzzle))
            elif analysis.stopped_by:
                code = codes.graver(code, codes.LIMIT)
            else:
                code = codes.graver(code, codes.UNSOLVABLE)
    return rows, code


def _noted(
    found: Iterator[LocatedPuzzle], places: deque[LocatedPuzzle]
) -> Iterator[Puzzle | RushHourError]:
    """The puzzles; their places go to `places`."""
    for one in found:
        places.append(one)
        yield one.item


def _is_within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)
