"""`rushhour reproduce TABLE`: a published table beside the same cells computed."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import fill
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.output import print_json
from rushhour.lab.reproduce import Cell, table
from rushhour.lab.reproduce import reproduce as cells_of
from rushhour.lab.tables import TABLES

# The columns of a terminal, and what the widest table takes.
_LINE = 80
_NAMES = ", ".join(table.name for table in TABLES)


def reproduce(
    name: Annotated[str, Parameter(help=f"One of {_NAMES}.")],
    /,
    *,
    json: Annotated[bool, Parameter(help="One JSON object a cell, each in its line.")] = False,
) -> int:
    """Print a published table beside the same cells computed, and how many agree.

    Exit codes: 0 all cells that are defined agree, 1 some do not.
    """
    cells: list[Cell] = []
    for cell in cells_of(name):
        if json:
            print_json({**asdict(cell), "agrees": cell.agrees})
        else:
            _print_cell(cell, None if cells else table(name).source)
        cells.append(cell)
    counted = [cell.agrees for cell in cells if cell.counts]
    if not json:
        _print_summary(counted, len(cells) - len(counted), table(name).reason)
    return codes.SOLVED if all(counted) else codes.UNSOLVABLE


def _print_cell(cell: Cell, source: str | None) -> None:
    """A line, below the head of the table if it is the first."""
    if source is not None:
        blanks = ("",) * (len(cell.quantities) - 1)
        print(fill(source, _LINE))
        print(_line("", "", (*blanks, "published"), (*blanks, "computed"), ""))
        print(_line("puzzle", "column", cell.quantities, cell.quantities, ""))
    note = "" if cell.agrees else "differs" if cell.counts else "not defined"
    print(_line(cell.puzzle, cell.column, cell.published, cell.computed, note), flush=True)


def _line(
    puzzle: str, column: str, published: tuple[str, ...], computed: tuple[str, ...], note: str
) -> str:
    both = (published, computed)
    sides = ("".join(f"{figure:>7}" for figure in side).rjust(10) for side in both)
    return f"{puzzle:9}{column:16}{'  |'.join(sides)}  {note}".rstrip()


def _print_summary(counted: list[bool], others: int, reason: str) -> None:
    if others:
        print(fill(f"not defined, {others} cells: {reason}", _LINE))
    print(f"{sum(counted)} of {len(counted)} cells agree")
