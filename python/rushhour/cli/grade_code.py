"""`rushhour grade-code FOLDER [FILE ...]`: run and grade the programs of a class."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import DictWriter
from itertools import groupby
from json import dumps
from pathlib import Path
from typing import Annotated, Literal, cast

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, PositiveFloat, PositiveInt

from rushhour.base.expect import known
from rushhour.base.files import check_outputs, save
from rushhour.base.text import JsonDict, csv_cell, shown
from rushhour.cli import exit as codes
from rushhour.cli.compare import split
from rushhour.cli.grade import complained, names_of
from rushhour.cli.input import File, FileName, found_in, text_of
from rushhour.cli.options import (
    ANY_READING,
    INPUT,
    NO_TINY,
    OUTPUT,
    ROSTER,
    CsvOption,
    ForceOption,
    GoalOption,
    MetricOption,
    ReadingOptions,
    among,
    byte_count,
    heuristic_names,
    input_option,
    json_lines,
    limit_option,
    print_option,
    search_option,
    several_of,
    writable,
)
from rushhour.cli.output import line_width, print_json, put, until_error, warn
from rushhour.cli.progress import grading_progress
from rushhour.errors import RushHourError
from rushhour.lab.programs import CodeGrade, Exercise
from rushhour.lab.programs import grade_code as grades_of
from rushhour.lab.programs import gradescope as results
from rushhour.lab.programs.examine import PARTS, CodePart
from rushhour.lab.programs.found import command_of
from rushhour.lab.programs.report import (
    board_records,
    board_table,
    code_record,
    code_summary,
    code_table,
    drawn,
    full_record,
)
from rushhour.lab.roster import owners, student_of, students_in
from rushhour.model.puzzle import Puzzle

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]

_FOLDER = "The folder of a class: each file and each folder in it is a program."
_FILES = "Files of puzzles in any format; without them the first ten classics."
_ONE = "The folder is one program, as Gradescope has it."
_ENTRY = "The file that begins in the folder of each program."
_PARTS = "What every program must have: solve, h or both; by default what each has."
_FUNCTIONS = "The names of the two functions."
_RUN = (
    "The command line of every program, such as 'java {program} {puzzle}'; the puzzle is also its"
    " standard input."
)
_OWN = "Programs cannot call our searches: solve cannot import rushhour, and h has only State."
_TO = "The format in which programs get their puzzles."
_BASELINE = "The registered heuristic with which a student's is compared."
_WORKERS = "How many programs run at once; by default two, or one where there is one processor."
_BOARDS = "Print a line for each board of each program."
_GRADESCOPE = (
    "Write results.json, as Gradescope reads it, into this folder; of several programs into a"
    " folder for each."
)
_VISIBILITY = "Whether students see the results on Gradescope."
_CHECK = "The most seconds for the check whether a heuristic is admissible and consistent."

# What a system can keep apart, in words; the last is for those who are root alone.
_APART = {
    "processes": "processes",
    "network": "network",
    "files": "files",
    "folder": "the programs of others",
    "user": "the rights of root",
}


def grade_code(
    folder: Annotated[File, Parameter(help=_FOLDER)],
    /,
    *files: Annotated[File, Parameter("FILE", help=_FILES)],
    one: Annotated[bool, input_option(_ONE)] = False,
    entry: Annotated[str | None, input_option(_ENTRY, "NAME")] = None,
    part: Annotated[tuple[str, ...], several_of(_PARTS, among(PARTS))] = (),
    functions: Annotated[str, input_option(_FUNCTIONS, "SOLVE,H")] = "solve,h",
    run: Annotated[str | None, input_option(_RUN, "COMMAND")] = None,
    own_search: Annotated[bool, input_option(_OWN)] = False,
    to: Annotated[
        str, Parameter(help=_TO, metavar="FORMAT", group=INPUT, completer=writable)
    ] = "boardstring",
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    baseline: Annotated[str, search_option(_BASELINE, "NAME", heuristic_names)] = "blocking",
    no_tiny: Annotated[bool, NO_TINY] = False,
    roster: Annotated[FileName | None, ROSTER] = None,
    workers: Annotated[PositiveInt | None, search_option(_WORKERS, "N")] = None,
    max_seconds: Annotated[
        PositiveFloat, limit_option("The most seconds for a program on each board.", "SECONDS")
    ] = 10,
    max_check_seconds: Annotated[NonNegativeFloat, limit_option(_CHECK, "SECONDS")] = 120,
    max_memory: Annotated[
        str, limit_option("The most bytes for a program, such as 512MB or 2G.", "SIZE")
    ] = "1G",
    csv: CsvOption = False,
    json: Annotated[bool, json_lines("part of a program")] = False,
    each_board: Annotated[bool, print_option(_BOARDS)] = False,
    gradescope: Annotated[
        Path | None, Parameter(help=_GRADESCOPE, metavar="FOLDER", group=OUTPUT)
    ] = None,
    visibility: Annotated[Visibility, print_option(_VISIBILITY)] = "visible",
    force: ForceOption = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Run the programs of a class on the same boards, each in a process of its own.

    A program is Python, or a notebook, with a function solve(text), which returns
    moves, or h(state), a heuristic, or both; or any file that can be executed,
    which gets a puzzle and prints moves. Moves may be in any notation.

    Programs have limits and are kept apart as far as the system does that. This
    is no sandbox: run only programs of people whom you know.

    Exit codes: 0 every program has all marks, 1 one has not, 2 malformed input,
    3 we did not solve a board ourselves in time.

    Examples
    --------
    rushhour grade-code submissions
    rushhour grade-code submissions puzzles/jam-01.txt --max-seconds 5
    """
    if csv and json:
        raise RushHourError("expected one of --csv and --json, found both")
    students = None if roster is None else students_in(text_of(roster))
    given = list(found_in(files, reading))
    code = complained(given, json=json)
    sound = [found for found in given if isinstance(found.item, Puzzle)]
    if given and not sound:
        return code
    exercise = Exercise(
        metric=metric,
        goal=goal,
        format=to,
        baseline=baseline,
        functions=_pair(functions),
        run=None if run is None else tuple(command_of(run)),
        max_seconds=max_seconds,
        max_check_seconds=max_check_seconds,
        tiny=not no_tiny,
        own_search=own_search,
    )
    with grading_progress() as progress:
        grading = grades_of(
            folder,
            [found.item for found in sound if isinstance(found.item, Puzzle)],
            exercise,
            names=names_of(sound),
            one=one,
            entry=entry,
            parts=_parts(part),
            workers=workers,
            max_memory=byte_count(max_memory),
            progress=progress,
        )
        for message in grading.left_out:
            warn(message)
            code = codes.graver(code, codes.LIMIT)
        ended = list[BaseException]()
        coming = until_error(iter(grading), ended)
        if gradescope is not None:
            programs = [program.name for program in grading.programs]
            places = {name: _results(gradescope, "" if one else name) for name in programs}
            check_outputs([place for place in places.values() if place.exists()], force=force)
            coming = _kept(coming, places, visibility)
        layout = _Layout(students, csv=csv, json=json, boards=each_board)
        seen = list(layout.printed(coming))
    if seen and not csv and not json:
        layout.put(seen, grading.kept_apart)
    if ended:
        raise ended[0]
    is_right = all(grade.marks == len(grade.boards) for grade in seen)
    return codes.graver(code, codes.SOLVED if is_right else codes.UNSOLVABLE)


