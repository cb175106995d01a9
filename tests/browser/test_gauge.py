"""How hard the puzzle is, on each part of the page."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rushhour
from support.visit import Site, Visit

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"


@pytest.mark.parametrize("view", ["Play", "Edit", "Explore"])
def test_the_rating_and_why(page: Page, site: Site, view: str) -> None:
    puzzle = rushhour.read(PUZZLES / "jam-40.txt")
    visit = Visit(page, site)
    visit.card("Jam 40")
    visit.view(view)
    gauge = page.locator(".gauge:visible")
    found = puzzle.analyse()
    assert found.rating is not None
    expect(gauge).to_contain_text(f"expert harder than {int(found.rating)} % of boards")
    expect(gauge.get_by_role("meter")).to_have_attribute("aria-valuenow", f"{int(found.rating)}")
    gauge.get_by_text("Why").click()
    expect(gauge).to_contain_text("long: 51 slides")
    expect(gauge).to_contain_text("People were measured on other boards")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_board_that_is_harder_than_hardly_any(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    text = "..B.../..B.../XXB.../....../....../......"
    found = rushhour.parse(text).analyse()
    assert found.rating is not None
    assert found.rating < 1
    Visit(page, site, text)
    expect(page.locator(".gauge:visible")).to_contain_text("among the easiest boards")


def test_it_follows_what_is_opened_and_drawn(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    gauge = page.locator(".gauge:visible")
    visit.card("Jam 40")
    expect(gauge).to_contain_text("expert")
    visit.card("Jam 1")
    expect(gauge).to_contain_text("beginner")
    visit.view("Edit")
    before = gauge.get_by_role("meter").get_attribute("aria-valuenow")
    page.get_by_text("Erase", exact=True).click()
    page.mouse.click(*visit.cell(0, 0))
    changed = visit.puzzle.analyse()
    assert f"{int(changed.rating or 0)}" != before
    expect(gauge.get_by_role("meter")).to_have_attribute(
        "aria-valuenow", f"{int(changed.rating or 0)}"
    )


def test_none_without_a_solution(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AAx./..../..../....")
    expect(page.locator("#best-slides")).to_have_text("none")
    expect(page.locator(".gauge:visible")).to_have_count(0)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("It cannot be solved: this is proved.")
    expect(page.locator(".gauge:visible")).to_have_count(0)


def test_none_while_a_draft_is_no_board(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Edit")
    expect(page.locator(".gauge:visible")).to_contain_text("beginner")
    visit.press("Clear")
    expect(page.locator("#verdict")).to_contain_text("Not a board yet")
    expect(page.locator(".gauge:visible")).to_have_count(0)
