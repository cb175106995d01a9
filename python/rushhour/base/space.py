"""The address space that the system allows this process (`ulimit -v`)."""

from __future__ import annotations

import os

MB = 1 << 20
# pyarrow's own allocator reserves 1 GiB at once, and OpenBLAS a buffer for each processor.
_FRUGAL = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}


def require_space(least: int, use: str) -> bool:
    """Whether the address space has a limit; MemoryError if it is less than so many bytes.

    Libraries and threads that find none end the process, where a search ends as `unknown`. With any
    limit, libraries that are imported later take less.
    """
    try:
        import resource
    except ImportError:  # as on Windows, which has no such limit
        return False
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return False
    if limit < least:
        found = f"found {limit // MB} MB (ulimit -v)"
        raise MemoryError(f"expected at least {least // MB} MB of address space for {use}, {found}")
    for name, value in _FRUGAL.items():
        os.environ.setdefault(name, value)
    return True
