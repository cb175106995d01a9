"""grade: whether the answers of a class are legal and solve, and how far they are from optimal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, Literal

from rushhour.lab.roll import Roll
from rushhour.model.errors import ParseError, RushHourError
from rushhour.model.notation import counted, read_moves
from rushhour.model.puzzle import Goal, Metric, Move, Puzzle
from rushhour.model.solution import Solution
from rushhour.output.aligned import aligned
from rushhour.output.display import shown
from rushhour.output.files import files_in
from rushhour.search.query import GIB
from rushhour.search.solve import solve

Status = Literal["solved", "unsolved", "illegal", "malformed"]

MOST_BYTES = 1_000_000
"""The largest answer that is read; the longest known solution has some thousand."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one answer.

    `status` is `solved`, `unsolved` (legal moves that do not reach the goal), `illegal` (a move is
    not legal) or `malformed`; `fault` says what is wrong. `slides` and `steps` are the costs of a
    solution, None for any other answer. The optima `least_slides` and `least_steps` are None if a
    limit came first or there is no solution.
    """

    answer: str
    puzzle: str
    status: Status
    fault: str | None = None
    slides: int | None = None
    least_slides: int | None = None
    steps: int | None = None
    least_steps: int | None = None


def grade(
    puzzles: Sequence[Puzzle | RushHourError],
    answers: str | os.PathLike[str],
    goal: Goal = "edge",
    *,
    names: Sequence[str | None] = (),
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> Iterator[Grade]:
    """Grade every answer in a folder and its sub-folders, in order of name, or the one in a file.

    An answer is moves such as `A+2 B-1`, sentences such as `Move car # 3 down 3 squares`, JSON as
    `rushhour solve --json` prints it, or CSV with the head `car,move`, where + is right or up. With
    several puzzles, the name of its file without suffix, or else of a folder that it is in, must be
    the name or title of its puzzle or, if none of them is, its number from 1. `names` has a name
    for each puzzle, for example that of its file, or None. An error in the place of a puzzle keeps
    the numbers of the others. An answer that cannot be read is malformed.

    RushHourError if `names` has another length than `puzzles`, OSError if there is no such folder.
    The limits, as in `solve`, are for each of the two searches of a puzzle.
    """
    root = Path(answers)
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    exam = _Exam(Roll(puzzles, names), goal, limits)
    for file in files_in(root):
        name = file.relative_to(root).as_posix() if file != root else file.name
        printable = name.encode(errors="surrogateescape").decode(errors="replace")
        yield exam.grade(printable, file)


def table(grades: Sequence[Grade], line: int | None = None) -> Iterator[str]:
    """The grades as lines of a table; each cost is shown with its excess over the optimum.

    `line` is the largest width, None for no limit.
    """
    head = ("answer", "puzzle", "status", "slides", "steps", "what is wrong")
    rows = [
        (
            shown(grade.answer),
            shown(grade.puzzle),
            grade.status,
            _cost(grade.slides, grade.least_slides),
            _cost(grade.steps, grade.least_steps),
            shown(grade.fault or ""),
        )
        for grade in grades
    ]
    return aligned(head, rows, names=2, prose=True, line=line)


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

    def grade(self, name: str, file: Path) -> Grade:
        """Grade an answer, whatever its file holds."""
        number: int | None = None
        try:
            number = self._roll.number(name)
            puzzle = self._roll.puzzle(number)
            moves = read_moves(_text(file), puzzle)
        except RushHourError as error:
            title = "" if number is None else self._roll.title(number)
            return Grade(name, title, "malformed", str(error))
        title, solution = self._roll.title(number), Solution(puzzle, moves, "slide", self._goal)
        fault = _fault(solution, is_csv=file.suffix == ".csv")
        if fault is not None:
            status: Status = "illegal" if fault.startswith("move ") else "unsolved"
            return Grade(name, title, status, fault)
        slides, steps = self._least(number, "slide"), self._least(number, "step")
        return Grade(name, title, "solved", None, solution.slides, slides, solution.steps, steps)

    def _search(self, number: int, metric: Metric) -> int | None:
        query: dict[str, Any] = {"metric": metric, "goal": self._goal, **self._limits}
        return solve(self._roll.puzzle(number), **query).cost


def _text(file: Path) -> str:
    """The text of a file; ParseError if it is not text or too long for an answer."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise ParseError("expected a file")
        with file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise ParseError(f"expected at most {MOST_BYTES} bytes, found more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError("expected text in UTF-8") from None


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
