"""Exploring on the page: the histogram, the walk to the hardest state, and playing from there."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import rushhour
from rushhour.lab import explain
from support.visit import Site, Visit

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"


def test_the_histogram_and_the_walk(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Explore")
    cluster = rushhour.explore(rushhour.read(PUZZLES / "jam-01.txt"))
    expect(page.locator("#facts")).to_contain_text("1\u202f247")
    expect(page.locator(".bar-fill")).to_have_count(len(cluster.histogram))
    seen = page.locator("#bar")
    expect(seen).to_have_text("69 states at 8 slides from the exit")
    visit.press("To the hardest")
    expect(seen).to_have_text("6 states at 9 slides from the exit")
    assert cluster.distance(visit.puzzle) == 9
    for distance in (4, 0):
        page.locator(".bar-hit").nth(distance).click()
        assert cluster.distance(visit.puzzle) == distance
        count = cluster.histogram[distance]
        expect(seen).to_have_text(f"{count} states at {distance} slides from the exit")
    page.get_by_role("slider", name="Distance").press("End")
    hardest = visit.puzzle
    assert cluster.distance(hardest) == 9
    visit.press("Play from here")
    assert visit.puzzle == hardest
    expect(page.locator("#best-slides")).to_have_text("9")


def test_a_puzzle_that_is_the_hardest_says_why_there_is_no_walk(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AAB/..B/...")
    cluster = rushhour.explore(visit.puzzle)
    assert cluster.distance(visit.puzzle) == len(cluster.histogram) - 1
    visit.view("Explore")
    expect(visit.button("To the hardest")).to_be_disabled()
    why = "No state is harder than the puzzle itself: there is no way to the hardest."
    expect(page.get_by_text(why)).to_be_visible()
    expect(visit.button("To the hardest")).to_have_accessible_description(why)


def test_steps(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Explore")
    page.get_by_text("Steps", exact=True).click()
    expect(page.locator("#facts")).to_contain_text("16 steps")
    cluster = rushhour.explore(rushhour.read(PUZZLES / "jam-01.txt"), metric="step")
    page.get_by_role("slider", name="Distance").press("End")
    assert cluster.distance(visit.puzzle) == cluster.eccentricity


def test_a_cluster_without_an_exit(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AAx./..../..../....")
    visit.view("Explore")
    expect(page.locator("#exploring")).to_have_text(
        "1 state, and no moves lead to the exit from there."
    )


def test_what_a_heuristic_counts_in_the_shown_state(page: Page, site: Site) -> None:
    """The words of `explain`; a term that is pointed at or has the focus marks its vehicles."""
    visit = Visit(page, site, "..BCCC/AAB.../....../.DDEE.")
    visit.view("Explore")
    page.get_by_text("What a heuristic counts here").click()
    terms = page.locator(".terms li")
    expect(terms).to_have_text(words(visit.puzzle, "advanced"))
    choice = page.get_by_label("Heuristic")
    assert choice.locator("option").all_text_contents() == [e.name for e in rushhour.heuristics()]
    page.get_by_role("button", name="D must move").focus()
    expect(page.locator(".vehicle.hinted")).to_have_attribute("data-label", "D")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".vehicle.hinted")).to_have_attribute("data-label", "B")
    choice.select_option("lm-cut")
    expect(terms).to_have_text(words(visit.puzzle, "lm-cut"))
    terms.locator("button").first.hover()
    (first, *_) = explain(visit.puzzle, "lm-cut").terms
    marked = {move.vehicle for move in first.moves}
    expect(page.locator(".vehicle.blocker")).to_have_count(len(marked))
    visit.press("To the hardest")
    cluster = rushhour.explore(visit.puzzle)
    visit.until(lambda: cluster.distance(visit.puzzle) == cluster.eccentricity)
    # The walk may pass a state that is as far away.
    visit.until(lambda: seen(terms) == words(visit.puzzle, "lm-cut"))
    page.get_by_text("Steps", exact=True).click()
    expect(page.get_by_text("The estimate is")).to_contain_text("steps:")
    page.get_by_role("slider", name="Distance").press("Home")
    expect(page.get_by_text("The estimate is")).to_have_text("The estimate is 0 steps.")
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []


def seen(terms: Locator) -> list[str]:
    return [" ".join(text.split()) for text in terms.all_text_contents()]


def words(puzzle: rushhour.Puzzle, name: str) -> list[str]:
    return [f"{term.amount} {term.words}" for term in explain(puzzle, name).terms]
