"""Replay: the moves of a text on its board, and which of several readings of a text is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile
from string import ascii_lowercase

from rushhour.errors import InvalidBoardError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.road import Road
from rushhour.model.setup import Cell
from rushhour.model.words import WAYS
from rushhour.prose.notations import Reading, Said
from rushhour.prose.tokens import NamedCell

# A line that begins with a number and a blank, or a comma behind it.
_NUMBERED = re.compile(r"[ \t]{0,9}([0-9]{1,3})(?:(?=[ \t])|,)")


def replayed(said: Sequence[Said], road: Road) -> tuple[tuple[Move, ...], str | None]:
    """The moves before the first illegal one, and what is wrong with that."""
    moves: list[Move] = []
    for number, one in enumerate(said, 1):
        move = Move(one.vehicle, one.cells)
        fault = across(one, road.axis.get(one.vehicle)) or road.drive(move)
        if fault:
            return tuple(moves), f"move {number}, {one.text.strip()[:60]}: {fault}"
        moves.append(move)
    return tuple(moves), None


def across(one: Said, axis: str | None) -> str | None:
    """The error of a move across the lane of its vehicle."""
    if one.way is None or axis is None or WAYS[one.way][0] == axis:
        return None
    lane = "left and right" if axis == "h" else "up and down"
    return f"vehicle {one.vehicle} moves {lane}"


def numbered(text: str, puzzle: Puzzle) -> Iterator[str]:
    """The text with blanks for numbers, if every line from the first such one has its own there.

    Below a line that ends in the label of a vehicle the 1 may be the cells of a move.
    """
    written = text.splitlines(keepends=True)
    lines = list(dropwhile(lambda line: not _NUMBERED.match(line), written))
    head = "".join(written[: len(written) - len(lines)])
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if labels.intersection(head.split()[-1:]):
        return
    matches = [_NUMBERED.match(line) for line in lines if line.strip()]
    found = [one and int(one[1]) for one in matches]
    if found and found == list(range(1, len(found) + 1)):
        yield head + "".join(_NUMBERED.sub(_blank, line, count=1) for line in lines)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def meant(readings: Iterable[Reading], puzzle: Puzzle) -> Reading:
    """The only reading that replays; where none does, one that is read as far as any.

    If several replay, the text could mean each of them, and is not read.
    """
    found = [each for one in readings for each in _with_vehicles(one, puzzle)]
    whole = {_moves(one): one for one in reversed(found) if one.moves and not one.unread}
    legal = [one for one in whole.values() if not replayed(one.moves, Road(puzzle))[1]]
    if len(legal) > 1:
        two = " or ".join(_brief(one) for one in reversed(legal[-2:]))
        text = f"{_text(legal[-1])}, which could mean {two}: both are legal"
        return Reading(unread=[text], at=legal[-1].moves[0].start)
    return [max(found, key=lambda one: one.at), *list(whole.values())[-1:], *legal][-1]


def _moves(one: Reading) -> tuple[tuple[str, int, str | None], ...]:
    return tuple((each.vehicle, each.cells, each.way) for each in one.moves)


def _brief(one: Reading) -> str:
    moves = [str(Move(each.vehicle, each.cells)) for each in one.moves]
    return " ".join(moves[:4]) + " ..." * (len(moves) > 4)


def _text(one: Reading) -> str:
    return one.moves[0].text.strip()[:60]


_Corners = Callable[[NamedCell, Puzzle], Cell]


def _letter(one: NamedCell) -> int:
    """The row or column of a letter, from 0."""
    return ascii_lowercase.index(str(one[0]))


CORNERS: dict[str, _Corners] = {
    "the letter is the column, and row 1 is at the top": lambda one, _: (one[1] - 1, _letter(one)),
    "the letter is the column, and row 1 is at the bottom": lambda one, puzzle: (
        puzzle.rows - one[1],
        _letter(one),
    ),
    "the letter is the row, from the top": lambda one, _: (_letter(one), one[1] - 1),
}
"""What people mean by a cell such as `b1`."""

PAIRS: dict[str, _Corners] = {
    "row and column, from 0": lambda one, _: (int(one[0]), one[1]),
    "row and column, from 1": lambda one, _: (int(one[0]) - 1, one[1] - 1),
    "x and y, from 0": lambda one, _: (one[1], int(one[0])),
    "x and y, from 1": lambda one, _: (one[1] - 1, int(one[0]) - 1),
}
"""What people mean by a cell such as `(2, 1)`."""


def _with_vehicles(one: Reading, puzzle: Puzzle) -> list[Reading]:
    """The reading for each meaning of its cells; itself if it has none."""
    firsts = [each.corners[0][0] for each in one.moves if each.corners]
    if not firsts or one.unread:
        return [one]
    meanings = PAIRS if isinstance(firsts[0], int) else CORNERS
    if len({*map(type, firsts)}) > 1:
        return [Reading(unread=["cells by letters and in pairs"])]
    found = [_by_corners(one, puzzle, cell_of) for cell_of in meanings.values()]
    found.sort(key=lambda reading: (bool(reading.unread), -len(reading.moves)))
    return [reading for reading in found if not reading.unread] or found[:1]


def _by_corners(one: Reading, puzzle: Puzzle, cell_of: _Corners) -> Reading:
    """The reading with the vehicle on the first cell of each move, up to an illegal move."""
    road, found = Road(puzzle), Reading()
    for said in one.moves:
        assert said.corners is not None
        start, end = (cell_of(corner, puzzle) for corner in said.corners)
        label = next((name for name, cells in road.cells.items() if start in cells), None)
        if label is None or said.vehicle not in ("", label):
            who = f"vehicle {said.vehicle}" if said.vehicle else "no vehicle"
            where = "elsewhere" if said.vehicle else "there"
            found.missed(f"{said.text}: {who} stands {where}", at=said.start)
            return found
        down, right = end[0] - start[0], end[1] - start[1]
        is_across = right if road.axis[label] == "v" else down
        way = None
        if is_across:
            way = ("right" if right > 0 else "left") if right else ("down" if down > 0 else "up")
        cells = (right or down) if is_across else down + right
        found.moves.append(replace(said, vehicle=label, cells=cells, way=way))
        if way or road.drive(Move(label, cells)):
            return found
    return found


# Boards: an answer that draws the board after each move, read as the moves between them.


_EMPTY, _WALLS = ".o-_0 ", "xX#"
_FRAME = "|<> \t"

_Places = dict[str, set[Cell]]


def between_boards(text: str, puzzle: Puzzle) -> Reading:
    """The moves that lead from the start, and from each drawn board, to the next.

    A board that no single move leads to is not read, and the rest is not either. Of a final board
    alone it is said whether it solves the puzzle.
    """
    found = Reading()
    road = Road(puzzle)
    axes, before = road.axis, road.cells
    boards = list(_boards(text, puzzle))
    for number, (start, drawn) in enumerate(boards, 1):
        problem = _problem(drawn, before, axes)
        moved = [label for label in before if drawn.get(label) != before[label]]
        if problem is None and len(moved) > 1:
            names = f"{', '.join(moved[:-1])} and {moved[-1]}"
            problem = f"vehicles {names} moved since the one before it, expected one move"
            if number == len(boards) and not found.moves:
                solves = "solves" if _is_solved(drawn, puzzle) else "does not solve"
                problem = f"it {solves} the puzzle; expected the moves that lead to it, found none"
        if problem is not None:
            found.missed(f"board {number}: {problem}", at=start)
            return found
        for label in moved:
            cells = sum(min(drawn[label])) - sum(min(before[label]))
            found.moves.append(Said("board", start, start, f"board {number}", label, cells))
        before = drawn
    return found


def _problem(drawn: _Places, before: _Places, axes: Mapping[str, str]) -> str | None:
    """What makes a drawing no board of the puzzle."""
    for label, cells in before.items():
        if label not in drawn:
            return f"vehicle {label} is missing"
        lane = 0 if axes[label] == "h" else 1
        (row, col), count = min(drawn[label]), len(cells)
        bar = {(row, col + n) if lane == 0 else (row + n, col) for n in range(count)}
        if drawn[label] != bar or min(cells)[lane] != (row, col)[lane]:
            return f"vehicle {label} has left its lane or has another length"
    return None


def _is_solved(drawn: _Places, puzzle: Puzzle) -> bool:
    """Whether a drawing of all vehicles, each in its lane, is a solved board."""
    cells = {label: min(places) for label, places in drawn.items()}
    vehicles = [
        replace(one, row=cells[one.label][0], col=cells[one.label][1]) for one in puzzle.vehicles
    ]
    try:
        return puzzle.with_vehicles(vehicles).is_solved()
    except InvalidBoardError:
        return False


def _boards(text: str, puzzle: Puzzle) -> Iterator[tuple[int, _Places]]:
    """The boards of a text: as many lines of cells as the puzzle has rows, or a board string.

    Each has the place before which its first line begins.
    """
    rows: list[str] = []
    at = start = 0
    for line in [*text.splitlines(keepends=True), ""]:
        cells = _cells(line, puzzle)
        start = start if rows else at
        if cells is not None and len(cells) == puzzle.cols:
            rows.append(cells)
        elif cells is not None:
            lines = range(0, len(cells), puzzle.cols)
            yield at, _places([cells[n : n + puzzle.cols] for n in lines])
        if len(rows) == puzzle.rows or cells is None:
            if len(rows) == puzzle.rows:
                yield start, _places(rows)
            rows = []
        at += len(line)


def _cells(line: str, puzzle: Puzzle) -> str | None:
    """The cells of a line, without a frame and blanks; None for other text."""
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    inside = line.strip().strip(_FRAME)
    rows = inside.rstrip("/").split("/")
    if len(rows) == puzzle.rows > 1 and {len(row) for row in rows} == {puzzle.cols}:
        inside = "".join(rows)
    for cells in (inside, "".join(inside.split()), inside.replace(",", "").replace(" ", "")):
        is_board = all(char in labels or char in _EMPTY + _WALLS for char in cells)
        if is_board and len(cells) in (puzzle.cols, puzzle.rows * puzzle.cols):
            return "".join(char if char in labels else "." for char in cells)
    return None


def _places(rows: list[str]) -> _Places:
    found: _Places = {}
    for row, cells in enumerate(rows):
        for col, label in enumerate(cells):
            if label != ".":
                found.setdefault(label, set()).add((row, col))
    return found
