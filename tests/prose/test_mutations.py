"""One wrong character in a right answer: no reading of it is better than what the text says.

The readers here are others than those of the package: each knows one notation, and accounts for
the whole text by one pattern, or by the kinds of its words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour import Move, Puzzle, Solution
from rushhour.prose import score
from support.sayings import Moves, each, word

LETTERS = rushhour.parse("..B.../AAB.../....../...CC.")
NUMBERS = rushhour.parse("6\n0 0 1 h 2\n1 2 0 v 2\n2 3 3 h 2\n", "carlist")
# Right answers, with moves that they could do without: what is lost would make them shorter.
ANSWERS = [
    "B+2 A+4",
    "C+1 B+2 A+4",
    "B+1 C+1 B+1 A+2 A+2",
    "B+2 C+1 A+3 A-1 A+2",
    "B+1 B-1 B+2 C+1 C-1 A+4",
]

Reader = Callable[[str, Puzzle], Moves | None]
WAYS = {"left": ("h", -1), "right": ("h", 1), "up": ("v", -1), "down": ("v", 1)}
SPACE = r"[\s,;:.!?(){}\[\]\"'`*_|<>$~→/#]"
WORD = r"[a-z]+"


def lane(puzzle: Puzzle, label: str) -> str | None:
    return next((one.axis for one in puzzle.vehicles if one.label == label), None)


def along(puzzle: Puzzle, label: str, word: str, count: str) -> tuple[str, int]:
    """A move by a word; across its lane it is one that no vehicle makes."""
    axis, way = WAYS[word]
    return (label if lane(puzzle, label) == axis else "?", way * int(count))


def covers(text: str, move: str) -> list[re.Match[str]] | None:
    """The moves of a text that holds nothing else but words and signs between them."""
    apart = rf"(?:{SPACE}|(?<![^\n])[0-9]+[:.)]\s*(?=[0-9]\W*[LRUD]))"
    words = rf"(?:(?<![^\s\W]){WORD}(?![^\s\W]))"
    whole = rf"(?:{apart}|{words})*(?:{move}(?:{apart}(?:{apart}|{words})*|\Z))*"
    return list(re.finditer(move, text)) if re.fullmatch(whole, text) else None


def short(text: str, puzzle: Puzzle) -> Moves | None:
    """A label, a sign or the letter of a direction, and a number; letters also last."""
    label, number = r"(?:[A-Z]|(?<![0-9])[0-9])", r"[0-9]{1,3}(?![0-9])"
    sign, letter = r"[ \t]*:?[* \t]*([+-])[* \t]*", r"[\W]*?([LRUD←→↑↓><^])[\W]*?"
    text = re.sub(rf"(?<!\w)({label})[ \t]?({number})([LRUD])(?!\w)", r"\1\3\2", text)
    move = rf"({label})(?:{sign}|{letter})({number})"
    ways = {word[0].upper(): word for word in WAYS} | dict(zip("←→↑↓", WAYS, strict=True))
    ways |= {">": "right", "<": "left", "^": "up"}
    found = covers(text, move)
    return found and [
        (name, int(sign + count)) if sign else along(puzzle, name, ways[letter], count)
        for name, sign, letter, count in (one.groups() for one in found)
    ]


TOUCHED = re.compile(r"[A-Za-z][0-9]|[0-9][A-Za-z]|[+\-/=.][0-9]|[0-9][+/=]|[0-9]-\s*[0-9]")


def in_words(text: str, puzzle: Puzzle) -> Moves | None:
    """A label, a direction and a number, in clauses of small words and signs, line after line."""
    lines = [in_line(line, puzzle) for line in text.splitlines()]
    return None if None in lines else [move for line in lines for move in line or []]


def in_list(text: str, puzzle: Puzzle) -> Moves | None:
    """The same behind a number in each line; any sign, letter or line may stand there."""
    moves: Moves = []
    for line in text.splitlines():
        bare = re.sub(r"^\W*(?:[a-z]\W+)?(?:[0-9]{1,2}|\w)?\W+(?=\w)", "", line)
        apart = re.split(r"(?<=[a-z0-9.])[;,.:)]\s*(?=[0-9]\W)", line)
        found = in_line(bare, puzzle) or in_line(line, puzzle)
        if found is None and len(apart) > 1:
            found = in_list("\n".join(apart), puzzle)
        if found is None and not re.fullmatch(r"\W*[0-9]{0,2}\W*[A-Za-z]{0,4}\W*", line):
            return None
        moves += found or []
    return moves


def in_line(line: str, puzzle: Puzzle) -> Moves | None:
    if TOUCHED.search(line):
        return None
    line = re.sub(r"# ([abc])\b", lambda one: one[0].upper(), line)  # after "car", case is free
    parts = re.findall(r"[A-Za-z]+|[0-9]+|\S", line)
    kinds = "".join(kind_of(part, puzzle) for part in parts)
    label = "L" if lane(puzzle, "A") else "N"
    if "?" in kinds or not re.fullmatch(rf"x*(?:{label}(?:x*Wx*N|x*Nx*W)x*)*", kinds):
        return None
    said = [part for part, kind in zip(parts, kinds, strict=True) if kind != "x"]
    moves = []
    for name, *rest in zip(*[iter(said)] * 3, strict=True):
        word, count = sorted(rest, key=str.isdigit)
        moves.append(along(puzzle, name, word.lower(), count))
    return moves


def kind_of(part: str, puzzle: Puzzle) -> str:
    if part.isdigit():
        return "N" if len(part) <= 3 else "?"
    if part.lower() in WAYS:
        return "W"
    if re.fullmatch("[A-DLRU]", part):
        return "L"
    return "x" if re.fullmatch(r"[A-Za-z]*|[^\w]", part) else "?"


def objects(text: str, puzzle: Puzzle) -> Moves | None:
    if re.search(r"[A-Z0-9]", re.sub(r"\{[^{}]*\}", " ", text)):
        return None
    moves: Moves = []
    try:
        for one in re.findall(r"\{[^{}]*\}", text):
            found = json.loads(one, object_pairs_hook=list)
            values = {key.lower(): value for key, value in found}
            if len(values) != len(found) or len(values) != 2 + ("direction" in values):
                return None
            if "direction" in values:
                count = str(values["distance"])
                assert count.isdigit()
                said = values["direction"].lower()
                way = next((one for one in WAYS if one[0] == said), said)
                moves.append(along(puzzle, values["car"].upper(), way, count))
            else:
                moves.append((values["vehicle"].upper(), int(str(values["cells"]))))
    except (ValueError, KeyError, AssertionError, AttributeError):
        return None
    return moves


def rows(text: str, puzzle: Puzzle) -> Moves | None:
    head, *lines = text.strip().splitlines() or [""]
    found = [
        re.fullmatch(r"\s*([^,]+?)\s*,\s*([+-]?[0-9]{1,3})\s*", line)
        for line in lines
        if line.strip()
    ]
    if head.replace(" ", "").lower() != "car,move" or not all(found):
        return None
    signs = {"h": 1, "v": -1, None: 1}
    return [(one[1], signs[lane(puzzle, one[1])] * int(one[2])) for one in found if one]


def plan(text: str, puzzle: Puzzle) -> Moves | None:
    action = r"\(\s*(forward|back)-0?2-by-([0-9]{1,3})\s+car-([a-z])(?:\s[^()\n]*)?\)"
    if not re.fullmatch(rf"(?i:(?:[^0-9(]|\((?=[^a-z])|r[0-9]c[0-9]|{action})*)", text):
        return None
    found = re.findall(action, text, re.IGNORECASE)
    return [
        (label.upper(), int(n) * (1 if way.lower() == "forward" else -1)) for way, n, label in found
    ]


def table(moves: Moves, puzzle: Puzzle) -> str:
    lines = [
        f"| {n} | {v} | {word(puzzle, v, c)} | {abs(c)} |" for n, (v, c) in enumerate(moves, 1)
    ]
    return "\n".join(lines)


def csv(moves: Moves, puzzle: Puzzle) -> str:
    return "car,move\n" + "".join(f"{v},{-c if lane(puzzle, v) == 'v' else c}\n" for v, c in moves)


FORMS: dict[str, tuple[Callable[[Moves, Puzzle], str], Reader]] = {
    "signs": (each("{v}{c:+d}", " "), short),
    "lines": (each("{v}{c:+d}"), short),
    "commas": (each("**{v}{c:+d}**", ", "), short),
    "letters": (each("{v}{d}{n}", " "), short),
    "parts": (each("{v}: {d}{n}"), short),
    "sentences": (each("Move car # {v} {w} {n} squares"), in_words),
    "colons": (each("{v}: {w} {n}"), in_list),
    "list": (each("{i}. Move **{v}** {w} {n} cells."), in_list),
    "to the": (each("{i}) {v} moves {n} cells to the {w}"), in_list),
    "tuples": (each('("{v}", "{w}", {n})', ", "), in_words),
    "table": (table, in_list),
    "objects": (each('{{"vehicle": "{v}", "cells": {c}}}', ", "), objects),
    "ways": (each('{{"car": "{v}", "direction": "{w}", "distance": {n}}}'), objects),
    "csv": (csv, rows),
}
CHARACTERS = " \nABCLRUD0123456789+-.,:;()[]{}\"'*|#>=/→~alordw"


@st.composite
def mutants(draw: st.DrawFn, text: str) -> str:
    """The text with a character more, less, or another, or with a word twice."""
    place = draw(st.integers(0, len(text) - 1))
    kind = draw(st.sampled_from(["insert", "delete", "replace", "duplicate", "swap"]))
    if kind == "duplicate":
        words = re.findall(r"\s*\S+", text)
        place = draw(st.integers(0, len(words) - 1))
        return "".join([*words[: place + 1], *words[place:]])
    if kind == "swap":
        return text[:place] + text[place : place + 2][::-1] + text[place + 2 :]
    new = "" if kind == "delete" else draw(st.sampled_from(CHARACTERS))
    return text[:place] + new + text[place + (kind != "insert") :]


@pytest.mark.parametrize(
    ("form", "puzzle"),
    [(form, puzzle) for form in FORMS for puzzle in (LETTERS, NUMBERS)] + [("plan", LETTERS)],
)
@settings(max_examples=40, deadline=None)
@given(data=st.data(), mark=st.sampled_from(["", "Final answer: ", "Final answer:\n"]))
def test_no_mutant_is_better_than_what_it_says(
    form: str, puzzle: Puzzle, data: st.DataObject, mark: str
) -> None:
    write, strict = FORMS.get(form, (each("({way}-2-by-{n} car-{low} r0c0 r1c0)"), plan))
    moves = [
        (one.vehicle, one.cells)
        for one in map(Move.parse, data.draw(st.sampled_from(ANSWERS)).split())
    ]
    if puzzle is NUMBERS:
        moves = [(str("ABC".index(label)), cells) for label, cells in moves]
    text = write(moves, puzzle)
    mark = mark.replace(": ", ":\n") if form == "csv" else mark  # its head begins a line
    assert strict(text, puzzle) == moves
    whole = score(puzzle, mark + text)
    assert (whole.solved, whole.fault) == (True, None)
    assert [(move.vehicle, move.cells) for move in whole.read] == moves
    mutant = data.draw(mutants(text))
    found, said = score(puzzle, mark + mutant), strict(mutant, puzzle)
    read = [(one.vehicle, one.cells) for one in found.read]
    if found.solved:
        assert said == read or is_read_with_a_1(mutant, strict, puzzle, read), mutant
        assert not Solution(puzzle, tuple(Move(*one) for one in read)).verify()


def is_read_with_a_1(text: str, strict: Reader, puzzle: Puzzle, read: Moves) -> bool:
    """Whether a text says these moves if a direction without a number is one cell."""
    places = range(len(text) + 1)
    texts = (text[:n] + one + text[n:] for n in places for one in ("1", " 1", "1 "))
    return any(strict(one, puzzle) == read for one in texts)
