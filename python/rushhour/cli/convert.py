"""`rushhour convert FILE... --to FORMAT`."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import expanded, found_in, given
from rushhour.cli.options import (
    ANY_READING,
    OUTPUT,
    WRITABLE,
    ForceOption,
    GoalOption,
    JsonLines,
    MetricOption,
    PuzzleFilesAndFolders,
    ReadingOptions,
    RelabelOption,
    output_option,
    writable,
)
from rushhour.cli.output import put_text
from rushhour.cli.pddl import PDDL, write_tasks
from rushhour.errors import RushHourError
from rushhour.formats import Format, named
from rushhour.formats.writing import relabel as renamed
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

_TO = (
    f"The format to write, one of {WRITABLE};"
    f" or {PDDL}, a planning task in two files, which --metric and --goal change."
)
_OUTPUT = f"With {PDDL}: NAME-domain.pddl and NAME-problem.pddl are written; several are numbered."


def _formats(context: CompletionContext) -> list[str]:
    return [*writable(context), PDDL]


def convert(
    *files: PuzzleFilesAndFolders,
    to: Annotated[str, Parameter(help=_TO, metavar="FORMAT", group=OUTPUT, completer=_formats)],
    output: Annotated[str | None, output_option(_OUTPUT)] = None,
    relabel: RelabelOption = False,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    force: ForceOption = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Write the puzzles of files and folders in another format, with their labels.

    Several puzzles need a format that holds several, or --json. verify and grade
    read the plan that a planner finds for the two files of pddl.

    Exit codes: 0 all were written, 2 one was malformed or does not fit the format.

    Examples
    --------
    rushhour convert puzzles/assignment.txt --to grid --relabel
    rushhour convert puzzles/jam-40.txt --to pddl --output jam-40
    """
    items = found_in(expanded(given(files)), reading)
    if to == PDDL:
        return write_tasks(items, output, metric, goal, force=force, json=json)
    _require_pddl(to, output=output is not None, metric=metric != "slide", goal=goal != "edge")
    writer, code = named(to), codes.SOLVED
    first = list(islice(items, 2))
    is_list = len(first) > 1 and not json
    if is_list:
        writer.require_several()
    for found in chain(first, items):
        try:
            text = _written(found.item, writer, relabel=relabel, is_list=is_list)
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
            continue
        if json:
            found.print_json({"format": to, "text": text})
        else:
            put_text(text)
    return code


_ADVICE = {
    "output": ", which goes to standard output: put > FILE behind the command",
    "metric": "",
    "goal": "",
}


def _require_pddl(to: str, **given: bool) -> None:
    """Refuse options that only a planning task has."""
    for name, is_given in given.items():
        if is_given:
            found = f"found {to}{_ADVICE[name]}"
            raise RushHourError(f"expected the format {PDDL} for --{name}, {found}")


def _written(item: Puzzle | RushHourError, writer: Format, *, relabel: bool, is_list: bool) -> str:
    if isinstance(item, RushHourError):
        raise item
    return written(item, writer, relabel=relabel, is_list=is_list)


def written(item: Puzzle, writer: Format, *, relabel: bool, is_list: bool) -> str:
    """A puzzle in a format, alone or as one of a list."""
    if relabel:
        item = renamed(item, writer.name)
    return writer.write_item(item) if is_list else writer.write(item)
