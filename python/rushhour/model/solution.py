"""Solution: moves from a puzzle to its goal, and a check that is independent of the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from rushhour.base import expect
from rushhour.model.move import Goal, Metric, Move, check_metric, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.road import Road

if TYPE_CHECKING:
    from rushhour.custom.functions import GoalFunction
    from rushhour.render.forms import SolutionForm
    from rushhour.render.markup import Svg
    from rushhour.render.palette import Theme


@dataclass(frozen=True, slots=True)
class Solution:
    """A sequence of moves that solves a puzzle.

    In the metric `step` every move is one cell; in `slide`, any number of cells. A custom goal is
    the function itself.
    """

    puzzle: Puzzle
    moves: tuple[Move, ...]
    metric: Metric = "slide"
    goal: Goal | GoalFunction = "edge"

    def __post_init__(self) -> None:
        expect.expect("puzzle", self.puzzle, Puzzle, "a Puzzle")
        expect.items("moves", self.moves, Move, "Move")
        check_metric(self.metric)
        if not callable(self.goal):
            check_names(self.metric, self.goal)

    @classmethod
    def parse(
        cls,
        puzzle: Puzzle,
        text: str,
        *,
        metric: Metric = "slide",
        goal: Goal | GoalFunction = "edge",
    ) -> Solution:
        """Read a solution in any notation; ParseError has line and column.

        The moves need not be legal: `verify` checks them.
        """
        from rushhour.model.notation import read_moves

        expect.expect("puzzle", puzzle, Puzzle, "a Puzzle")
        expect.expect("text", text, str, "a text")
        return cls(puzzle, read_moves(text, puzzle), metric, goal)

    @property
    def cost(self) -> int:
        """The cost in the solution's own metric."""
        return self.slides if self.metric == "slide" else self.steps

    @property
    def slides(self) -> int:
        """The cost in slides: consecutive moves of one vehicle in one direction count as one."""
        return len(self.runs())

    @property
    def steps(self) -> int:
        """The cost in steps: the number of cells moved in all."""
        return sum(abs(move.cells) for move in self.moves)

    def runs(self) -> tuple[Move, ...]:
        """The moves as slides: consecutive moves of one vehicle in one direction are merged."""
        groups = groupby(self.moves, key=lambda move: (move.vehicle, move.cells > 0))
        return tuple(Move(label, sum(move.cells for move in run)) for (label, _), run in groups)

    def up_to_goal(self) -> Solution:
        """The solution without the cells at its end that drive the target on, out of the board.

        A sheet that wants the target beyond the exit adds cells to the last move, which a goal on
        the board does not ask for: with `edge`, `0+4` in place of `0+3`. The costs of what is left
        compare with the optimum. Moves of other vehicles, earlier moves of the target, solutions
        with a fault, and those to a custom goal or to `clear` stay as they are.

        >>> from rushhour import parse
        >>> Solution.parse(parse("..../AA../..../...."), "A+2 A+1").up_to_goal().steps
        2
        """
        road = Road(self.puzzle)
        if callable(self.goal) or self.goal == "clear" or any(map(road.drive, self.moves)):
            return self
        moves, extra = list(self.moves), road.beyond(self.goal)
        way = 1 if self.puzzle.exit.side in ("right", "bottom") else -1
        while moves and extra > 0 and moves[-1].vehicle == self.puzzle.target:
            cells = moves[-1].cells * way
            if cells < 0:
                break
            moves[-1:] = [Move(self.puzzle.target, (cells - extra) * way)] * (cells > extra)
            extra -= cells
        return replace(self, moves=tuple(moves))

    def replay(self) -> Iterator[Puzzle]:
        """The puzzle at the start and after each move; IllegalMoveError if a move is illegal."""
        puzzle = self.puzzle
        yield puzzle
        for move in self.moves:
            puzzle = puzzle.apply(move)
            yield puzzle

    def verify(self) -> tuple[str, ...]:
        """Check the solution cell by cell, without the core; returns its errors, empty if right.

        Every vehicle that moves must be on the board, every cell on its way free, only the target
        may leave and only through the exit, and the moves must end at the goal. Whether the
        solution is optimal takes a search: see `rushhour.solve`.
        """
        return tuple(_faults(self))

    def svg(self, form: SolutionForm = "strip", *, theme: Theme = "auto") -> Svg:
        """The solution as a picture.

        `strip`: the board after each move; `arrows`: numbered arrows, with a new board when a
        vehicle moves again; `animation`: plays by itself and pauses when clicked.
        """
        from rushhour.render.forms import solution_svg

        return solution_svg(self, form, theme=theme)

    def gif(self, *, theme: Theme = "light") -> bytes:
        """The solution as an animated GIF; MissingExtraError without the extra `pictures`."""
        from rushhour.render.raster import gif

        return gif(self, theme=theme)

    def html(self, *, theme: Theme = "auto") -> str:
        """The solution as a self-contained HTML file that plays, steps and rewinds."""
        from rushhour.render.player import player_html

        return player_html(self, theme=theme)

    def _repr_html_(self) -> str:
        from rushhour.render.player import player_frame

        return player_frame(self)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __bool__(self) -> bool:
        return True  # also without moves: an already solved puzzle has a solution

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))


def _ends_at(solution: Solution, road: Road) -> bool:
    """Whether legal moves end at the solution's goal."""
    if not callable(solution.goal):
        return road.reaches(solution.goal)
    from rushhour.custom.functions import reaches

    *_, last = solution.replay()
    return reaches(solution.goal, last, solution.metric)


def _faults(solution: Solution) -> Iterator[str]:
    road = Road(solution.puzzle)
    for number, move in enumerate(solution.moves, start=1):
        long = solution.metric == "step" and abs(move.cells) > 1
        fault = "a step goes one cell" if long else road.drive(move)
        if fault:
            yield f"move {number}, {move}: {fault}"
            return
    if not _ends_at(solution, road):
        name = getattr(solution.goal, "__name__", str(solution.goal))
        yield f"the goal {name!r} is not reached at the end"
