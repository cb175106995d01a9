"""How many threads to use."""

from __future__ import annotations

import os

from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer

# Each takes a stack of its own, and far more of them than processors gain nothing.
_MOST_THREADS = 1024


def thread_count(wanted: int | None) -> int:
    """The number of threads: as wanted, or one for each processor that this process may use."""
    if wanted is not None:
        integer("threads", wanted, "an integer or None")
        if wanted < 1:
            raise RushHourError(f"expected at least 1 thread, found {wanted}")
        if wanted > _MOST_THREADS:
            raise RushHourError(f"expected at most {_MOST_THREADS} threads, found {wanted}")
        return wanted
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
