"""Roster: which student an answer is of, by its name, and who has none or several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from unicodedata import normalize

from rushhour.errors import ParseError
from rushhour.lab.grade import Grade
from rushhour.model.words import counted


def students_in(text: str) -> list[str]:
    """The names of a list: one in each line, before a comma, a semicolon or a tab.

    ParseError for a name that is there twice, and for a list without any.
    """
    lines = [re.split(r"[,;\t]", line)[0].strip(" \"'\ufeff") for line in text.splitlines()]
    names = [name for name in lines if _words(name)]
    seen: set[tuple[str, ...]] = set()
    for number, name in enumerate(names, 1):
        if _words(name) in seen:
            raise ParseError(f"expected each student once, found {name[:40]!r} twice", number)
        seen.add(_words(name))
    if not names:
        raise ParseError("expected the names of students, found none")
    return names


def with_students(grades: Sequence[Grade], students: Sequence[str]) -> list[Grade]:
    """The grades with their students, and one that is `missing` for each answer that nobody gave.

    An answer is of the student whose words, such as `anna muster`, are in its name one after the
    other; of two such students, of the one with more words. Every student has to answer every
    puzzle that somebody answered.
    """
    found = [replace(grade, student=student_of(grade.answer, students)) for grade in grades]
    puzzles = list(dict.fromkeys(grade.puzzle for grade in found if grade.puzzle)) or [""]
    given = {(grade.student, grade.puzzle) for grade in found}
    missing = [
        Grade(name, puzzle, "missing", f"no answer of {name}", student=name)
        for name in students
        for puzzle in puzzles
        if (name, puzzle) not in given
    ]
    return found + missing


def student_of(name: str, students: Sequence[str]) -> str | None:
    """The only student with the most words of those whose name is in that of an answer."""
    fitting = [one for one in students if _has(_words(name), _words(one))]
    longest = max((len(_words(one)) for one in fitting), default=0)
    found = [one for one in fitting if len(_words(one)) == longest]
    return found[0] if len(found) == 1 else None


def _has(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether a name is among some words, also with its last word first."""
    parts = {words[at : at + len(name)] for at in range(len(words))}
    return name in parts or (*name[-1:], *name[:-1]) in parts


def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without signs and capitals."""
    return tuple(re.findall(r"[^\W_]+", normalize("NFC", name).casefold()))


def attendance(grades: Sequence[Grade]) -> Iterator[str]:
    """Lines on who has no answer, or several to one puzzle, and which answers are of nobody."""
    missing = [grade for grade in grades if grade.status == "missing"]
    if missing:
        names = ", ".join(f"{one.student} ({one.puzzle})" for one in missing)
        yield f"{counted(len(missing), 'answer')} missing: {names}"
    files: dict[tuple[str, str], list[str]] = {}
    for grade in grades:
        if grade.student is not None and grade.status != "missing":
            files.setdefault((grade.student, grade.puzzle), []).append(grade.answer)
    for (student, puzzle), answers in files.items():
        if len(answers) > 1:
            yield f"{len(answers)} answers of {student} to {puzzle}: {', '.join(answers)}"
    unknown = [grade.answer for grade in grades if grade.student is None]
    if unknown:
        yield f"of no student, or of several: {', '.join(unknown)}"


def owners(programs: Sequence[str], students: Sequence[str]) -> Iterator[str]:
    """Lines on who has no program, or several, and which programs are of nobody."""
    of = {name: student_of(name, students) for name in programs}
    if absent := [one for one in students if one not in of.values()]:
        yield f"no program of {', '.join(absent)}"
    for one in students:
        if len(mine := [name for name, student in of.items() if student == one]) > 1:
            yield f"{len(mine)} programs of {one}: {', '.join(mine)}"
    if unknown := [name for name, student in of.items() if student is None]:
        yield f"of no student, or of several: {', '.join(unknown)}"
