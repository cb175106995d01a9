"""grade: whether the answers of a class are legal and solve, and how far they are from optimal."""

from __future__ import annotations

import codecs
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePath
from stat import S_ISREG
from typing import BinaryIO, Literal, NamedTuple, cast
from unicodedata import normalize

from rushhour.base.expect import file_name, items
from rushhour.base.files import files_in
from rushhour.base.text import JsonDict, aligned, shown
from rushhour.errors import ParseError, RushHourError, WrongValueError
from rushhour.formats.opening import UTF_16_MARKS, decoded, require_no_document
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import beyond_goal, counted
from rushhour.prose.scoring import MOST_CHARACTERS, Score, answer_in, score
from rushhour.search.options import GIB
from rushhour.search.solve import solve

GradeStatus = Literal["solved", "unsolved", "illegal", "malformed", "unreadable", "missing"]

NO_MOVES = "expected moves, found none"


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
    to 1, as `rushhour.prose.score` computes them. With a roster an answer has its `student`.
    An answer that a student did not give, or that nobody gave to a puzzle, is `missing` on request.
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
    student: str | None = None


def grade(
    puzzles: Sequence[Puzzle | RushHourError],
    answers: str | os.PathLike[str],
    *,
    goal: Goal = "edge",
    names: Sequence[str | None] = (),
    prose: bool = False,
    every: bool = False,
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

    With `prose` an answer is free text in which moves are found, as `rushhour.prose.score` does; a
    file that ends in `.jsonl` has an object with `id`, the name, and `answer` on each line.

    With `every` each grade has the optima of its puzzle, and a puzzle without an answer has a grade
    that is `missing`; the titles of the puzzles must differ.

    RushHourError if `names` has another length than `puzzles`, OSError if there is no such folder.
    The limits, as in `solve`, are for each of the two searches of a puzzle.
    """
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    exam = _Exam(Roll(puzzles, names), goal, limits)
    grade_one = exam.scored if prose else exam.grade
    found = map(grade_one, answers_in(Path(file_name("answers", answers)), prose=prose))
    yield from exam.every(found) if every else found


def table(grades: Sequence[Grade], line: int | None = None) -> Iterator[str]:
    """The grades as lines of a table; each cost is shown with its excess over the optimum.

    `line` is the largest width, None for no limit.
    """
    head, *rows = verdicts(grades)
    answers = [
        (shown(grade.answer), shown(grade.puzzle), *row, shown(note(grade)))
        for grade, row in zip(grades, rows, strict=True)
    ]
    return aligned(("answer", "puzzle", *head, _NOTE), answers, names=2, prose=True, line=line)


def verdicts(grades: Sequence[Grade]) -> Iterator[tuple[str, ...]]:
    """The status of each answer, in prose its score, and its costs, below the names of these."""
    is_prose = any(grade.score is not None for grade in grades)
    yield "status", *["score"] * is_prose, "slides", "steps"
    for grade in grades:
        yield (
            grade.status,
            *["-" if grade.score is None else f"{grade.score:.3f}"] * is_prose,
            _cost(grade.slides, grade.least_slides),
            _cost(grade.steps, grade.least_steps),
        )


_NOTE = "what is wrong, and the moves as they were read"


def note(grade: Grade) -> str:
    """What is wrong with an answer, and its moves as they were read."""
    parts = (grade.fault, beyond_goal(grade.beyond) if grade.beyond else None, grade.moves)
    return "; ".join(part for part in parts if part)


def summary(grades: Sequence[Grade]) -> str:
    """The numbers of answers, solutions and optimal solutions, and the average cost of solutions.

    >>> summary([Grade("a", "1", "solved", None, 4, 2, 9, 6), Grade("b", "1", "unsolved")])
    '2 answers, 1 solved, shortest in slides 0, in steps 0; on average 4.0 slides (+2.0)'
    """
    solved = [grade for grade in grades if grade.status == "solved"]
    slides = sum(grade.slides == grade.least_slides for grade in solved)
    steps = sum(grade.steps == grade.least_steps for grade in solved)
    given = sum(grade.status != "missing" for grade in grades)
    text = f"{counted(given, 'answer')}, {len(solved)} solved"
    text += f", shortest in slides {slides}, in steps {steps}"
    known = [(g.slides, g.least_slides) for g in solved if None not in (g.slides, g.least_slides)]
    costs = [(cost, least) for cost, least in known if cost is not None and least is not None]
    if len(costs) == len(solved) > 0:
        mean = sum(cost for cost, _ in costs) / len(costs)
        over = sum(cost - least for cost, least in costs) / len(costs)
        text += f"; on average {mean:.1f} slides (+{over:.1f})"
    return text


def _cost(cost: int | None, least: int | None) -> str:
    """A cost with its excess over the optimum."""
    if cost is None:
        return "-"
    if least is None:
        return f"{cost} of ?"
    return f"{cost} shortest" if cost == least else f"{cost} (+{cost - least})"


class _Exam:
    """The puzzles with their optima, which are computed once."""

    def __init__(self, roll: Roll, goal: Goal, limits: JsonDict) -> None:
        self._roll = roll
        self._goal: Goal = goal
        self._limits = limits
        self._least = cache(self._search)

    def grade(self, answer: NamedAnswer) -> Grade:
        """Grade an answer, whatever it holds."""
        number: int | None = None
        puzzle: Puzzle | None = None
        try:
            number = self._number(answer)
            puzzle = self._roll.puzzle(number)
            moves = read_moves(_readable(answer), puzzle)
        except RushHourError as error:
            why = f"{error}{_hint(answer, puzzle)}"
            return Grade(answer.name, self._title(number), "malformed", why)
        title, solution = self._title(number), Solution(puzzle, moves, "slide", self._goal)
        fault = _fault(solution, is_csv=answer.is_csv)
        if fault is not None:
            status: GradeStatus = "illegal" if fault.startswith("move ") else "unsolved"
            why = fault if moves else f"{fault}{_hint(answer, puzzle)}"
            return Grade(answer.name, title, status, why, moves=str(solution))
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
            number = self._number(answer)
            puzzle = self._roll.puzzle(number)
            found = score(puzzle, _readable(answer), goal=self._goal, **self._limits)
        except RushHourError as error:
            return Grade(answer.name, self._title(number), "malformed", str(error))
        return _grade_of(answer.name, self._title(number), found)

    def _number(self, answer: NamedAnswer) -> int:
        """The index of the puzzle; RushHourError if there is none, or nothing that names it."""
        try:
            return self._roll.number(answer.name, is_id=answer.is_line)
        except RushHourError:
            if answer.is_line:
                _readable(answer)
            raise

    def every(self, grades: Iterable[Grade]) -> Iterator[Grade]:
        """The grades with both optima, and after them the puzzles that have none."""
        numbers = self._roll.by_title()
        answered = set()
        for grade in grades:
            answered.add(grade.puzzle)
            yield grade if grade.puzzle == "" else self._with_optima(grade, numbers[grade.puzzle])
        for title, number in numbers.items():
            if title not in answered:
                yield self._with_optima(Grade("", title, "missing", "no answer"), number)

    def _with_optima(self, grade: Grade, number: int) -> Grade:
        try:
            slides, steps = self._least(number, "slide"), self._least(number, "step")
        except RushHourError as error:
            return replace(grade, fault=grade.fault or str(error))
        return replace(grade, least_slides=slides, least_steps=steps)

    def _title(self, number: int | None) -> str:
        return "" if number is None else self._roll.title(number)

    def _search(self, number: int, metric: Metric) -> int | None:
        query: JsonDict = {"metric": metric, "goal": self._goal, **self._limits}
        return solve(self._roll.puzzle(number), **query).cost


def _readable(answer: NamedAnswer) -> str:
    if isinstance(answer.text, RushHourError):
        raise answer.text
    return answer.text


def _grade_of(name: str, title: str, found: Score) -> Grade:
    """The grade of a scored answer; costs are those of a solution only."""
    faults = {"empty": NO_MOVES, "unsolved": "the goal is not reached"}
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
    if not solution.moves:
        return NO_MOVES
    columns = {vehicle.label for vehicle in solution.puzzle.vehicles if vehicle.axis == "v"}
    moves = tuple(Move(m.vehicle, -m.cells) if m.vehicle in columns else m for m in solution.moves)
    if is_csv and not replace(solution, moves=moves).verify():
        return f"{faults[0]}; right if + were down"
    return faults[0]


# Answers: texts to be graded, from a file, a folder or JSON lines, each with its name.


MOST_BYTES = 1_000_000
"""The largest solution that is read; the longest known one has some thousand."""

MOST_LINE = 1 << 24
"""The longest line of JSON lines that is read."""


# Bytes that no text in an encoding of one byte has.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]")


class NamedAnswer(NamedTuple):
    """An answer by its name; in place of the text, why it cannot be read.

    One from a line of JSON is named by its id, or where there is none by its place.
    """

    name: str
    text: str | ParseError
    is_csv: bool = False
    is_line: bool = False


def answers_in(root: Path, *, prose: bool = False) -> Iterator[NamedAnswer]:
    """Every answer of a folder and its sub-folders, in order of name, or the one in a file.

    A file that ends in `.jsonl` has an answer in prose on each line, an object with `id`, its name,
    and `answer`. Of any other file with prose the end is read. All are in UTF-8, in UTF-16, or in
    Windows' Latin letters. OSError if there is no such folder.
    """
    for file in files_in(root):
        name = file.relative_to(root).as_posix() if file != root else file.name
        printable = name.encode(errors="surrogateescape").decode(errors="replace")
        if prose and file.suffix == ".jsonl":
            yield from _from_lines(printable, file)
        else:
            text = _text(file, _end if prose else _whole)
            yield NamedAnswer(printable, text, file.suffix == ".csv")


def _text(file: Path, read: Callable[[BinaryIO], str]) -> str | ParseError:
    try:
        with _opened(file) as stream:
            return read(stream)
    except OSError as error:
        return ParseError(f"cannot be read: {error.strerror}")
    except ParseError as error:
        return error


def _opened(file: Path) -> BinaryIO:
    if not S_ISREG(file.stat().st_mode):
        raise ParseError("expected a file")
    return file.open("rb")


def _whole(stream: BinaryIO) -> str:
    """The text of a solution; ParseError if it is not text or too long."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ParseError(f"expected at most {MOST_BYTES} bytes, found more")
    return _decoded(content)


def _end(stream: BinaryIO) -> str:
    """The end of a text, as much as is scored of it; ParseError if it is not text."""
    first, size = stream.read(8), stream.seek(0, os.SEEK_END)
    require_no_document(first)
    start = max(0, size - 4 * MOST_CHARACTERS)
    stream.seek(start)
    content = stream.read(4 * MOST_CHARACTERS)
    if start == 0:
        return _decoded(content)
    if first.startswith(UTF_16_MARKS):
        return _decoded(first[:2] + content[start % 2 :])
    begins = next((n for n in range(4) if content[n] & 0xC0 != 0x80), 0)
    return _decoded(content[begins:])


def _decoded(content: bytes) -> str:
    """A text in UTF-8, in UTF-16, or in Windows-1252, which has Latin-1 in it."""
    require_no_document(content)
    if content[:2].count(0) == 1 and len(content) % 2 == 0:  # no mark, but a letter of two bytes
        content = UTF_16_MARKS[content[0] == 0] + content
    try:
        return decoded(content)
    except ParseError:
        is_text = not content.startswith(UTF_16_MARKS) and not _NO_TEXT.search(content)
        if not is_text:
            raise
        return content.decode("cp1252", errors="replace")


def _from_lines(name: str, file: Path) -> Iterator[NamedAnswer]:
    try:
        with _opened(file) as stream:
            yield from _in_stream(name, _in_utf_8(stream))
    except OSError as error:
        yield NamedAnswer(name, ParseError(f"cannot be read: {error.strerror}"))
    except ParseError as error:
        yield NamedAnswer(name, error)


def _in_utf_8(stream: BinaryIO) -> BinaryIO:
    """The same text in UTF-8, if it is in UTF-16."""
    mark = stream.read(2)
    stream.seek(0)
    if mark not in UTF_16_MARKS:
        return stream
    wide = codecs.EncodedFile(stream, "utf-8", "utf-16", errors="replace")
    return cast("BinaryIO", wide)


def _in_stream(name: str, stream: BinaryIO) -> Iterator[NamedAnswer]:
    number = 0
    while line := stream.readline(MOST_LINE):
        number += 1
        is_whole = line.endswith(b"\n") or len(line) < MOST_LINE
        while not is_whole:
            is_whole = stream.readline(MOST_LINE)[-1:] in (b"\n", b"")
            line = b""
        if line.strip() or not line:
            yield _from_line(line, f"{name}, line {number}")


def _from_line(line: bytes, place: str) -> NamedAnswer:
    """The answer in a line; it is named by its place if it cannot be read."""
    try:
        found = json.loads(_decoded(line))
    except (ValueError, RecursionError):
        why = f"expected a line of JSON of at most {MOST_LINE} bytes, found none"
        return NamedAnswer(place, ParseError(why), is_line=True)
    name, text = (found.get(key) if isinstance(found, dict) else None for key in ("id", "answer"))
    if not isinstance(name, str | int) or isinstance(name, bool):
        return NamedAnswer(
            place, ParseError('expected an object with an "id", found none'), is_line=True
        )
    if not isinstance(text, str):
        why = f'expected text under "answer", found {type(text).__name__}'
        return NamedAnswer(f"{name}", ParseError(why), is_line=True)
    return NamedAnswer(str(name), text, is_line=True)


# Roll: the puzzles of a class, and which of them an answer is for by the name of its file.


_Words = tuple[str, ...]


class Roll:
    """The puzzles, each with its titles: a given name, its own title, its number from 1."""

    def __init__(
        self, puzzles: Sequence[Puzzle | RushHourError], names: Sequence[str | None] = ()
    ) -> None:
        items("puzzles", puzzles, Puzzle | RushHourError, "Puzzle")
        items("names", names, str | None, "text or None")
        if not puzzles:
            raise WrongValueError("expected at least one puzzle, found none")
        if names and len(names) != len(puzzles):
            raise WrongValueError(f"expected {len(puzzles)} names, found {len(names)}")
        self._puzzles = puzzles
        self._titles = [
            (item.title if isinstance(item, Puzzle) else None, name)
            for item, name in zip(puzzles, names or [None] * len(puzzles), strict=True)
        ]
        self._numbers: defaultdict[_Words, list[int]] = defaultdict(list)
        for number, titles in enumerate(self._titles):
            for words in {_words(title) for title in titles if title is not None}:
                self._numbers[words].append(number)

    def number(self, answer: str, *, is_id: bool = False) -> int:
        """The index of the puzzle that an answer is for, by the path of its file, or by its id.

        RushHourError if no name fits, or one that several puzzles have.
        """
        if len(self._puzzles) == 1:
            return 0
        path = PurePath(answer)
        parts = [_words(part) for part in (path.stem, *reversed(path.parts[:-1]))]
        found = self._named(parts) or self._mentioned(parts) or self._numbered(parts)
        if not found:
            what = "the id" if is_id else "the name"
            where = (
                f"found {answer[:40]!r}" if is_id else "in the name of the file or of its folder"
            )
            raise RushHourError(f"expected {what} of a puzzle, such as {self.title(0)}, {where}")
        if len(found) > 1:
            several = ", ".join(str(number + 1) for number in found)
            raise RushHourError(f"the name fits more than one puzzle: {several}")
        return found[0]

    def _named(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzles that have the name of the file, or else of a folder that it is in."""
        return next((self._numbers[part] for part in parts if part in self._numbers), [])

    def _mentioned(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzles whose names, with a letter in them, are the longest part of such a name."""
        names = [name for name in self._numbers if not "".join(name).isdecimal()]
        for part in parts:
            inside = [name for name in names if _is_part(name, part)]
            longest = max(map(len, inside), default=0)
            found = {n for name in inside if len(name) == longest for n in self._numbers[name]}
            if found:
                return sorted(found)
        return []

    def _numbered(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzle whose number, from 1, is such a name."""
        numbers = {(str(number + 1),): [number] for number in range(len(self._puzzles))}
        return next((numbers[part] for part in parts if part in numbers), [])

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle with an index; RushHourError if there is only its error."""
        item = self._puzzles[number]
        if isinstance(item, Puzzle):
            return item
        raise RushHourError("its puzzle is malformed")

    def by_title(self) -> dict[str, int]:
        """The indices of the puzzles by title; WrongValueError if two have the same."""
        numbers: dict[str, int] = {}
        for number in range(len(self._puzzles)):
            if numbers.setdefault(self.title(number), number) != number:
                title = shown(self.title(number))
                raise WrongValueError(
                    f"expected puzzles with titles that differ, found two {title}"
                )
        return numbers

    def title(self, number: int) -> str:
        """The title of a puzzle, or else its name, or else its number."""
        return next(filter(None, self._titles[number]), str(number + 1))


def _words(text: str) -> _Words:
    """The words and numbers of a title or file name; `jam-01` and `Jam 1` have the same."""
    words = re.findall(r"[^\W\d_]+|\d+", normalize("NFC", text).casefold())
    return tuple(word.lstrip("0") or "0" if word.isdecimal() else word for word in words)


def _is_part(name: _Words, words: _Words) -> bool:
    """Whether a name stands in a longer one, such as `jam-01` in `anna-jam-01 (1)`."""
    starts = range(len(words) - len(name) + 1)
    return bool(name) and any(words[start : start + len(name)] == name for start in starts)
