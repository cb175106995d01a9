"""Exit codes: what scripts can rely on."""

from __future__ import annotations

import errno

SOLVED = 0
UNSOLVABLE = 1
MALFORMED = 2
LIMIT = 3
FAILED = 4
# The shell's code for a program ended by SIGPIPE: 128 + 13.
BROKEN_PIPE = 141

# A full disk, the end of a quota, and of what a file may have: limits, as those on memory.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_GRAVITY = (SOLVED, UNSOLVABLE, LIMIT, MALFORMED, FAILED)
_CODES = {"solved": SOLVED, "unsolvable": UNSOLVABLE, "unknown": LIMIT}


def of_status(status: str) -> int:
    """The exit code of an outcome's status."""
    return _CODES[status]


def graver(one: int, other: int) -> int:
    """The graver of two exit codes, in the order: failed, malformed, a limit, unsolvable."""
    return max(one, other, key=_GRAVITY.index)
