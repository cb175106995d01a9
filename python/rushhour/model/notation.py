"""Solutions as text: compact (`A+2 B-1`), sentences (car-list assignment), CSV, JSON or a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from rushhour.base.text import shown
from rushhour.errors import ParseError
from rushhour.model.move import QUOTED, Move, quoted, unquoted
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis
from rushhour.model.words import NO_MOVE, WAYS

_SENTENCE = re.compile(
    rf"\s*move car # ({QUOTED}|\S+) (left|right|up|down) ([0-9]{{1,3}}) squares?\.?\s*$",
    re.IGNORECASE,
)
# What only a move has, in the output of a program that writes sentences.
_LIKE_SENTENCE = re.compile(r"\b(?:left|right|up|down)\b|\bcar\s*#", re.IGNORECASE)
# The lines of that output below the moves, whatever the labels are.
_COUNTER = re.compile(
    r"\s*(?:Depth|Nodes expanded|Nodes generated): [0-9]+\s*$"
    r"|\s*(?:Branching factor: [0-9.]+|Cost: [0-9]+ (?:slide|step)s?)\s*$"
)
# A move in a line of moves, or a comment.
_TOKEN = re.compile(rf"#.*|{QUOTED}[^\s,#]*|[^\s,#]+")
# The first line of a picture of a board; its arrow if the exit is at the top.
_FRAME = re.compile(r"\s*(\+-+|\^\s*$)")
# The first line of an answer to the assignment of the University of Amsterdam.
_CSV_HEAD = re.compile(r"\s*\ufeff?car\s*,\s*move\s*$", re.IGNORECASE | re.MULTILINE)


def read_moves(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read a solution in any notation; ParseError has line and column.

    A text that is none of those that this program writes is read by the table of notations
    (`rushhour.prose.notations`). Only the syntax is checked here; `Solution.verify` checks whether
    the moves are legal.
    """
    lines = _below_title(text, puzzle)
    first = lines[0][0] - 1 if lines else 0
    rest = "\n" * first + "\n".join(text.splitlines()[first:])
    try:
        written = _as_written(text, lines, puzzle)
    except ParseError:
        found = _in_notations(rest, puzzle)
        if isinstance(found, tuple):
            return found
        raise
    if written is not None:
        return written
    return _in_signs(lines, rest, puzzle)


def _in_signs(lines: list[tuple[int, str]], text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """The moves in signs such as `A+2`; in any other notation if they are not, or name no vehicle.

    Of two errors the one that comes later in the text is raised: so far its reader understood it.
    """
    signs: tuple[Move, ...] | ParseError
    try:
        signs = tuple(move for number, line in lines for move in _from_line(line, number))
    except ParseError as error:
        signs = error
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if isinstance(signs, tuple) and labels.issuperset(move.vehicle for move in signs):
        return signs
    found = _in_notations(text, puzzle)
    if isinstance(found, tuple):
        return found
    if isinstance(signs, tuple):
        return signs
    raise max(found, signs, key=lambda error: (error.line or 0, error.column or 0))


def _in_notations(text: str, puzzle: Puzzle) -> tuple[Move, ...] | ParseError:
    """The moves in other notations, or the error of what is first not understood."""
    from rushhour.prose.scoring import impossible, whole_answer

    found = whole_answer(text, puzzle)
    if (fault := impossible(found.moves, puzzle)) is not None:
        one, why = fault
        return ParseError(f"{one.text.strip()[:60]}: {why}", *_place(text, one.start))
    expected = "expected a move such as A+2 or B-1, found {!r}"
    if (unread := found.fault(text, expected)) is not None:
        return ParseError(unread, *_place(text, found.at))
    if (end := _cut_off(text)) is not None:
        return ParseError(expected.format(text[end:]), *_place(text, end))
    if not found.moves or any(one.notation == "plan" for one in found.moves):
        return ParseError("expected moves, found none")  # a plan is read with its cells or not
    return tuple(Move(one.vehicle, one.cells) for one in found.moves)


def _place(text: str, start: int) -> tuple[int, int]:
    """The line and the column of a place in a text, from 1; a blank there is passed over."""
    before = text[: len(text) - len(text[start:].lstrip())]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _cut_off(text: str) -> int | None:
    """Where the last line of a text begins whose brackets do not match: a part may be lost."""
    is_cut = any(text.count(one) != text.count(other) for one, other in ("[]", "{}"))
    return text.rfind("\n") + 1 if is_cut else None


def _as_written(text: str, lines: list[tuple[int, str]], puzzle: Puzzle) -> tuple[Move, ...] | None:
    """The moves as JSON, a plan, sentences or CSV; None if the text is not of that kind."""
    from rushhour.planning import is_plan, read_plan

    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, puzzle)
    axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
    if is_plan(text) and not _moves_in(lines[0][1], axes):
        return read_plan(text, puzzle)
    if any(_SENTENCE.match(line) or line.strip() == NO_MOVE for _, line in lines):
        return _from_sentences(lines, puzzle)
    if _CSV_HEAD.match(text):
        return _from_csv(text, puzzle)
    return None


