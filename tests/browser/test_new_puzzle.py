"""A new puzzle: chosen by size and difficulty, made, and open to play."""

import re

from playwright.sync_api import Page, expect

import rushhour
from support.service import Static
from support.visit import Site, Visit


def choose(page: Page, size: int, level: int) -> None:
    page.get_by_role("button", name="A new puzzle").click()
    page.get_by_role("slider", name="Size").fill(str(size))
    choose_level(page, level)


def choose_level(page: Page, level: int) -> None:
    page.get_by_role("slider", name="Difficulty").fill(str(level))


def test_it_is_made_and_open(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    choose(page, 5, 2)
    expect(page.locator("#new-size-words")).to_have_text("5 \u00d7 5")
    expect(page.locator("#new-level-words")).to_have_text("6 to 8 slides")
    page.get_by_label("With one or two walls").check()
    visit.press("Make it")
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#title")).to_contain_text(re.compile("^Puzzle [0-9A-Z]{4}$"))
    puzzle = visit.puzzle
    assert (puzzle.rows, puzzle.cols) == (5, 5)
    assert 1 <= len(puzzle.walls) <= 2
    cluster = rushhour.explore(puzzle)
    assert 6 <= (cluster.distance() or 0) == cluster.eccentricity <= 8
    assert visit.counts[2] == str(cluster.distance())
    visit.reload()
    expect(page.locator("#title")).to_contain_text(re.compile("^Puzzle [0-9A-Z]{4}$"))
    assert visit.puzzle == puzzle


def test_the_hardest_are_drawn(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    choose(page, 6, 17)
    expect(page.locator("#new-level-words")).to_have_text("51 slides")
    page.get_by_label("With one or two walls").check()
    expect(page.locator("#new-level-words")).to_have_text("30 to 32 slides")
    page.get_by_label("With one or two walls").uncheck()
    choose_level(page, 15)
    visit.press("Make it")
    expect(page.locator("#new-dialog")).to_be_hidden()
    cluster = rushhour.explore(visit.puzzle)
    assert 45 <= (cluster.distance() or 0) == cluster.eccentricity <= 47
    expect(page.locator("#title")).to_contain_text("Hardest ")
    visit.until(lambda: visit.counts[2] == str(cluster.distance()))


def test_it_is_given_up(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    before = visit.puzzle
    choose(page, 4, 10)
    visit.press("Make it")
    expect(page.locator("#new-dialog [role=status]")).to_contain_text("Making it")
    page.keyboard.press("Escape")
    expect(page.locator("#new-dialog")).to_be_hidden()
    assert visit.puzzle == before


def test_one_that_cannot_be_is_said(page: Page, static: Static) -> None:
    """Only without a service, whose refusals the browser notes on its console."""
    visit = Visit(page, static)
    before = visit.puzzle
    choose(page, 4, 10)
    visit.press("Make it")
    expect(page.locator("#new-error")).to_contain_text("found no such puzzle among")
    assert visit.puzzle == before
