"""Packs: puzzles by length, difficulty and cars, a random one, links and files, and advice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from rushhour.analysis.measures import Level
from support.visit import Site, Visit

pytestmark = pytest.mark.either

PUZZLES = Path(__file__).parents[2] / "puzzles"
ROAD = "..B.../AAB.../....../......"


@pytest.fixture
def context_options() -> dict[str, Any]:
    """Nothing moves, so nothing must be waited for."""
    return {"reduced_motion": "reduce"}


def classics() -> list[rushhour.Puzzle]:
    return [rushhour.read(PUZZLES / f"jam-{number:02}.txt") for number in range(1, 41)]


def find(visit: Visit) -> None:
    """Open the dialog, and wait until all is rated."""
    visit.press("Find a puzzle")
    expect(visit.page.locator("#find-rating")).to_contain_text("Your rating is")


def listed(visit: Visit) -> list[str]:
    """What each row of the list says below the title."""
    return visit.page.locator("#find-list small").all_inner_texts()


def test_puzzles_by_length_difficulty_and_cars(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    find(visit)
    page.locator("#find-group").select_option(label="Beginner (10)")
    assert len(listed(visit)) == 10
    page.locator("#find-group").select_option("")
    page.locator("#find-group").select_option(label="Expert (10)")
    cars = [len(each.vehicles) for each in classics()[30:]]
    visit.fill("find-cars-most", "11")
    expect(page.locator("#find-list li")).to_have_count(sum(count <= 11 for count in cars))
    visit.fill("find-cars-most", "")
    slides = [rushhour.solve(each).cost or 0 for each in classics()[30:]]
    visit.fill("find-slides-least", "43")
    expect(page.locator("#find-list li")).to_have_count(sum(each >= 43 for each in slides))
    page.locator("#find-level").select_option("beginner")
    expect(page.locator("#find-said")).to_have_text("0 puzzles.")
    expect(visit.button("A random one")).to_be_disabled()


def test_a_random_one_of_a_level(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    find(visit)
    levels = page.locator("#find-level option").all_inner_texts()
    assert levels == ["any", *get_args(Level)]
    page.locator("#find-level").select_option("expert")
    visit.press("A random one")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".gauge:visible")).to_contain_text("expert")


def test_a_pack_is_given_as_a_link_and_as_a_file(page: Page, site: Site, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = Visit(page, site)
    find(visit)
    page.locator("#find-group").select_option(label="Intermediate (10)")
    with page.expect_download() as download:
        visit.press("Download these")
    path = tmp_path / "pack.jsonl"
    download.value.save_as(path)
    wanted = classics()[10:20]
    assert list(rushhour.read_all(path)) == wanted
    visit.press("Copy a link to these")
    address = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(address)
    visit.wait()
    visit.until(lambda: visit.puzzle == wanted[0])
    heading = page.locator("#collection h2").filter(has_text="Pack")
    expect(heading).to_contain_text("of 10")


def test_a_damaged_pack_is_refused(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    page.goto("about:blank")
    page.goto(f"{visit.address}#pack={quote('AAooBooB 4x4:00')}")
    visit.wait()
    expect(page.locator("#refusal")).to_contain_text("This link is damaged or incomplete")


def elo(games: list[tuple[bool, float]]) -> int:
    """The rating of Elo from 1000 on, with at most 32 a game, by its definition."""
    own = 1000.0
    for is_won, other in games:
        own += 32 * (is_won - 1 / (1 + 10 ** ((other - own) / 400)))
    return round(own)


def strength(text: str) -> float:
    rating = rushhour.parse(text).analyse().rating
    assert rating is not None
    return 800 + 12 * rating


CHAIN = "......\n..B...\nAAB...\n.CCC..\n......\n......"
OTHER = "......\n...B..\nAA.B..\n...B..\n......\n......"


def test_the_first_result_with_a_puzzle_rates_the_player(page: Page, site: Site) -> None:
    visit = Visit(page, site, OTHER)
    for move in (Move("B", 2), Move("A", 4)):
        visit.drag(move)
    expect(page.locator("#win")).to_be_visible()
    visit.open(CHAIN)
    visit.press("Hint")
    visit.press("Reset")
    for move in (Move("C", 2), Move("B", 3), Move("A", 4)):
        visit.drag(move)
    expect(page.locator("#win")).to_be_visible()
    visit.press("Close")
    find(visit)
    own = elo([(True, strength(OTHER)), (False, strength(CHAIN))])
    said = page.locator("#find-rating")
    expect(said).to_contain_text(f"Your rating is {own} after 2 puzzles.")
    ratings = [round(800 + 12 * (each.analyse().rating or 0)) for each in classics()]
    nearest = min(range(40), key=lambda at: abs(ratings[at] - own))
    visit.press(f"Play Jam {nearest + 1}")
    visit.until(lambda: visit.puzzle == classics()[nearest])
    kept = page.evaluate("Object.keys(localStorage).filter((name) => /played/.test(name)).length")
    assert json.loads(str(kept)) == 2


def test_a_row_stays_while_puzzles_are_rated(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Find a puzzle")
    row = page.locator("#find-list button", has_text="Jam 39")
    row.focus()
    expect(page.locator("#find-rating")).to_contain_text("Your rating is")
    expect(row).to_be_focused()
    expect(row.locator("small")).to_contain_text("50 slides")


def test_a_link_that_cannot_be_copied_is_shown(page: Page, site: Site) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visit = Visit(page, site)
    find(visit)
    page.locator("#find-group").select_option(label="Beginner (10)")
    visit.press("Copy a link to these")
    link = page.locator("#find-pack")
    expect(link).to_be_focused()
    assert list(rushhour.parse_all(link.input_value())) == classics()[:10]
    page.locator("#find-group").select_option(label="Expert (10)")
    expect(link).to_be_hidden()
