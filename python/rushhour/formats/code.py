"""Rows of cells in a program: lists, arrays, braces or quoted lines, as any language writes them.

```text
board = [[".", ".", "B"],       int board[3][3] = {{0, 0, 2},      "..B" +
         ["X", "X", "B"],                          {1, 1, 2},      "XXB" +
         [".", ".", "."]]                          {0, 0, 0}};     "..."
```

A row is a text in quotes, or a group of cells in brackets or between semicolons. What stands before
`=`, names of types and functions, and comments do not count. Texts and signs are a drawing, whose
marks are decided in `drawing`; numbers are a matrix. A group of such boards, or of board strings,
is several puzzles. The reader is `src/reader/code.rs`.
"""

from __future__ import annotations

from collections.abc import Callable

import rushhour._core as _core
from rushhour.formats import matrix, strings
from rushhour.formats.source import Source, encodable


def matches(source: Source) -> bool:
    """Rows of one width with cells that a board has, in the notation of a program."""
    return (
        _is_code(_core.is_code, source)
        and not strings.matches(source)
        and not matrix.matches(source)
    )


def resembles(source: Source) -> bool:
    """Several rows of cells in the notation of a program."""
    return _is_code(_core.resembles_code, source)


def _is_code(test: Callable[[str], bool], source: Source) -> bool:
    opening = source.opening
    return any(sign in opening for sign in "[{(<\"'`") and test(encodable(opening))


read = strings.read  # one reader for the rows of all languages
