"""A line on standard error while the scheduler of a cluster does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from rushhour.cli.output import warn

# Seconds before the line: a scheduler that is there answers sooner.
_PATIENCE = 3.0


@contextmanager
def patient(address: str) -> Iterator[None]:
    """Say once where the command waits, if connecting to the address of `--cluster` takes long."""
    if address.startswith("local:"):
        yield
        return
    timer = Timer(_PATIENCE, warn, [f"waiting for the Dask scheduler at {address}"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
