"""Checks of arguments, made before any work.

A wrong type raises WrongTypeError, an unknown name UnknownNameError; both say what was expected.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from numbers import Real
from typing import Any, TypeVar

from rushhour.model.errors import RushHourError, UnknownNameError, WrongTypeError, listed

T = TypeVar("T")


def expect(name: str, value: T, types: Any, expected: str) -> T:
    """The value, if it is an instance of the types."""
    if not isinstance(value, types):
        raise WrongTypeError(name, expected, seen(value))
    return value


def seen(value: object) -> str:
    """A value in an error message: its type, and the beginning of its repr."""
    return "None" if value is None else f"{type(value).__name__} {repr(value)[:40]}"


def integer(name: str, value: object, expected: str = "an integer") -> None:
    """Refuse all but integers; those of NumPy are allowed."""
    if type(value) is not int and not hasattr(value, "__index__"):
        raise WrongTypeError(name, expected, seen(value))


def text(name: str, value: str) -> None:
    """Refuse all but text, and also text that cannot be encoded."""
    if expect(name, value, str, "a text").isascii():
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RushHourError(f"expected text for {name}, found lone surrogates: {value!a}") from None


def items(name: str, values: object, types: Any, expected: str) -> None:
    """Refuse all but collections of such items; a text does not count as one."""
    if not isinstance(values, Collection) or isinstance(values, str):
        raise WrongTypeError(name, f"a collection of {expected}s", seen(values))
    for number, value in enumerate(values):
        if not isinstance(value, types):
            raise WrongTypeError(f"{name}[{number}]", f"a {expected}", seen(value))


def cells(name: str, values: Any) -> None:
    """Refuse all but collections of (row, column) pairs."""
    items(name, values, Collection, "pair of row and column")
    for number, cell in enumerate(values):
        if len(cell) != 2 or not all(hasattr(part, "__index__") for part in cell):
            raise WrongTypeError(f"{name}[{number}]", "a pair of row and column", seen(cell))


def known(kind: str, name: str, names: Sequence[str]) -> None:
    """Refuse a name that is not among those known."""
    if isinstance(name, str) and name in names:
        return
    raise UnknownNameError(kind, expect(kind, name, str, listed(names)), list(names))


def limits(states: object, memory: object, seconds: object) -> None:
    """Refuse limits that are negative or not numbers; None means no limit."""
    for name, limit in (("max_states", states), ("max_memory", memory)):
        if limit is not None:
            integer(name, limit, "an integer or None")
    expect("max_seconds", seconds, Real | None, "a number or None")
    named = (("max_states", states), ("max_memory", memory), ("max_seconds", seconds))
    for name, limit in named:
        if limit is not None and not limit >= 0:  # type: ignore[operator]
            raise RushHourError(f"expected {name} of at least 0 or None, found {limit}")
