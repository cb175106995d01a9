"""tasks: new puzzles as questions to a language model, with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Unpack

from rushhour.base.expect import expect
from rushhour.errors import UnwritableError
from rushhour.formats.writing import write
from rushhour.generation import GeneratedPuzzle, Generation, GenerationArguments, generate
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.model.words import counted
from rushhour.render.text import draw
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Task:
    """A new puzzle to be solved in words.

    `made` is the puzzle with its optima and a shortest solution in slides; `fewest_steps` is a
    solution with the fewest steps. `boards` and `prompts` have the board, and the whole question,
    by the name of a notation: `picture`, `boardstring`, `json`, `words`.
    """

    made: GeneratedPuzzle
    fewest_steps: str
    boards: dict[str, str]
    prompts: dict[str, str]

    @property
    def id(self) -> str:
        """The seed and the number of the puzzle, such as `7-1`."""
        return f"{self.made.seed}-{self.made.number}"

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them: those of `GeneratedPuzzle.to_dict` among them."""
        return {
            "id": self.id,
            **self.made.to_dict(),
            "fewest_steps": self.fewest_steps,
            "boards": self.boards,
            "prompts": self.prompts,
        }


def tasks(
    stream: Generation | None = None, **wanted: Unpack[GenerationArguments]
) -> Iterator[Task]:
    """Make tasks for language models, from new puzzles that no model has seen.

    Pass a stream that `generate` returned, or the arguments of `generate`. The same `seed` gives
    the same tasks.

    >>> task = next(tasks(slides="3..5", vehicles="4..6", seed=1))
    >>> task.id, 3 <= task.made.slides <= 5
    ('1-1', True)
    """
    expect("stream", stream, Iterable | None, "a stream of generated puzzles or None")
    for made in generate(**wanted) if stream is None else stream:
        expect("stream", made, GeneratedPuzzle, "generated puzzles")
        yield task_of(made)


def task_of(made: GeneratedPuzzle) -> Task:
    """The task of a puzzle that was made."""
    boards = boards_of(made.board)
    return Task(
        made,
        str(solve(made.board, metric="step").solution),
        boards,
        {name: prompt(made.board, name, board) for name, board in boards.items()},
    )


# Prompts: a puzzle in words, its board in several notations, and what an answer must look like.


_RULES = """\
This is Rush Hour, a sliding block puzzle. Each vehicle covers some cells of one row or one \
column. It can move along that row or column only, by any number of cells, if all cells on its way \
are empty. The puzzle is solved when vehicle {target} touches the {side} edge, in {lane}.

The board has {rows} and {cols}, numbered from 0 at the top left. {legend}

{board}

Find as few moves as you can; a move by any number of cells counts as one. You may think first. \
Then write a line that begins with "Final answer:" and has all moves in order. Write each move as \
the label of the vehicle, + for right or down or - for left or up, and the number of cells; for \
example: {example}"""

_LEGENDS = {
    "picture": "A letter is a cell of the vehicle with that label, . an empty cell, # a wall.",
    "boardstring": "Here are its cells, row after row. A letter is a cell of the vehicle with that"
    " label, . an empty cell, x a wall; a / only parts rows.",
    "json": "Here it is as JSON: row and col give the top left cell of a vehicle; its axis is h if"
    " it moves left and right, v if it moves up and down.",
    "words": "These are its vehicles and walls; all other cells are empty.",
}

NOTATIONS = tuple(_LEGENDS)
"""The notations in which prompts have a board."""


def boards_of(puzzle: Puzzle) -> dict[str, str]:
    """The board in every notation that can hold it."""
    boards = {"picture": draw(puzzle), "words": _in_words(puzzle)}
    for name in ("boardstring", "json"):
        with suppress(UnwritableError):
            boards[name] = write(puzzle, name).rstrip("\n")
    return {name: boards[name] for name in NOTATIONS if name in boards}


def prompt(puzzle: Puzzle, notation: str, board: str) -> str:
    """What a model is asked: the rules, the board in a notation, the form of the answer."""
    way_out = puzzle.exit
    lane = "row" if way_out.side in ("right", "left") else "column"
    other = next((v.label for v in puzzle.vehicles if v.label != puzzle.target), puzzle.target)
    return _RULES.format(
        target=puzzle.target,
        side=way_out.side,
        lane=f"{lane} {way_out.line}",
        rows=counted(puzzle.rows, "row"),
        cols=counted(puzzle.cols, "column"),
        legend=_LEGENDS[notation],
        board=board,
        example=f"Final answer: {other}+1 {puzzle.target}-2",
    )


def _in_words(puzzle: Puzzle) -> str:
    lines = [f"{one.label}: {_place(one)}" for one in puzzle.vehicles]
    lines += [f"wall: row {row}, column {col}" for row, col in puzzle.walls]
    return "\n".join(lines)


def _place(vehicle: Vehicle) -> str:
    last = vehicle.length - 1
    if vehicle.axis == "h":
        return f"row {vehicle.row}, columns {vehicle.col} to {vehicle.col + last}"
    return f"column {vehicle.col}, rows {vehicle.row} to {vehicle.row + last}"
