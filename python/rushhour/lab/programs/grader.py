"""grade_code: the programs of a class, each in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from rushhour.base.expect import expect, file_name, integer, items, known
from rushhour.errors import LimitReachedError, RushHourError, WrongValueError
from rushhour.lab.compare import free
from rushhour.lab.programs.examine import (
    PARTS,
    BoardStatus,
    BoardTask,
    CodeExaminer,
    CodeGrade,
    CodePart,
    Exercise,
    Form,
    board_task,
)
from rushhour.lab.programs.found import Program, programs_in
from rushhour.lab.programs.process import ProgramError, shelter
from rushhour.lab.tables import published_puzzles
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, heuristic_name

# Seconds between two words about the progress.
_PULSE = 0.2
USUAL = tuple(f"Jam-{number}" for number in range(1, 11))
"""The boards of a class that has none of its own: the first ten classics."""


class CodeStage(NamedTuple):
    """How far the grading is: programs done, and all."""

    done: int
    programs: int


@dataclass(frozen=True, slots=True)
class CodeGrading:
    """The grading of a folder of programs, which is done as its grades are asked for.

    `tasks` are its boards, `left_out` the errors of those that we do not solve ourselves in time,
    and `kept_apart` what the system keeps apart: `processes`, `network`, `files` (a program writes
    to its own folder alone), `folder` (it does not see the folder of the class), `user` (it has not
    the rights of root).
    """

    tasks: tuple[BoardTask, ...]
    left_out: tuple[str, ...]
    kept_apart: tuple[str, ...]
    programs: tuple[Program, ...]
    _run: Callable[[], Iterator[CodeGrade]] = field(repr=False)

    def __iter__(self) -> Iterator[CodeGrade]:
        return self._run()


def grade_code(
    folder: str | os.PathLike[str],
    puzzles: Sequence[Puzzle] = (),
    exercise: Exercise | None = None,
    *,
    names: Sequence[str | None] = (),
    one: bool = False,
    entry: str | None = None,
    parts: Sequence[CodePart] | None = None,
    workers: int | None = None,
    max_memory: int = GIB,
    progress: Callable[[CodeStage], object] | None = None,
) -> CodeGrading:
    """Grade the programs of a folder, each file or sub-folder one, in order of name.

    A program is a file of Python, or a notebook, with a function `solve(text)`, which returns moves
    in any notation, or `h(state)`, a heuristic, or both; or any file that can be executed, which
    gets the puzzle as its input, and in a file as its first argument, and prints moves. With `one`
    the folder itself is one program. `entry` names the file that begins in each folder. By default
    the puzzles are the first ten classics; `names` has a name for each, or None.

    A program is graded in its `parts`, by default those that it has; one that is asked for and is
    not there is `missing`. It has `max_memory` bytes with all its processes, and the seconds of the
    exercise. `workers` programs run at once, by default two, or one where there is one processor.

    Programs are kept apart as far as the system does that: this is no sandbox. RushHourError where
    none can be run, as on Windows, OSError if there is no such folder.
    """
    exercise = Exercise() if exercise is None else exercise
    expect("exercise", exercise, Exercise, "an Exercise or None")
    if heuristic_name(exercise.baseline) != exercise.baseline:
        exercise = replace(exercise, baseline=heuristic_name(exercise.baseline))
    for part in parts or ():
        known("part", part, PARTS)
    workers = _workers(workers)
    root = Path(file_name("folder", folder))
    programs = programs_in(root, one=one, entry=entry)
    if not programs:
        raise RushHourError(f"{root}: expected a program, found none")
    tasks, left_out = _tasks(_named(puzzles, names), exercise)
    if not tasks:
        raise RushHourError(f"expected a board to grade on; {'; '.join(left_out)}")
    hidden = [root if root.is_dir() else root.parent]
    integer("max_memory", max_memory)
    shared, kept = shelter(hidden, max_memory)
    examiner = CodeExaminer(tasks, exercise, shared)

    def told(done: int) -> None:
        if progress is not None:
            progress(CodeStage(done, len(programs)))

    def run() -> Iterator[CodeGrade]:
        shared.stop.clear()
        with ThreadPoolExecutor(min(workers, len(programs))) as pool:
            try:
                for grades in _graded(pool, examiner, programs, parts, told):
                    yield from grades
            finally:
                shared.stop.set()
                pool.shutdown(cancel_futures=True)

    return CodeGrading(tuple(tasks), tuple(left_out), tuple(kept), tuple(programs), run)


def _workers(asked: int | None) -> int:
    if asked is None:
        return min(2, os.cpu_count() or 1)
    integer("workers", asked)
    if asked < 1:
        raise WrongValueError(f"expected at least 1 worker, found {asked}")
    return asked


def _named(puzzles: Sequence[Puzzle], names: Sequence[str | None]) -> dict[str, Puzzle]:
    """The puzzles by their names, each with one of its own."""
    if not puzzles:
        return {name: published_puzzles()[name] for name in USUAL}
    items("puzzles", puzzles, Puzzle, "Puzzle")
    found: dict[str, Puzzle] = {}
    for number, puzzle in enumerate(puzzles, 1):
        given = names[number - 1] if names else None
        found[free(given or puzzle.title or str(number), 2, found)] = puzzle
    return found


def _tasks(puzzles: dict[str, Puzzle], exercise: Exercise) -> tuple[list[BoardTask], list[str]]:
    tasks, left_out = list[BoardTask](), list[str]()
    for name, puzzle in puzzles.items():
        try:
            tasks.append(board_task(name, puzzle, exercise))
        except LimitReachedError as error:
            left_out.append(f"{name} is left out, since we do not solve it in time: {error}")
    return tasks, left_out


def _graded(
    pool: ThreadPoolExecutor,
    examiner: CodeExaminer,
    programs: Sequence[Program],
    parts: Sequence[CodePart] | None,
    told: Callable[[int], object],
) -> Iterator[list[CodeGrade]]:
    """The grades of each program, in order, while others are graded."""
    looked_at = [pool.submit(_Found.of, examiner, program) for program in programs]
    found = [_awaited(one, lambda: told(0)) for one in looked_at]
    common = [part for part in PARTS if any(part in one.forms for one in found)] or ["solve"]
    jobs = [
        pool.submit(_grades, examiner, program, one, parts or list(one.forms) or common)
        for program, one in zip(programs, found, strict=True)
    ]
    for job in jobs:
        yield _awaited(job, lambda: told(sum(one.done() for one in jobs)))


_Done = TypeVar("_Done")


def _awaited(future: Future[_Done], told: Callable[[], object]) -> _Done:
    """The result of a thread, with a word about the progress now and then."""
    while True:
        told()
        done, _ = wait([future], timeout=_PULSE)
        if done:
            return future.result()


class _Found(NamedTuple):
    """The parts of a program, or why it cannot be read."""

    forms: dict[CodePart, Form]
    status: BoardStatus
    fault: str

    @classmethod
    def of(cls, examiner: CodeExaminer, program: Program) -> _Found:
        try:
            return cls(examiner.parts(program), "missing", "")
        except ProgramError as error:
            return cls({}, error.kind, str(error))


def _grades(
    examiner: CodeExaminer, program: Program, found: _Found, parts: Sequence[CodePart]
) -> list[CodeGrade]:
    grades = []
    for part in parts:
        if part in found.forms:
            grades.append(examiner.grade(program, part, found.forms[part]))
        else:
            fault = found.fault or f"expected a function {examiner.function(part)}, found none"
            grades.append(examiner.lost(program, part, "function", found.status, fault))
    return grades
