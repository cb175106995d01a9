"""`rushhour convert FILE --to FORMAT`."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import File, puzzles
from rushhour.errors import RushHourError
from rushhour.formats import FORMATS, named

_FORMATS = ", ".join(entry.name for entry in FORMATS)


def convert(
    file: File,
    /,
    *,
    to: Annotated[str, Parameter(help=f"One of {_FORMATS}.")],
    relabel: bool = False,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> int:
    """Write the puzzles of a file in another format, with their labels.

    Exit codes: 0 all were written, 2 one was malformed or does not fit the format.

    Parameters
    ----------
    file
        The puzzle file in any format, - for standard input.
    relabel
        Give the vehicles new labels that the format can hold.
    format
        The format of the file; by default it is recognised.
    target
        The target's symbol in a letter grid.

    """
    writer, code = named(to), codes.SOLVED
    for item in puzzles(file, format, target):
        try:
            if isinstance(item, RushHourError):
                raise item
            if relabel:
                from rushhour.formats.relabel import relabel as renamed

                item = renamed(item, to)  # noqa: PLW2901
            sys.stdout.write(writer.write(item))
        except RushHourError as error:
            print(f"rushhour: {error}", file=sys.stderr)
            code = codes.MALFORMED
    return code
