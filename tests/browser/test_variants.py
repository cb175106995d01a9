"""Other boards near the one in the editor: harder, easier, with fewer cars."""

import re

from playwright.sync_api import Page, expect

import rushhour
from rushhour.generation.change import minimise, vary
from support.visit import Site, Visit

# B blocks the road; C stands where nobody goes.
SMALL = "..B.../AAB.../....../....CC"


def offers(page: Page, press: str, first: str) -> list[str]:
    """The words on the buttons, once they are there."""
    page.get_by_role("button", name=press, exact=True).click()
    found = page.locator("#variants-found button")
    expect(found.first).to_contain_text(first)
    return found.all_inner_texts()


def slides_of(text: str) -> int:
    match = re.search(r": (\d+) slides?$", text)
    assert match is not None, text
    return int(match[1])


def test_harder_and_easier_boards_are_one_tap_away(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 2 slides")
    before = visit.puzzle
    kinds = [(one.kind, one.change) for one in vary(SMALL).variants]
    harder = offers(page, "Harder", next(change for kind, change in kinds if kind == "harder"))
    assert 1 <= len(harder) <= 6
    easier = offers(page, "Easier", next(change for kind, change in kinds if kind == "easier"))
    assert slides_of(easier[0]) == 1
    expect(page.locator("#variants-found button")).to_have_count(len(easier))
    harder = offers(page, "Harder", harder[0])
    page.locator("#variants-found button").first.click()
    expect(page.locator("#verdict")).to_contain_text(f"Solved in {slides_of(harder[0])} slides")
    assert rushhour.solve(visit.puzzle).cost == slides_of(harder[0]) > 2
    expect(page.locator("#variants-found button")).to_have_count(0)
    visit.press("Undo")
    visit.until(lambda: visit.puzzle == before)


def test_cars_that_are_not_needed_can_go(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 2 slides")
    (reduction,) = minimise(SMALL).reductions
    assert reduction.vehicles == ("C",)
    assert offers(page, "Fewer cars", "without C") == ["without C: 2 slides"]
    page.locator("#variants-found button").click()
    expect(page.locator("#verdict")).to_contain_text("Solved in 2 slides")
    assert {vehicle.label for vehicle in visit.puzzle.vehicles} == {"A", "B"}
    page.get_by_role("button", name="Fewer cars").click()
    expect(page.locator("#variants-said")).to_have_text("No car can go: each is needed.")


def test_a_drawing_that_is_no_board_has_no_neighbours(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 8 slides")
    for name in ("Harder", "Easier", "Fewer cars"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_enabled()
    visit.press("Clear")
    expect(page.locator("#verdict")).to_contain_text("Not a board yet")
    for name in ("Harder", "Easier", "Fewer cars"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
