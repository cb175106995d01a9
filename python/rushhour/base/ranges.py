"""Ranges as people write them: `20..25`, `20-25`, `20..`, `..25`, `20`, or pairs of numbers."""

from __future__ import annotations

import re
from numbers import Real
from typing import Any, TypeVar

from rushhour.base import expect
from rushhour.errors import WrongTypeError, WrongValueError

Number = TypeVar("Number", int, float)

RangeBounds = tuple[int, int | None]
"""The least and the greatest number; None is without bound."""

RangeLike = int | str | tuple[int | None, int | None]
RealRangeLike = float | str | tuple[float | None, float | None]

_RANGE = re.compile(r"\s*([0-9.]*?)\s*\.\.\s*([0-9.]*)\s*")
_DASHED = re.compile(r"\s*([0-9.]+)\s*[-\u2013]\s*([0-9.]+)\s*")
# What the core takes for no bound.
_MOST = (1 << 64) - 1


def whole_range(name: str, value: RangeLike) -> RangeBounds:
    """A range of whole numbers.

    >>> whole_range("slides", "20..25"), whole_range("slides", "20.."), whole_range("walls", 0)
    ((20, 25), (20, None), (0, 0))
    >>> whole_range("slides", "20-25"), whole_range("slides", "20\u2013 25")
    ((20, 25), (20, 25))
    """
    least, most = _read(name, value, int, "a whole number or a range such as 20..25")
    return least or 0, most


def ascending(name: str, value: RangeLike) -> RangeBounds:
    """A range of whole numbers; RushHourError if it goes from high to low."""
    least, most = whole_range(name, value)
    if most is not None and most < least:
        raise WrongValueError(f"expected a range of {name} from low to high, found {least}..{most}")
    return least, most


def real_range(name: str, value: RealRangeLike) -> tuple[float, float]:
    """A range of numbers, to infinity without a bound.

    >>> real_range("density", "0.5..0.75"), real_range("difficulty", (40, None))
    ((0.5, 0.75), (40.0, inf))
    """
    least, most = _read(name, value, float, "a number or a range such as 0.5..0.75")
    return least or 0.0, float("inf") if most is None else most


def pair(bounds: RangeBounds) -> tuple[int, int]:
    """The bounds as the core takes them."""
    least, most = bounds
    return min(least, _MOST), _MOST if most is None else min(most, _MOST)


def words(bounds: tuple[float, float | None], unit: str) -> str:
    """A range in words.

    >>> words((20, 25), "slide"), words((1, 1), "wall"), words((0, 0), "wall")
    ('20 to 25 slides', '1 wall', 'no walls')
    """
    least, most = bounds
    if most is None or most == float("inf"):
        return f"at least {least:,} {unit}s"
    if least == most:
        return f"{least:,} {unit}{'s' * (least != 1)}" if least else f"no {unit}s"
    return f"{least:,} to {most:,} {unit}s" if least else f"at most {most:,} {unit}s"


def _read(
    name: str, value: object, number: type[Number], expected: str
) -> tuple[Number | None, Number | None]:
    if isinstance(value, str):
        match = _RANGE.fullmatch(value) or _DASHED.fullmatch(value)
        ends = (match[1], match[2]) if match else (value, value)
        if not any(ends):
            raise WrongValueError(f"expected {expected} for {name}, found {value!r}")
        return _end(name, ends[0], number, expected), _end(name, ends[1], number, expected)
    least, most = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
    is_pair = isinstance(value, tuple)
    return (
        _number(name, least, number, expected, is_pair=is_pair),
        _number(name, most, number, expected, is_pair=is_pair),
    )


def _end(name: str, text: str, number: type[Number], expected: str) -> Number | None:
    """An end of a range in a text; None where it is open."""
    if not text:
        return None
    try:
        found = number(text)
    except ValueError:
        raise WrongValueError(f"expected {expected} for {name}, found {text[:40]!r}") from None
    return _not_negative(name, found)


def _number(
    name: str, end: Any, number: type[Number], expected: str, *, is_pair: bool
) -> Number | None:
    """A number, or an end of a pair, which may be open."""
    if end is None and is_pair:
        return None
    is_number = isinstance(end, Real) if number is float else hasattr(end, "__index__")
    if isinstance(end, bool) or not is_number:
        raise WrongTypeError(name, f"{expected}, or a pair of numbers,", expect.brief_repr(end))
    if number is float:
        return _not_negative(name, number(expect.number(name, end, expected)))
    expect.integer(name, end, expected)
    return _not_negative(name, number(end))


def _not_negative(name: str, end: Number) -> Number:
    if not end >= 0:
        raise WrongValueError(f"expected at least 0 for {name}, found {end}")
    return end
