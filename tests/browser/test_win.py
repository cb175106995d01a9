"""A solved board: the card on it, the next puzzle, and the progress that the tiles show."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

ROAD = "..B.../AAB.../....../......"
LEVELS = ("Beginner", "Intermediate", "Advanced", "Expert")
TODAY = "2026-11-24"


@pytest.fixture
def context_options() -> dict[str, Any]:
    """Nothing moves, so nothing must be waited for."""
    return {"reduced_motion": "reduce"}


def solve(visit: Visit) -> None:
    """Make the moves of a shortest solution by dragging."""
    for move in rushhour.solve(visit.puzzle).moves or ():
        visit.drag(move)


def detour(visit: Visit, times: int) -> None:
    """Waste two slides, so many times: a vehicle goes and comes back."""
    move = next(each for each in visit.puzzle.legal_moves() if abs(each.cells) == 1)
    for _ in range(times):
        visit.drag(move)
        visit.drag(Move(move.vehicle, -move.cells))


def best(page: Page, slides: dict[str, int]) -> None:
    """Keep best results of cards, as an earlier visit would."""
    script = """([names, slides]) => names.forEach((name, index) =>
        localStorage.setItem(`rushhour-best-${name}`, slides[index]))"""
    page.evaluate(script, [list(slides), list(slides.values())])


def names(visit: Visit) -> list[str]:
    """The names under which the page keeps the results of the collection."""
    script = """async () => {
        const [{ nameOf }, api] = await Promise.all([import("./link.js"), import("./api.js")]);
        return (await api.puzzles()).puzzles.map(({ puzzle }) => nameOf(puzzle));
    }"""
    found: list[str] = visit.page.evaluate(script)
    return found


def tile(page: Page, name: str) -> str:
    """What a tile shows."""
    button = page.locator("#collection").get_by_role("button", name=re.compile(f"^{name}, "))
    return " ".join(button.inner_text().split())


def texts(found: list[str]) -> list[str]:
    return [" ".join(each.split()) for each in found]


@pytest.mark.parametrize(
    ("wasted", "stars", "worth"),
    [(0, 3, "The fewest possible"), (1, 2, "2 more than the fewest"), (2, 1, "4 more than the")],
)
def test_the_stars_of_a_solution(
    page: Page, site: Site, wasted: int, stars: int, worth: str
) -> None:
    visit = Visit(page, site)  # its fewest slides are 8, and a quarter of these is 2
    detour(visit, wasted)
    solve(visit)
    slides = 8 + 2 * wasted
    shown, title, text = visit.win
    assert (shown.count("★"), len(shown)) == (stars, 3)
    assert title == f"Solved in {slides} slides"
    assert text.startswith(worth)
    assert tile(page, "Jam 1") == f"1 {shown} {slides}/8"
    label = page.locator("#win-stars").get_attribute("aria-label")
    assert label == f"{stars} of 3 stars"
    expect(page.locator("#status")).to_contain_text(f"Solved in {slides} slides. {worth}")


def test_the_card_says_how_hard_it_was(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    found = visit.puzzle.analyse()
    assert found.rating is not None
    solve(visit)
    words = f"{found.level}, harder than {int(found.rating)} % of boards."
    expect(page.locator("#win-hard")).to_have_text(words)


def test_enter_opens_the_next_puzzle_that_is_not_solved(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    cards = names(visit)
    best(page, {cards[1]: 8, cards[2]: 20})
    visit.reload()
    expect(page.locator("#title")).to_have_text("Jam 1")
    solve(visit)
    expect(page.locator("#win")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Jam 4")
    expect(page.locator("#win")).to_be_hidden()
    page.go_back()
    visit.press("Next puzzle")
    expect(page.locator("#title")).to_have_text("Jam 4")


def test_after_the_last_comes_the_first_that_is_not_solved(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    cards = names(visit)
    best(page, dict.fromkeys((name for name in cards if name not in (cards[5], cards[16])), 99))
    visit.reload()
    visit.card("Jam 20")
    expect(page.locator("#title")).to_have_text("Jam 20")
    solve(visit)
    visit.press("Next puzzle")
    expect(page.locator("#title")).to_have_text("Jam 6")
    solve(visit)
    visit.press("Next puzzle")
    expect(page.locator("#title")).to_have_text("Jam 17")


def test_the_progress_by_level(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    headings = page.locator("#collection :is(h2, h3)")
    before = ["Classics 0 of 40", *(f"{level} 0 of 10" for level in LEVELS), "Records 0 of 4"]
    assert texts(headings.all_inner_texts()) == before
    cards = names(visit)
    best(page, {cards[1]: 8, cards[12]: 17, cards[39]: 51, cards[40]: 77})
    visit.reload()
    solve(visit)
    expect(headings.first).to_have_text("Classics4 of 40")
    assert texts(headings.all_inner_texts()) == [
        "Classics 4 of 40",
        "Beginner 2 of 10",
        "Intermediate 1 of 10",
        "Advanced 0 of 10",
        "Expert 1 of 10",
        "Records 1 of 4",
    ]
    bar = page.get_by_role("progressbar", name="Classics solved")
    assert bar.evaluate("bar => [bar.value, bar.max]") == [4, 40]
    assert tile(page, "Jam 13") == "13 ★★☆ 17/16"
    assert tile(page, "Jam 40") == "40 ★★★ 51/51"
    assert tile(page, "Jam 3") == "3 14"
    assert tile(page, "Sixty slides") == "Sixty slides ★☆☆ 77/60"


def test_two_tabs_show_one_progress(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    other = Visit(page.context.new_page(), site)
    solve(visit)
    expect(other.page.locator("#collection h2").first).to_contain_text("1 of 40")
    assert tile(other.page, "Jam 1") == "1 ★★★ 8/8"
    other.page.close()


@pytest.mark.parametrize("kept", ["-3", "0", '"8"', "{", "[8]", "7.5"])
def test_a_damaged_result_is_none(page: Page, site: Site, kept: str) -> None:
    visit = Visit(page, site)
    name = names(visit)[0]
    page.evaluate("([n, t]) => localStorage.setItem(`rushhour-best-${n}`, t)", [name, kept])
    visit.reload()
    assert tile(page, "Jam 1") == "1 8"
    solve(visit)
    assert tile(page, "Jam 1") == "1 ★★★ 8/8"


def test_a_worse_result_replaces_no_better_one(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    solve(visit)
    visit.press("Again")
    assert visit.counts[0] == "0"
    detour(visit, 2)
    solve(visit)
    assert visit.win[0] == "★☆☆"
    assert tile(page, "Jam 1") == "1 ★★★ 8/8"


def test_the_card_goes_and_comes_with_the_end(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    card = page.locator("#win")
    solve(visit)
    expect(card).to_be_visible()
    visit.press("Undo")
    expect(card).to_be_hidden()
    visit.press("Redo")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()
    visit.view("Explore")
    visit.view("Play")
    expect(card).to_be_visible()
    visit.view("Edit")
    expect(card).to_be_hidden()
    visit.view("Play")
    expect(card).to_be_visible()
    visit.reload()
    expect(card).to_be_visible()


WINDOWS = [(390, 844), (844, 390), (820, 1180), (1280, 720)]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_card_is_whole_in_every_window(page: Page, site: Site, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    visit = Visit(page, site)
    solve(visit)
    expect(page.locator("#win")).to_be_in_viewport(ratio=1)
    for name in ("Again", "Next puzzle"):
        box = visit.button(name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("window", [(360, 740), *WINDOWS])
def test_the_buttons_of_a_shown_solution_stay_on_the_card(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    visit = Visit(page, site)
    visit.press("Solve")
    card = page.locator("#win")
    expect(card).to_be_visible()
    outer = card.bounding_box()
    for name in ("Solve it yourself", "Next puzzle"):
        inner = visit.button(name).bounding_box()
        assert outer is not None
        assert inner is not None
        assert outer["x"] + 8 <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] - 8


def day(visit: Visit, date: str) -> None:
    """Open the puzzle of a day."""
    visit.page.goto("about:blank")
    visit.page.goto(f"{visit.address}#day={date}")
    visit.until(lambda: visit.puzzle == rushhour.daily(date))


def test_the_card_of_a_day_has_its_record(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.install(time=datetime.datetime.fromisoformat(f"{TODAY}T12:00:00+00:00"))
    visit = Visit(page, site)
    day(visit, TODAY)
    earlier = {"slides": 99, "steps": 99, "seconds": 1, "hints": 0}
    results = {f"2026-11-{n}": {**earlier, "on": f"2026-11-{n}"} for n in (22, 23)}
    script = "text => localStorage.setItem('rushhour-results', text)"
    page.evaluate(script, json.dumps(results))
    visit.reload()
    visit.until(lambda: visit.puzzle == rushhour.daily(TODAY))
    solve(visit)
    assert visit.win[0] == "★★★"
    expect(page.locator("#win-day")).to_have_text(
        re.compile(r"^Time \d+:\d\d\. 3 days in a row\.$")
    )
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#result").input_value()
    first = visit.counts[0]
    visit.press("Again")
    detour(visit, 1)
    solve(visit)
    said = f"The first solution of a day counts: {first} slides."
    expect(page.locator("#win-day")).to_have_text(said)
    visit.press("Next puzzle")
    expect(page.locator("#title")).to_have_text("Jam 1")
    expect(page.locator("#daily")).to_be_hidden()


def test_a_day_whose_solution_was_shown_is_not_praised(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    visit.press("Solve")
    visit.press("Show the solution")
    assert visit.win[0] == ""
    said = "The solution was shown, so this day does not count."
    expect(page.locator("#win-day")).to_have_text(said)
    expect(page.locator("#win").get_by_role("button", name="Copy the result")).to_be_hidden()
    expect(visit.button("Next puzzle")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#win")).to_be_hidden()
    assert visit.counts[0] == "0"
