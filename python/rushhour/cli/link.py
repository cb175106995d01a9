"""`rushhour link FILE`: addresses of the page that carry puzzles."""

from __future__ import annotations

from itertools import chain, islice
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import LocatedPuzzle, found_in, given_one, moves_of
from rushhour.cli.options import (
    ANY_READING,
    OUTPUT,
    JsonLines,
    OptionalFile,
    ReadingOptions,
    search_option,
)
from rushhour.cli.output import put
from rushhour.errors import RushHourError
from rushhour.web.link import PAGE
from rushhour.web.link import link as link_to

_PAGE = "The address of the page; by default where rushhour serve has it."
_MOVES = "Moves to step through on the page, such as B+2 A+4, or a file with them."


def link(
    file: OptionalFile = None,
    /,
    *,
    moves: Annotated[str | None, search_option(_MOVES, "MOVES")] = None,
    page: Annotated[str, Parameter(help=_PAGE, metavar="ADDRESS", group=OUTPUT)] = PAGE,
    json: JsonLines = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print a link for each puzzle, which opens it on the page and needs no file.

    Every command reads such links, and links to the player of Fogleman's database,
    which convert --to link writes.

    Exit codes: 0 all were written, 2 one was malformed.

    Examples
    --------
    rushhour link puzzles/jam-01.txt
    rushhour link puzzles/assignment.txt --moves "3-1 5-3 3+3 4+2 0+3"
    """
    items = found_in([given_one(file)], reading)
    code = codes.SOLVED
    first = list(islice(items, 1 if moves is None else 2))
    if len(first) > 1:
        raise RushHourError("--moves: expected one puzzle, found several")
    for found in chain(first, items):
        try:
            address = _address(found, moves, page)
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
            continue
        found.print_json({"link": address}) if json else put(address)
    return code


def _address(found: LocatedPuzzle, moves: str | None, page: str) -> str:
    if isinstance(found.item, RushHourError):
        raise found.item
    return link_to(found.item, () if moves is None else moves_of(moves, found.item), page=page)
