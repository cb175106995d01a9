"""A game: the moves made from a puzzle, with undo and redo."""

from __future__ import annotations

from rushhour.model.errors import IllegalMoveError
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.notation import room
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution


class Game:
    """The state of a game and its history."""

    def __init__(self, puzzle: Puzzle, metric: Metric = "slide", goal: Goal = "edge") -> None:
        self.metric: Metric = metric
        self.goal: Goal = goal
        self._states, self._moves = [puzzle], list[Move]()
        self._made = 0

    @property
    def state(self) -> Puzzle:
        """The current puzzle."""
        return self._states[self._made]

    @property
    def last(self) -> Move | None:
        """The last move, None if there is none."""
        return self._moves[self._made - 1] if self._made else None

    @property
    def line(self) -> Solution:
        """The moves made so far."""
        return Solution(self._states[0], tuple(self._moves[: self._made]), self.metric, self.goal)

    @property
    def is_solved(self) -> bool:
        """Whether the goal is reached."""
        return self.state.is_solved(self.goal)

    def move(self, move: Move) -> None:
        """Make a move, which clears the redo list; IllegalMoveError if the way is not free."""
        back, forth = self.room(move.vehicle)
        if not -back <= move.cells <= forth or move.cells == 0:
            words = room(self.state.vehicle(move.vehicle).axis, back, forth)
            raise IllegalMoveError(f"vehicle {move.vehicle} {words}, found {move.cells:+d}")
        state = self.state.apply(move)
        del self._states[self._made + 1 :], self._moves[self._made :]
        self._states.append(state)
        self._moves.append(move)
        self._made += 1

    def room(self, label: str) -> tuple[int, int]:
        """How many cells a vehicle can go back (left, up) and forth (right, down)."""
        cells = [
            move.cells
            for move in self.state.legal_moves("slide", self.goal)
            if move.vehicle == label
        ]
        return -min([0, *cells]), max([0, *cells])

    def undo(self) -> Move | None:
        """Take back the last move; None if there is none."""
        if self._made == 0:
            return None
        self._made -= 1
        return self._moves[self._made]

    def redo(self) -> Move | None:
        """Repeat the move that was taken back last; None if there is none."""
        if self._made == len(self._moves):
            return None
        self._made += 1
        return self._moves[self._made - 1]

    def reset(self) -> None:
        """Take back all moves; they can be repeated."""
        self._made = 0
