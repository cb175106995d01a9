"""`rushhour convert FILE --to FORMAT`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import ANY_READING, JsonLines, PuzzleFile, Reading
from rushhour.cli.output import complain, print_json, put_text
from rushhour.errors import RushHourError
from rushhour.formats import FORMATS, Format, named
from rushhour.puzzle import Puzzle

_FORMATS = ", ".join(entry.name for entry in FORMATS)


def convert(
    file: PuzzleFile,
    /,
    *,
    to: Annotated[str, Parameter(help=f"One of {_FORMATS}.")],
    relabel: Annotated[
        bool, Parameter(help="Give the vehicles new labels that the format can hold.")
    ] = False,
    json: JsonLines = False,
    reading: Reading = ANY_READING,
) -> int:
    """Write the puzzles of a file in another format, with their labels.

    Exit codes: 0 all were written, 2 one was malformed or does not fit the format.
    """
    writer, code = named(to), codes.SOLVED
    for number, item in enumerate(puzzles(file, reading.format, reading.target), 1):
        try:
            text = _written(item, writer, relabel=relabel)
        except RushHourError as error:
            complain(number, error, json=json)
            code = codes.MALFORMED
            continue
        if json:
            print_json({"number": number, "format": to, "text": text})
        else:
            put_text(text)
    return code


def _written(item: Puzzle | RushHourError, writer: Format, *, relabel: bool) -> str:
    if isinstance(item, RushHourError):
        raise item
    if relabel:
        from rushhour.formats.relabel import relabel as renamed

        item = renamed(item, writer.name)
    return writer.write(item)
