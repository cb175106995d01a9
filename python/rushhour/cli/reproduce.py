"""`rushhour reproduce TABLE`: a published table beside the values that rushhour computes."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from textwrap import fill, wrap
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.options import among, json_lines
from rushhour.cli.output import print_json, put
from rushhour.lab.statements import Statement, statements
from rushhour.lab.tables import TABLES, Cell, Figures, Table, table
from rushhour.lab.tables import reproduce as cells_of

# The width of a usual terminal, and of the widest table.
_LINE = 80
# The width of a side with one figure.
_SIDE = 10
_NAMES = [table.name for table in TABLES]


def reproduce(
    name: Annotated[str, Parameter(help=f"One of {', '.join(_NAMES)}.", completer=among(_NAMES))],
    /,
    *,
    json: Annotated[bool, json_lines("cell and statement")] = False,
) -> int:
    """Print a published table beside the values computed here, and how many agree.

    Below it stand the source's claims that a heuristic is admissible or
    consistent, with each heuristic that they can mean, and what else the source
    says, beside what is measured here. They are checked on the states of tiny
    boards and of the source's puzzles.

    Exit codes: 0 all cells that are defined agree and all claims are true in some
    reading, 1 not so.

    Examples
    --------
    rushhour reproduce ntnu
    rushhour reproduce ntnu --json
    """
    cells: list[Cell] = []
    for cell in cells_of(name):
        cells.append(cell)
        if json:
            print_json({**asdict(cell), "agrees": cell.agrees})
        else:
            _print_cell(cell, cells[0], None if cells[1:] else table(name).source)
    if not json:
        _print_summary(cells, table(name))
    for statement in statements(name):
        _print_statement(statement, json=json)
    numbers = all(cell.agrees for cell in cells if cell.counts and not cell.heuristic)
    is_true = numbers and all(any(readings) for readings in _readings(cells).values())
    return codes.SOLVED if is_true else codes.UNSOLVABLE


def _readings(cells: list[Cell]) -> dict[str, list[bool]]:
    """For each claim whether it is true, in each of its readings."""
    found: dict[str, list[bool]] = {}
    for cell in cells:
        if cell.heuristic:
            found.setdefault(cell.column, []).append(cell.agrees)
    return found


def _print_cell(cell: Cell, head: Cell, source: str | None) -> None:
    """Print a line, before the first cell also the head of the table."""
    width = max(_SIDE, 7 * len(head.quantities))
    if source is not None:
        put(_filled(source))
        put(_line("", "", ("published",), ("computed",), width))
        put(_line("puzzle", "column", cell.quantities, cell.quantities, width))
    line = _line(cell.heuristic or cell.puzzle, cell.column, cell.published, cell.computed, width)
    put(f"{line}  {_note(cell)}".rstrip())


def _note(cell: Cell) -> str:
    if cell.agrees:
        return ""
    if cell.counts:
        return "false" if cell.heuristic else "differs"
    return "not defined" if cell.computed else "not computed"


def _line(puzzle: str, column: str, published: Figures, computed: Figures, width: int) -> str:
    """Two sides of equal width; a long name reduces the first."""
    label = f"{puzzle:9} {column:15}"
    left, right = ("".join(f"{figure:>7}" for figure in side) for side in (published, computed))
    return f"{label}{left:>{25 + width - len(label)}}  |{right:>{width}}"


def _print_summary(cells: list[Cell], known: Table) -> None:
    """Print what the figures are, why some cells are not compared, and how many others agree."""
    numbers = [cell for cell in cells if not cell.heuristic]
    notes = Counter(map(_note, numbers))
    for note, reason in (("not defined", known.reason), ("not computed", known.left_out)):
        if notes[note]:
            put(_filled(f"{note}, {notes[note]} cells: {reason}"))
    for text in (known.figures, known.cells):
        if text:
            put(_filled(text))
    first: dict[str, Cell] = {}
    for cell in numbers:
        first.setdefault(cell.column, cell)
    for column, cell in first.items():
        if cell.command:
            put(f"{cell.puzzle}, {column}:\n{_wrapped(cell.command)}")
    counted = [cell.agrees for cell in numbers if cell.counts]
    if counted:
        put(f"{sum(counted)} of {len(counted)} cells agree")
    if known.claims:
        _print_claims(cells, known)


def _print_claims(cells: list[Cell], known: Table) -> None:
    readings = _readings(cells).values()
    checked = f"on the states of tiny boards and of {', '.join(known.states)}"
    put(_filled(f"claims, {known.claims}; checked {checked}"))
    for cell in cells:
        if cell.heuristic and not cell.agrees:
            put(_filled(f"{cell.column} is false of {cell.heuristic}: {cell.counterexample}"))
            put(_wrapped(cell.command))
    split = sum(any(agree) and not all(agree) for agree in readings)
    others = f", {split} in one of two readings" if split else ""
    true, false = sum(map(all, readings)), sum(not any(agree) for agree in readings)
    put(f"{true} of {len(readings)} claims are true{others}, {false} false")


def _print_statement(statement: Statement, *, json: bool) -> None:
    holds, measured = statement.measure()
    if json:
        values = {"table": statement.table, "says": statement.says, "holds": holds}
        print_json({**values, "measured": measured, "command": statement.command})
        return
    verdict = {True: "true", False: "false", None: "not decided"}[holds]
    put("")
    put(_filled(f"says: {statement.says}"))
    put(_filled(f"{verdict}: {measured}", "  "))
    put(_wrapped(statement.command))


def _filled(text: str, indent: str = "") -> str:
    return fill(
        text, _LINE, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _wrapped(command: str) -> str:
    """A command in lines that the shell joins."""
    lines = wrap(command, _LINE - 6, break_long_words=False, break_on_hyphens=False)
    return "  " + " \\\n      ".join(lines)
