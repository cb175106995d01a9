"""`rushhour link FILE`: addresses of the page that carry puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, NamedTuple

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
    print_option,
    search_option,
)
from rushhour.cli.output import print_json, put, save_pictures
from rushhour.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.render.forms import encoded
from rushhour.render.qr import QrCode, qr_code
from rushhour.web.link import PAGE, link_to_pack
from rushhour.web.link import link as link_to

_PAGE = "The address of the page; by default where rushhour serve has it."
_TOGETHER = "Print one link for all puzzles, at most 100, without their titles."
_PICTURES = (".svg", ".png")
_QR = "A new file for the QR code, .svg or .png, - to print it; several are numbered."
_MOVES = "Moves to step through on the page, such as B+2 A+4, or a file with them."


def link(
    file: OptionalFile = None,
    /,
    *,
    moves: Annotated[str | None, search_option(_MOVES, "MOVES")] = None,
    page: Annotated[str, Parameter(help=_PAGE, metavar="ADDRESS", group=OUTPUT)] = PAGE,
    together: Annotated[bool, print_option(_TOGETHER)] = False,
    qr: Annotated[
        str | None,
        Parameter(help=_QR, metavar="FILE", group=OUTPUT, allow_leading_hyphen=True),
    ] = None,
    force: ForceOption = False,
    json: JsonLines = False,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print a link for each puzzle, or for a pack, which opens on the page and needs no file.

    Every command reads such links, and links to the player of Fogleman's database,
    which convert --to link writes.

    Exit codes: 0 all were written, 2 one was malformed or too long for a QR code.

    Examples
    --------
    rushhour link puzzles/jam-01.txt --page https://puzzles.example/ --qr code.svg
    rushhour link puzzles/assignment.txt --moves "3-1 5-3 3+3 4+2 0+3"
    """
    _require_options(moves, qr, together=together, json=json)
    file = given_one(file)
    packed: list[Puzzle] = []
    waiting: list[_Link] = []

    def give(address: str, found: LocatedPuzzle | None) -> None:
        """Print a link; one whose code goes to a file waits until that is written."""
        as_json = (found.print_json if found else print_json) if json else None
        made = _Link(address, None if qr is None else qr_code(address), as_json)
        if qr in (None, STREAM):
            made.put(with_code=qr == STREAM)
        else:
            waiting.append(made)

    code = codes.SOLVED
    for found in _puzzles(file, reading, is_one=moves is not None):
        try:
            puzzle = _required(found)
            if together:
                packed.append(puzzle)
            else:
                made = () if moves is None else moves_of(moves, puzzle)
                give(link_to(puzzle, made, page=page), found)
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
    if packed:
        give(link_to_pack(packed, page=page), None)
    if waiting:
        out = Path(str(qr))
        pictures = encoded([each.code.svg() for each in waiting if each.code], out.suffix.lower())
        save_pictures(out, pictures, [file], force=force)
    for each in waiting:
        each.put(with_code=False)
    return code


class _Link(NamedTuple):
    """The address of a puzzle or a pack, its code if one is wanted, and how JSON is printed."""

    address: str
    code: QrCode | None
    as_json: Callable[[dict[str, object]], None] | None

    def put(self, *, with_code: bool) -> None:
        """Print the link, and its code."""
        self.as_json({"link": self.address}) if self.as_json else put(self.address)
        if with_code:
            put(str(self.code))


def _require_options(moves: str | None, qr: str | None, *, together: bool, json: bool) -> None:
    if qr not in (None, STREAM) and Path(qr).suffix.lower() not in _PICTURES:
        raise RushHourError(f"--qr: expected a name that ends in .svg or .png, found {qr!r}")
    if qr == STREAM and json:
        raise RushHourError("--qr: expected a file to write beside --json")
    if together and moves is not None:
        raise RushHourError("expected at most one of --moves and --together")


def _puzzles(file: str, reading: ReadingOptions, *, is_one: bool) -> Iterator[LocatedPuzzle]:
    items = found_in([file], reading)
    first = list(islice(items, 2))
    if is_one and len(first) > 1:
        raise RushHourError("--moves: expected one puzzle, found several")
    return chain(first, items)


def _required(found: LocatedPuzzle) -> Puzzle:
    if isinstance(found.item, RushHourError):
        raise found.item
    return found.item
