"""Checks of arguments, made before any work.

A wrong type raises WrongTypeError, an unknown name UnknownNameError; both say what was expected.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from numbers import Real
from os import PathLike, fsencode, fspath
from typing import Any, TypeVar

from rushhour.errors import UnknownNameError, WrongTypeError, WrongValueError, listed

T = TypeVar("T")

# Every integer up to here has a float, and digits that Python prints.
_GREATEST = 10**300


def expect(name: str, value: T, types: Any, expected: str) -> T:
    """The value, if it is an instance of the types."""
    if not isinstance(value, types):
        raise WrongTypeError(name, expected, brief_repr(value))
    return value


def brief_repr(value: object) -> str:
    """A value in an error message: its type, and the beginning of its repr."""
    if value is None:
        return "None"
    try:
        text = repr(value)
    except ValueError:  # an integer in it has more digits than Python prints
        text = "of too many digits"
    return f"{type(value).__name__} {text[:40]}"


def integer(name: str, value: object, expected: str = "an integer") -> None:
    """Refuse all but integers, and those of more than 300 digits; those of NumPy are allowed."""
    if type(value) is int:
        if not -_GREATEST <= value <= _GREATEST:
            found = "one of more than 300 digits"
            raise WrongValueError(f"expected {expected} for {name}, found {found}")
    elif isinstance(value, type) or not hasattr(value, "__index__"):
        raise WrongTypeError(name, expected, brief_repr(value))


def number(name: str, value: object, expected: str = "a number") -> float:
    """A real number as a float; refuses one that is beyond all floats."""
    expect(name, value, Real, expected)
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        found = "one beyond 1.8e308"
        raise WrongValueError(f"expected {expected} for {name}, found {found}") from None


def file_name(name: str, value: Any, expected: str = "a path") -> str:
    """The text of a path; refuses one that the system cannot have."""
    expect(name, value, str | PathLike, expected)
    place = fspath(value)
    if isinstance(place, bytes):
        raise WrongTypeError(name, expected, brief_repr(value))
    try:
        is_whole = b"\0" not in fsencode(place)
    except UnicodeEncodeError:
        is_whole = False
    if not is_whole:
        raise WrongValueError(f"expected {expected} for {name}, found {place[:40]!a}")
    return str(place)


def text(name: str, value: str) -> None:
    """Refuse all but text, and also text that cannot be encoded."""
    if expect(name, value, str, "a text").isascii():
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        raise WrongValueError(
            f"expected text for {name}, found lone surrogates: {value!a}"
        ) from None


def items(name: str, values: object, types: Any, expected: str) -> None:
    """Refuse all but collections of such items; a text does not count as one."""
    if not isinstance(values, Collection) or isinstance(values, str):
        raise WrongTypeError(name, f"a collection of {expected}s", brief_repr(values))
    for number, value in enumerate(values):
        if not isinstance(value, types):
            raise WrongTypeError(f"{name}[{number}]", f"a {expected}", brief_repr(value))


def cells(name: str, values: Any) -> None:
    """Refuse all but collections of (row, column) pairs."""
    items(name, values, Collection, "pair of row and column")
    for number, cell in enumerate(values):
        if len(cell) != 2 or not all(hasattr(part, "__index__") for part in cell):
            raise WrongTypeError(f"{name}[{number}]", "a pair of row and column", brief_repr(cell))


def known(kind: str, name: str, names: Sequence[str]) -> None:
    """Refuse a name that is not among those known."""
    if isinstance(name, str) and name in names:
        return
    raise UnknownNameError(kind, expect(kind, name, str, listed(names)), list(names))


def limits(states: object, memory: object, seconds: object) -> float | None:
    """Refuse limits that are negative or not numbers; returns the seconds. None means no limit."""
    for name, limit in (("max_states", states), ("max_memory", memory)):
        if limit is not None:
            integer(name, limit, "an integer or None")
    found = None if seconds is None else number("max_seconds", seconds, "a number or None")
    named = (("max_states", states), ("max_memory", memory), ("max_seconds", found))
    for name, limit in named:
        if limit is not None and not limit >= 0:  # type: ignore[operator]
            raise WrongValueError(f"expected {name} of at least 0 or None, found {limit}")
    return found
