"""Moves in free text: every known notation as one pattern, whose cost is linear in the text.

Every repetition in the pattern is bounded, so no text takes longer than its length allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rushhour.model.errors import ParseError
from rushhour.model.labels import quoted, unquoted
from rushhour.model.notation import WAYS
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis
from rushhour.planning.names import vehicle_names
from rushhour.prose.cuts import CUTS

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ARROWS = {"←": "left", "→": "right", "↑": "up", "↓": "down"}
_INITIALS = {word[0].upper(): word for word in WAYS}
_BLANK = r"[ \t]{1,4}"
# What may stand between the parts of a move: blanks, signs, marks of emphasis, the lines of tables.
_GAP = r"""[ \t:,;>|"'`*_()\[\]\-\u2013\u2014→]{1,8}"""
_NOUN = r"(?i:cars?|trucks?|vehicles?|blocks?|pieces?)"
_VERB = r"(?i:(?:mov|slid|shift|push|pull|driv)[a-z]{1,3}|go|goes)"
_WAY = r"(?i:(?:to the )?(?:left|right|up|down)(?:wards?)?)|[←→↑↓]"
_COUNT = rf"[0-9]{{1,3}}(?![0-9])|(?i:{'|'.join(_NUMBERS)}|an?)(?=[ \t])"
_UNIT = r"(?i:cells?|squares?|spaces?|steps?|units?|tiles?|places?|positions?|blocks?)"
# For character classes.
_MINUS = r"\-\u2212\u2013"
_PAIR = re.compile(r"""["']([a-z]{1,12})["'] {0,3}: {0,3}["']?([^"',{}\n]{1,80})""", re.IGNORECASE)
_KEYS = {
    "vehicle": ("vehicle", "car", "label", "piece", "block", "id", "name"),
    "cells": ("cells", "distance", "steps", "squares", "spaces", "count", "amount", "by"),
    "way": ("direction", "dir", "way"),
}

Notation = Literal["cut", "json", "plan", "csv", "letter", "sign", "words"]


@dataclass(frozen=True, slots=True)
class Said:
    """A move that a text names, at `start` to `end`, or a cut between two lists of moves.

    `vehicle` and `cells` are those of a `Move`. `way` is the word for the direction if the text has
    one: a vehicle cannot move across its lane, but a text can say so.
    """

    notation: Notation
    start: int
    end: int
    text: str
    vehicle: str = ""
    cells: int = 0
    way: str | None = None


def said(text: str, puzzle: Puzzle) -> Iterator[Said]:
    """The moves and cuts that a text names, in their order."""
    reader = _reader(puzzle)
    head = re.search(r"^\ufeff?car[ \t]{0,3},[ \t]{0,3}move[ \t\r]{0,3}$", text, re.M | re.I)
    rows_from = len(text) if head is None else head.end()
    for match in reader.pattern.finditer(text):
        if match.lastgroup != "csv" or match.start() >= rows_from:
            found = reader.read(match)
            if found is not None:
                yield found


class _Reader:
    """The pattern of the moves of a puzzle, whose vehicles it names, and what its matches say."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._axes: dict[str, Axis] = {one.label: one.axis for one in puzzle.vehicles}
        self._target = puzzle.target
        self._names = {name: label for label, name in vehicle_names(puzzle).items()}
        self._folded = {label.casefold(): label for label in reversed(self._axes)}
        self.pattern = _pattern(list(self._axes))

    def read(self, match: re.Match[str]) -> Said | None:
        """What a match says; None for an object of JSON that is not a move."""
        kind: Notation = match.lastgroup  # type: ignore[assignment]
        place = kind, match.start(), match.end(), match[0]
        parts = [part for part in match.groups()[match.lastindex or 0 :] if part is not None]
        if kind == "cut":
            return Said(*place)
        if kind == "json":
            return self._from_object(place, match[0])
        return self._from_parts(place, parts)

    def _from_parts(self, place: tuple[Notation, int, int, str], parts: list[str]) -> Said:
        if place[0] == "plan":
            side, number, name = (part.lower() for part in parts)
            cells = int(number) * (1 if side == "forward" else -1)
            return Said(*place, self._names.get(name, name), cells)
        label, rest = self._label(parts[0]), parts[1:]
        if place[0] == "csv":
            is_column = self._axes.get(label) == "v"
            return Said(*place, label, int(rest[0]) * (-1 if is_column else 1))
        if place[0] == "sign":
            return Said(*place, label, int(rest[1]) * (1 if rest[0] == "+" else -1))
        way, count = _way_and_count(rest)
        return Said(*place, label, WAYS[way][1] * count, way)

    def _from_object(self, place: tuple[Notation, int, int, str], text: str) -> Said | None:
        pairs = {key.lower(): value.strip() for key, value in _PAIR.findall(text)}
        found = {
            part: next((pairs[key] for key in keys if key in pairs), None)
            for part, keys in _KEYS.items()
        }
        name, cells, way = found["vehicle"], found["cells"], found["way"]
        if name is None or cells is None or re.fullmatch(r"[+-]?[0-9]{1,3}", cells) is None:
            return None
        if way is None:
            return Said(*place, self._label(name), int(cells))
        word = way.lower()
        if word not in WAYS:
            return None
        return Said(*place, self._label(name), WAYS[word][1] * int(cells), word)

    def _label(self, name: str) -> str:
        """The label that a text means: its own, else that of another case, else the target's."""
        if name in self._axes:
            return name
        try:
            name = unquoted(name)
        except ParseError:
            return name
        is_target = re.fullmatch(r"(?i:red|target)(?:[ \t]\w+)?", name) is not None
        return self._folded.get(name.casefold(), self._target if is_target else name)


@lru_cache(maxsize=64)
def _reader(puzzle: Puzzle) -> _Reader:
    return _Reader(puzzle)


def _way_and_count(parts: list[str]) -> tuple[str, int]:
    """The direction and the number of cells among the parts of a move in words."""
    way, count = "", 1
    for part in parts:
        word = part.lower().removeprefix("to the ")
        bare = re.sub("wards?$", "", word)
        if bare in WAYS or part in _ARROWS or part in _INITIALS:
            way = _ARROWS.get(part) or _INITIALS.get(part) or bare
        elif word.isdecimal():
            count = int(word)
        elif word in _NUMBERS:
            count = _NUMBERS.index(word) + 1
    return way, count


def _pattern(labels: list[str]) -> re.Pattern[str]:
    """The pattern of all notations; the name of its last group that matched is the notation."""
    own = _any_of(labels)
    label, objects = f"(?:{own}|[A-Z])", "|".join(_KEYS["vehicle"])
    kinds = {
        "cut": CUTS,
        "json": rf"""\{{[^{{}}]{{0,100}}?["'](?i:{objects})["'][^{{}}]{{0,200}}\}}""",
        "plan": r"\([ \t]?(?i:(forward|back)-[0-9]{1,3}-by-([0-9]{1,3}))[ \t]{1,4}([\w-]{1,80})",
        "csv": rf"(?m:^({own})[ \t]?,[ \t]?([+-]?[0-9]{{1,3}})[ \t\r]{{0,3}}$)",
        "letter": rf"(?<![\w=])({label})[ \t]?([LRUD←→↑↓])[ \t]?([0-9]{{1,3}})(?!\w)",
        "sign": rf"(?<![\w+=.{_MINUS}])({label}):?[ \t]?"
        rf"([+{_MINUS}])([0-9]{{1,3}})(?![\w+{_MINUS}]|\.[0-9]|[ \t]?=)",
        "words": _in_words(own, label),
    }
    return re.compile("|".join(f"(?P<{kind}>{text})" for kind, text in kinds.items()))


def _in_words(own: str, label: str) -> str:
    """The pattern of moves in words; the number may be missing if a verb stands in front."""
    target = r"(?:[Tt]arget|[Rr]ed)(?:[ \t](?:car|vehicle|block|piece))?"
    mark = r"[*_`'(\[]{0,3}"
    # After a noun any word is a label, even one that no vehicle has.
    named = rf"{_NOUN}[ \t]?#?[ \t]?{mark}((?:{own}|[A-Za-z0-9_]{{1,20}}))"
    name = rf"(?:{named}|{mark}({label}|{target}))(?!\w)"
    by = f"(?:by{_BLANK})?"
    way_first = f"{_GAP}({_WAY}){_GAP}{by}({_COUNT})"
    count_first = f"{_GAP}{by}({_COUNT})(?:{_BLANK}{_UNIT})?{_GAP}({_WAY})"
    full = f"{name}(?:{_GAP}{_VERB})?(?:{way_first}|{count_first})"
    short = f"{_VERB}{_BLANK}(?:the{_BLANK})?{name}{_GAP}({_WAY})(?!{_GAP}{by}(?:of|{_COUNT}))"
    return rf"(?<!\w)(?:{full}|{short})(?!\w)"


def _any_of(labels: list[str]) -> str:
    """Any of the labels, the longest first; those of several characters in any case."""
    texts = {text for label in labels for text in (label, quoted(label))}
    ordered = sorted(texts, key=lambda text: (-len(text), text))
    return "|".join(re.escape(t) if len(t) == 1 else f"(?i:{re.escape(t)})" for t in ordered)
