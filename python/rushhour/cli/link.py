"""`rushhour link FILE`: addresses of the page that carry puzzles."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.files import STREAM
from rushhour.cli import exit as codes
from rushhour.cli.input import LocatedPuzzle, found_in, given_one, moves_of
from rushhour.cli.options import (
    ANY_READING,
    OUTPUT,
    ForceOption,
    JsonLines,
    OptionalFile,
    ReadingOptions,
    search_option,
)
from rushhour.cli.output import put, save_pictures
from rushhour.errors import RushHourError
from rushhour.render.forms import encoded
from rushhour.render.qr import QrCode, qr_code
from rushhour.web.link import PAGE
from rushhour.web.link import link as link_to

_PAGE = "The address of the page; by default where rushhour serve has it."
_PICTURES = (".svg", ".png")
_QR = "A new file for the QR code, .svg or .png, - to print it; several are numbered."
_MOVES = "Moves to step through on the page, such as B+2 A+4, or a file with them."


def link(
    file: OptionalFile = None,
    /,
    *,
    moves: Annotated[str | None, search_option(_MOVES, "MOVES")] = None,
    page: Annotated[str, Parameter(help=_PAGE, metavar="ADDRESS", group=OUTPUT)] = PAGE,
    qr: Annotated[
        str | None,
        Parameter(help=_QR, metavar="FILE", group=OUTPUT, allow_leading_hyphen=True),
    ] = None,
    force: ForceOption = False,
    json: JsonLines = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print a link for each puzzle, which opens it on the page and needs no file.

    Every command reads such links, and links to the player of Fogleman's database,
    which convert --to link writes.

    Exit codes: 0 all were written, 2 one was malformed or too long for a QR code.

    Examples
    --------
    rushhour link puzzles/jam-01.txt --page https://puzzles.example/ --qr code.svg
    rushhour link puzzles/assignment.txt --moves "3-1 5-3 3+3 4+2 0+3"
    """
    if qr not in (None, STREAM) and Path(qr).suffix.lower() not in _PICTURES:
        raise RushHourError(f"--qr: expected a name that ends in .svg or .png, found {qr!r}")
    if qr == STREAM and json:
        raise RushHourError("--qr: expected a file to write beside --json")
    items = found_in([given_one(file)], reading)
    code = codes.SOLVED
    first = list(islice(items, 1 if moves is None else 2))
    if len(first) > 1:
        raise RushHourError("--moves: expected one puzzle, found several")
    drawn: list[QrCode] = []
    for found in chain(first, items):
        try:
            address = _address(found, moves, page)
            drawn += [] if qr is None else [qr_code(address)]
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
            continue
        found.print_json({"link": address}) if json else put(address)
        if qr == STREAM:
            put(str(drawn.pop()))
    if qr is not None and drawn:
        pictures = encoded([each.svg() for each in drawn], Path(qr).suffix.lower())
        save_pictures(Path(qr), pictures, [given_one(file)], force=force)
    return code


def _address(found: LocatedPuzzle, moves: str | None, page: str) -> str:
    if isinstance(found.item, RushHourError):
        raise found.item
    return link_to(found.item, () if moves is None else moves_of(moves, found.item), page=page)
