"""`rushhour reproduce TABLE`: a published table beside the values that rushhour computes."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from textwrap import fill
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.options import json_lines
from rushhour.cli.output import print_json
from rushhour.lab.reproduce import Cell, table
from rushhour.lab.reproduce import reproduce as cells_of
from rushhour.lab.tables import TABLES, Figures, Table

# The width of a usual terminal, and of the widest table.
_LINE = 80
# The width of a side with one figure.
_SIDE = 10
_NAMES = ", ".join(table.name for table in TABLES)


def reproduce(
    name: Annotated[str, Parameter(help=f"One of {_NAMES}.")],
    /,
    *,
    json: Annotated[bool, json_lines("cell")] = False,
) -> int:
    """Print a published table beside the values computed here, and how many agree.

    Below it stand the source's claims that a heuristic is admissible or
    consistent.

    Exit codes: 0 all cells that are defined agree, 1 some do not.

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
    return codes.SOLVED if all(cell.agrees for cell in cells if cell.counts) else codes.UNSOLVABLE


def _print_cell(cell: Cell, head: Cell, source: str | None) -> None:
    """Print a line, before the first cell also the head of the table."""
    width = max(_SIDE, 7 * len(head.quantities))
    if source is not None:
        print(fill(source, _LINE))
        print(_line("", "", ("published",), ("computed",), width))
        print(_line("puzzle", "column", cell.quantities, cell.quantities, width))
    line = _line(cell.puzzle, cell.column, cell.published, cell.computed, width)
    print(f"{line}  {_note(cell)}".rstrip(), flush=True)


def _note(cell: Cell) -> str:
    if cell.agrees:
        return ""
    if cell.counts:
        return "differs"
    return "not defined" if cell.computed else "not computed"


def _line(puzzle: str, column: str, published: Figures, computed: Figures, width: int) -> str:
    """Two sides of equal width; a long name reduces the first."""
    label = f"{puzzle:9} {column:15}"
    left, right = ("".join(f"{figure:>7}" for figure in side) for side in (published, computed))
    return f"{label}{left:>{25 + width - len(label)}}  |{right:>{width}}"


def _print_summary(cells: list[Cell], known: Table) -> None:
    """Print why some cells are not compared, and how many of the others agree."""
    notes = Counter(map(_note, cells))
    for note, reason in (("not defined", known.reason), ("not computed", known.left_out)):
        if notes[note]:
            print(fill(f"{note}, {notes[note]} cells: {reason}", _LINE))
    if known.claims:
        print(fill(f"claims: {known.claims}", _LINE))
    counted = [cell.agrees for cell in cells if cell.counts]
    print(f"{sum(counted)} of {len(counted)} cells agree")
