"""The rules of the game, written anew: where vehicles can stand, how they move, the goals."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

Move = tuple[str, int]

# The bit of a cell that is never free: a wall, or off the board.
_OFF = 1
_BYTES = [bytes((value,)) for value in range(256)]


class RefutedError(ValueError):
    """The certificate does not hold: what is wrong, and where."""


class Board(NamedTuple):
    """The places of each vehicle, as bytes, with the cells that it covers there, as bits.

    `solved` maps each goal place of the target to the cells that must be free there.
    """

    labels: list[str]
    places: list[dict[int, int]]
    start: bytes
    target: int
    solved: dict[int, int]

    @staticmethod
    def of(puzzle: dict[str, Any], goal: str, removed: Collection[str] = ()) -> Board:
        """The board of the puzzle in a header, without some vehicles."""
        lines = [VehicleLine(puzzle, car, goal) for car in puzzle["vehicles"]]
        lines = [line for line in lines if line.label not in removed]
        labels = [line.label for line in lines]
        target = labels.index(puzzle["target"])
        start, solved = bytes(line.start & 255 for line in lines), lines[target].solved(goal)
        return Board(labels, [line.places() for line in lines], start, target, solved)

    def taken(self, state: bytes) -> int:
        """The covered cells; RefutedError if two vehicles overlap or one cannot stand there."""
        cells = _OFF
        for label, places, at in zip(self.labels, self.places, state, strict=True):
            place = places.get(at, _OFF)
            if cells & place:
                raise RefutedError(f"vehicle {label!r} cannot stand where it does in {list(state)}")
            cells |= place
        return cells

    def is_solved(self, state: bytes, taken: int) -> bool:
        """Whether the goal is reached."""
        return not taken & self.solved.get(state[self.target], _OFF)

    def moves(self, state: bytes, taken: int, metric: str) -> Iterator[bytes]:
        """The states that are one move away."""
        for index, (places, at) in enumerate(zip(self.places, state, strict=True)):
            others = taken & ~places[at]
            for way in (-1, 1):
                new = at + way & 255
                while not others & places.get(new, _OFF):
                    yield state[:index] + _BYTES[new] + state[index + 1 :]
                    if metric == "step":
                        break
                    new = new + way & 255

    def after(self, state: bytes, move: Move) -> bytes | None:
        """The state after a move, legal or not; None if there is no such vehicle or place."""
        label, cells = move
        if label not in self.labels or abs(cells) > 127:
            return None
        index = self.labels.index(label)
        return state[:index] + _BYTES[state[index] + cells & 255] + state[index + 1 :]


class VehicleLine:
    """A vehicle on its line, without the others."""

    def __init__(self, puzzle: dict[str, Any], car: dict[str, Any], goal: str) -> None:
        self.label, self.length, self.is_row = car["label"], car["length"], car["axis"] == "h"
        across, along = ("row", "col") if self.is_row else ("col", "row")
        self.line, self.start = car[across], car[along]
        self.rows, self.cols = puzzle["rows"], puzzle["cols"]
        self.size = self.cols if self.is_row else self.rows
        self.walls = {tuple(wall) for wall in puzzle["walls"]}
        self.is_back = puzzle["exit"]["side"] in ("left", "top")
        beyond = {"past": 1, "off": self.length}.get(goal, 0)
        self.beyond = beyond if self.label == puzzle["target"] else 0

    def places(self) -> dict[int, int]:
        """The places where it can stand, with the cells it covers; see `Board`."""
        places = {at: self._cells(range(at, at + self.length)) for at in self._starts()}
        return {at & 255: cells for at, cells in places.items() if not cells & _OFF}

    def solved(self, goal: str) -> dict[int, int]:
        """The goal places of the target, with the cells that must be free; see `Board`."""
        starts, back = self._starts(), self.is_back
        if goal == "clear":
            roads = {at: range(at) if back else range(at + self.length, self.size) for at in starts}
            return {at & 255: self._cells(road) for at, road in roads.items()}
        return {at & 255: 0 for at in (starts[:1] if back else starts[-1:])}

    def _starts(self) -> range:
        """Where its first cell may be; the target's front may pass the exit."""
        low, high = (-self.beyond, 0) if self.is_back else (0, self.beyond)
        return range(low, self.size + high - self.length + 1)

    def _cells(self, line: range) -> int:
        """Cells of its line as bits; cells beyond the exit, where it is alone, have no bit."""
        bits = (self._bit(along) for along in line if 0 <= along < self.size)
        return reduce(or_, bits, 0)

    def _bit(self, along: int) -> int:
        row, col = (self.line, along) if self.is_row else (along, self.line)
        is_free = row < self.rows and col < self.cols and (row, col) not in self.walls
        return 2 << row * self.cols + col if is_free else _OFF
