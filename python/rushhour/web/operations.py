"""Operations: the core answers requests in JSON, and Python reads and writes the texts of puzzles.

The core has the types, their schema, the limits and the refusals (`src/operations/json/`).
`openapi` is the schema of the service, OpenAPI 3.1, made from the same types.
"""

from __future__ import annotations

import json
import threading
import warnings
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import StringIO
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

import rushhour._core as _core
from rushhour._core import VERSION
from rushhour.base.expect import known
from rushhour.base.text import JsonDict
from rushhour.errors import FormatWarning, ParseError, RushHourError, UnwritableError
from rushhour.formats import FORMATS, attempts, named, parse_all, write
from rushhour.formats.json import as_dict
from rushhour.formats.writing import relabel as with_new_labels
from rushhour.model.puzzle import Puzzle
from rushhour.search.solve import solve
from rushhour.web.problems import MEDIA_TYPE
from rushhour.web.searches import Bounds

_MOST_PUZZLES = 200


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, one sentence, and references to the schemas of its JSON."""

    name: str
    help: str
    request: JsonDict | None
    answer: JsonDict

    @property
    def path(self) -> str:
        """The address."""
        return f"/api/{self.name}"

    def answer_to(self, request: bytes, bounds: Bounds) -> tuple[int, bytes]:
        """The status and the body that answer a request."""
        return _core.operate(self.name, request, bounds.most, _Texts(), bounds.pulse)


@cache
def schema() -> JsonDict:
    """The operations with their types, as the core describes them."""
    found: JsonDict = json.loads(_core.schema())
    return found


def operations() -> list[Operation]:
    """Every operation."""
    return [Operation(**each) for each in schema()["operations"]]


class _Texts:
    """What the core asks of the parser and the formats."""

    def puzzle(self, text: str) -> Puzzle:
        """The only puzzle of a text."""
        return only(text)

    def shortest(self, puzzle: _core.Puzzle) -> str:
        """The shortest text for an address that gives the puzzle back."""
        return shortest(Puzzle._of(puzzle, None))

    def convert(self, core: _core.Puzzle, title: str | None, to: str, relabel: bool) -> str:
        """The text in a format, or why that cannot hold the puzzle."""
        known("format to write", to, [entry.name for entry in FORMATS if entry.is_writable])
        puzzle = Puzzle._of(core, title)
        if relabel:
            puzzle = with_new_labels(puzzle, to)
        try:
            return json.dumps({"text": write(puzzle, to), "error": None})
        except UnwritableError as error:
            return json.dumps({"text": None, "error": str(error)})

    def operate(self, name: str, request: str) -> str:
        """The answer to a request of another operation on texts."""
        return _TEXTS[name](json.loads(request) or {})


def _read(request: JsonDict) -> str:
    format_ = request["format"]
    if format_ is not None:
        named(format_)
    most = _MOST_PUZZLES + 1
    found = read(request["text"], most, format_, request["target"], request["name"])
    items = [_item(item) for item in found.items[:_MOST_PUZZLES]]
    more = len(found.items) > _MOST_PUZZLES
    return json.dumps({"items": items, "more": more, "warnings": found.warnings})


def _item(found: Puzzle | RushHourError) -> dict[str, object]:
    if isinstance(found, RushHourError):
        return {"puzzle": None, "error": str(found)}
    return {"puzzle": as_dict(found), "error": None}


def _formats(_: dict[str, object]) -> str:
    rows = [{"name": f.name, "help": f.help, "writable": f.is_writable} for f in FORMATS]
    return json.dumps({"formats": rows})


@lru_cache(maxsize=1)
def puzzles() -> str:
    """The collection with the optima of both metrics, easiest cards first, in JSON."""
    text = (files("rushhour.web") / "collection.jsonl").read_text(encoding="utf-8")
    return json.dumps({"puzzles": [_entry(puzzle) for puzzle in parse_all(text, "json")]})


def _entry(puzzle: Puzzle) -> dict[str, object]:
    slides = solve(puzzle).lower_bound
    steps = solve(puzzle, metric="step").lower_bound
    return {"puzzle": as_dict(puzzle), "slides": slides, "steps": steps}


_TEXTS: dict[str, Callable[[JsonDict], str]] = {
    "read": _read,
    "formats": _formats,
    "puzzles": lambda _: puzzles(),
}


_REFUSALS = {
    400: "The body is not JSON.",
    403: "The request comes from another origin, or is for another host.",
    408: "The body took too long.",
    413: "The body is too large.",
    415: "The body is not declared as plain JSON.",
    422: "It is not a puzzle, breaks the rules, or reached a limit.",
    503: "Too many requests wait already, or the service is ending.",
}
_OF_BODIES = {400, 408, 413, 415, 422}


def openapi() -> JsonDict:
    """The whole schema."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rushhour",
            "version": VERSION,
            "summary": "Solve and explain Rush Hour / Unblock Me sliding puzzles.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": {operation.path: _path(operation) for operation in operations()},
        "components": {"schemas": schema()["types"]},
    }


