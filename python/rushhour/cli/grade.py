"""`rushhour grade FILE ANSWERS`: grade a folder of solutions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from csv import DictWriter
from dataclasses import asdict, fields
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    CsvOption,
    GoalOption,
    Limits,
    PuzzleFile,
    Reading,
    json_lines,
)
from rushhour.cli.output import complain, line_width, print_json, put
from rushhour.lab.grade import Grade, summary, table
from rushhour.lab.grade import grade as grades
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.text.display import csv_cell

_ANSWERS = "A folder with a file for each answer, or one such file."


def grade(
    file: PuzzleFile,
    answers: Annotated[File, Parameter(help=_ANSWERS)],
    /,
    *,
    goal: GoalOption = "edge",
    csv: CsvOption = False,
    json: Annotated[bool, json_lines("answer")] = False,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Check every answer in a folder, and compare its cost with both optima.

    With several puzzles, the name of an answer's file or of its folder is the
    title or the number of its puzzle.

    Exit codes: 0 every answer solves its puzzle, 1 one does not, 2 malformed
    puzzles, 3 an optimum was not found in time.

    Examples
    --------
    rushhour grade puzzles/assignment.txt answers
    rushhour grade puzzles/assignment.txt answers --csv
    """
    if csv and json:
        raise RushHourError("expected one of --csv and --json, found both")
    known, code = _puzzles(file, reading)
    found = grades(known, answers, goal, **limits.as_arguments())
    seen = list(_as_json(found) if json else _as_csv(found) if csv else found)
    if not seen:
        raise RushHourError(f"{answers}: expected an answer, found no file")
    if not csv and not json:
        put(*table(seen, line_width()), summary(seen))
    for item in seen:
        code = codes.graver(code, _code(item))
    return code


def _puzzles(file: str, reading: Reading) -> tuple[list[Puzzle], int]:
    items = list(puzzles(file, reading.format, reading.target))
    known = [item for item in items if isinstance(item, Puzzle)]
    for number, item in enumerate(items, 1):
        if isinstance(item, RushHourError):
            if len(items) == 1:
                raise item
            complain(number, item, json=False)
    return known, codes.SOLVED if len(known) == len(items) else codes.MALFORMED


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
    texts = {"answer": item.answer, "puzzle": item.puzzle, "fault": item.fault}
    return {name: text and csv_cell(text) for name, text in texts.items()}


def _code(item: Grade) -> int:
    if item.status != "solved":
        return codes.UNSOLVABLE
    return codes.LIMIT if None in (item.least_slides, item.least_steps) else codes.SOLVED
