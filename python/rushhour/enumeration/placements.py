"""The number of placements of a family in closed form: a transfer matrix, cell by cell.

It shares nothing with the enumeration, and so proves it complete: the states of all clusters must
add up to this number. Cells are filled row by row. What the cells so far leave open is a profile:

- for each column, how many cells of its last vehicle are still to come, and whether the column has
  a cell without a vertical vehicle (no line may be full by Fogleman's rule)
- for the current row, how many cells of its last vehicle are to come, whether it has a cell that
  could be empty, and whether the target stands
- how many walls, cars and trucks there are, as far as they are limited

The number of ways to each profile is all that is carried on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rushhour.enumeration.family import Family

# Cars and trucks of the box, by length.
_BOX = {2: 12, 3: 4}


class _Profile(NamedTuple):
    """What the cells that are filled leave open."""

    columns: tuple[tuple[int, bool], ...]
    """For each column: cells of a vehicle to come, and whether it has room."""
    row: int = 0
    """Cells of a horizontal vehicle to come."""
    has_room: bool = False
    """Some cell of the row has neither a horizontal vehicle nor a wall."""
    has_target: bool = False
    walls: int = 0
    box: tuple[int, ...] = ()


def placements(family: Family) -> int:
    """How many placements of vehicles and walls a family has.

    >>> placements(Family.of(5, 5)), placements(Family.of(3, 3, walls=(0, 1)))
    (6795364, 126)
    """
    start = _Profile(((0, False),) * family.cols, box=(0,) * len(_limits(family)))
    ways: Counter[_Profile] = Counter({start: 1})
    for row in range(family.rows):
        for col in range(family.cols):
            ways = _carried(family, ways, row, col)
        ways = _closed(family, ways, row)
    return sum(count for profile, count in ways.items() if _is_whole(family, profile))


def _carried(family: Family, ways: Counter[_Profile], row: int, col: int) -> Counter[_Profile]:
    """The profiles after one more cell."""
    found: Counter[_Profile] = Counter()
    for profile, count in ways.items():
        for after in _filled(family, profile, row, col):
            found[after] += count
    return found


def _filled(family: Family, profile: _Profile, row: int, col: int) -> Iterator[_Profile]:
    """Each way to fill a cell."""
    to_come, has_room = profile.columns[col]
    if to_come:
        if not profile.row:  # a vertical vehicle goes on; the row could be empty here
            yield _with_column(profile, col, to_come - 1, has_room)._replace(has_room=True)
        return
    after = _with_column(profile, col, 0, family.rules == "fogleman")
    if profile.row:
        yield after._replace(row=profile.row - 1)
        return
    yield after._replace(has_room=True)
    is_exit = row == family.exit_row
    if profile.walls < family.walls[1] and not (is_exit and profile.has_target):
        yield after._replace(walls=profile.walls + 1)
    for length in family.lengths:
        box = _boxed(family, profile.box, length)
        if box is None:
            continue
        if row + length <= family.rows:
            below = _with_column(profile, col, length - 1, has_room)
            yield below._replace(box=box, has_room=True)
        if col + length <= family.cols:
            yield from _begun(family, after._replace(box=box, row=length - 1), length, is_exit)


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
        is_full = family.rules == "fogleman" and not profile.has_room
        if not is_full and (row != family.exit_row or profile.has_target):
            found[profile._replace(has_room=False)] += count
    return found


def _is_whole(family: Family, profile: _Profile) -> bool:
    has_room = family.rules != "fogleman" or all(room for _, room in profile.columns)
    return has_room and profile.walls >= family.walls[0]


def _with_column(profile: _Profile, col: int, to_come: int, has_room: bool) -> _Profile:
    columns = profile.columns
    return profile._replace(columns=(*columns[:col], (to_come, has_room), *columns[col + 1 :]))


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
