"""Strings: a Python list of rows, as course work in Python and Haskell writes boards.

```text
["--B---",
 "--B---",
 "XXB---",      - is empty, X the target, every other character a vehicle
 "--AA--",
 "------",
 "------"]
```

A name before it and a call around it are read too, such as `rushhour(0, [...])`: what the call
would do is not. The text is never evaluated. What other marks mean is decided in `drawing`. A list
of board strings, each with its target `A`, is several puzzles.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import isqrt

from rushhour.errors import UnwritableError
from rushhour.formats import boardstring, drawing, drawn
from rushhour.formats.literal import Literal, constant
from rushhour.formats.source import Line, Source
from rushhour.formats.target import require_plain
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY = "X", "-."
# Signs that are walls, empty cells or ends of rows elsewhere.
FOREIGN = "x#o_/\\\"'"

_BEFORE = r"(\w+\s*=\s*)?(\w+\s*\(\s*([+-]?\d+\s*,\s*)*)?\[\s*"
_START = re.compile(_BEFORE + r"(\"[^\"]*\"|'[^']*')\s*[],]")
_LIKELY = re.compile(_BEFORE + "[\"']")


def matches(source: Source) -> bool:
    """A list that begins with a string."""
    return bool(_START.match("\n".join(line.text.lstrip() for line in source.head[:8])))


def resembles(source: Source) -> bool:
    """A list that begins with a quote."""
    return bool(_LIKELY.match(source.opening))


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The puzzle of the rows, or those of the boards; `target` declares the target's character."""
    literal = Literal.of(source)
    nodes = literal.items(_rows(literal), "a list of rows")
    if not nodes:
        literal.fail(literal.root, "a list of at least one row")
    rows = [literal.text_of(node, "a row of cells in quotes") for node in nodes]
    if _are_boards(rows):
        for node, row in zip(nodes, rows, strict=True):
            line = Line(node.lineno, row)
            source.begin = node.lineno
            yield boardstring.lone_board(source, line, target)
        return
    for number, (node, row) in enumerate(zip(nodes, rows, strict=True), 1):
        if len(row) != len(rows[0]):
            literal.fail(node, f"{len(rows[0])} cells in row {number}")
        foreign = [sign for sign in row if sign in "/\\\"'" or not sign.isprintable()]
        if foreign:
            literal.fail(node, f"- for empty cells and letters for vehicles, not {foreign[0]!r}")
    yield drawing.board(source, rows, target=target, own=TARGET)


def _are_boards(rows: list[str]) -> bool:
    """Whether the strings are boards, not rows: square or with `/`, and each with its target."""
    has_targets = all(row.count(boardstring.TARGET) > 1 for row in rows)
    is_square = all(isqrt(len(row)) ** 2 == len(row) for row in rows)
    is_wide = len(rows[0]) > drawn.LARGEST or (len(rows) > 1 and is_square and has_targets)
    return has_targets and (is_wide or any("/" in row for row in rows))


def _rows(literal: Literal) -> ast.expr:
    """The list itself, or the one that is the last argument of a call, behind numbers."""
    root = literal.root
    if not isinstance(root, ast.Call):
        return root
    *numbers, rows = root.args or [root]
    if root.keywords or not all(type(constant(number)) is int for number in numbers):
        literal.fail(root, "a call with a list of rows, or with numbers and then the list")
    return rows


def write(puzzle: Puzzle) -> str:
    """The list in several lines, without the title, which the format cannot hold."""
    import json

    rows = drawn.rows(puzzle, wall=None, reserved=EMPTY + FOREIGN, format="strings")
    drawn.require_own_exit(puzzle, "strings")
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format strings labels the target X, not {puzzle.target}; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    require_plain(rows, {*"".join(rows)} - {*EMPTY}, "strings", TARGET)
    quoted = [json.dumps(row.replace(".", "-"), ensure_ascii=False) for row in rows]
    return "[" + ",\n ".join(quoted) + "]\n"
