"""Who cannot see well or use a mouse: every view audited by axe, its contrasts in the dark too."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit, name_of

pytestmark = pytest.mark.either

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHAIN = "..B.../AAB.../.CCC../......"


@pytest.fixture
def context_options() -> dict[str, Any]:
    """The audit is a script from elsewhere, which the page's own policy would refuse."""
    return {"reduced_motion": "reduce", "bypass_csp": True}


def violations(page: Page) -> list[tuple[str, Any]]:
    """What is wrong in light colours, and with the contrasts of the dark ones."""
    found = axe.Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    dark = axe.Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    page.emulate_media(color_scheme="light")
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in [*found, *dark]]


def test_playing(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.hint()
    expect(page.locator(".trail")).to_have_count(1)
    assert violations(page) == []
    visit.press("Solve")
    expect(page.locator("#win")).to_be_visible()
    page.locator(".moves summary").click()
    assert violations(page) == []


def test_editing(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.draw((2, 1), (0, 0))
    expect(page.locator("#verdict")).to_contain_text("overlap")
    assert violations(page) == []


def test_exploring(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("slides")
    assert violations(page) == []


def test_a_day(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    assert violations(page) == []
    for move in rushhour.solve(visit.puzzle).moves or ():
        visit.drag(move)
    expect(page.locator("#shared")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(
    "dialog",
    ["Open", "Save", "Results", "Looks", "Help", "A new puzzle", "Find a puzzle", "Print cards"],
)
def test_dialogs(page: Page, site: Site, dialog: str) -> None:
    Visit(page, site, CHAIN).press(dialog)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


def test_research(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.press("Help")
    visit.press("Take part in research")
    expect(page.get_by_role("dialog", name="Take part in research")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("board", ["Wood", "Paper", "Contrast"])
def test_other_boards(page: Page, site: Site, board: str) -> None:
    visit = Visit(page, site, CHAIN)
    visit.press("Looks")
    page.get_by_label(board).check(force=True)
    page.wait_for_function("document.styleSheets.length > 1")
    assert violations(page) == []
    visit.press("Close")
    visit.hint()
    expect(page.locator(".trail")).to_have_count(1)
    assert violations(page) == []


def test_a_review(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    for cells in (-1, 1, 2):
        visit.drag(Move("C", cells))
    visit.press("Close the goal")
    page.get_by_label("Rate each move").check()
    visit.drag(Move("C", -1))
    expect(page.locator("#rated")).not_to_be_empty()
    page.locator(".moves summary").click()
    visit.press("Where did I go wrong?")
    expect(page.locator("#mistakes li")).not_to_have_count(0)
    assert violations(page) == []


def test_own_puzzles(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    visit.press("All 1")
    expect(page.locator("#own-list li")).to_have_count(1)
    visit.press(f"Delete {name_of(CHAIN)}")
    assert violations(page) == []


def test_a_first_visit_and_the_lessons(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    expect(page.locator("#goal")).to_be_visible()
    visit.button("slides").hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert violations(page) == []
    visit.press("Show me how")
    assert violations(page) == []


def test_progress(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    for move in rushhour.solve(visit.puzzle).moves or ():
        visit.drag(move)
    visit.card("Jam 2")
    expect(page.locator("#collection button.done")).to_have_count(1)
    assert violations(page) == []
