"""Solutions as text: compact (`A+2 B-1`), sentences (car-list assignment), CSV, JSON or a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from rushhour.model.errors import ParseError
from rushhour.model.labels import QUOTED, quoted, unquoted
from rushhour.model.move import Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit
from rushhour.output.display import shown

_SENTENCE = re.compile(
    rf"\s*move car # ({QUOTED}|\S+) (left|right|up|down) ([0-9]{{1,3}}) squares?\.?\s*$",
    re.IGNORECASE,
)
# What only a move has, in the output of a program that writes sentences.
_LIKE_SENTENCE = re.compile(r"\b(?:left|right|up|down)\b|\bcar\s*#", re.IGNORECASE)
# The program's output for a puzzle that is already solved.
NO_MOVE = "Already solved: no move is needed."
# A move in a line of moves, or a comment.
_TOKEN = re.compile(rf"#.*|{QUOTED}[^\s,#]*|[^\s,#]+")
# The first line of a picture of a board; its arrow if the exit is at the top.
_FRAME = re.compile(r"\s*(\+-+|\^\s*$)")
# The first line of an answer to the assignment of the University of Amsterdam.
_CSV_HEAD = re.compile(r"\s*\ufeff?car\s*,\s*move\s*$", re.IGNORECASE | re.MULTILINE)
# The words for the directions of a move.
WAYS: dict[str, tuple[Axis, int]] = {
    "left": ("h", -1),
    "right": ("h", 1),
    "up": ("v", -1),
    "down": ("v", 1),
}


def sentence(move: Move, puzzle: Puzzle) -> str:
    """The move in a sentence of the car-list assignment: `Move car # 3 down 3 squares`."""
    squares = "square" if abs(move.cells) == 1 else "squares"
    return f"Move car # {quoted(move.vehicle)} {course(move, puzzle)} {squares}"


def brief(move: Move, puzzle: Puzzle) -> str:
    """The move in few words: `B down 3`."""
    return f"{shown(move.vehicle)} {course(move, puzzle)}"


def course(move: Move, puzzle: Puzzle) -> str:
    """The direction and length of a move: `down 3`."""
    return f"{direction(puzzle.vehicle(move.vehicle).axis, move.cells)} {abs(move.cells)}"


def direction(axis: Axis, cells: int) -> str:
    """`left`, `right`, `up` or `down`, from the sign of the cells.

    >>> direction("v", -2)
    'up'
    """
    words = {way: word for word, way in WAYS.items()}
    return words[axis, 1 if cells > 0 else -1]


def room(axis: Axis, back: int, forth: int) -> str:
    """How far a vehicle can move, in words: `can move at most 1 cell up or 2 cells down`.

    >>> room("h", 0, 1), room("v", 0, 0)
    ('can move at most 1 cell right', 'cannot move')
    """
    ways = [(back, direction(axis, -1)), (forth, direction(axis, 1))]
    parts = [f"{counted(cells, 'cell')} {way}" for cells, way in ways if cells]
    return f"can move at most {' or '.join(parts)}" if parts else "cannot move"


def place(cell: Cell) -> str:
    """A cell in words for people, who count from 1.

    >>> place((0, 3))
    'row 1, column 4'
    """
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def edge(way_out: Exit) -> str:
    """An exit in words for people, who count from 1.

    >>> edge(Exit("right", 2)), edge(Exit("top", 0))
    ('right of row 3', 'top of column 1')
    """
    line = "row" if way_out.side in ("right", "left") else "column"
    return f"{way_out.side} of {line} {way_out.line + 1}"


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 vehicle`, `12 vehicles`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def units(count: int, metric: Metric) -> str:
    """A cost in words: `1 slide`, `12 steps`."""
    return counted(count, metric)


def beyond_goal(cells: int) -> str:
    """A remark on a solution that drives its target farther than the goal asks."""
    return f"not counted: {counted(cells, 'cell')} beyond the goal, out of the exit"


def read_moves(text: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read a solution in any notation; ParseError has line and column.

    Only the syntax is checked here; `Solution.verify` checks whether the moves are legal.
    """
    from rushhour.planning.plan import is_plan, read_plan

    if text.lstrip().startswith(("{", "[")):
        return _from_json(text)
    if is_plan(text):
        return read_plan(text, puzzle)
    lines = _below_title(text, puzzle)
    if any(_SENTENCE.match(line) or line.strip() == NO_MOVE for _, line in lines):
        return _from_sentences(lines, puzzle)
    if _CSV_HEAD.match(text):
        return _from_csv(text, puzzle)
    return tuple(move for number, line in lines for move in _from_line(line, number))


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
        elif in_picture and line.lstrip(" <").startswith("|"):  # a label may look like anything
            continue
        elif _LIKE_SENTENCE.search(line) or _moves_in(line, axes):
            expected = "expected a sentence such as Move car # 3 down 3 squares"
            raise ParseError(f"{expected}, found {line.strip()[:60]!r}", number)
    return tuple(moves)  # other lines are other parts of the output: the board, the counters


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


def _from_json(text: str) -> tuple[Move, ...]:
    import json

    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        message = f"expected JSON, found an error in it: {what}"
        raise ParseError(message, error.lineno, error.colno) from None
    except (ValueError, RecursionError):
        raise ParseError("expected JSON, found too deep a nest or too long a number") from None
    moves = data.get("moves") if isinstance(data, dict) else data
    if not isinstance(moves, list):
        shape = '{"moves": [{"vehicle": "A", "cells": 2}, ...]}'
        raise ParseError(f"expected a solution such as {shape}, found no list of moves")
    return tuple(_from_item(move, number) for number, move in enumerate(moves))


def _from_item(move: object, number: int) -> Move:
    if isinstance(move, dict):
        label, cells = move.get("vehicle"), move.get("cells")
        if isinstance(label, str) and type(cells) is int and 0 < abs(cells) < 1000:
            return Move(label, cells)
    raise ParseError(f'expected {{"vehicle": "A", "cells": 2}} at moves[{number}]')
