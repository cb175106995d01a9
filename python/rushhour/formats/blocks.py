"""Blocks: a Python literal, as in the README of "Unblock Me - Solver".

```text
[["B1", 2, V, (0, 0)],      name, length, axis, (row, column) of the top-left cell
 ["B2", 2, H, (0, 1)]],
(2, 0)                      the target's cell; it has no name, is horizontal and 2 cells long
```

The board is 6x6. `make_init_state(...)` around it is read wherever it stands: in a program, with
the lines that run its search, or in the README itself. Several calls are several puzzles. The text
is never evaluated.
The target is labelled `T`, or `T1`, `T2`, ... if a block has that name already.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import count

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import code, listed, table
from rushhour.formats.literal import Literal, constant
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Setup, Vehicle

SIZE, TARGET = 6, "T"
SHAPE = '["B1", 2, V, (0, 0)]'

MAKER = "make_init_state"

_CALL = re.compile(rf"\b{MAKER}\s*\(\s*\[")
_START = re.compile(r"(\w+\s*=\s*)?(make_init_state\s*\()?\s*\[\s*(\[\s*[\"']|\]\s*,\s*\()")


def matches(source: Source) -> bool:
    """A call that makes a board, a list of lists that begin with a string, or an empty list."""
    head = "\n".join(line.text.lstrip() for line in source.head[:8])
    is_list = bool(_START.match(head)) and not (table.resembles(source) or code.matches(source))
    return is_list or bool(_CALL.search(source.opening))


def resembles(source: Source) -> bool:
    """A list of lists, or the function of "Unblock Me - Solver"."""
    opening = source.opening
    is_list = bool(re.match(r"\[\s*[\[(]", opening)) and not table.resembles(source)
    return is_list or "make_init_state" in opening[:200]


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzle of each call that makes a board, or the one of a text without such calls."""
    if not _CALL.search(source.opening):
        yield _puzzle(Literal.of(source))
        return
    for literal in Literal.calls(source, MAKER):
        source.begin = literal.start[0]
        try:
            yield _puzzle(literal)
        except ParseError as error:
            yield error


def _puzzle(literal: Literal) -> Setup:
    blocks, cell = _parts(literal)
    vehicles = [_vehicle(literal, block) for block in literal.items(blocks, "a list of blocks")]
    target = _free_label(vehicle.label for vehicle in vehicles)
    row, col = _cell(literal, cell)
    vehicles.append(Vehicle(target, "h", row, col, 2))
    return Setup(SIZE, SIZE, tuple(vehicles), target)


def _parts(literal: Literal) -> tuple[ast.expr, ast.expr]:
    """The list of blocks and the target's cell."""
    root = literal.root
    parts = root.args if isinstance(root, ast.Call) else getattr(root, "elts", [])
    if len(parts) != 2:
        whole = "two arguments: " if isinstance(root, ast.Call) else ""
        literal.fail(root, f"{whole}a list of blocks and the target's cell")
    return parts[0], parts[1]


def _vehicle(literal: Literal, node: ast.expr) -> Vehicle:
    name, length, axis, cell = literal.items(node, SHAPE, 4)
    row, col = _cell(literal, cell)
    return Vehicle(
        literal.text_of(name, "a name in quotes"),
        _axis(literal, axis),
        row,
        col,
        literal.integer(length),
    )


def _axis(literal: Literal, node: ast.expr) -> Axis:
    letter = node.id if isinstance(node, ast.Name) else constant(node)
    if letter not in ("H", "V"):
        literal.fail(node, "H or V")
    return "h" if letter == "H" else "v"


def _cell(literal: Literal, node: ast.expr) -> tuple[int, int]:
    row, col = literal.items(node, "(row, column)", 2)
    return literal.integer(row), literal.integer(col)


def _free_label(labels: Iterable[str]) -> str:
    taken = set(labels)
    if TARGET not in taken:
        return TARGET
    return next(label for label in (f"T{number}" for number in count(1)) if label not in taken)


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    others = [vehicle for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    expected = _free_label(vehicle.label for vehicle in others)
    listed.require_board(puzzle, "blocks", target=expected, size=SIZE)
    target = puzzle.vehicle(puzzle.target)
    if target.axis != "h" or target.length != 2:
        raise UnwritableError("the format blocks has horizontal targets of 2 cells only")
    rows = [
        f"[{_quoted(v.label)}, {v.length}, {v.axis.upper()}, ({v.row}, {v.col})]" for v in others
    ]
    return "[" + ",\n ".join(rows) + f"], ({target.row}, {target.col})\n"


def _quoted(label: str) -> str:
    """A string in double quotes; Python can read JSON's strings."""
    import json

    return json.dumps(label, ensure_ascii=False)
