"""The keys of the page: those of the terminal, and a focus that is never lost."""

import json

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

CHAIN = "..B.../AAB.../.CCC../......"
FOCUS = (
    "document.activeElement.shadowRoot?.activeElement?.dataset.label ?? document.activeElement.id"
)


def focused(page: Page) -> str:
    """The label of the vehicle with the focus, or the id of another element; empty for the body."""
    return str(page.evaluate(FOCUS))


def test_the_skip_link_leads_to_the_board(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the board")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    assert focused(page) == "A"
    visit.view("Edit")
    link.press("Enter")
    assert page.evaluate("document.activeElement.closest('.cells') !== null")
    visit.view("Explore")
    expect(page.get_by_role("application")).to_be_visible()
    link.press("Enter")
    assert focused(page) == "A"


def test_letters_and_digits_choose_a_vehicle(page: Page, site: Site) -> None:
    vehicles = [
        {"label": label, "axis": "h", "row": row, "col": 0, "length": 2}
        for row, label in enumerate(["X", "h", "1", "12", "Long"])
    ]
    form = {"rows": 6, "cols": 6, "target": "X", "vehicles": vehicles}
    visit = Visit(page, site, json.dumps(form | {"exit": {"side": "right", "line": 0}}))
    page.clock.install(time=0)
    page.keyboard.press("x")
    page.keyboard.press("ArrowRight")
    assert (focused(page), visit.counts[0]) == ("X", "1")
    page.keyboard.press("H")
    assert focused(page) == "h"
    page.keyboard.press("1")
    assert focused(page) == "1"
    page.keyboard.press("2")
    assert focused(page) == "12"
    page.keyboard.press("l")
    page.keyboard.press("o")
    assert focused(page) == "Long"
    expect(page.locator("#note")).to_be_hidden()
    page.keyboard.press("Shift+h")
    expect(page.locator("#note-text")).to_contain_text("Look at the upper left part")


def test_keys_press_the_buttons_of_the_game(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.keyboard.press("c")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("u")
    assert visit.counts[1] == "1"
    page.keyboard.press("Backspace")
    assert visit.counts[1] == "0"
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert visit.counts[1] == "2"
    page.keyboard.press("r")
    assert visit.puzzle == rushhour.parse(CHAIN)
    page.keyboard.press("?")
    expect(page.locator("#note-text")).to_contain_text("Look at the lower left part")
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#note-text")).to_contain_text("C must go right 2")
    page.keyboard.press("Enter")
    assert visit.puzzle == rushhour.parse(CHAIN).apply(Move("C", 2))
    page.keyboard.press("s")
    expect(page.locator("#win")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_contain_text("A new puzzle")
    page.keyboard.press("Escape")
    visit.press("Open")
    page.keyboard.type("urshn ?")
    expect(page.locator("#open-text")).to_have_value("urshn ?")


def test_space_plays_the_solution_and_stops_it(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.keyboard.press("b")
    page.keyboard.press("Space")
    expect(page.locator("#where")).to_have_text("0 of 3")
    page.clock.run_for(600)
    page.keyboard.press("Space")
    page.clock.run_for(6000)
    expect(page.locator("#where")).to_have_text("1 of 3")
    assert not visit.puzzle.is_solved()


@pytest.mark.parametrize("key", ["Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
def test_keys_on_a_vehicle_scroll_nothing(page: Page, site: Site, key: str) -> None:
    page.set_viewport_size({"width": 700, "height": 400})
    visit = Visit(page, site, CHAIN)
    page.evaluate("scrollTo(0, 20)")
    for label in "ABC":
        visit.vehicle(label).evaluate("group => group.focus({ preventScroll: true })")
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 20


def test_the_focus_stays_where_one_plays(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    undo = page.locator("#undo")
    undo.press("Enter")
    expect(undo).to_be_disabled()
    assert focused(page) == "redo"
    page.keyboard.press("Enter")
    assert focused(page) == "undo"
    page.locator("#hint").press("Enter")
    for question in ("Which vehicle?", "Which move?"):
        page.get_by_role("button", name=question).press("Enter")
    page.get_by_role("button", name="Do it").press("Enter")
    assert focused(page) == "C"
    page.locator("#reset").press("Enter")
    assert focused(page) == "redo"
    page.locator("#solve").press("Enter")
    expect(page.locator("#solve")).to_be_disabled()
    assert focused(page) == "undo"


def test_only_keys_show_the_focus(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    assert focused(page) == "C"
    ring = visit.vehicle("C").locator(".ring")
    stroke = "ring => getComputedStyle(ring).stroke"
    assert ring.evaluate(stroke) == "none"
    page.keyboard.press("ArrowRight")
    assert ring.evaluate(stroke) != "none"
    visit.drag(Move("C", -1))
    assert ring.evaluate(stroke) == "none"
    visit.hint()
    visit.press("Do it")
    assert ring.evaluate(stroke) == "none"


def test_the_keys_are_for_the_board_of_a_puzzle_that_was_chosen(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.locator("#collection").get_by_role("button", name="Jam 2, ").press("Enter")
    assert focused(page) == "0"
    for _ in range(3):
        page.keyboard.press("h")
        expect(page.locator("#note")).to_be_visible()
    expect(page.get_by_role("button", name="Do it")).to_be_visible()
    page.keyboard.press("Enter")
    visit.until(lambda: visit.counts[0] == "1")
    visit.view("Explore")
    expect(page.locator("#found")).to_be_visible()
    page.locator("#adopt").press("Enter")
    assert focused(page) == "0"
    visit.view("Edit")
    expect(page.locator("#try")).to_be_enabled()
    page.locator("#try").press("Enter")
    expect(page.locator("#undo")).to_be_visible()
    visit.until(lambda: focused(page) == "0")
    page.locator("#open").press("Enter")
    page.get_by_label("Text of a puzzle").fill(CHAIN)
    page.locator("#open-go").press("Enter")
    visit.until(lambda: focused(page) == "A")


def test_enter_in_a_field_of_a_dialog_closes_nothing(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Find a puzzle")
    dialog = page.get_by_role("dialog")
    visit.fill("find-cars-most", "6")
    page.locator("#find-cars-most").press("Enter")
    expect(page.locator("#find-list li")).to_have_count(1)
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    visit.vehicle("0").press("n")
    expect(page.locator("#new-size")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator("#title")).to_contain_text("Puzzle ")
