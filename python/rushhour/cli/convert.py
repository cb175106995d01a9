"""`rushhour convert FILE --to FORMAT`."""

from __future__ import annotations

from itertools import chain, islice
from typing import Annotated

from rushhour.cli import exit as codes
from rushhour.cli.input import puzzles
from rushhour.cli.options import (
    ANY_READING,
    JsonLines,
    OptionalFile,
    Reading,
    ToOption,
    print_option,
)
from rushhour.cli.output import complain, print_json, put_text
from rushhour.cli.several import given_one
from rushhour.formats import Format, named
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle


def convert(
    file: OptionalFile = None,
    /,
    *,
    to: ToOption,
    relabel: Annotated[
        bool, print_option("Give the vehicles new labels that the format can hold.")
    ] = False,
    json: JsonLines = False,
    reading: Reading = ANY_READING,
) -> int:
    """Write the puzzles of a file in another format, with their labels.

    Several puzzles need a format that holds several, or --json: one object a line
    for each.

    Exit codes: 0 all were written, 2 one was malformed or does not fit the format.

    Examples
    --------
    rushhour convert puzzles/assignment.txt --to grid --relabel
    rushhour convert puzzles/hardest.txt --to json
    """
    writer, code = named(to), codes.SOLVED
    items = puzzles(given_one(file), reading.format, reading.target)
    first = list(islice(items, 2))
    is_list = len(first) > 1 and not json
    if is_list:
        writer.require_several()
    for number, item in enumerate(chain(first, items), 1):
        try:
            text = _written(item, writer, relabel=relabel, is_list=is_list)
        except RushHourError as error:
            complain(number, error, json=json)
            code = codes.MALFORMED
            continue
        if json:
            print_json({"number": number, "format": to, "text": text})
        else:
            put_text(text)
    return code


def _written(item: Puzzle | RushHourError, writer: Format, *, relabel: bool, is_list: bool) -> str:
    if isinstance(item, RushHourError):
        raise item
    if relabel:
        from rushhour.formats.relabel import relabel as renamed

        item = renamed(item, writer.name)
    return writer.write_item(item) if is_list else writer.write(item)