def _path(operation: Operation) -> JsonDict:
    described = {
        "operationId": operation.name,
        "summary": operation.help,
        "responses": {"200": _json("The answer.", operation.answer), **_refusals(operation)},
    }
    if operation.request is None:
        return {"get": described}
    body = _json("", operation.request)["content"]
    return {"post": {**described, "requestBody": {"required": True, "content": body}}}


def _refusals(operation: Operation) -> JsonDict:
    statuses = set(_REFUSALS) - (_OF_BODIES if operation.request is None else set())
    return {str(s): _json(_REFUSALS[s], schema()["problem"], MEDIA_TYPE) for s in sorted(statuses)}


def _json(description: str, schema: JsonDict, media_type: str = "application/json") -> JsonDict:
    return {"description": description, "content": {media_type: {"schema": schema}}}


# Texts: read puzzles in any format, with warnings, and write the shortest form.


# Catching warnings affects the whole process, so only one text is read at a time.
_ALONE = threading.Lock()
# What an address may hold: the page reads these without a service too.
_IN_ADDRESSES = ("boardstring", "grid", "carlist", "json")


class BoardTexts(NamedTuple):
    """The puzzles of a text, with errors in place of malformed ones, and the warnings."""

    items: list[Puzzle | RushHourError]
    warnings: list[str]


def read(
    text: str,
    most: int,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
    name: str | None = None,
) -> BoardTexts:
    """Read at most `most` puzzles of a text; `name` is the name of its file."""
    source = StringIO(text, newline=None)
    if name is not None:
        source.name = name
    with _ALONE, warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", FormatWarning)
        with closing(attempts(source, format, target=target)) as found:
            items = list(islice(found, most))
    return BoardTexts(items, [str(w.message) for w in seen if w.category is FormatWarning])


def only(text: str) -> Puzzle:
    """The only puzzle of a text; its error is raised."""
    plain = Puzzle.of_board_string(text)
    if plain is not None:
        return plain
    items = read(text, 2).items
    if len(items) != 1:
        raise ParseError(f"expected one puzzle, found {'several' if items else 'none'}")
    if isinstance(items[0], RushHourError):
        raise items[0]
    return items[0]


def shortest(puzzle: Puzzle) -> str:
    """The text that is shortest in a URL among those that keep all but the title."""
    puzzle = _untitled(puzzle)
    texts = sorted(_texts(puzzle), key=lambda text: len(quote(text)))
    return next(text for text in texts if _gives(text, puzzle))


def _untitled(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its title."""
    board = puzzle.rows, puzzle.cols, puzzle.vehicles, puzzle.target, puzzle.exit, puzzle.walls
    return Puzzle(*board)


def _texts(puzzle: Puzzle) -> list[str]:
    texts = []
    for name in _IN_ADDRESSES:
        try:
            texts.append(write(puzzle, name).strip())
        except UnwritableError:
            continue
    return texts


def _gives(text: str, puzzle: Puzzle) -> bool:
    try:
        return repr(_untitled(only(text))) == repr(puzzle)
    except RushHourError:
        return False
