"""GeneratedPuzzle: a puzzle that was made to order, and what was proved of it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rushhour.analysis.rating import difficulty_of
from rushhour.formats.writing import board_value
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedPuzzle:
    """A puzzle and what was proved of it.

    `slides` and `steps` are its optima, `states` is the size of its cluster. `solutions` counts
    optimal solutions up to the order of independent moves; None if they are too many to count.
    `difficulty` is the number of moves that a person is predicted to make. `seed` is that of the
    stream, and `number` the place of the puzzle in it, from 1. `solution` is a shortest one in
    slides. `cluster` is the name that `canonical` gives to the cluster and its images.
    """

    number: int
    board: Puzzle
    slides: int
    steps: int
    states: int
    solutions: int | None
    difficulty: float | None
    seed: int
    solution: Solution
    cluster: str

    @property
    def vehicles(self) -> int:
        """The number of vehicles, the target included."""
        return len(self.board.vehicles)

    @property
    def walls(self) -> int:
        """The number of walls."""
        return len(self.board.walls)

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them.

        `board` is a board string, or the object of the format `json` where a board string cannot
        hold the puzzle, as with an exit on the left. The difficulty is rounded to three decimals:
        it solves equations, and further digits depend on how they are solved.
        """
        return {
            "board": board_value(self.board),
            "slides": self.slides,
            "steps": self.steps,
            "vehicles": self.vehicles,
            "walls": self.walls,
            "states": self.states,
            "solutions": self.solutions,
            "difficulty": None if self.difficulty is None else round(self.difficulty, 3),
            "seed": self.seed,
            "solution": str(self.solution),
        }


def made(
    found: tuple[Any, list[tuple[int, int]], int, int, int | None, float | None, bytes],
    *,
    number: int,
    seed: int,
) -> GeneratedPuzzle:
    """A puzzle as the core has made it."""
    core, moves, steps, states, solutions, walk, name = found
    puzzle = Puzzle._of(core, None)
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    solution = Solution(puzzle, tuple(Move(labels[index], cells) for index, cells in moves))
    return GeneratedPuzzle(
        number=number,
        board=puzzle,
        slides=len(moves),
        steps=steps,
        states=states,
        solutions=solutions,
        difficulty=None if walk is None else difficulty_of(len(moves), walk),
        seed=seed,
        solution=solution,
        cluster=sha256(name).hexdigest(),
    )
