"""What a program is worth: each of its parts on each board, beside ours in the same run."""

from __future__ import annotations

import ast
import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NamedTuple

from rushhour.custom.state import Layout, State
from rushhour.errors import LimitReachedError, ParseError, RushHourError, UnwritableError
from rushhour.formats.registry import named
from rushhour.formats.writing import relabel
from rushhour.lab.check import Excess, Fall, Verdict, check
from rushhour.lab.grade import NO_MOVES
from rushhour.lab.programs.found import Program, filled
from rushhour.lab.programs.process import (
    FaultKind,
    Process,
    ProgramError,
    Shelter,
    unreadable,
)
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.prose.scoring import answer_in
from rushhour.search.cluster import explore
from rushhour.search.options import GIB
from rushhour.search.solve import solve

CodePart = Literal["solve", "h"]
Form = Literal["function", "command"]
BoardStatus = Literal["solved", "unsolved", "illegal", "malformed", "missing"] | FaultKind

PARTS: tuple[CodePart, ...] = ("solve", "h")
_PUZZLE = ".tmp/puzzle.txt"
# So many characters are read of what a program prints: its end. The longest known solution has some
# thousand.
_MOST_READ = 100_000
# The seconds that our own searches of a board may take.
_OURS = 60.0
_NODES = re.compile(
    r"\b(?:nodes|states)\s+(?:expanded|explored|visited|searched)\s*[:=]?\s*([0-9][0-9,]{0,14})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a class was asked for, and how long a program may take.

    Programs get their puzzles in `format`. `functions` has the name of the function for each part.
    `run` is the command line of every program, None where its kind says how it is run. A program
    has `max_seconds` for each board, and a heuristic `max_check_seconds` for the check of its two
    claims, with `tiny` boards or without. `baseline` is the registered heuristic beside which a
    student's stands. With `own_search` programs cannot call the searches of this package.
    """

    metric: Metric = "slide"
    goal: Goal = "edge"
    format: str = "boardstring"
    baseline: str = "blocking"
    functions: tuple[str, str] = ("solve", "h")
    run: tuple[str, ...] | None = None
    max_seconds: float = 10
    max_check_seconds: float = 120
    tiny: bool = True
    own_search: bool = False

    def function(self, part: CodePart) -> str:
        """The name of the function of a part."""
        return self.functions[PARTS.index(part)]


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A puzzle as programs get it, and what we find.

    `optimum` is None if it has no solution; `nodes` are the states that A* expands with the
    heuristic that the programs are compared with, `seconds` the time of our solver.
    """

    name: str
    puzzle: Puzzle
    text: str
    optimum: int | None
    nodes: int
    seconds: float


def board_task(name: str, puzzle: Puzzle, exercise: Exercise) -> BoardTask:
    """The puzzle as a task; LimitReachedError if we do not find its optimum ourselves.

    It has new labels where the format cannot hold its own.
    """
    entry = named(exercise.format)
    try:
        text = entry.write(puzzle)
    except UnwritableError:
        puzzle = relabel(puzzle, entry.name)
        text = entry.write(puzzle)
    limits: dict[str, Any] = {"max_seconds": _OURS, "max_memory": 4 * GIB}
    aim: dict[str, Any] = {"metric": exercise.metric, "goal": exercise.goal}
    found = solve(puzzle, **aim, **limits)
    guided = solve(puzzle, algorithm="astar", heuristic=exercise.baseline, **aim, **limits)
    for outcome in (found, guided):
        if outcome.stopped_by is not None:
            raise LimitReachedError(outcome.stopped_by, outcome.expanded)
    return BoardTask(name, puzzle, text, found.cost, guided.expanded, found.seconds)


@dataclass(frozen=True, slots=True)
class BoardGrade:
    """What a part of a program did with a board.

    `solved` is also an answer without moves where there is no solution. `cost` and `optimum` are in
    the metric of the exercise, None without a solution. `nodes` are the states that A* expanded
    with a heuristic, or those that a solver says it expanded, None if it does not. `our_nodes` and
    `our_seconds` are those of `BoardTask`.
    """

    board: str
    status: BoardStatus
    fault: str | None = None
    cost: int | None = None
    optimum: int | None = None
    nodes: int | None = None
    our_nodes: int = 0
    seconds: float | None = None
    our_seconds: float = 0
    moves: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether it is solved, at whatever cost."""
        return self.status == "solved"

    @property
    def is_legal(self) -> bool:
        """Whether there is an answer all of whose moves are legal."""
        return self.status in ("solved", "unsolved")

    @property
    def is_optimal(self) -> bool:
        """Whether it is solved at the least cost."""
        return self.is_solved and self.cost == self.optimum


@dataclass(frozen=True, slots=True)
class CodeGrade:
    """The grade of a part of a program.

    `part` is `solve` or `h`, `form` whether it is a function or a command line. `fault` says why
    the part could not be run at all, or its claims not be checked. Of a heuristic, `admissible` and
    `consistent` are as in `rushhour.lab.check`, on `states` states; None if neither refuted nor
    seen through to the end. `excess` and `fall` are the smallest counterexamples, `proof` the moves
    that show an estimate to be too high.
    """

    program: str
    part: CodePart
    form: Form
    boards: tuple[BoardGrade, ...]
    admissible: bool | None = None
    consistent: bool | None = None
    excess: Excess | None = None
    fall: Fall | None = None
    proof: str = ""
    states: int = 0
    fault: str | None = None

    @property
    def solved(self) -> int:
        """The number of boards that it solves."""
        return sum(one.is_solved for one in self.boards)

    @property
    def optimal(self) -> int:
        """The number of boards that it solves at the least cost."""
        return sum(one.is_optimal for one in self.boards)

    @property
    def legal(self) -> int:
        """The number of boards for which all its moves are legal."""
        return sum(one.is_legal for one in self.boards)

    def total(self, name: str) -> tuple[float | None, float]:
        """The sum of its `nodes` or `seconds`, and of ours on the same boards; None if unknown."""
        known = [one for one in self.boards if one.is_solved and getattr(one, name) is not None]
        ours = sum(getattr(one, f"our_{name}") for one in known)
        return (sum(getattr(one, name) for one in known) if known else None), ours

    @property
    def fewer(self) -> bool:
        """Whether it solves all boards, and expands fewer states than we on all of them."""
        nodes, ours = self.total("nodes")
        return self.solved == len(self.boards) and nodes is not None and nodes < ours

    @property
    def has_values(self) -> bool:
        """Whether a heuristic fails on no board, but where the time ends."""
        return all(one.status not in ("crash", "malformed", "memory") for one in self.boards)

    @property
    def kept_claims(self) -> tuple[bool, bool]:
        """Whether it was checked and not refuted that it is admissible, and consistent.

        A heuristic without a value for a board is neither.
        """
        is_seen = self.states > 0 and self.has_values
        return is_seen and self.admissible is not False, is_seen and self.consistent is not False

    @property
    def marks(self) -> float:
        """Its marks, of as many as there are boards.

        `solve` has 1 for each board that it solves at the least cost, 1/2 for any other that it
        solves. For `h` four things count alike: on how many of the boards A* finds a shortest
        solution with it; that it is admissible; that it is consistent; that A* solves all boards
        with it and expands fewer states, all in all, than with the heuristic beside it.
        """
        if self.part == "solve":
            return sum(one.is_solved + one.is_optimal for one in self.boards) / 2
        others = sum(self.kept_claims) + self.fewer
        return (self.optimal + len(self.boards) * others) / 4


class CodeExaminer:
    """Grades programs, one by one; of several threads, each has its own program."""

    def __init__(self, tasks: Sequence[BoardTask], exercise: Exercise, shelter: Shelter) -> None:
        self._tasks, self._exercise, self._shelter = tasks, exercise, shelter

    def function(self, part: CodePart) -> str:
        """What the function of a part is called."""
        return self._exercise.function(part)

    def parts(self, program: Program) -> dict[CodePart, Form]:
        """The parts that a program has; ProgramError if it cannot be read."""
        if program.fault:
            raise ProgramError("crash", program.fault)
        if self._exercise.run is not None or not program.is_python:
            return {"solve": "command"}
        with self._shelter.start(program.source, part="names", file=program.entry) as process:
            process.ready(self._exercise.max_seconds)
            names = process.ask(None, self._exercise.max_seconds).get("names")
        if not isinstance(names, list):
            raise unreadable()
        found = [part for part in PARTS if self._exercise.function(part) in names]
        return dict.fromkeys(found, "function") if found else {"solve": "command"}

    def grade(self, program: Program, part: CodePart, form: Form) -> CodeGrade:
        """Grade a part of a program, whatever it does."""
        if part == "h":
            return self._heuristic(program)
        boards = []
        for one in self._tasks:
            run = self._command if form == "command" else self._function
            result, is_lost = run(program, one)
            boards.append(result)
            if is_lost and len(boards) == 1:  # its file does not run, for no board
                return self.lost(program, part, form, result.status, str(result.fault))
        return CodeGrade(program.name, part, form, tuple(boards))

    def lost(
        self, program: Program, part: CodePart, form: Form, status: BoardStatus, fault: str
    ) -> CodeGrade:
        """The grade of a part that cannot be run, or is not there."""
        boards = [_result(one, status, fault) for one in self._tasks]
        return CodeGrade(program.name, part, form, tuple(boards), fault=fault)

    def _function(self, program: Program, task: BoardTask) -> tuple[BoardGrade, bool]:
        """What `solve` does with a board; and whether its file does not run at all."""
        limit = self._exercise.max_seconds
        start = self._shelter.start(
            program.source,
            part="solve",
            file=program.entry,
            name=self._exercise.function("solve"),
            own_search=self._exercise.own_search,
        )
        is_ready = False
        with start as process:
            try:
                process.ready(limit)
                is_ready = True
                begun = time.perf_counter()
                answer = process.ask(task.text.rstrip("\n"), limit).get("answer")
                seconds = time.perf_counter() - begun
            except ProgramError as error:
                return _result(task, error.kind, str(error)), not is_ready
        moves, nodes = _moves_and_nodes(answer)
        return self._judged(task, moves, nodes, seconds), False

    def _command(self, program: Program, task: BoardTask) -> tuple[BoardGrade, bool]:
        """What a command prints for a board."""
        words = self._exercise.run
        if words is None:
            python = [sys.executable, "-B", program.entry]
            words = (*(python if program.is_python else [_here(program)]), "{puzzle}")
        command = filled(words, program.entry, _PUZZLE)
        own = self._exercise.own_search
        start = self._shelter.start(program.source, command=command, text=task.text, own_search=own)
        with start as process:
            begun = time.perf_counter()
            text, fault = process.finish(self._exercise.max_seconds)
            seconds = time.perf_counter() - begun
        if fault is not None and fault.kind != "crash":
            return _result(task, fault.kind, str(fault)), False
        found = _NODES.search(text)
        nodes = int(found[1].replace(",", "")) if found else None
        result = self._judged(task, text, nodes, seconds)
        if fault is not None:
            is_answer = result.is_solved and (result.moves or fault.is_silent)
            failed = _result(task, "crash", str(fault))
            return replace(result, fault=str(fault)) if is_answer else failed, False
        if result.fault == NO_MOVES and program.is_python and self._exercise.run is None:
            names = " or ".join(self._exercise.functions)
            result = replace(result, fault=f"{NO_MOVES}; the file has no function {names}")
        return result, False

    def _judged(self, task: BoardTask, said: Any, nodes: int | None, seconds: float) -> BoardGrade:
        """An answer in any notation, judged without the solver."""
        try:
            moves = _moves(said, task.puzzle)
        except RushHourError as error:
            none = "; there is no solution, so None is right" * (task.optimum is None)
            return _result(task, "malformed", f"{error}{none}", seconds=seconds)
        solution = Solution(task.puzzle, moves, "slide", self._exercise.goal)
        if not moves:
            is_right = task.optimum is None or not solution.verify()
            cost = 0 if is_right and task.optimum is not None else None
            status: BoardStatus = "solved" if is_right else "unsolved"
            fault = None if is_right else NO_MOVES
            return _result(task, status, fault, cost=cost, nodes=nodes, seconds=seconds)
        text = str(solution)
        for wrong in solution.verify():
            status = "illegal" if wrong.startswith("move ") else "unsolved"
            return _result(task, status, wrong, seconds=seconds, moves=text)
        short = solution.up_to_goal()
        cost = short.slides if self._exercise.metric == "slide" else short.steps
        return _result(task, "solved", cost=cost, nodes=nodes, seconds=seconds, moves=text)

    def _heuristic(self, program: Program) -> CodeGrade:
        """What A* does with `h` on each board, and whether `h` keeps its claims."""
        estimate = _Estimate(program, self._exercise, self._shelter)
        try:
            estimate.restart()
        except ProgramError as error:
            estimate.close()
            return self.lost(program, "h", "function", error.kind, str(error))
        try:
            boards = [self._searched(estimate, one) for one in self._tasks]
            found = _claims(estimate, self._tasks, self._exercise)
        finally:
            estimate.close()
        if any(one.fault and str(found.fault).startswith(one.fault) for one in boards):
            found = found._replace(fault=None)
        return CodeGrade(program.name, "h", "function", tuple(boards), **found._asdict())

    def _searched(self, estimate: _Estimate, task: BoardTask) -> BoardGrade:
        exercise = self._exercise
        begun = time.perf_counter()
        try:
            estimate.restart()
            outcome = solve(
                task.puzzle,
                algorithm="astar",
                heuristic=estimate,
                metric=exercise.metric,
                goal=exercise.goal,
                max_seconds=exercise.max_seconds,
            )
        except ProgramError as error:
            return _result(task, error.kind, str(error))
        except RushHourError as error:
            return _result(task, "malformed", str(error))
        seconds = time.perf_counter() - begun
        if outcome.stopped_by is not None:
            fault = f"A* with it found no solution in {exercise.max_seconds:g} s"
            return _result(task, "timeout", fault, nodes=outcome.expanded, seconds=seconds)
        if outcome.cost is None and task.optimum is not None:
            return _result(task, "unsolved", "A* with it found no solution", seconds=seconds)
        return _result(
            task,
            "solved",
            cost=outcome.cost,
            nodes=outcome.expanded,
            seconds=seconds,
            moves="" if outcome.solution is None else str(outcome.solution),
        )


def _result(
    task: BoardTask, status: BoardStatus, fault: str | None = None, **found: Any
) -> BoardGrade:
    return BoardGrade(
        task.name,
        status,
        fault,
        optimum=task.optimum,
        our_nodes=task.nodes,
        our_seconds=task.seconds,
        **found,
    )


def _here(program: Program) -> str:
    """A file that is executed from the folder it is in."""
    return f"./{program.entry}"


# Answers.


def _moves_and_nodes(answer: Any) -> tuple[Any, int | None]:
    """What `solve` returned: moves alone, moves and a number of states, or both by name."""
    if isinstance(answer, dict):
        named_nodes = next((answer[key] for key in ("nodes", "expanded") if key in answer), None)
        return answer.get("moves", answer), _count(named_nodes)
    if isinstance(answer, list) and len(answer) == 2 and isinstance(answer[0], list | str | None):
        nodes = _count(answer[1])
        return (answer, None) if nodes is None else (answer[0], nodes)
    return answer, None


def _count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _moves(said: Any, puzzle: Puzzle) -> tuple[Move, ...]:
    """The moves that a program returned or printed; ParseError if they cannot be read."""
    if said is None or said == []:
        return ()
    if isinstance(said, list) and all(isinstance(one, str) for one in said):
        said = "\n".join(said)
    text = said if isinstance(said, str) else json.dumps(said)
    try:
        return read_moves(_literal(text[-_MOST_READ:]), puzzle)
    except ParseError:
        if not isinstance(said, str):
            raise
    text = text[-_MOST_READ:]
    found = answer_in(text, puzzle)
    if (unread := found.fault(text)) is not None:
        raise ParseError(unread)
    return tuple(Move(one.vehicle, one.cells) for one in found.moves)


def _literal(text: str) -> str:
    """A list that Python has printed, with tuples and single quotes, as JSON."""
    if text.lstrip()[:1] not in ("[", "("):
        return text
    try:
        return json.dumps(ast.literal_eval(text.strip()))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return text


# Heuristics.


class _Estimate:
    """The `h` of a program as a heuristic here: it is asked in its own process.

    With `ahead` it is asked for many states of a cluster at once, which saves nine tenths of the
    time where all will be wanted.
    """

    def __init__(self, program: Program, exercise: Exercise, shelter: Shelter) -> None:
        self.__name__ = exercise.function("h")
        self.ahead = False
        self._seconds = exercise.max_seconds
        self._start: Callable[[], Any] = lambda: shelter.start(
            program.source,
            part="h",
            file=program.entry,
            name=self.__name__,
            own_search=exercise.own_search,
        )
        self._context: Any = None
        self._process: Process | None = None
        self._layout: Layout | None = None
        self._known: dict[bytes, object] = {}
        self._next: Iterator[bytes] = iter(())

    def restart(self) -> None:
        """Start it anew if it has ended; ProgramError if its file does not run."""
        if self._process is not None and self._process.is_open:
            return
        self.close()
        self._context, self._layout = self._start(), None
        self._process = self._context.__enter__()
        self._process.ready(self._seconds)

    def close(self) -> None:
        """End it."""
        if self._context is not None:
            self._context.__exit__(None, None, None)
            self._context = None

    def __call__(self, state: State) -> float:
        """Its estimate for a state; ProgramError if it has none."""
        board = None
        if state._layout is not self._layout:
            self._layout, self._known = state._layout, {}
            board = state._layout.puzzle, state.metric, state.goal
            self._next = iter(_states(state) if self.ahead else ())
        row = bytes(offset & 255 for offset in state._offsets)
        if row not in self._known:
            try:
                self._ask(board, row)
            except ProgramError as error:
                if not self.ahead:
                    raise
                raise ProgramError(error.kind, f"{error}, at {state}") from None
        value = self._known[row]
        is_number = value is None or isinstance(value, int | float)
        return value if is_number else _Odd(value)  # type: ignore[return-value]

    def _ask(self, board: object, row: bytes) -> None:
        """Ask for a state and, behind it, for those that come next."""
        assert self._process is not None
        others = (other for other in self._next if other not in self._known and other != row)
        rows = [row, *islice(others, _AT_ONCE)]
        values = self._process.ask((board, b"".join(rows)), self._seconds).get("h")
        if not isinstance(values, list) or not values:
            raise unreadable()
        self._process.require(values[0])
        for other, value in zip(rows, values, strict=False):
            if not isinstance(value, dict) or "raised" not in value:
                self._known[other] = value


# So many states are asked for at once, of clusters of so many states.
_AT_ONCE, _MOST_STATES = 256, 100_000


def _states(state: State) -> Iterator[bytes]:
    """The states of a cluster, each as a row of its offsets; none of a very large one."""
    width = len(state.vehicles)
    with suppress(LimitReachedError):
        found = explore(
            state._layout.puzzle,
            metric=state.metric,
            goal=state.goal,
            threads=1,
            max_states=_MOST_STATES,
        )
        table = found._offsets()
        yield from (table[at : at + width] for at in range(0, len(table), width))


class _Odd:
    """A value that is no estimate, as its program shows it."""

    def __init__(self, answer: object) -> None:
        self._text = str(answer.get("odd") if isinstance(answer, dict) else answer)[:80]

    def __repr__(self) -> str:
        return self._text


class _Claims(NamedTuple):
    """What `CodeGrade` says of a heuristic alone."""

    admissible: bool | None
    consistent: bool | None
    excess: Excess | None
    fall: Fall | None
    proof: str
    states: int
    fault: str | None


def _claims(estimate: _Estimate, tasks: Sequence[BoardTask], exercise: Exercise) -> _Claims:
    """Whether it is admissible and consistent on tiny boards and on those of the tasks."""
    until = time.monotonic() + exercise.max_check_seconds
    estimate.ahead = True
    verdicts, fault, is_complete = list[Verdict](), None, True
    tiny: list[list[Puzzle]] = [[]] if exercise.tiny else []
    for puzzles in tiny + [[one.puzzle] for one in tasks]:
        left = until - time.monotonic()
        if left <= 0:
            is_complete = False
            break
        try:
            estimate.restart()
            verdicts.append(
                check(
                    estimate,
                    puzzles,
                    metric=exercise.metric,
                    goal=exercise.goal,
                    tiny=not puzzles,
                    max_seconds=left,
                )
            )
        except LimitReachedError:
            is_complete = False
        except (ProgramError, RushHourError) as error:
            fault, is_complete = fault or str(error), False
            if isinstance(error, ProgramError) and error.kind == "timeout":
                break
    excess = next((one.excess for one in verdicts if one.excess), None)
    fall = next((one.fall for one in verdicts if one.fall), None)
    holds = True if is_complete else None
    shortest = excess and solve(excess.puzzle, metric=exercise.metric, goal=exercise.goal).solution
    return _Claims(
        False if excess else holds,
        False if excess or fall else holds,
        excess,
        fall,
        str(shortest or ""),
        sum(one.tiny.states + one.given.states for one in verdicts),
        fault,
    )
