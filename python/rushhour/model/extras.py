"""Extras: optional packages, which are imported on use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rushhour.model.errors import MissingExtraError


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import packages of an extra in this block; MissingExtraError if one is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "rushhour"):
            raise
        raise MissingExtraError(package, extra) from None
