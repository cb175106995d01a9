"""`rushhour grade FILE... ANSWERS`: grade a folder of solutions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from csv import DictWriter
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.files import STREAM
from rushhour.base.text import csv_cell, shown
from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName, LocatedPuzzle, found_in, text_of
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    PROSE,
    PUZZLE_FILES,
    ROSTER,
    CsvOption,
    GoalOption,
    LimitOptions,
    ReadingOptions,
    json_lines,
    print_option,
)
from rushhour.cli.output import line_width, print_json, put
from rushhour.errors import RushHourError
from rushhour.lab.grade import Grade, summary, table
from rushhour.lab.grade import grade as grades
from rushhour.lab.roster import attendance, students_in, with_students
from rushhour.lab.sheet import sheet
from rushhour.lab.totals import lines
from rushhour.lab.totals import totals as totals_of

_HTML = "Print a page to print."
_TOTALS = "Print what one set of answers to many tasks comes to; with --json as an object."
_ANSWERS = "A folder with a file for each answer, or one such file."


def grade(
    files: Annotated[tuple[File, ...], PUZZLE_FILES],
    answers: Annotated[File, Parameter(help=_ANSWERS)],
    /,
    *,
    goal: GoalOption = "edge",
    prose: Annotated[bool, PROSE] = False,
    roster: Annotated[FileName | None, ROSTER] = None,
    csv: CsvOption = False,
    json: Annotated[bool, json_lines("answer")] = False,
    html: Annotated[bool, print_option(_HTML)] = False,
    totals: Annotated[bool, print_option(_TOTALS)] = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Check every answer in a folder, and compare its cost with both optima.

    With several puzzles, the name of an answer's file, or of a folder that it is in,
    must have the puzzle's file name or title in it, or be the puzzle's number. For
    puzzles/jam-01.txt, answers/anna-jam-01.csv and answers/jam-01/anna.txt both do.

    An answer is a list of moves in any notation: A+2 B-1, where + is right or down;
    AR2, (A, right, 2), b1-b4; Move car # 3 down 3 squares; the JSON that rushhour
    solve --json prints, and other lists; the board after each move; CSV with the
    head car,move, where + is right or up.
    With --prose it is free text, such as a language model writes; a file that
    ends in .jsonl has an object with id and answer on each line. Whatever looks
    like a move and is not read as one makes an answer unreadable.

    With --totals each puzzle is a task that is answered once: how many were asked,
    answered and solved, the mean score, both with intervals of 95 %, and the tasks
    that are missing, answered twice, unreadable or unknown, each by name.

    The last column has the moves as they were read. The target may drive on, out
    of the board: cells beyond the goal cost nothing.

    Exit codes: 0 every answer solves its puzzle, 1 one does not, 2 malformed
    puzzles, 3 an optimum was not found in time.

    Examples
    --------
    rushhour grade puzzles/assignment.txt answers
    rushhour grade puzzles/jam-01.txt puzzles/jam-02.txt homework
    """
    _require_one_form(csv=csv, json=json, html=html)
    if totals and (csv or html or roster is not None):
        raise RushHourError(
            "expected --totals alone or with --json, found --csv, --html or --roster"
        )
    students = None if roster is None else students_in(text_of(roster))
    given, code = _puzzles(files, reading, json=json)
    found = grades(
        [one.item for one in given],
        answers,
        goal=goal,
        names=names_of(given),
        prose=prose,
        every=totals,
        **limits.as_arguments(),
    )
    if students is not None:
        found = iter(with_students(list(found), students))
    is_listed = not totals
    seen = list(_as_json(found) if json and is_listed else _as_csv(found) if csv else found)
    if not any(item.status != "missing" for item in seen):
        raise RushHourError(f"{answers}: expected an answer, found no file")
    notes = [] if students is None else list(attendance(seen))
    if totals:
        _put_totals(seen, json=json)
    elif html:
        put(*sheet(seen, notes))
    elif not csv and not json:
        put(*table(seen, line_width()), summary(seen), *map(shown, notes))
    for item in seen:
        code = codes.graver(code, _code(item))
    return code


def _require_one_form(**forms: bool) -> None:
    chosen = [f"--{name}" for name, is_on in forms.items() if is_on]
    if len(chosen) > 1:
        raise RushHourError(
            f"expected one of --csv, --json and --html, found {' and '.join(chosen)}"
        )


def _put_totals(grades: Sequence[Grade], *, json: bool) -> None:
    found = totals_of(grades)
    if json:
        print_json({"answered": found.answered, **asdict(found)})
    else:
        put(*lines(found))


def _puzzles(
    files: Sequence[str], reading: ReadingOptions, *, json: bool
) -> tuple[list[LocatedPuzzle], int]:
    """Every puzzle or its error, which is printed; an error that is alone is raised."""
    folder = next((file for file in files if Path(file).is_dir()), None)
    if folder is not None:
        raise RushHourError(f"{folder}: expected a puzzle file, found a folder; answers come last")
    given = list(found_in(files, reading))
    return given, complained(given, json=json)


def complained(given: Sequence[LocatedPuzzle], *, json: bool) -> int:
    """Print the errors among puzzles; one that is alone is raised. Returns the exit code."""
    code = codes.SOLVED
    for one in given:
        if isinstance(one.item, RushHourError):
            if len(given) == 1:
                raise one.item
            one.complain(one.item, json=json)
            code = codes.MALFORMED
    return code


def names_of(given: Sequence[LocatedPuzzle]) -> list[str | None]:
    """The name of each puzzle's file without folder and suffix; None if it holds several."""
    counts = Counter(one.file for one in given)
    is_name = [one.file != STREAM and counts[one.file] == 1 for one in given]
    return [one.stem if named else None for one, named in zip(given, is_name, strict=True)]


def _as_json(found: Iterator[Grade]) -> Iterator[Grade]:
    for item in found:
        print_json(asdict(item))
        yield item


def _as_csv(found: Iterator[Grade]) -> Iterator[Grade]:
    writer = DictWriter(sys.stdout, [field.name for field in fields(Grade)])
    writer.writeheader()
    for item in found:
        writer.writerow({**asdict(item), **_guarded(item)})
        yield item


def _guarded(item: Grade) -> dict[str, str | None]:
    """The fields with text from others, as cells that no spreadsheet evaluates."""
    names = ("answer", "puzzle", "fault", "moves", "unread", "student")
    texts = {name: getattr(item, name) for name in names}
    return {name: text and csv_cell(text) for name, text in texts.items()}


def _code(item: Grade) -> int:
    if item.status != "solved":
        return codes.UNSOLVABLE
    return codes.LIMIT if None in (item.least_slides, item.least_steps) else codes.SOLVED
