"""Records: the moves of people, replayed on the boards."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rushhour.lab.people.files import MOVES, PeopleRow, find, rows
from rushhour.lab.people.sight import Sight, SightState

MOVE_COLUMNS = ("participant", "instance", "trial", "move_number", "move", "kind", "rt_ms")
"""The columns of the moves that are read, by the names of this project."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The states that a person passed through, from the start; each differs by one slide.

    `idle` counts the records that move nothing. `unread` counts those from the first on that is no
    legal slide: what the board looks like after it is unknown. The repository has some whose cell
    is `undefined`.
    """

    participant: str
    board: str
    states: tuple[SightState, ...]
    idle: int
    unread: int


def attempts(folder: str | os.PathLike[str], boards: Mapping[str, Sight]) -> Iterator[Attempt]:
    """Replay the moves of a folder. Moves at boards that are not given are left out.

    An attempt ends where another participant, board or trial begins, or where the numbers of moves
    go back. Trial 0 belongs to the attempt before it: it has the target's last move out of the
    board, after a record of the kind `win` that moves nothing. ParseError where a move is not
    written `vehicle@cell`.
    """
    path = find(folder, MOVES)
    known = (row for row in rows(path, MOVE_COLUMNS) if row["instance"] in boards)
    for (participant, board, _), records in groupby(known, _Attempts()):
        yield _replayed(participant, board, boards[board], records)


class _Attempts:
    """The key of a record: its participant, its board and a number of the attempt."""

    def __init__(self) -> None:
        self._last = ("", "", "", 0)
        self._number = 0

    def __call__(self, row: PeopleRow) -> tuple[str, str, int]:
        participant, board, trial, number = self._last
        at = row.count("move_number")
        same = (row["participant"], row["instance"]) == (participant, board) and at >= number
        own = trial if same and row["trial"] == "0" else row["trial"]
        self._number += not (same and own == trial)
        self._last = (row["participant"], row["instance"], own, at)
        return row["participant"], row["instance"], self._number


def _replayed(participant: str, board: str, sight: Sight, records: Iterable[PeopleRow]) -> Attempt:
    states, idle, unread = [sight.start], 0, 0
    for row in records:
        (vehicle, place), state = _move(row, sight), states[-1]
        if unread or not (place == state[vehicle] or sight.is_slide(state, vehicle, place)):
            unread += 1
        elif place == state[vehicle]:
            idle += 1
        else:
            states.append((*state[:vehicle], place, *state[vehicle + 1 :]))
    return Attempt(participant, board, tuple(states), idle, unread)


def _move(row: PeopleRow, sight: Sight) -> tuple[int, int]:
    """The vehicle and its place; -1 for a cell that is `undefined`."""
    label, _, cell = row["move"].partition("@")
    vehicle = sight.labels.index(label) if label in sight.labels else None
    if vehicle is not None and cell == "undefined":
        return vehicle, -1
    if vehicle is None or not (cell.isascii() and cell.isdecimal() and len(cell) < 5):
        raise row.error("move", "a vehicle of the board, @ and the number of a cell")
    cells = sight.lanes[vehicle].cells
    if int(cell) not in cells:
        raise row.error("move", "a cell of the vehicle's line")
    return vehicle, cells.index(int(cell))