def _parts(given: tuple[str, ...]) -> list[CodePart] | None:
    names = split(given)
    for name in names:
        known("part", name, PARTS)
    return cast("list[CodePart]", names) or None


def _pair(functions: str) -> tuple[str, str]:
    names = [name.strip() for name in functions.split(",")]
    if len(names) != 2 or not all(name.isidentifier() for name in names):
        raise RushHourError(f"--functions: expected two names, as in solve,h, found {functions!r}")
    return names[0], names[1]


def _results(folder: Path, program: str) -> Path:
    """The file of results of a program."""
    return folder / program / "results.json"


def _kept(
    grades: Iterator[CodeGrade], places: Mapping[str, Path], visibility: Visibility
) -> Iterator[CodeGrade]:
    """The grades, and a file of results for each program when its parts are graded."""
    for program, parts in groupby(grades, lambda grade: grade.program):
        mine = list(parts)
        places[program].parent.mkdir(parents=True, exist_ok=True)
        save(places[program], dumps(results(mine, visibility), indent=1).encode())
        yield from mine


class _Layout:
    """How the grades are printed: as lines for programs while they come, or as a table."""

    def __init__(
        self, students: Sequence[str] | None, *, csv: bool, json: bool, boards: bool
    ) -> None:
        self._students, self._csv, self._json, self._boards = students, csv, json, boards

    def printed(self, grades: Iterator[CodeGrade]) -> Iterator[CodeGrade]:
        """The grades, each printed for a program if one asked for that."""
        writer: DictWriter[str] | None = None
        for grade in grades:
            for record in self._records(grade) if self._csv or self._json else ():
                if self._json:
                    print_json(record)
                    continue
                if writer is None:
                    writer = DictWriter(sys.stdout, list(record))
                    writer.writeheader()
                writer.writerow(_guarded(record))
                sys.stdout.flush()
            yield grade

    def _records(self, grade: CodeGrade) -> Iterable[JsonDict]:
        owner = (
            {} if self._students is None else {"student": student_of(grade.program, self._students)}
        )
        if self._boards:
            return [owner | record for record in board_records(grade)]
        return [owner | (full_record(grade) if self._json else code_record(grade))]

    def put(self, grades: Sequence[CodeGrade], kept_apart: Sequence[str]) -> None:
        """Print a table, the counterexamples, and what was kept apart."""
        put(*(board_table if self._boards else code_table)(grades, line_width()))
        for grade in grades:
            for text in drawn(grade):
                put("", text) if "\n" in text else put(text)
        put("", code_summary(grades))
        put(f"kept apart: time, memory{''.join(f', {_APART[one]}' for one in kept_apart)}")
        missing = [text for name, text in _APART.items() if name not in (*kept_apart, "user")]
        if missing:
            put(f"not kept apart here: {', '.join(missing)}")
        if self._students is not None:
            programs = list(dict.fromkeys(grade.program for grade in grades))
            put(*map(shown, owners(programs, self._students)))


def _guarded(record: JsonDict) -> JsonDict:
    """A record with texts as cells that no spreadsheet evaluates."""
    return {name: csv_cell(v) if isinstance(v, str) else v for name, v in record.items()}
