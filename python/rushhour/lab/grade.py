"""grade: whether the answers of a class are legal and solve, and how far they are from optimal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from rushhour.lab.answers import NamedAnswer, answers_in
from rushhour.lab.roll import Roll
from rushhour.model.errors import RushHourError
from rushhour.model.expect import file_name
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.notation import beyond_goal, counted, read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.output.aligned import aligned
from rushhour.output.display import shown
from rushhour.prose.answer import answer_in
from rushhour.prose.scoring import Score, score
from rushhour.search.query import GIB
from rushhour.search.solve import solve

GradeStatus = Literal["solved", "unsolved", "illegal", "malformed", "unreadable"]


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one answer.

    `status` is `solved`, `unsolved` (legal moves that do not reach the goal), `illegal` (a move is
    not legal), `malformed`, or in prose `unreadable` (something looks like a move and is not read
    as one); `fault` says what is wrong. `moves` has the moves as they were read, `unread` what was
    not. `slides` and `steps` are the costs of a solution, None for any other answer, without the
    cells `beyond` the goal, which the target is driven on, out of the board. The optima
    `least_slides` and `least_steps` are None if a limit came first or there is no solution. An
    answer in prose has the distance `left` after its legal moves, in slides, and a `score` from 0
    to 1, as `rushhour.score` computes them.
    """

    answer: str
    puzzle: str
    status: GradeStatus
    fault: str | None = None
    slides: int | None = None
    least_slides: int | None = None
    steps: int | None = None
    least_steps: int | None = None
    left: int | None = None
    score: float | None = None
    beyond: int = 0
    moves: str = ""
    unread: str | None = None