def _below_title(text: str, puzzle: Puzzle) -> list[tuple[int, str]]:
    """The numbered lines, without the puzzle's title if it is the first of several lines.

    ParseError if the title could also be a move of the puzzle, unless a picture follows: then it is
    the title that the program prints.
    """
    numbered = enumerate(text.splitlines(), 1)
    lines = [(number, line) for number, line in numbered if line.strip()]
    titles = (puzzle.title, shown(puzzle.title)) if puzzle.title is not None else ()
    if len(lines) < 2 or lines[0][1].strip() not in titles:
        return lines
    if not _FRAME.match(lines[1][1]) and _moves_a_vehicle(lines[0][1], puzzle):
        message = f"expected a title or a move, found {lines[0][1].strip()[:40]!r}, which is both"
        raise ParseError(message, lines[0][0])
    return lines[1:]


def _moves_a_vehicle(line: str, puzzle: Puzzle) -> bool:
    try:
        moves = read_moves(line, puzzle)
    except ParseError:
        return False
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    return any(move.vehicle in labels for move in moves)


def _from_line(line: str, number: int) -> list[Move]:
    moves = []
    for token in _TOKEN.finditer(line):
        if token[0].startswith("#"):
            break
        try:
            moves.append(Move.parse(token[0]))
        except ParseError as error:
            raise ParseError(error.message, number, token.start() + 1) from None
    return moves


def _from_sentences(lines: list[tuple[int, str]], puzzle: Puzzle) -> tuple[Move, ...]:
    axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
    moves = []
    in_picture = False
    for number, line in lines:
        match = _SENTENCE.match(line)
        if line.lstrip().startswith("+-"):
            in_picture = not in_picture
        elif match is not None:
            moves.append(_from_sentence(match, number, axes))
        elif (in_picture and line.lstrip(" <").startswith("|")) or _COUNTER.match(line):
            continue  # a label may look like anything
        elif _LIKE_SENTENCE.search(line) or _moves_in(line, axes) or _is_answer(line, puzzle):
            expected = "expected a sentence such as Move car # 3 down 3 squares"
            raise ParseError(f"{expected}, found {line.strip()[:60]!r}", number)
    return tuple(moves)  # other lines are other parts of the output: the board, the counters


def _is_answer(line: str, puzzle: Puzzle) -> bool:
    """Whether a line has moves in another notation, or something that looks like one."""
    from rushhour.prose.scoring import answer_in

    found = answer_in(line, puzzle)
    return bool(found.moves or found.unread)


def _moves_in(line: str, axes: Mapping[str, Axis]) -> bool:
    """Whether a word of a line is a move of a vehicle in signs."""
    for token in _TOKEN.finditer(line):
        with suppress(ParseError):
            if Move.parse(token[0]).vehicle in axes:
                return True
    return False


def _from_sentence(match: re.Match[str], number: int, axes: dict[str, Axis]) -> Move:
    label, word, count = unquoted(match[1]), match[2].lower(), int(match[3])
    axis, way = WAYS[word]
    if axes.get(label, axis) != axis:
        line = "row" if axes[label] == "h" else "column"
        raise ParseError(
            f"expected a move of vehicle {label} along its {line}, found {word}", number
        )
    if count == 0:
        raise ParseError("expected a move of at least 1 square, found 0", number)
    return Move(label, way * count)


