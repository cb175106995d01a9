"""A pack as one page: every puzzle can be played, and what is solved is marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rushhour import Exit, Puzzle, Solution, Vehicle
from rushhour.render.cards import Card
from rushhour.web.booklet import booklet_html

RIGHT = Puzzle(4, 4, [Vehicle("A", "h", 1, 0, 2), Vehicle("B", "v", 0, 2, 2)], "A")
LEFT = Puzzle(4, 4, [Vehicle("T", "h", 1, 2, 2)], "T", exit=Exit("left", 1))


@pytest.fixture
def booklet(page: Page, tmp_path: Path) -> Page:
    """Two puzzles, the last with its exit on the left and a title of markup."""
    deck = [
        Card(RIGHT, "1. Elm Street", Solution.parse(RIGHT, "B+2 A+2"), "beginner"),
        Card(LEFT, "2. </script><b>Fir</b>"),
    ]
    file = tmp_path / "booklet.html"
    file.write_text(booklet_html(deck, ["B goes down 2"], title="Cards & more"), encoding="utf-8")
    page.goto(file.as_uri())
    return page


def test_puzzles_are_played_one_after_another(booklet: Page) -> None:
    expect(booklet).to_have_title("Cards & more")
    expect(booklet.locator("#facts")).to_have_text("beginner, 2 slides")
    hint = booklet.get_by_text("B goes down 2")
    expect(hint).to_be_hidden()
    booklet.get_by_text("The first move").click()
    expect(hint).to_be_visible()
    booklet.get_by_role("slider", name="Vehicle B").press("End")
    expect(booklet.locator("#count")).to_have_text("0 of 2 solved")
    booklet.get_by_role("slider", name="Red car A").press("End")
    expect(booklet.locator("#count")).to_have_text("1 of 2 solved")
    booklet.get_by_role("button", name="Next").click()
    expect(booklet.get_by_role("heading", level=2)).to_have_text("2. </script><b>Fir</b>")
    expect(booklet.locator("#hint")).to_be_hidden()
    booklet.get_by_role("slider", name="Red car T").press("Home")
    expect(booklet.locator("#count")).to_have_text("2 of 2 solved")
    expect(booklet.get_by_role("button", name="Next")).to_be_disabled()


def test_what_is_solved_is_remembered(booklet: Page) -> None:
    booklet.get_by_role("button", name="2. </script><b>Fir</b>").click()
    booklet.get_by_role("slider", name="Red car T").press("Home")
    booklet.reload()
    expect(booklet.locator("#count")).to_have_text("1 of 2 solved")
    expect(booklet.get_by_role("heading", level=2)).to_contain_text("Fir")
    expect(booklet.get_by_role("slider", name="Red car T")).to_be_visible()
