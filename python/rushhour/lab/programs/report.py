"""The grades of programs as text: for people, for spreadsheets, for Gradescope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rushhour.base.text import JsonDict, aligned, shown
from rushhour.lab.programs.examine import BoardGrade, CodeGrade
from rushhour.model.words import counted

_HEAD = (
    *("program", "part", "solved", "optimal", "legal", "nodes", "our nodes", "ms", "our ms"),
    *("admissible", "consistent", "marks", "what is wrong"),
)
_BOARD_HEAD = (
    *("program", "part", "board", "status", "cost", "optimum"),
    *("nodes", "our nodes", "ms", "our ms"),
    "what is wrong, or the moves",
)


def code_table(grades: Sequence[CodeGrade], line: int | None = None) -> Iterator[str]:
    """A line for each part of each program; `nodes` and `ms` are sums over what it solves.

    `line` is the largest width, None for no limit.
    """
    rows = [_row(grade) for grade in grades]
    return aligned(_HEAD, rows, names=2, right=range(5, 9), prose=True, line=line)


def board_table(grades: Sequence[CodeGrade], line: int | None = None) -> Iterator[str]:
    """A line for each board of each part of each program."""
    rows = [_board_row(grade, one) for grade in grades for one in grade.boards]
    return aligned(_BOARD_HEAD, rows, names=3, right=range(4, 10), prose=True, line=line)


def _row(grade: CodeGrade) -> tuple[str, ...]:
    count = len(grade.boards)
    nodes, our_nodes = grade.total("nodes")
    seconds, ours = grade.total("seconds")
    return (
        shown(grade.program),
        grade.part,
        *(f"{found} of {count}" for found in (grade.solved, grade.optimal, grade.legal)),
        "-" if nodes is None else f"{nodes:,.0f}",
        "-" if nodes is None else f"{our_nodes:,.0f}",
        "-" if seconds is None else f"{1000 * seconds:,.0f}",
        "-" if seconds is None else f"{1000 * ours:,.1f}",
        *(_claim(grade, found) for found in (grade.admissible, grade.consistent)),
        f"{grade.marks:g} of {count}",
        shown(wrong_with(grade)),
    )


def _claim(grade: CodeGrade, found: bool | None) -> str:
    if grade.part != "h":
        return ""
    return {True: "yes", False: "no", None: "open"}[found] if grade.states else "-"


def _board_row(grade: CodeGrade, one: BoardGrade) -> tuple[str, ...]:
    return (
        shown(grade.program),
        grade.part,
        shown(one.board),
        one.status,
        "-" if one.cost is None else str(one.cost),
        "none" if one.optimum is None else str(one.optimum),
        "-" if one.nodes is None else f"{one.nodes:,}",
        f"{one.our_nodes:,}",
        "-" if one.seconds is None else f"{1000 * one.seconds:,.0f}",
        f"{1000 * one.our_seconds:,.1f}",
        shown("; ".join(filter(None, [one.fault, one.moves]))),
    )


def wrong_with(grade: CodeGrade) -> str:
    """The first thing that is wrong with a part of a program, and how many more boards fail."""
    wrong = [one for one in grade.boards if not one.is_solved]
    texts = []
    if wrong and wrong[0].fault != grade.fault:
        more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        texts = [f"{wrong[0].board}{more}: {wrong[0].fault}"]
    if grade.fault is not None:
        is_of_board = wrong and wrong[0].fault == grade.fault
        texts.append(grade.fault if is_of_board else f"in the check: {grade.fault}")
    return "; ".join(texts)


def code_summary(grades: Sequence[CodeGrade]) -> str:
    """The number of programs, and of those that solve every board, and at the least cost."""
    programs = dict.fromkeys(grade.program for grade in grades)
    text = counted(len(programs), "program")
    for part in dict.fromkeys(grade.part for grade in grades):
        mine = [grade for grade in grades if grade.part == part]
        solved = sum(grade.solved == len(grade.boards) for grade in mine)
        best = sum(grade.optimal == len(grade.boards) for grade in mine)
        text += f"; {part}: {len(mine)}, {solved} solve every board, {best} at the least cost"
    return text


def drawn(grade: CodeGrade) -> Iterator[str]:
    """The smallest counterexamples to what a heuristic should be, as pictures."""
    if grade.excess is not None:
        yield f"{shown(grade.program)} is not admissible: {grade.excess}"
        yield f"the shortest solution: {grade.proof}" if grade.proof else "it is solved"
    if grade.fall is not None:
        yield f"{shown(grade.program)} is not consistent: {grade.fall}"


def code_record(grade: CodeGrade) -> JsonDict:
    """What is known of a part of a program, by name, in a line of a spreadsheet."""
    nodes, our_nodes = grade.total("nodes")
    seconds, our_seconds = grade.total("seconds")
    return {
        "program": grade.program,
        "part": grade.part,
        "form": grade.form,
        "boards": len(grade.boards),
        "solved": grade.solved,
        "optimal": grade.optimal,
        "legal": grade.legal,
        "nodes": nodes,
        "our_nodes": our_nodes,
        "seconds": seconds,
        "our_seconds": our_seconds,
        "admissible": grade.admissible,
        "consistent": grade.consistent,
        "states": grade.states,
        "marks": grade.marks,
        "wrong": wrong_with(grade) or None,
    }


def full_record(grade: CodeGrade) -> JsonDict:
    """The same with the counterexamples, and a list with what it did with each board."""
    excess, fall = grade.excess, grade.fall
    return {
        **code_record(grade),
        "excess": excess and excess.as_json() | {"proof": grade.proof},
        "fall": fall and fall.as_json(),
        "results": [asdict(one) for one in grade.boards],
    }


def board_records(grade: CodeGrade) -> Iterator[JsonDict]:
    """What is known of a part of a program on each board, by name."""
    for one in grade.boards:
        yield {"program": grade.program, "part": grade.part, **asdict(one)}


def gradescope(grades: Sequence[CodeGrade], visibility: str = "visible") -> JsonDict:
    """The grades of one program as Gradescope's `results.json` has them.

    Each board is a test of its own, and so is each claim; the scores add up to the marks.
    """
    tests = [one for grade in grades for one in _tests(grade)]
    pictures = "\n".join(line for grade in grades for line in drawn(grade))
    nodes = [
        grade.total("nodes")[0]
        for grade in grades
        if grade.part == "h" and grade.solved == len(grade.boards)
    ]
    leaders = [{"name": "nodes", "value": value, "order": "asc"} for value in nodes if value]
    return {
        "output": "\n".join(filter(None, [code_summary(grades), pictures])),
        "visibility": visibility,
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": leaders,
    }


def _tests(grade: CodeGrade) -> Iterator[JsonDict]:
    """A test for each thing that counts."""
    count = len(grade.boards)
    most = 1.0 if grade.part == "solve" else 0.25
    for one in grade.boards:
        half = one.is_solved if grade.part == "solve" else one.is_optimal
        score = most * (half + one.is_optimal) / 2
        text = "; ".join(filter(None, [one.fault, _costs(one), one.moves]))
        yield _test(f"{grade.part}: {one.board}", score, most, text)
    if grade.part == "h":
        admissible, consistent = grade.kept_claims
        seen = grade.fault or f"checked on {grade.states:,} states"
        if not grade.has_values:
            seen = "h has no value for a board"
        yield _test("h is admissible", count / 4 * admissible, count / 4, str(grade.excess or seen))
        yield _test("h is consistent", count / 4 * consistent, count / 4, str(grade.fall or seen))
        nodes, ours = grade.total("nodes")
        text = (
            f"{grade.solved} of {count} boards solved, {nodes or 0:,.0f} states, ours {ours:,.0f}"
        )
        yield _test("h saves states", count / 4 * grade.fewer, count / 4, text)


def _costs(one: BoardGrade) -> str:
    if one.is_solved and one.optimum is None:
        return "there is no solution"
    return "" if one.cost is None else f"cost {one.cost}, the least is {one.optimum}"


def _test(name: str, score: float, most: float, text: str) -> JsonDict:
    status = "passed" if score == most else "failed"
    return {"name": name, "score": score, "max_score": most, "status": status, "output": text}
