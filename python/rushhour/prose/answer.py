"""Answer: which of the moves that a text names are its solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rushhour.model.errors import ParseError
from rushhour.model.move import Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.prose.cuts import BLOCKS
from rushhour.prose.phrases import Said, said

MOST_CHARACTERS = 200_000
"""How much is read of a text: its end, where a long one has its answer."""

MOST_MOVES = 2_000
"""The most moves of an answer that are replayed; the longest known solution has some hundred."""


@dataclass(slots=True)
class Answer:
    """The moves that a text gives as its solution: how many, and the first `MOST_MOVES`."""

    found: int = 0
    moves: list[Said] = field(default_factory=list)

    def add(self, one: Said) -> None:
        """Append a move."""
        self.found += 1
        if self.found <= MOST_MOVES:
            self.moves.append(one)


def answer_in(text: str, puzzle: Puzzle) -> Answer:
    """The answer in a text: the moves after the last cut that moves follow.

    A text that is JSON as a whole is read as `Solution.parse` does. A cut is a mark of a final
    answer, a word for a new start, or the beginning of a block; of a block only the moves inside
    count. A move that is repeated in the same line, in another notation, counts once.
    """
    text = text[-MOST_CHARACTERS:]
    document = _document(text, puzzle)
    if document is not None:
        return document
    lists = _Lists()
    for one in _once(said(text, puzzle), text):
        lists.cut(one.text) if one.notation == "cut" else lists.add(one)
    return lists.last


class _Lists:
    """The lists of moves between the cuts of a text, of which the last that is not empty stays."""

    def __init__(self) -> None:
        self._before = Answer()
        self._now = Answer()
        self._end: str | None = None
        self._is_closed = False

    @property
    def last(self) -> Answer:
        """The last list that has moves."""
        return self._now if self._now.found else self._before

    def add(self, one: Said) -> None:
        """A move: it belongs to no list after the end of a block that has one."""
        if not self._is_closed:
            self._now.add(one)

    def cut(self, text: str) -> None:
        """The end of a block, or a new list."""
        mark = text.lower()
        if mark == self._end:
            self._end, self._is_closed = None, bool(self._now.found)
            return
        self._before, self._now, self._is_closed = self.last, Answer(), False
        self._end = BLOCKS.get(mark, self._end)


def _once(found: Iterator[Said], text: str) -> Iterator[Said]:
    """Without the moves that repeat the one before them in the same line in another notation."""
    last: Said | None = None
    for one in found:
        if last is None or not _repeats(one, last, text):
            last = one
            yield one


def _repeats(one: Said, last: Said, text: str) -> bool:
    is_same = (one.vehicle, one.cells) == (last.vehicle, last.cells) and one.cells != 0
    is_said_anew = one.notation != last.notation
    return is_same and is_said_anew and text.find("\n", last.end, one.start) < 0


def _document(text: str, puzzle: Puzzle) -> Answer | None:
    """The answer in a text that is JSON as a whole; None for any other text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        moves = read_moves(text, puzzle)
    except ParseError:
        return None
    return Answer(len(moves), [_written(move) for move in moves[:MOST_MOVES]])


def _written(move: Move) -> Said:
    return Said("json", 0, 0, str(move), move.vehicle, move.cells)
