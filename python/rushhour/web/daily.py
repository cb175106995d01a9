"""A puzzle a day, the same for everybody: easy on Mondays, hard on Sundays.

`daily.csv` has the puzzles of 156 weeks in order, with their optima; then they begin again. They
are minimal and at a hardest state, as those of Fogleman's database, and no two of them share a
cluster or its images. For each day of the week 208 were made, of which the first 156 are taken:

```text
rushhour generate --seed 7 --minimal --count 208 --max-boards 100000000 --slides S --difficulty D
```

| | S | D | | S | D |
|---|---|---|---|---|---|
| Monday | 6..8 | ..12.4 | Friday | 18..21 | 42.5..65 |
| Tuesday | 9..11 | 12.6..17.4 | Saturday | 22..26 | 66..109 |
| Wednesday | 12..14 | 17.6..26.4 | Sunday | 27.. | 110.. |
| Thursday | 15..17 | 26.6..42 | | | |
"""

from __future__ import annotations

import csv
import datetime
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rushhour.base.expect import expect
from rushhour.errors import WrongValueError
from rushhour.formats import parse
from rushhour.model.puzzle import Puzzle

FIRST = datetime.date(2024, 1, 1)
"""The Monday on which the list begins; its twin is in static/daily.js."""


class Day(NamedTuple):
    """The puzzle of a day and its optima."""

    date: datetime.date
    puzzle: Puzzle
    slides: int
    steps: int


def daily(date: datetime.date | str | None = None) -> Puzzle:
    """The puzzle of a day, as a date or a text such as `2026-11-24`; of today by default.

    Its title is the date. RushHourError for a text that is no date.

    >>> daily("2026-11-24").title
    'Tuesday, 24 November 2026'
    """
    return day(date).puzzle


def day(date: datetime.date | str | None = None) -> Day:
    """The same with its optima."""
    on = _date(date)
    rows = _rows()
    slides, steps, board = rows[(on - FIRST).days % len(rows)]
    bare = parse(board)
    title = f"{on:%A}, {on.day} {on:%B} {on.year}"
    puzzle = Puzzle(
        bare.rows, bare.cols, bare.vehicles, bare.target, bare.exit, bare.walls, title=title
    )
    return Day(on, puzzle, int(slides), int(steps))


def _date(date: datetime.date | str | None) -> datetime.date:
    if date is None:
        return datetime.datetime.now().astimezone().date()
    if isinstance(date, str):
        try:
            return datetime.datetime.strptime(date, "%Y-%m-%d").date()
        except ValueError:
            message = f"expected a date such as 2026-11-24, found {date[:40]!r}"
            raise WrongValueError(message) from None
    given = expect("date", date, datetime.date, "a date or a text such as 2026-11-24")
    return given.date() if isinstance(given, datetime.datetime) else given


@cache
def _rows() -> list[tuple[str, str, str]]:
    _, *rows = csv.reader(text().splitlines())
    return [(slides, steps, board) for slides, steps, board in rows]


def text() -> str:
    """The list, as the page has it too."""
    return (files("rushhour.web") / "daily.csv").read_text(encoding="utf-8")
