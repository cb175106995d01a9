"""A line on standard error while the scheduler of a cluster does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Timer
from typing import TypeVar

from rushhour.cli.output import warn

T = TypeVar("T")

# Seconds before the line: a scheduler that is there answers sooner.
_PATIENCE = 3.0


@contextmanager
def patiently(connection: AbstractContextManager[T], address: str | None) -> Iterator[T]:
    """A connection to the address of `--cluster`; if it takes long, say once what is waited for."""
    timer = Timer(_PATIENCE, warn, [f"waiting for the Dask scheduler at {address}"])
    timer.daemon = True
    if address is not None and not address.startswith("local:"):
        timer.start()
    try:
        with connection as connected:
            timer.cancel()
            yield connected
    finally:
        timer.cancel()
