"""Prompts: a puzzle in words, its board in several notations, and what an answer must look like."""

from __future__ import annotations

from contextlib import suppress

from rushhour.formats.writing import write
from rushhour.model.errors import UnwritableError
from rushhour.model.notation import counted
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.render.text import draw

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
