"""The settings of a textbook search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect, known, number

if TYPE_CHECKING:
    from fractions import Fraction

Ties = Literal["fifo", "lifo", "heap"]
Duplicates = Literal["better", "equal", "keep"]

# A weight is a fraction to the core: a float becomes the nearest with a denominator up to this.
_FINEST, _GREATEST = 1000, 1_000_000


class Settings(NamedTuple):
    """Settings of a best-first search; the defaults leave everything to the algorithm.

    `weight` is a numerator and a denominator.
    """

    weight: tuple[int, int] | None = None
    ties: Ties = "fifo"
    duplicates: Duplicates = "better"
    reopen: bool | None = None

    @staticmethod
    def of(
        weight: float | Fraction | None, ties: Ties, duplicates: Duplicates, reopen: bool | None
    ) -> Settings:
        """The settings with the weight as a fraction; RushHourError where it is less than 1."""
        known("tie order", ties, get_args(Ties))
        known("policy for duplicates", duplicates, get_args(Duplicates))
        expect("reopen", reopen, bool | None, "a truth value or None")
        return Settings(None if weight is None else _fraction(weight), ties, duplicates, reopen)

    def chosen(self) -> dict[str, object]:
        """What is not as by default, by name; the weight as a number."""
        given = {name: value for name, value in self._asdict().items() if value != _USUAL[name]}
        if self.weight is not None:
            numerator, denominator = self.weight
            given["weight"] = numerator / denominator
        return given


_USUAL = Settings()._asdict()


def _fraction(weight: float | Fraction) -> tuple[int, int]:
    from fractions import Fraction

    number("weight", weight, "a number or None")
    try:
        exact = Fraction(weight).limit_denominator(_FINEST)
    except (ValueError, OverflowError):  # not a number, infinite
        exact = Fraction(0)
    if not 1 <= exact <= _GREATEST:
        raise RushHourError(f"expected a weight from 1 to {_GREATEST}, found {weight}")
    return exact.as_integer_ratio()
