"""read: the puzzles of a text, as of a file that was dropped on the page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rushhour.formats import named
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.web import texts
from rushhour.web.forms import Form, PuzzleForm, form_of
from rushhour.web.limits import Bounds
from rushhour.web.operations.convert import FormatName

_MOST = 200


class ReadRequest(Form):
    """A text; its format is recognised if none is named.

    `target` is for letter grids; some files have the size of the board in their name.
    """

    text: str
    format: FormatName | None = None
    target: Annotated[str, Meta(max_length=64)] | None = None
    name: Annotated[str, Meta(max_length=256)] | None = None


class ReadItem(Form, omit_defaults=False):
    """A puzzle, or what is wrong where one was expected."""

    puzzle: PuzzleForm | None = None
    error: str | None = None


class ReadAnswer(Form):
    """The first puzzles of a text, at most 200; `more` says that there are others."""

    items: list[ReadItem]
    more: bool
    warnings: list[str]


def read(request: ReadRequest, _bounds: Bounds) -> ReadAnswer:
    """Read the puzzles of a text, in a format by name or in the one that it shows."""
    if request.format is not None:
        named(request.format)
    found = texts.read(request.text, _MOST + 1, request.format, request.target, request.name)
    items = [_item(item) for item in found.items[:_MOST]]
    return ReadAnswer(items, len(found.items) > _MOST, found.warnings)


def _item(found: Puzzle | RushHourError) -> ReadItem:
    if isinstance(found, RushHourError):
        return ReadItem(error=str(found))
    return ReadItem(form_of(found))
