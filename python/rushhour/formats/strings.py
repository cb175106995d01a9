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
of board strings, each with its target `A`, is several puzzles. The reader is `src/reader/code.rs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import drawn
from rushhour.formats.source import Source, encodable
from rushhour.formats.target import require_plain
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY = "X", "-."
# Signs that are walls, empty cells or ends of rows elsewhere, or stand between the cells of a row.
FOREIGN = "x#o_/\\\"',"

_BEFORE = r"(\w+\s*=\s*)?(\w+\s*\(\s*([+-]?\d+\s*,\s*)*)?\[\s*"
_START = re.compile(_BEFORE + r"(\"[^\"]*\"|'[^']*')\s*[],]")
_LIKELY = re.compile(_BEFORE + "[\"']")


def matches(source: Source) -> bool:
    """A list that begins with a string."""
    return bool(_START.match("\n".join(line.text.lstrip() for line in source.head[:8])))


def resembles(source: Source) -> bool:
    """A list that begins with a quote."""
    return bool(_LIKELY.match(source.opening))


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzle of the rows, or those of the boards; `target` declares the target's character."""
    text = encodable(source.text())
    return drawn.items(source, _core.read_code(text, drawn.declared(target)))


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