def grade(
    puzzles: Sequence[Puzzle | RushHourError],
    answers: str | os.PathLike[str],
    goal: Goal = "edge",
    *,
    names: Sequence[str | None] = (),
    prose: bool = False,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> Iterator[Grade]:
    """Grade every answer in a folder and its sub-folders, in order of name, or the one in a file.

    An answer is moves such as `A+2 B-1`, sentences such as `Move car # 3 down 3 squares`, JSON as
    `rushhour solve --json` prints it, or CSV with the head `car,move`, where + is right or up. With
    several puzzles, the name of its file without suffix, or else of a folder that it is in, must be
    the name or title of its puzzle, or its number from 1, or contain the name or title. `names` has
    a name for each puzzle, for example that of its file, or None. An error in the place of a puzzle
    keeps the numbers of the others. An answer that cannot be read is malformed.

    With `prose` an answer is free text in which moves are found, as `rushhour.score` does; a file
    that ends in `.jsonl` has an object with `id`, the name, and `answer` on each line.

    RushHourError if `names` has another length than `puzzles`, OSError if there is no such folder.
    The limits, as in `solve`, are for each of the two searches of a puzzle.
    """
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    exam = _Exam(Roll(puzzles, names), goal, limits)
    grade_one = exam.scored if prose else exam.grade
    yield from map(grade_one, answers_in(Path(file_name("answers", answers)), prose=prose))


def table(grades: Sequence[Grade], line: int | None = None) -> Iterator[str]:
    """The grades as lines of a table; each cost is shown with its excess over the optimum.

    `line` is the largest width, None for no limit.
    """
    is_prose = any(grade.score is not None for grade in grades)
    head = ("answer", "puzzle", "status", *["score"] * is_prose, "slides", "steps", _NOTE)
    rows = [
        (
            shown(grade.answer),
            shown(grade.puzzle),
            grade.status,
            *["-" if grade.score is None else f"{grade.score:.3f}"] * is_prose,
            _cost(grade.slides, grade.least_slides),
            _cost(grade.steps, grade.least_steps),
            shown(_note(grade)),
        )
        for grade in grades
    ]
    return aligned(head, rows, names=2, prose=True, line=line)


_NOTE = "what is wrong, and the moves as they were read"


def _note(grade: Grade) -> str:
    parts = (grade.fault, beyond_goal(grade.beyond) if grade.beyond else None, grade.moves)
    return "; ".join(part for part in parts if part)


def summary(grades: Sequence[Grade]) -> str:
    """The number of answers, of solutions, and of optimal solutions."""
    solved = [grade for grade in grades if grade.status == "solved"]
    slides = sum(grade.slides == grade.least_slides for grade in solved)
    steps = sum(grade.steps == grade.least_steps for grade in solved)
    counts = f"{counted(len(grades), 'answer')}, {len(solved)} solved"
    return f"{counts}, shortest in slides {slides}, in steps {steps}"


def _cost(cost: int | None, least: int | None) -> str:
    if cost is None:
        return "-"
    if least is None:
        return f"{cost} of ?"
    return f"{cost} shortest" if cost == least else f"{cost} (+{cost - least})"


class _Exam:
    """The puzzles with their optima, which are computed once."""

    def __init__(self, roll: Roll, goal: Goal, limits: dict[str, Any]) -> None:
        self._roll = roll
        self._goal: Goal = goal
        self._limits = limits
        self._least = cache(self._search)

    def grade(self, answer: NamedAnswer) -> Grade:
        """Grade an answer, whatever it holds."""
        number: int | None = None
        puzzle: Puzzle | None = None
        try:
            number = self._roll.number(answer.name)
            puzzle = self._roll.puzzle(number)
            moves = read_moves(_readable(answer), puzzle)
        except RushHourError as error:
            why = f"{error}{_hint(answer, puzzle)}"
            return Grade(answer.name, self._title(number), "malformed", why)
        title, solution = self._title(number), Solution(puzzle, moves, "slide", self._goal)
        fault = _fault(solution, is_csv=answer.is_csv)
        if fault is not None:
            status: GradeStatus = "illegal" if fault.startswith("move ") else "unsolved"
            return Grade(answer.name, title, status, fault, moves=str(solution))
        short = solution.up_to_goal()
        costs = short.slides, self._least(number, "slide"), short.steps
        least, beyond = self._least(number, "step"), solution.steps - short.steps
        return Grade(
            answer.name, title, "solved", None, *costs, least, beyond=beyond, moves=str(solution)
        )

    def scored(self, answer: NamedAnswer) -> Grade:
        """Grade an answer in prose, whatever it holds."""
        number: int | None = None
        try:
            number = self._roll.number(answer.name)
            puzzle = self._roll.puzzle(number)
            found = score(puzzle, _readable(answer), goal=self._goal, **self._limits)
        except RushHourError as error:
            return Grade(answer.name, self._title(number), "malformed", str(error))
        return _grade_of(answer.name, self._title(number), found)

    def _title(self, number: int | None) -> str:
        return "" if number is None else self._roll.title(number)

    def _search(self, number: int, metric: Metric) -> int | None:
        query: dict[str, Any] = {"metric": metric, "goal": self._goal, **self._limits}
        return solve(self._roll.puzzle(number), **query).cost


def _readable(answer: NamedAnswer) -> str:
    if isinstance(answer.text, RushHourError):
        raise answer.text
    return answer.text


def _grade_of(name: str, title: str, found: Score) -> Grade:
    """The grade of a scored answer; costs are those of a solution only."""
    faults = {"empty": "expected moves, found none", "unsolved": "the goal is not reached"}
    return Grade(
        name,
        title,
        "malformed" if found.status == "empty" else found.status,
        found.fault or faults.get(found.status),
        found.slides if found.solved else None,
        found.least_slides,
        found.steps if found.solved else None,
        found.least_steps,
        found.left,
        found.value,
        found.beyond if found.solved else 0,
        " ".join(map(str, found.read)),
        " | ".join(found.unread) or None,
    )


def _hint(answer: NamedAnswer, puzzle: Puzzle | None) -> str:
    """What to do about an answer that is malformed: nothing, unless it is read as free text."""
    if puzzle is None or not isinstance(answer.text, str):
        return ""
    found = answer_in(answer.text, puzzle)
    if found.unread or not found.moves:
        return ""
    return f"; --prose reads {counted(found.found, 'move')} in it"


def _fault(solution: Solution, *, is_csv: bool) -> str | None:
    """The error in a solution; for CSV also whether + as down, a frequent mistake, is right."""
    faults = solution.verify()
    if not faults:
        return None
    columns = {vehicle.label for vehicle in solution.puzzle.vehicles if vehicle.axis == "v"}
    moves = tuple(Move(m.vehicle, -m.cells) if m.vehicle in columns else m for m in solution.moves)
    if is_csv and not replace(solution, moves=moves).verify():
        return f"{faults[0]}; right if + were down"
    return faults[0]
