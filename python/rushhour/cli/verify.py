"""`rushhour verify FILE SOLUTION`: whether it is legal, solves, and how far it is from optimal."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from rushhour.base.files import STREAM
from rushhour.base.text import JsonDict, shown
from rushhour.cli import exit as codes
from rushhour.cli.input import File, moves_of, only_puzzle, prose_moves
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    PROSE,
    GoalOption,
    JsonObject,
    LimitArguments,
    LimitOptions,
    PuzzleFile,
    ReadingOptions,
)
from rushhour.cli.output import print_json, put
from rushhour.errors import RushHourError
from rushhour.model.move import Metric
from rushhour.model.solution import Solution
from rushhour.model.words import beyond_goal
from rushhour.search.solve import solve

_SOLUTION = 'A file with moves, - for standard input, or the moves themselves, such as "B+1 A+4".'


def verify(
    file: PuzzleFile,
    solution: Annotated[File, Parameter(help=_SOLUTION)],
    /,
    *,
    goal: GoalOption = "edge",
    prose: Annotated[bool, PROSE] = False,
    json: JsonObject = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Check a solution cell by cell, then compare its cost with the optimum in both metrics.

    The moves may stand in any notation, such as A+2, AR2, A right 2 or boards. With
    --prose they are found in free text; whatever looks like a move there and is not
    read as one is an error. The target may drive on, out of the board: cells beyond
    the goal cost nothing.

    Exit codes: 0 right, 1 wrong, 2 malformed input, 3 no optimum in time.

    Examples
    --------
    rushhour verify puzzles/assignment.txt "3-1 5-3 3+3 4+2 0+3"
    rushhour verify puzzles/assignment.txt "3-1 5-3 3+3 4+2 0+3" --json
    """
    if file == solution == STREAM:
        raise RushHourError("standard input cannot hold both the puzzle and its solution")
    puzzle = only_puzzle(file, reading)
    moves = (prose_moves if prose else moves_of)(solution, puzzle)
    answer = _answer(Solution(puzzle, moves, "slide", goal), limits.as_arguments())
    print_json({"file": file, "number": 1, **answer}) if json else put(*_lines(answer))
    if answer["faults"]:
        return codes.UNSOLVABLE
    limited = any(answer[metric]["optimum"] is None for metric in ("slide", "step"))
    return codes.LIMIT if limited else codes.SOLVED


def _answer(solution: Solution, limits: LimitArguments) -> JsonDict:
    faults = solution.verify()
    answer: JsonDict = {"right": not faults, "faults": list(faults), "goal": solution.goal}
    counted = solution.up_to_goal()
    answer["beyond"] = solution.steps - counted.steps
    costs: dict[Metric, int] = {"slide": counted.slides, "step": counted.steps}
    for metric, cost in costs.items():
        optimum = None if faults else _optimum(solution, metric, limits)
        excess = None if optimum is None else cost - optimum
        answer[metric] = {"cost": cost, "optimum": optimum, "excess": excess}
    return answer


def _optimum(solution: Solution, metric: Metric, limits: LimitArguments) -> int | None:
    return solve(solution.puzzle, metric=metric, goal=solution.goal, **limits).cost


def _lines(answer: JsonDict) -> list[str]:
    if answer["faults"]:
        return ["wrong: " + shown(fault) for fault in answer["faults"]]
    lines = [f"right: every move is legal and the goal {answer['goal']!r} is reached"]
    for metric in ("slide", "step"):
        cost, optimum, excess = answer[metric].values()
        if optimum is None:
            verdict = "the optimum is not known within the limit"
        elif excess == 0:
            verdict = "optimal"
        else:
            verdict = f"{excess} more than the optimum {optimum}"
        lines.append(f"{metric}s: {cost}, {verdict}")
    return [*lines, *[beyond_goal(answer["beyond"])] * bool(answer["beyond"])]
