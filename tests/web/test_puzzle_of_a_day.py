"""The puzzles of the days: rising through the week, never the same twice, in the package alone."""

from __future__ import annotations

import datetime
from itertools import pairwise

import pytest

import rushhour
from rushhour import RushHourError
from rushhour.errors import WrongTypeError
from rushhour.web.daily import FIRST, day
from support.commands import result

WEEKS = 156
DAYS = [day(FIRST + datetime.timedelta(days=number)) for number in range(7 * WEEKS)]


def test_the_days_rise_through_every_week() -> None:
    assert FIRST.weekday() == 0
    for one, next_one in pairwise(DAYS):
        if next_one.date.weekday() > 0:
            assert one.slides < next_one.slides


def test_they_rise_by_what_people_need_too() -> None:
    found = [
        analysis.difficulty
        for analysis in rushhour.analysis.analyse_many(d.puzzle for d in DAYS[:14])
    ]
    for number, (easy, hard) in enumerate(pairwise(found)):
        assert easy is not None
        assert hard is not None
        assert easy < hard or number % 7 == 6


def test_the_optima_are_right() -> None:
    puzzles = [each.puzzle for each in DAYS]
    slides, steps = (rushhour.solve_many(puzzles, metric=metric) for metric in ("slide", "step"))
    assert [one.cost for one in slides] == [each.slides for each in DAYS]
    assert [one.cost for one in steps] == [each.steps for each in DAYS]


@pytest.mark.slow
def test_none_comes_twice_in_three_years_and_then_they_begin_again() -> None:
    names = {rushhour.generation.change.canonical(each.puzzle).name for each in DAYS}
    assert len(names) == len(DAYS)
    again = day(FIRST + datetime.timedelta(days=len(DAYS)))
    assert again.puzzle == DAYS[0].puzzle
    assert day("2023-12-31").puzzle == DAYS[-1].puzzle


def test_a_day_is_given_in_any_way() -> None:
    wanted = rushhour.daily("2026-11-24")
    assert wanted.title == "Tuesday, 24 November 2026"
    for given in (datetime.date(2026, 11, 24), datetime.datetime(2026, 11, 24, 23, 59)):
        assert rushhour.daily(given) == wanted
    assert rushhour.daily() in [rushhour.daily(datetime.date.today()), rushhour.daily()]


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "24.11.2026", "2026-11-24T00:00", "0"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(RushHourError, match="expected a date such as 2026-11-24, found"):
        rushhour.daily(text)


def test_nor_is_another_type() -> None:
    with pytest.raises(WrongTypeError):
        rushhour.daily(20261124)  # type: ignore[arg-type]


class TestCommand:
    def test_the_board_is_printed(self) -> None:
        code, out, _ = result("daily", "2026-11-24")
        assert (code, rushhour.parse(out)) == (0, rushhour.daily("2026-11-24"))
        _, out, _ = result("daily", "2026-11-24", "--to", "carlist")
        assert rushhour.parse(out).title == "Tuesday, 24 November 2026"

    def test_errors(self) -> None:
        assert result("daily", "soon")[0] == 2
        assert "expected --play without" in result("daily", "--play", "--to", "grid")[2]
        assert "expected a terminal" in result("daily", "--play")[2]