def _from_csv(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read lines of a label and a number, positive to the right or up."""
    axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
    moves: list[Move] = []
    rows = enumerate(text.splitlines(), 1)
    for number, line in ((number, line) for number, line in rows if line.strip()):
        label, _, cells = (part.strip() for part in line.rpartition(","))
        if not moves and _CSV_HEAD.match(line):
            continue
        if not re.fullmatch(r"[+-]?[0-9]{1,3}", cells) or int(cells) == 0:
            expected = "expected a vehicle and the cells that it goes, such as A,2"
            raise ParseError(f"{expected}, found {line.strip()[:40]!r}", number)
        label = unquoted(label)
        moves.append(Move(label, int(cells) * (-1 if axes.get(label) == "v" else 1)))
    return tuple(moves)


def _from_json(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    import json

    try:
        data = json.loads(_with_lists(text))
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        message = f"expected JSON, found an error in it: {what}"
        raise ParseError(message, error.lineno, error.colno) from None
    except (ValueError, RecursionError):
        raise ParseError("expected JSON, found too deep a nest or too long a number") from None
    moves = _list_in(data)
    parts = [moves] if isinstance(moves, str) else moves
    if parts and isinstance(parts, list) and all(map(_is_text, parts)):
        return read_moves("\n".join(map(_words, parts)), puzzle)
    if not isinstance(moves, list):
        with suppress(ParseError):  # it may be the only move
            return (_from_item(moves, 0, puzzle),)
        shape = '{"moves": [{"vehicle": "A", "cells": 2}, ...]}'
        raise ParseError(f"expected a solution such as {shape}, found no list of moves")
    return tuple(_from_item(move, number, puzzle) for number, move in enumerate(moves))


def _list_in(data: object) -> object:
    """The list of moves in an object, or the values of one by their numbers; else the value."""
    while isinstance(data, dict):
        found = [key for key in _LISTS if isinstance(data.get(key), list | str | dict)]
        if len(found) > 1:
            raise ParseError(f"expected one list of moves, found {' and '.join(found)}")
        if not found:
            numbers = [re.sub("[^0-9]", "", key) for key in data]
            is_numbered = numbers == [str(number) for number in range(1, len(numbers) + 1)]
            return [*data.values()] if numbers and is_numbered else data
        data = data[found[0]]
    return data


_PAIR = r"""\(\s*(?:"[^"'\\()]+"|'[^"'\\()]+')\s*,\s*[+-]?[0-9]{1,3}\s*\)"""
_PAIRS = re.compile(rf"\s*\[\s*{_PAIR}(?:\s*,\s*{_PAIR})*\s*,?\s*\]\s*")


def _with_lists(text: str) -> str:
    """The text with lists of JSON for the pairs of Python, if it is a list of these alone."""
    import json

    if _PAIRS.fullmatch(text) is None:
        return text
    halves = [pair[1:-1].rpartition(",") for pair in re.findall(_PAIR, text)]
    pairs = [[label.strip()[1:-1], int(cells)] for label, _, cells in halves]
    return "\n" * text[: text.index("(")].count("\n") + json.dumps(pairs)


_SMALL_WAYS = ("l", "r", "u", "d")
_LISTS = ("moves", "solution", "answer", "path", "steps", "plan")
"""The keys under which an object has its moves."""


def _is_text(move: object) -> bool:
    """Whether a move of a list in JSON is a text, or the parts of one."""
    return isinstance(move, str) or (
        isinstance(move, list) and bool(move) and all(type(part) in (str, int) for part in move)
    )


def _words(move: str | list[str | int]) -> str:
    if isinstance(move, list) and len(move) == 2 and type(move[1]) is int:
        return f"{quoted(str(move[0]))}{move[1]:+d}"
    if isinstance(move, str):
        return move
    label, *parts = map(str, move)
    ways = [part.upper() if part in _SMALL_WAYS else part for part in parts]
    return f"({', '.join([label, *ways])})"


def _from_item(move: object, number: int, puzzle: Puzzle) -> Move:
    from rushhour.prose.scoring import said_in

    if isinstance(move, dict):
        label, cells = move.get("vehicle"), move.get("cells")
        if isinstance(label, str) and type(cells) is int and 0 < abs(cells) < 1000:
            return Move(label, cells)
        if (said := said_in(move, puzzle)) is not None:
            return said
    raise ParseError(f'expected {{"vehicle": "A", "cells": 2}} at moves[{number}]')
