"""Exit codes: what scripts can rely on."""

from __future__ import annotations

SOLVED = 0
UNSOLVABLE = 1
MALFORMED = 2
LIMIT = 3
FAILED = 4
INTERRUPTED = 130
# What a shell says of a program that SIGPIPE ended, as it ends most: 128 + 13.
BROKEN_PIPE = 141

_GRAVITY = (SOLVED, UNSOLVABLE, LIMIT, MALFORMED, FAILED)
_CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "unknown": LIMIT}


def of_status(status: str) -> int:
    """The exit code of an outcome's status."""
    return _CODES[status]


def graver(one: int, other: int) -> int:
    """The graver of two ends of many: failed, malformed, a limit, unsolvable."""
    return max(one, other, key=_GRAVITY.index)
