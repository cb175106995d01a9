"""The parts of the pages of sources that the program computes: boards, cells, claims, statements.

`docs/sources/NAME.md` includes them as `_NAME-PART.md`; their pictures go beside the other ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import rushhour
from rushhour import Puzzle, Solution
from rushhour.lab.statements import Measurement, Statement, statements
from rushhour.lab.tables import (
    Cell,
    PublishedColumn,
    Table,
    published_puzzles,
    reproduce,
    table,
)
from rushhour.model.move import Metric


class Source(NamedTuple):
    """The page of a source of a published table, its title, and the boards that it shows."""

    page: str
    title: str
    boards: list[str]


SOURCES = {
    "csc": Source(
        "chouaibi-bradai", "Chouaibi and Bradai", ["GameP01", "GameP14", "GameP33", "GameP40"]
    ),
    "princeton": Source("car-list", "The car-list assignment", ["Example"]),
    "hagenberg": Source(
        "ebner-lamplmair-mayer",
        "Ebner, Lamplmair and Mayer",
        [f"Jam-{number}" for number in range(1, 41)],
    ),
    "solver": Source("unblock-me-solver", "Unblock Me - Solver", ["Solver"]),
    "ntnu": Source(
        "barth-stokke", "Barth and Stokke", ["Easy-3", "Medium-1", "Hard-3", "Expert-2"]
    ),
}

PICTURES = "../_static/pictures/sources"
VERDICTS = {True: "true", False: "false", None: "open"}


def write(docs: Path) -> None:
    """Write all parts and pictures into the folder of the site."""
    folder = docs / "_static" / "pictures" / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    for name, text in parts().items():
        (docs / "sources" / f"_{name}.md").write_text(text, encoding="utf-8")


def parts() -> dict[str, str]:
    """The text of each part by its name, such as `csc-cells`."""
    found = {"summary": summary()}
    for name in SOURCES:
        found[f"{name}-boards"] = boards(name)
        found[f"{name}-cells"] = cells_of(name)
        found[f"{name}-claims"] = claims(name)
        found[f"{name}-statements"] = "\n".join(map(said, statements(name)))
    return {name: text for name, text in found.items() if text}


@cache
def cells(name: str) -> tuple[Cell, ...]:
    """The cells of a published table, and its claims, computed once."""
    return tuple(reproduce(name))


@cache
def measured(statement: Statement) -> Measurement:
    """What is measured of a statement, computed once."""
    return statement.measure()


def plain(text: str) -> str:
    """A text without emphasis in Markdown."""
    return text.replace("*", r"\*")


def sentence(text: str) -> str:
    """A text as a sentence of Markdown."""
    return f"{plain(text[0].upper() + text[1:])}."


def in_table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# Boards.


def file_of(name: str) -> str:
    """The file of a board by its published name."""
    kind, _, number = name.partition("-")
    stems = {"Example": "assignment", "Solver": "unblock-me-solver", "Jam": f"jam-{number:>02}"}
    stem = stems.get(kind, f"ntnu-{name.lower()}" if number else name)
    return f"puzzles/{stem}.txt"


def boards(name: str) -> str:
    """The boards of a source: few to play, with their solutions, many as pictures."""
    shown = {board: published_puzzles()[board] for board in SOURCES[name].boards}
    is_few = len(shown) <= 5
    cards = [(_played if is_few else _card)(board, puzzle) for board, puzzle in shown.items()]
    width = "1 2 2 2" if is_few else "2 4 5 5"
    return f":::::{{grid}} {width}\n:gutter: 2\n\n{''.join(cards)}:::::\n"


def _played(name: str, puzzle: Puzzle) -> str:
    """A board to play, with a shortest solution."""
    rows = rushhour.write(puzzle, "boardstring").strip()
    lines = [rows[at : at + puzzle.cols] for at in range(0, len(rows), puzzle.cols)]
    text = "\n".join(lines)
    return (
        f"::::{{grid-item}}\n**{name}**: {_facts(puzzle)}; `{file_of(name)}`\n\n"
        f"```{{board}}\n:caption: {name}, with a shortest solution\n:target: A\n"
        f":moves: {rushhour.solve(puzzle).solution}\n\n{text}\n```\n::::\n\n"
    )


def _card(name: str, puzzle: Puzzle) -> str:
    """A board as a picture."""
    return (
        f"::::{{grid-item-card}} {name}\n:img-bottom: {PICTURES}/{name}.svg\n"
        f":img-alt: The board {name}\n\n{_facts(puzzle)}\n\n`{file_of(name)}`\n::::\n\n"
    )


def _facts(puzzle: Puzzle) -> str:
    slides, steps = (rushhour.solve(puzzle, metric=metric).cost for metric in ("slide", "step"))
    return f"{slides} slides, {steps} steps, {len(rushhour.explore(puzzle))} states"


def pictures() -> dict[str, str]:
    """Every picture of these pages by its name."""
    found = {
        name: published_puzzles()[name].svg(theme="auto") for name in SOURCES["hagenberg"].boards
    }
    for cell in (cell for name in SOURCES for cell in cells(name)):
        if cell.counterexample:
            found[example_of(cell)] = counterexample(cell).svg("arrows", theme="auto")
    return found


# Cells.


def cells_of(name: str) -> str:
    """The published cells beside those computed here; empty for a source without a table."""
    numbers = [cell for cell in cells(name) if not cell.heuristic]
    if not numbers:
        return ""
    is_whole = all(cell.counts for cell in numbers)
    return _by_puzzle(name, numbers) if is_whole else _one_by_one(numbers, table(name))


def _by_puzzle(name: str, numbers: list[Cell]) -> str:
    """A line for each puzzle; every column is compared, and has its command."""
    columns = list(dict.fromkeys(cell.column for cell in numbers))
    rows: dict[str, list[str]] = {}
    for cell in numbers:
        rows.setdefault(cell.puzzle, [cell.puzzle]).append(_figures(cell))
    heads = [f"{plain(column)}: {', '.join(numbers[0].quantities)}" for column in columns]
    agreeing = sum(cell.agrees for cell in numbers)
    commands = [[plain(one.name), f"`{command_of(name, one)}`"] for one in table(name).columns]
    how = f"{agreeing} of {len(numbers)} cells agree to the last digit"
    return (
        f"{how}; here {plain(table(name).figures)}.\n\n"
        + in_table(["puzzle", *heads], list(rows.values()))
        + "\n"
        + in_table(["column", "command; FILE is that of the board"], commands)
    )


def _figures(cell: Cell) -> str:
    """The published figures and, where they differ, those computed here."""
    published = " / ".join(cell.published)
    return published if cell.agrees else f"{published}; here {' / '.join(cell.computed)}"


def command_of(name: str, column: PublishedColumn) -> str:
    """The command that prints the figures of a column for a file of a board."""
    line = column.command("")
    return (
        f"rushhour FILE {line.partition(' | rushhour ')[2]}"
        if line
        else f"rushhour reproduce {name}"
    )


def _one_by_one(numbers: list[Cell], known: Table) -> str:
    """A line for each cell; some are not defined well enough, or cannot be computed."""
    rows = [
        [
            cell.puzzle,
            plain(cell.column),
            " ".join(cell.published),
            " ".join(cell.computed) or "-",
            "equal" if cell.agrees else _why(cell),
        ]
        for cell in numbers
    ]
    head = ["puzzle", "column", "published", "here", ""]
    why = f"Not defined: {plain(known.reason)}.\n\nNot computed: {plain(known.left_out)}.\n"
    return f"{in_table(head, rows)}\n{why}\n`rushhour reproduce {known.name}` prints all of them.\n"


def _why(cell: Cell) -> str:
    if cell.counts:
        return "differs"
    return "not defined" if cell.computed else "not computed"


# Claims that a heuristic is admissible or consistent.


def claims(name: str) -> str:
    """Each claim in each of its readings, and the counterexamples, drawn."""
    found = [cell for cell in cells(name) if cell.heuristic]
    if not found:
        return ""
    rows = [
        [claim_of(cell), f"`{cell.heuristic}`", VERDICTS[cell.agrees], f"`{cell.command}`"]
        for cell in found
    ]
    drawn = [_drawn(cell) for cell in found if cell.counterexample]
    text = in_table(["claim", "read as", "", "command"], rows)
    return text + (f"\n::::{{grid}} 1 2 3 3\n:gutter: 2\n\n{''.join(drawn)}::::\n" if drawn else "")


def claim_of(cell: Cell) -> str:
    """A claim in words: `MH is admissible`."""
    called, _, quality = cell.column.rpartition(" ")
    return f"{called} is {'' if cell.published == ('yes',) else 'not '}{quality}"


def example_of(cell: Cell) -> str:
    """The name of the picture of a counterexample."""
    return f"{cell.heuristic}-{cell.column.rpartition(' ')[2]}-{cell.puzzle}"


def counterexample(cell: Cell) -> Solution:
    """The shortest solution of a state with too high an estimate, or the move on which it falls."""
    values, _, rows = cell.counterexample.rpartition(": ")
    puzzle = rushhour.parse(rows, "boardstring")
    metric: Metric = "step" if cell.puzzle == "steps" else "slide"
    fall = re.match(r"(\S+) takes h", values)
    if fall:
        return Solution.parse(puzzle, fall[1], metric=metric)
    solution = rushhour.solve(puzzle, metric=metric).solution
    assert solution is not None
    return solution


def _drawn(cell: Cell) -> str:
    values, _, _ = cell.counterexample.rpartition(": ")
    called, _, quality = cell.column.rpartition(" ")
    title = f"{called} as {cell.heuristic}: not {quality}"
    moves = counterexample(cell)
    shown = f"; {moves} is shortest" if values.startswith("h is") else ""
    return (
        f":::{{grid-item-card}} {title}\n:img-bottom: {PICTURES}/{example_of(cell)}.svg\n"
        f":img-alt: The smallest board on which {cell.heuristic} is not {quality}\n\n"
        f"{values}{shown}\n:::\n\n"
    )


# What else a source says.


def said(statement: Statement) -> str:
    """A statement with what was measured, and the command."""
    holds, text = measured(statement)
    return (
        f"**{sentence(statement.says)}** {VERDICTS[holds].title()}.\n\n"
        f"{sentence(text)}\n\n```text\n{statement.command}\n```\n"
    )


# All sources.


def summary() -> str:
    """A line for each source: how many of its cells agree, how many of its claims are true."""
    head = ["source", "cells that agree", "claims about heuristics", "other statements"]
    return in_table(head, [list(_in_short(name)) for name in SOURCES])


def _in_short(name: str) -> Iterator[str]:
    source = SOURCES[name]
    yield f"[{source.title}]({source.page}.md)"
    counted = [cell.agrees for cell in cells(name) if cell.counts and not cell.heuristic]
    yield f"{sum(counted)} of {len(counted)}" if counted else ""
    readings: dict[str, set[bool]] = {}
    for cell in cells(name):
        if cell.heuristic:
            readings.setdefault(cell.column, set()).add(cell.agrees)
    kinds = {True: "true", False: "false"}
    yield _counted(
        kinds[found.pop()] if len(found) == 1 else "true in one of two readings"
        for found in readings.values()
    )
    yield _counted(VERDICTS[measured(statement)[0]] for statement in statements(name))


def _counted(verdicts: Iterable[str]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in Counter(verdicts).items())
