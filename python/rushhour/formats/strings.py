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
would do is not. The text is never evaluated. Empty cells may also be `.`, but not both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rushhour.formats import drawn
from rushhour.formats.literal import Literal, constant
from rushhour.formats.source import Source
from rushhour.formats.target import require_plain, target_of
from rushhour.model.errors import UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY = "X", "-."
# Signs that are walls or ends of rows in other formats.
FOREIGN = "x#/\\\"'"

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
    """The one puzzle of the text; `target` declares the target's character."""
    literal = Literal.of(source)
    nodes = literal.items(_rows(literal), "a list of rows")
    if not nodes:
        literal.fail(literal.root, "a list of at least one row")
    rows = [literal.text_of(node, "a row of cells in quotes") for node in nodes]
    for number, (node, row) in enumerate(zip(nodes, rows, strict=True), 1):
        if len(row) != len(rows[0]):
            literal.fail(node, f"{len(rows[0])} cells in row {number}")
        foreign = [sign for sign in row if sign in FOREIGN or not sign.isprintable() or sign == " "]
        if foreign:
            literal.fail(node, f"- for empty cells and letters for vehicles, not {foreign[0]!r}")
    empty = [sign for sign in EMPTY if any(sign in row for row in rows)]
    if len(empty) > 1:
        literal.fail(literal.root, "one mark for empty cells, - or .")
    labels = {*"".join(rows)} - {*empty}
    yield drawn.setup(
        rows, target=target or target_of(source, rows, labels, own=TARGET), empty=empty
    )


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
