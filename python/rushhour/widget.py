"""Board: a puzzle to play in a notebook (extra `notebook`), on the same board as on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rushhour.base.packages import needs
from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError
from rushhour.formats import parse
from rushhour.formats.json import as_dict
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.web.bundle import bundle
from rushhour.web.page import contents

with needs("notebook"):
    import anywidget
    import traitlets


class Board(anywidget.AnyWidget):
    """A puzzle that can be played by hand and by code.

    `puzzle` is a Puzzle or a text in any format; `width` is in pixels. Moves by hand show in
    `moves` and `state`, and moves by code show on the board.

    >>> board = Board("..B.../AAB.../....../......")
    >>> board.play("B+2")
    >>> board.moves, board.state.is_solved()
    ((Move(vehicle='B', cells=2),), False)
    """

    _esm = bundle("widget.js", contents())
    _start = traitlets.Dict().tag(sync=True)
    _moves: traitlets.List[JsonDict] = traitlets.List().tag(sync=True)
    _width = traitlets.Int(420).tag(sync=True)

    def __init__(self, puzzle: Puzzle | str, *, width: int = 420) -> None:
        """Begin at a puzzle; ParseError or InvalidBoardError if it is malformed."""
        self._puzzle = parse(puzzle) if isinstance(puzzle, str) else puzzle
        super().__init__(_start=as_dict(self._puzzle), _width=width)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle at the start."""
        return self._puzzle

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return _moves(self._moves)

    @property
    def state(self) -> Puzzle:
        """The puzzle after these moves."""
        *_, state = Solution(self._puzzle, self.moves).replay()
        return state

    def play(self, *moves: Move | str) -> None:
        """Make moves, such as `B+2`; IllegalMoveError if one cannot be made."""
        self._go([*self.moves, *map(Move.of, moves)])

    def undo(self, count: int = 1) -> None:
        """Take back the last moves."""
        self._go(self.moves[: max(0, len(self.moves) - count)])

    def reset(self) -> None:
        """Take back all moves."""
        self._go(())

    def watch(self, solution: Iterable[Move]) -> None:
        """Play the moves of a solution from here, one after another."""
        self.play(*solution)

    def on_move(self, do: Callable[[Board], object]) -> None:
        """Call a function whenever moves are made or taken back, by hand or by code."""
        self.observe(lambda _change: do(self), "_moves")

    def _go(self, moves: Iterable[Move]) -> None:
        moves = tuple(moves)
        for _ in Solution(self._puzzle, moves).replay():
            pass
        self._moves = [{"vehicle": move.vehicle, "cells": move.cells} for move in moves]

    @traitlets.validate("_moves")
    def _check(self, proposal: Any) -> list[JsonDict]:
        """Refuse illegal moves: input from the browser is not trusted."""
        try:
            for _ in Solution(self._puzzle, _moves(proposal["value"])).replay():
                pass
        except (RushHourError, KeyError, TypeError) as error:
            raise traitlets.TraitError(f"expected legal moves: {error}") from None
        return list(proposal["value"])


def _moves(forms: Iterable[JsonDict]) -> tuple[Move, ...]:
    return tuple(Move(form["vehicle"], form["cells"]) for form in forms)
