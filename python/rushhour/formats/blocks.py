"""Blocks: a Python literal, as in the README of "Unblock Me - Solver".

```text
[["B1", 2, V, (0, 0)],      name, length, axis, (row, column) of the top-left cell
 ["B2", 2, H, (0, 1)]],
(2, 0)                      the target's cell; it has no name, is horizontal and 2 cells long
```

The board is 6x6. `board = make_init_state(...)` around it is read too; the text is never evaluated.
The target is labelled `T`, or `T1`, `T2`, ... if a block has that name already.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn

from rushhour.formats import listed
from rushhour.formats.lines import lone_surrogate
from rushhour.formats.source import Source
from rushhour.model.errors import UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Setup, Vehicle

SIZE = 6
SHAPE = '["B1", 2, V, (0, 0)]'
# A block is 20 characters long and a board holds 18 of them; Python parses this in a second.
MAX_LITERAL = 1 << 17

_START = re.compile(r"(\w+\s*=\s*)?(make_init_state\s*\()?\s*\[\s*(\[\s*[\"']|\]\s*,\s*\()")


def matches(source: Source) -> bool:
    """A list of lists that begin with a string, or an empty list before a cell."""
    return bool(_START.match("\n".join(line.text.lstrip() for line in source.head[:8])))


def resembles(source: Source) -> bool:
    """A list of lists, or the function of "Unblock Me - Solver"."""
    opening = source.opening
    return bool(re.match(r"\[\s*[\[(]", opening)) or "make_init_state" in opening[:200]


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text."""
    literal = _Literal.of(source)
    blocks, cell = literal.parts()
    vehicles = [_vehicle(literal, block) for block in literal.items(blocks, "a list of blocks")]
    target = _free_label(vehicle.label for vehicle in vehicles)
    row, col = _cell(literal, cell)
    vehicles.append(Vehicle(target, "h", row, col, 2))
    yield Setup(SIZE, SIZE, tuple(vehicles), target)


@dataclass(frozen=True, slots=True)
class _Literal:
    """The syntax tree of a text, with the text itself for quotes in errors."""

    source: Source
    text: str
    root: ast.expr

    @classmethod
    def of(cls, source: Source) -> _Literal:
        text = _without_indent(source.text())
        if len(text) > MAX_LITERAL:
            source.fail(f"expected at most {MAX_LITERAL} characters for a Python literal")
        try:
            with warnings.catch_warnings():  # escapes in strings can be warned of
                warnings.simplefilter("ignore")
                body = ast.parse(text).body
        except SyntaxError as error:
            message = f"expected a Python literal, found an error in it: {error.msg}"
            source.fail(message, error.lineno, error.offset)
        except (ValueError, RecursionError, MemoryError):
            source.fail("expected a Python literal, found one that is nested too deep")
        if len(body) == 1 and isinstance(body[0], ast.Expr | ast.Assign):
            return cls(source, text, body[0].value)
        found = "a statement" if len(body) == 1 else f"{len(body)} statements"
        source.fail(f"expected one Python literal, found {found}")

    def parts(self) -> tuple[ast.expr, ast.expr]:
        """The list of blocks and the target's cell."""
        call, root = isinstance(self.root, ast.Call), self.root
        parts = root.args if isinstance(root, ast.Call) else getattr(root, "elts", [])
        if len(parts) != 2:
            whole = "two arguments: " if call else ""
            self.fail(root, f"{whole}a list of blocks and the target's cell")
        return parts[0], parts[1]

    def items(self, node: ast.expr, meaning: str, length: int | None = None) -> list[ast.expr]:
        """The items of a list or tuple, which must have the length if one is given."""
        if not isinstance(node, ast.List | ast.Tuple) or length not in (None, len(node.elts)):
            self.fail(node, meaning)
        return node.elts

    def integer(self, node: ast.expr) -> int:
        """An integer with or without a sign."""
        signed = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd)
        value = _constant(node.operand if isinstance(node, ast.UnaryOp) else node)
        if type(value) is not int or signed != isinstance(node, ast.UnaryOp):
            self.fail(node, "an integer")
        return -value if signed and isinstance(node.op, ast.USub) else value  # type: ignore[attr-defined]

    def fail(self, node: ast.expr, expected: str) -> NoReturn:
        """Raise an error about a part of the literal; columns are counted in characters."""
        line = self.text.split("\n")[node.lineno - 1]
        column = len(line.encode()[: node.col_offset].decode()) + 1
        found = (ast.get_source_segment(self.text, node) or "").split("\n")[0][:40]
        self.source.fail(f"expected {expected}, found {found}", node.lineno, column)


def _without_indent(text: str) -> str:
    """The text with its first line that is not blank unindented, as Python requires."""
    start = len(text) - len(text.lstrip())
    return text[: text.rfind("\n", 0, start) + 1] + text[start:]


def _vehicle(literal: _Literal, node: ast.expr) -> Vehicle:
    name, length, axis, cell = literal.items(node, SHAPE, 4)
    row, col = _cell(literal, cell)
    return Vehicle(_label(literal, name), _axis(literal, axis), row, col, literal.integer(length))


def _label(literal: _Literal, node: ast.expr) -> str:
    label = _constant(node)
    if not isinstance(label, str) or lone_surrogate(label) is not None:
        literal.fail(node, "a name in quotes")
    return label


def _axis(literal: _Literal, node: ast.expr) -> Axis:
    letter = node.id if isinstance(node, ast.Name) else _constant(node)
    if letter not in ("H", "V"):
        literal.fail(node, "H or V")
    return "h" if letter == "H" else "v"


def _cell(literal: _Literal, node: ast.expr) -> tuple[int, int]:
    row, col = literal.items(node, "(row, column)", 2)
    return literal.integer(row), literal.integer(col)


def _constant(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) else None


def _free_label(labels: Iterable[str]) -> str:
    taken = set(labels)
    if "T" not in taken:
        return "T"
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
