"""Who comes first: the goal, boards that teach it, explanations beside words, and the help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rushhour
from rushhour import Move, Puzzle
from support.visit import Site, Visit

pytestmark = pytest.mark.either

ROOT = Path(__file__).parent.parent.parent
REFUSE = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
ROAD = "..B.../AAB.../....../......"
WAYS = {"h": ("ArrowLeft", "ArrowRight"), "v": ("ArrowUp", "ArrowDown")}


@pytest.fixture
def context_options() -> dict[str, Any]:
    """Nothing moves, so nothing must be waited for."""
    return {"reduced_motion": "reduce"}


def lesson(page: Page) -> Puzzle:
    """What the board of the lesson shows."""
    form = page.locator("#learn-board").evaluate("board => JSON.stringify(board.puzzle)")
    return rushhour.parse(form, "json")


def goal(page: Page) -> Locator:
    return page.locator("#goal")


def test_a_first_visitor_sees_the_goal_and_can_play_at_once(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    expect(goal(page)).to_contain_text("Get the red car")
    expect(goal(page)).to_contain_text("out at the arrow")
    for picture in ("car", "exit"):
        expect(goal(page).locator(f".{picture}")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    move = (rushhour.solve(visit.puzzle).moves or ())[0]
    visit.drag(move)
    assert visit.counts[0] == "1"
    expect(goal(page)).to_be_visible()


def test_nothing_jumps_from_lesson_to_lesson(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    assert len(set(visit.lessons())) == 1


def test_the_goal_stays_until_it_is_reached(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.press("Show me how")
    visit.press("Skip")
    expect(page.get_by_role("dialog")).to_have_count(0)
    visit.drag(Move("B", 2))
    visit.reload()
    expect(goal(page)).to_be_visible()
    visit.press("Solve")  # who is shown the solution needs the timeline, and has not won
    expect(page.locator("#win")).to_be_visible()
    expect(goal(page)).to_be_hidden()
    visit.card("Jam 1")
    expect(goal(page)).to_be_visible()
    page.goto(rushhour.link(ROAD, page=visit.address))
    visit.press("Reset")
    visit.drag(Move("B", 2))
    visit.drag(Move("A", 4))
    expect(page.locator("#win-title")).to_have_text("Solved in 2 slides")
    visit.card("Jam 1")
    expect(goal(page)).to_be_hidden()
    visit.reload()
    expect(goal(page)).to_be_hidden()


def test_the_goal_is_closed(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.drag(Move("B", 1))
    expect(page.locator("#timeline")).to_be_hidden()
    visit.press("Close the goal")
    expect(goal(page)).to_be_hidden()
    expect(page.locator("#timeline")).to_be_visible()
    expect(visit.vehicle("A")).to_be_focused()
    visit.reload()
    expect(goal(page)).to_be_hidden()


def test_the_goal_is_whole_beside_the_game(page: Page, site: Site) -> None:
    for window in ((390, 844), (844, 390), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": window[0], "height": window[1]})
        visit = Visit(page, site)
        expect(goal(page)).to_be_in_viewport(ratio=1)
        for name in ("Show me how", "Hint", "Solve"):
            expect(visit.button(name)).to_be_in_viewport(ratio=1)


def test_the_lessons_by_keys(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    page.locator("#learn").press("Enter")
    dialog = page.get_by_role("dialog")
    for number, name in enumerate(("Drag", "Block", "Chain"), 1):
        heading = dialog.get_by_role("heading", name=f"{number} of 3: {name}")
        expect(heading).to_be_visible()
        puzzle = lesson(page)
        axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
        outcome = rushhour.solve(puzzle)
        assert outcome.cost == number
        for move in outcome.moves or ():
            vehicle = dialog.locator(f'.vehicle[data-label="{move.vehicle}"]')
            vehicle.press(f"Shift+{WAYS[axes[move.vehicle]][move.cells > 0]}")
        assert lesson(page).is_solved()
        on = dialog.get_by_role("button", name="Play" if number == 3 else "Next")
        expect(on).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert visit.counts[0] == "0"  # the puzzle behind the lessons is as it was


def test_a_lesson_by_dragging_and_back(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Show me how")
    car = page.get_by_role("dialog").locator('.vehicle[data-label="A"] .body')
    box = car.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2 * box["width"], y + 4, steps=4)
    page.mouse.up()
    expect(page.locator("#learn-keys")).to_have_text("That is the goal of every puzzle.")
    visit.press("Next")
    expect(page.locator("#learn-title")).to_have_text("2 of 3: Block")
    visit.press("Back")
    assert not lesson(page).is_solved()


def test_the_lessons_are_skipped_and_found_again(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Show me how")
    visit.press("Skip")
    expect(page.get_by_role("dialog")).to_have_count(0)
    visit.reload()
    visit.press("Help")
    visit.press("Three boards that teach it")
    expect(page.locator("#learn-title")).to_have_text("1 of 3: Drag")
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_a_full_store_shows_the_goal_once(page: Page, site: Site) -> None:
    page.add_init_script(REFUSE)
    visit = Visit(page, site)
    visit.press("Close the goal")
    visit.card("Jam 2")
    expect(goal(page)).to_be_hidden()


@pytest.mark.parametrize("how", ["hover", "focus", "tap"])
def test_a_word_explains_itself(page: Page, site: Site, how: str) -> None:
    visit = Visit(page, site)
    word, text = visit.button("slides"), page.get_by_role("tooltip")
    expect(text).to_be_hidden()
    if how == "hover":
        word.hover()
    elif how == "focus":
        page.locator("#undo").evaluate("button => button.disabled = false")
        page.locator("#undo").focus()
        page.keyboard.press("Shift+Tab")
        expect(visit.button("steps")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(word).to_be_focused()
    else:
        word.click()
    expect(text).to_contain_text("A slide moves one vehicle any number of cells.")
    expect(text).to_be_in_viewport(ratio=1)
    expect(word).to_have_accessible_description(text.inner_text())
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()


def test_the_pointer_may_go_onto_an_explanation(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    page.clock.install(time=0)
    text = page.get_by_role("tooltip")
    visit.button("steps").hover()
    text.hover()
    page.clock.run_for(5000)
    expect(text).to_be_visible()
    page.mouse.move(5, 5)
    page.clock.run_for(5000)
    expect(text).to_be_hidden()


def test_every_word_has_its_explanation(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    # fewest, slides, steps, difficulty, stars, five facts, bars; a phone has no row of headings
    for wide, high, words in ((1280, 800, 11), (390, 844, 10)):
        page.set_viewport_size({"width": wide, "height": high})
        visit.open()
        seen = set()
        for view in ("Play", "Explore"):
            visit.view(view)
            panel = page.locator(f".panel[data-view={view.lower()}]")
            expect(panel.locator(".gauge .what")).to_be_visible()
            expect(page.locator("#facts .what")).to_have_count(5 if view == "Explore" else 0)
            for word in page.locator(".what:visible").all():
                word.click()
                text = page.get_by_role("tooltip")
                expect(text).to_be_in_viewport(ratio=1)
                assert text.inner_text().endswith(".")
                seen.add(text.inner_text())
        assert len(seen) == words


def test_the_help_says_who_owns_what(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Help")
    text = " ".join(page.get_by_role("dialog").inner_text().split())
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for said in (
        "MIT or Apache-2.0, at your option",
        '"Rush Hour" is a trademark of its owner, with whom this project is not affiliated.',
    ):
        assert said in text
        assert said in readme
    expect(page.get_by_role("dialog").get_by_role("link")).to_have_text("app.js")
    links = page.locator("a[href]").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    assert {link for link in links if link.startswith("#")} == {
        *("#board", "#view=play", "#view=edit", "#view=explore", "#day=today")
    }
    for link in links:
        assert page.evaluate("name => fetch(name).then(({ ok }) => ok)", link), link
    assert page.locator("a:not([href])").count() == 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
