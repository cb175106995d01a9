"""Operations: the core answers requests in JSON, and Python reads and writes the texts of puzzles.

The core has the types, their schema, the limits and the refusals (`src/operations/json/`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import rushhour
from rushhour import _core
from rushhour.formats import FORMATS, named
from rushhour.formats.json import as_dict
from rushhour.model.errors import RushHourError, UnwritableError
from rushhour.model.expect import known
from rushhour.model.puzzle import Puzzle
from rushhour.web import texts
from rushhour.web.limits import Bounds

_MOST_PUZZLES = 200


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, one sentence, and references to the schemas of its JSON."""

    name: str
    help: str
    request: dict[str, Any] | None
    answer: dict[str, Any]

    @property
    def path(self) -> str:
        """The address."""
        return f"/api/{self.name}"

    def answer_to(self, request: bytes, bounds: Bounds) -> tuple[int, bytes]:
        """The status and the body that answer a request."""
        return _core.operate(self.name, request, bounds.most, _Texts(), bounds.pulse)


@cache
def schema() -> dict[str, Any]:
    """The operations with their types, as the core describes them."""
    found: dict[str, Any] = json.loads(_core.schema())
    return found


def operations() -> list[Operation]:
    """Every operation."""
    return [Operation(**each) for each in schema()["operations"]]


class _Texts:
    """What the core asks of the parser and the formats."""

    def puzzle(self, text: str) -> Puzzle:
        """The only puzzle of a text."""
        return texts.only(text)

    def shortest(self, puzzle: _core.Puzzle) -> str:
        """The shortest text for an address that gives the puzzle back."""
        return texts.shortest(Puzzle._of(puzzle, None))

    def operate(self, name: str, request: str) -> str:
        """The answer to a request of an operation on texts."""
        return _TEXTS[name](json.loads(request) or {})


def _convert(request: dict[str, Any]) -> str:
    to = request["to"]
    known("format to write", to, [entry.name for entry in FORMATS if entry.is_writable])
    puzzle = rushhour.parse(json.dumps(request["puzzle"]), "json")
    if request["relabel"]:
        puzzle = rushhour.relabel(puzzle, to)
    try:
        return json.dumps({"text": rushhour.write(puzzle, to), "error": None})
    except UnwritableError as error:
        return json.dumps({"text": None, "error": str(error)})


def _read(request: dict[str, Any]) -> str:
    format_ = request["format"]
    if format_ is not None:
        named(format_)
    most = _MOST_PUZZLES + 1
    found = texts.read(request["text"], most, format_, request["target"], request["name"])
    items = [_item(item) for item in found.items[:_MOST_PUZZLES]]
    more = len(found.items) > _MOST_PUZZLES
    return json.dumps({"items": items, "more": more, "warnings": found.warnings})


def _item(found: Puzzle | RushHourError) -> dict[str, Any]:
    if isinstance(found, RushHourError):
        return {"puzzle": None, "error": str(found)}
    return {"puzzle": as_dict(found), "error": None}


def _formats(_: dict[str, Any]) -> str:
    rows = [{"name": f.name, "help": f.help, "writable": f.is_writable} for f in FORMATS]
    return json.dumps({"formats": rows})


@lru_cache(maxsize=1)
def puzzles() -> str:
    """The collection with the optima of both metrics, easiest cards first, in JSON."""
    text = (files("rushhour.web") / "collection.jsonl").read_text(encoding="utf-8")
    return json.dumps({"puzzles": [_entry(puzzle) for puzzle in rushhour.parse_all(text, "json")]})


def _entry(puzzle: Puzzle) -> dict[str, Any]:
    slides = rushhour.solve(puzzle).lower_bound
    steps = rushhour.solve(puzzle, metric="step").lower_bound
    return {"puzzle": as_dict(puzzle), "slides": slides, "steps": steps}


_TEXTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "convert": _convert,
    "read": _read,
    "formats": _formats,
    "puzzles": lambda _: puzzles(),
}
