"""The number of placements of a family in closed form: a transfer matrix, cell by cell.

It shares nothing with the enumeration, and so proves it complete: the states of all clusters must
add up to this number. Cells are filled row by row. What the cells so far leave open is a profile:

- for each column, how many cells of its last vehicle are still to come
- for the current row, how many cells of its last vehicle are to come
- whether the target stands
- how many walls, cars and trucks there are, as far as they are limited

The number of ways to each profile is all that is carried on. By Fogleman's rule no column is full
of vertical vehicles, and no row of horizontal ones and walls. This is counted by inclusion and
exclusion, which needs fewer profiles: for each choice of lines that are full, whatever the others
are, the ways count positive if the number of chosen lines is even, and negative if it is odd.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rushhour.enumeration.family import Family

# Cars and trucks of the box, by length.
_BOX = {2: 12, 3: 4}
# In the place of the cells to come: the column is chosen to be full.
_FULL = -1


class _Profile(NamedTuple):
    """What the cells that are filled leave open."""

    columns: tuple[int, ...]
    """For each column: cells of a vehicle to come, or that it is full."""
    row: int = 0
    """Cells of a horizontal vehicle to come."""
    is_full: bool = False
    """The row is chosen to be full."""
    has_target: bool = False
    walls: int = 0
    box: tuple[int, ...] = ()


def placements(family: Family) -> int:
    """How many placements of vehicles and walls a family has.

    >>> placements(Family.of(5, 5)), placements(Family.of(3, 3, walls=(0, 1)))
    (6795364, 126)
    """
    ways = _unfilled(family)
    for row in range(family.rows):
        ways = _opened(family, ways)
        for col in range(family.cols):
            ways = _carried(family, ways, row, col)
        ways = _closed(family, ways, row)
    return sum(count for profile, count in ways.items() if profile.walls >= family.walls[0])


def _unfilled(family: Family) -> Counter[_Profile]:
    """The profiles before the first cell: each choice of full columns, with its sign."""
    kinds = (0, _FULL) if family.rules == "fogleman" else (0,)
    full = -_stacks(family, family.rows)
    box = (0,) * len(_limits(family))
    ways: Counter[_Profile] = Counter()
    for columns in product(kinds, repeat=family.cols):
        ways[_Profile(columns, box=box)] = full ** columns.count(_FULL)
    return ways


def _stacks(family: Family, cells: int) -> int:
    """How many ways there are to fill so many cells of a column with vehicles."""
    lengths = [length for length in family.lengths if length <= cells]
    return sum(_stacks(family, cells - length) for length in lengths) if cells else 1


def _opened(family: Family, ways: Counter[_Profile]) -> Counter[_Profile]:
    """The profiles before a row, and those in which it is chosen to be full."""
    found = ways.copy()
    for profile, count in ways.items():
        if family.rules == "fogleman" and not any(profile.columns):
            found[profile._replace(is_full=True)] = -count
    return found


def _carried(family: Family, ways: Counter[_Profile], row: int, col: int) -> Counter[_Profile]:
    """The profiles after one more cell."""
    found: Counter[_Profile] = Counter()
    for profile, count in ways.items():
        for after in _filled(family, profile, row, col):
            found[after] += count
    return found


def _filled(family: Family, profile: _Profile, row: int, col: int) -> Iterator[_Profile]:
    """Each way to fill a cell."""
    to_come = profile.columns[col]
    if to_come:
        if not profile.row:  # a vertical vehicle goes on
            still = to_come if to_come == _FULL else to_come - 1
            yield _with_column(profile, col, still, profile.box)
        return
    if profile.row:
        yield profile._replace(row=profile.row - 1)
        return
    if not profile.is_full:
        yield profile
    is_exit = row == family.exit_row
    if profile.walls < family.walls[1] and not (is_exit and profile.has_target):
        yield profile._replace(walls=profile.walls + 1)
    for length in family.lengths:
        box = _boxed(family, profile.box, length)
        if box is None:
            continue
        if row + length <= family.rows and not profile.is_full:
            yield _with_column(profile, col, length - 1, box)
        if col + length <= family.cols:
            yield from _begun(family, profile._replace(box=box, row=length - 1), length, is_exit)


def _begun(family: Family, after: _Profile, length: int, is_exit: bool) -> Iterator[_Profile]:
    """Each part that a horizontal vehicle can have which begins here."""
    if not is_exit:
        yield after
    elif not after.has_target:
        if length == family.lengths[0]:
            yield after._replace(has_target=True)
        if family.rules != "fogleman":
            yield after


def _closed(family: Family, ways: Counter[_Profile], row: int) -> Counter[_Profile]:
    """The profiles at the end of a row."""
    found: Counter[_Profile] = Counter()
    for profile, count in ways.items():
        if row != family.exit_row or profile.has_target:
            found[profile._replace(is_full=False)] += count
    return found


def _with_column(profile: _Profile, col: int, to_come: int, box: tuple[int, ...]) -> _Profile:
    columns = (*profile.columns[:col], to_come, *profile.columns[col + 1 :])
    return profile._replace(columns=columns, box=box)


def _limits(family: Family) -> dict[int, int]:
    return _BOX if family.rules == "box" else {}


def _boxed(family: Family, box: tuple[int, ...], length: int) -> tuple[int, ...] | None:
    """The vehicles of each length with one more; None if the box has no more."""
    limits = _limits(family)
    if not limits:
        return box
    after = tuple(n + (length == kind) for n, kind in zip(box, limits, strict=True))
    is_there = length in limits and after[list(limits).index(length)] <= limits[length]
    return after if is_there else None
