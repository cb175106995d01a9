"""Blocks: seed 003, a Python literal.

```text
[["B1", 2, V, (0, 0)],      name, length, axis, (row, column) of the top-left cell
 ["B2", 2, H, (0, 1)]],
(2, 0)                      the target's cell; it has no name, is horizontal and 2 cells long
```

The board is 6x6. `board = make_init_state(...)` around it is read too. The target is labelled `T`,
or `T1`, `T2`, ... where a block has that name already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn

from rushhour.errors import UnwritableError
from rushhour.formats import listed
from rushhour.formats.source import Source
from rushhour.puzzle import Puzzle
from rushhour.setup import Setup, Vehicle

if TYPE_CHECKING:
    import ast

SIZE = 6
SHAPE = '["B1", 2, V, (0, 0)]'

_START = re.compile(r"(\w+\s*=\s*)?(make_init_state\s*\()?\s*\[\s*(\[\s*[\"']|\]\s*,\s*\()")


def matches(source: Source) -> bool:
    """A list of lists that begin with a string, or of none before a cell."""
    return bool(_START.match("\n".join(line.text.lstrip() for line in source.head[:3])))


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text."""
    blocks, cell = _parts(source, _expression(source))
    vehicles = [_vehicle(source, block) for block in _elements(source, blocks, "a list of blocks")]
    target = _free_label(vehicle.label for vehicle in vehicles)
    row, col = _cell(source, cell)
    vehicles.append(Vehicle(target, "h", row, col, 2))
    yield Setup(SIZE, SIZE, tuple(vehicles), target)


def _expression(source: Source) -> ast.expr:
    import ast

    try:
        body = ast.parse(source.text().strip()).body
    except SyntaxError as error:
        source.fail(f"expected a Python literal, {error.msg}", error.lineno, error.offset)
    except (ValueError, RecursionError, MemoryError):
        source.fail("expected a Python literal, found one that is nested too deep")
    if len(body) == 1 and isinstance(body[0], ast.Expr | ast.Assign):
        return body[0].value
    source.fail("expected one Python literal")


def _parts(source: Source, node: ast.expr) -> tuple[ast.expr, ast.expr]:
    import ast

    parts = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
    if len(parts) != 2:
        _fail(source, node, "a list of blocks and the target's cell")
    return parts[0], parts[1]


def _elements(source: Source, node: ast.expr, meaning: str) -> list[ast.expr]:
    import ast

    if not isinstance(node, ast.List | ast.Tuple):
        _fail(source, node, meaning)
    return node.elts


def _vehicle(source: Source, node: ast.expr) -> Vehicle:
    import ast

    parts = _elements(source, node, SHAPE)
    if len(parts) != 4:
        _fail(source, node, SHAPE)
    name, length, axis, cell = parts
    letter = axis.id if isinstance(axis, ast.Name) else _constant(axis)
    if letter not in ("H", "V"):
        _fail(source, axis, "H or V")
    label = _constant(name)
    if not isinstance(label, str):
        _fail(source, name, "a name in quotes")
    row, col = _cell(source, cell)
    return Vehicle(label, "h" if letter == "H" else "v", row, col, _integer(source, length))


def _cell(source: Source, node: ast.expr) -> tuple[int, int]:
    parts = _elements(source, node, "(row, column)")
    if len(parts) != 2:
        _fail(source, node, "(row, column)")
    return _integer(source, parts[0]), _integer(source, parts[1])


def _integer(source: Source, node: ast.expr) -> int:
    import ast

    value = _constant(node.operand) if isinstance(node, ast.UnaryOp) else _constant(node)
    if type(value) is not int:
        _fail(source, node, "an integer")
    return -value if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else value


def _constant(node: ast.expr) -> Any:
    return getattr(node, "value", None)


def _fail(source: Source, node: ast.expr, expected: str) -> NoReturn:
    source.fail(f"expected {expected}", node.lineno, node.col_offset + 1)


def _free_label(labels: Iterable[str]) -> str:
    taken = set(labels)
    if "T" not in taken:
        return "T"
    return next(label for label in (f"T{number}" for number in count(1)) if label not in taken)


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    others = [vehicle for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    expected = _free_label(vehicle.label for vehicle in others)
    listed.require(puzzle, "blocks", target=expected, size=SIZE)
    target = puzzle.vehicles[puzzle.index(puzzle.target)]
    if target.axis != "h" or target.length != 2:
        raise UnwritableError("the format blocks has horizontal targets of 2 cells only")
    rows = [
        f"[{_quoted(v.label)}, {v.length}, {v.axis.upper()}, ({v.row}, {v.col})]" for v in others
    ]
    return "[" + ",\n ".join(rows) + f"], ({target.row}, {target.col})\n"


def _quoted(label: str) -> str:
    return '"' + label.replace("\\", "\\\\").replace('"', '\\"') + '"'
