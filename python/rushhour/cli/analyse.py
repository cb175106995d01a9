"""`rushhour analyse FILE...`: how hard puzzles are, and why."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from rushhour.analysis import measures
from rushhour.analysis.analysis import AnalysisOptions, analyse_items
from rushhour.analysis.table import (
    HEAD,
    NOTE,
    AnalysisRow,
    check_name,
    csv_lines,
    details,
    encoded,
    line,
    row,
)
from rushhour.base.files import check_outputs, save
from rushhour.cli import exit as codes
from rushhour.cli.input import FileName, LocatedPuzzle, found_in, given
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    CsvOption,
    ForceOption,
    JsonLines,
    LimitOptions,
    PuzzleFiles,
    ReadingOptions,
    SeedOption,
    ThreadsOption,
    output_option,
    print_option,
)
from rushhour.cli.output import line_width, output_file, print_json, put
from rushhour.cli.progress import search_progress
from rushhour.errors import RushHourError
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rushhour.analysis import Analysis

_OUTPUT = "A new file for all measures; it ends in .csv, .json, .jsonl or .parquet."

# A puzzle, its name, and its analysis or what is wrong with it.
_Analysed = tuple[LocatedPuzzle, str, "Analysis | RushHourError"]


def analyse(
    *files: PuzzleFiles,
    output: Annotated[FileName | None, output_option(_OUTPUT)] = None,
    force: ForceOption = False,
    csv: CsvOption = False,
    json: JsonLines = False,
    explain: Annotated[bool, print_option("List the measures with their definitions.")] = False,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Measure how hard puzzles are: a rating, and what it rests on.

    For one puzzle it prints all measures, for several a line each. `moves` is the
    predicted number of moves of a person, `walk` the logarithm of those of a
    simulated player. `rating` is the percentage of a sample of all 6x6 boards
    that are easier. Clusters of more than a million states are not explored.

    Exit codes: 0 all were analysed, 1 one is unsolvable, 2 one is malformed,
    3 a limit left something open.

    Examples
    --------
    rushhour analyse puzzles/jam-01.txt
    rushhour analyse puzzles/jam-0*.txt --csv
    """
    if explain:
        put(*_definitions())
        return codes.SOLVED
    files = given(files)
    _check(files, output, force=force, csv=csv, json=json)
    with search_progress() as progress:
        options: AnalysisOptions = {"seed": seed, "progress": progress, **limits.as_arguments()}
        found = _analysed(files, reading, threads, options)
        if output is not None:
            return _write(found, output)
        return _print_csv(found) if csv else _print_json(found) if json else _print_table(found)


def _check(
    files: tuple[str, ...], output: str | None, *, force: bool, csv: bool, json: bool
) -> None:
    if (output is not None) + csv + json > 1:
        raise RushHourError("expected at most one of --output, --csv and --json")
    if output is not None:
        check_name(output)
        check_outputs([output], files, force=force)


def _definitions() -> Iterator[str]:
    from textwrap import wrap

    for measure in measures():
        yield f"{measure.name} ({measure.unit})"
        for text in (measure.formula, f"source: {measure.source}", f"use: {measure.help}"):
            yield from wrap(
                text,
                line_width() or 80,
                initial_indent="    ",
                subsequent_indent="    ",
                break_on_hyphens=False,
            )


def _analysed(
    files: Sequence[str], reading: ReadingOptions, threads: int | None, options: AnalysisOptions
) -> Iterator[_Analysed]:
    """The puzzles of some files in their order, with their analyses."""
    places: deque[LocatedPuzzle] = deque()

    def items() -> Iterator[Puzzle | RushHourError]:
        for one in found_in(files, reading):
            places.append(one)
            yield one.item

    for _, found in analyse_items(items(), threads=threads, **options):
        yield places[0], _name(places.popleft()), found


def _name(found: LocatedPuzzle) -> str:
    """The title of a puzzle or, without one, the name of its file and its number there."""
    title = found.item.title if isinstance(found.item, Puzzle) else None
    return title or f"{found.stem} {found.number}".removesuffix(" 1")


def _code(found: Analysis | RushHourError) -> int:
    if isinstance(found, RushHourError):
        return codes.MALFORMED
    code = codes.LIMIT if found.stopped_by else codes.SOLVED
    return codes.graver(code, codes.of_status(found.status))


def _print_table(found: Iterator[_Analysed]) -> int:
    code, is_extrapolated = codes.SOLVED, False
    first = list(islice(found, 2))
    is_one = len(first) == 1
    if len(first) > 1:
        put(HEAD)
    for place, title, item in (*first, *found):
        code = codes.graver(code, _code(item))
        if isinstance(item, RushHourError):
            place.complain(item, json=False)
        elif is_one:
            put(*details(item, line_width()))
        else:
            put(line(title, item))
            is_extrapolated |= bool(item.extrapolated)
    if is_extrapolated:
        put(NOTE)
    return code


def _print_json(found: Iterator[_Analysed]) -> int:
    code = codes.SOLVED
    for place, _, item in found:
        code = codes.graver(code, _code(item))
        if isinstance(item, RushHourError):
            place.complain(item, json=True)
        else:
            print_json(dict(_row(place, item)))
    return code


def _print_csv(found: Iterator[_Analysed]) -> int:
    ends: list[int] = []
    for text in csv_lines(_rows(found, ends)):
        put(text.removesuffix("\n"))
    return _gravest(ends)


def _write(found: Iterator[_Analysed], output: str) -> int:
    ends: list[int] = []
    save(output_file(output), encoded(list(_rows(found, ends)), output))
    return _gravest(ends)


def _rows(found: Iterator[_Analysed], ends: list[int]) -> Iterator[AnalysisRow]:
    """The rows of a table; the exit code of each goes to `ends`."""
    for place, _, item in found:
        ends.append(_code(item))
        if isinstance(item, RushHourError):
            place.complain(item, json=False)
            yield {"file": place.file, "number": place.number, "error": str(item)}
        else:
            yield _row(place, item)


def _row(place: LocatedPuzzle, analysis: Analysis) -> AnalysisRow:
    assert isinstance(place.item, Puzzle)
    return row(place.file, place.number, place.item.title, analysis)


def _gravest(ends: list[int]) -> int:
    code = codes.SOLVED
    for end in ends:
        code = codes.graver(code, end)
    return code
