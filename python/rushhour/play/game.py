"""A game: the moves made from a puzzle, which can be taken back and made again."""

from __future__ import annotations

from rushhour.model.errors import IllegalMoveError
from rushhour.model.puzzle import Goal, Metric, Move, Puzzle
from rushhour.model.solution import Solution


class Game:
    """Where the vehicles stand, and how they came there."""

    def __init__(self, puzzle: Puzzle, metric: Metric = "slide", goal: Goal = "edge") -> None:
        self.metric: Metric = metric
        self.goal: Goal = goal
        self._states, self._moves = [puzzle], list[Move]()
        self._made = 0

    @property
    def state(self) -> Puzzle:
        """The puzzle as it stands."""
        return self._states[self._made]

    @property
    def last(self) -> Move | None:
        """The move made last, if one was made."""
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
        """Make a move, which ends what could be made again; IllegalMoveError if it is not free."""
        back, forth = self.room(move.vehicle)
        if not -back <= move.cells <= forth or move.cells == 0:
            raise IllegalMoveError(f"{move.vehicle} has room for -{back} to +{forth}")
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
        """Take the last move back; None where there is none."""
        if self._made == 0:
            return None
        self._made -= 1
        return self._moves[self._made]

    def redo(self) -> Move | None:
        """Make the move again that was taken back last; None where there is none."""
        if self._made == len(self._moves):
            return None
        self._made += 1
        return self._moves[self._made - 1]

    def reset(self) -> None:
        """Take all moves back; they can be made again."""
        self._made = 0
