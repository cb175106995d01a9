"""Checking JSON values against shapes, since a file can hold anything.

A shape is a dict with a shape for each key, a list with one shape for all items, a tuple with a
shape for each item, a range of numbers, a set of words, or the type `str`.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any


class MalformedError(ValueError):
    """The file is not a certificate; the message says what was expected and found."""


def expect(value: Any, shape: Any, place: str) -> None:
    """Refuse a value of another shape; an object may have further keys."""
    if isinstance(shape, dict):
        _refuse_unless(type(value) is dict, "an object", value, place)
        for name, inner in shape.items():
            _refuse_unless(name in value, f"the key {name!r}", value, place)
            expect(value[name], inner, name)
    elif isinstance(shape, list | tuple):
        _refuse_unless(type(value) is list, "a list", value, place)
        is_each = isinstance(shape, tuple)
        _refuse_unless(not is_each or len(value) == len(shape), f"{len(shape)} items", value, place)
        for item, inner in zip(value, shape if is_each else repeat(shape[0]), strict=False):
            expect(item, inner, place)
    else:
        _expect_plain(value, shape, place)


def _expect_plain(value: Any, shape: Any, place: str) -> None:
    if isinstance(shape, range):
        is_in = type(value) is int and value in shape
        _refuse_unless(is_in, f"{shape.start} to {shape.stop - 1}", value, place)
    elif isinstance(shape, set):
        is_in = type(value) is str and value in shape
        _refuse_unless(is_in, " or ".join(sorted(shape)), value, place)
    else:
        _refuse_unless(type(value) is shape, "a text", value, place)


def _refuse_unless(is_right: bool, expected: str, value: Any, place: str) -> None:
    if not is_right:
        found = type(value).__name__ if isinstance(value, dict | list) else ascii(value)[:40]
        raise MalformedError(f"expected {expected} for {place}, found {found}")
