"""convert: a puzzle as a text in a format."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

import rushhour
from rushhour.formats import FORMATS
from rushhour.model.errors import UnwritableError
from rushhour.model.expect import known
from rushhour.web.forms import Form, Given, puzzle_of
from rushhour.web.limits import Bounds

_WRITABLE = [entry.name for entry in FORMATS if entry.is_writable]
FormatName = Annotated[str, Meta(extra_json_schema={"enum": [entry.name for entry in FORMATS]})]
_Writable = Annotated[str, Meta(extra_json_schema={"enum": _WRITABLE})]


class ConvertRequest(Form, kw_only=True):
    """A puzzle and the format wanted; `relabel` gives the vehicles labels that it can hold."""

    puzzle: Given
    to: _Writable
    relabel: bool = False


class ConvertAnswer(Form, omit_defaults=False):
    """The text, ending in a line end, or why the format cannot hold the puzzle."""

    text: str | None = None
    error: str | None = None


def convert(request: ConvertRequest, _bounds: Bounds) -> ConvertAnswer:
    """Write a puzzle in a format, with its labels or with new ones."""
    known("format to write", request.to, _WRITABLE)
    puzzle = puzzle_of(request.puzzle)
    if request.relabel:
        puzzle = rushhour.relabel(puzzle, request.to)
    try:
        return ConvertAnswer(rushhour.write(puzzle, request.to))
    except UnwritableError as error:
        return ConvertAnswer(error=str(error))
