"""Editing on the page: a board from nothing, by mouse and by keyboard alone, with every reason."""

from playwright.sync_api import Page, expect

import rushhour
from rushhour import Exit, Vehicle
from support.interrupts import ENDLESS
from support.reference import METRICS
from support.visit import Site, Visit

SMALL = "..B.../AAB.../....../......"


def begin(page: Page, site: Site) -> Visit:
    """An empty board in the editor."""
    visit = Visit(page, site)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 8 slides, or 16 steps.")
    visit.press("Clear")
    assert visit.form["vehicles"] == []
    return visit


def test_a_board_from_nothing(page: Page, site: Site) -> None:
    visit = begin(page, site)
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text(
        "the red car is missing: choose Red car and drag over its cells"
    )
    visit.fill("rows", "5")
    visit.fill("cols", "7")
    page.get_by_text("Red car", exact=True).click()
    visit.draw((2, 1), (2, 2))
    visit.draw((1, 4), (2, 4))
    visit.draw((4, 5), (4, 3))
    page.get_by_text("Walls", exact=True).click()
    visit.draw((0, 4), (0, 5))
    visit.draw((0, 5), (0, 5))
    visit.fill("name", "Mine")
    expect(verdict).to_contain_text("A valid board")
    expect(verdict).to_contain_text("Solved in 3 slides, or 8 steps.")
    vehicles = (
        Vehicle("A", "h", 2, 1, 2),
        Vehicle("B", "v", 1, 4, 2),
        Vehicle("C", "h", 4, 3, 3),
    )
    expected = rushhour.Puzzle(5, 7, vehicles, "A", Exit("right", 2), [(0, 4)])
    assert visit.puzzle == expected
    solution = rushhour.solve(expected, metric="step")
    assert (rushhour.solve(expected).cost, solution.cost) == (3, 8)
    visit.press("Play it")
    assert visit.puzzle == expected
    assert visit.counts == ("0", "0", "3", "8")
    expect(page.locator("#title")).to_have_text("Mine")


def test_a_limit_that_comes_first(page: Page, strict: Site) -> None:
    text = rushhour.write(rushhour.read(ENDLESS), "json")
    slides, steps = (
        rushhour.solve(text, metric=metric, max_states=1000).lower_bound for metric in METRICS
    )
    Visit(page, strict, text).view("Edit")
    expect(page.locator("#verdict")).to_contain_text(
        f"A limit came first: it takes at least {slides} slides, or at least {steps} steps."
    )


def test_every_reason_against_it(page: Page, site: Site) -> None:
    visit = begin(page, site)
    page.get_by_text("Red car", exact=True).click()
    visit.draw((2, 0), (2, 1))
    visit.draw((4, 0), (4, 1))
    visit.draw((4, 1), (2, 1))
    reasons = page.locator("#verdict li")
    expect(reasons).to_have_text(["vehicles A and B overlap at row 3, column 1"])
    expect(visit.vehicle("A")).to_have_class("vehicle wrong")
    expect(visit.button("Play it")).to_be_disabled()
    visit.fill("rows", "2")
    expect(reasons.filter(has_text="leaves the board")).not_to_have_count(0)


def test_vehicles_are_moved_named_removed_and_made_the_target(page: Page, site: Site) -> None:
    visit = begin(page, site)
    page.get_by_text("Red car", exact=True).click()
    visit.draw((2, 0), (2, 1))
    visit.draw((0, 3), (1, 3))
    visit.fill("label", "Bus")
    visit.press("Make it the red car")
    assert (visit.form["target"], visit.form["exit"]) == ("Bus", {"side": "bottom", "line": 3})
    visit.draw((1, 3), (4, 4))
    assert visit.form["vehicles"][1] == {
        "label": "Bus",
        "axis": "v",
        "row": 3,
        "col": 4,
        "length": 2,
    }
    assert visit.form["exit"] == {"side": "bottom", "line": 4}
    page.get_by_role("button", name="exit top at column 5").click()
    assert visit.form["exit"] == {"side": "top", "line": 4}
    expect(page.locator("#verdict")).to_contain_text("Solved in 1 slide, or 3 steps.")
    page.get_by_text("Erase").click()
    visit.draw((2, 1), (2, 1))
    assert [vehicle["label"] for vehicle in visit.form["vehicles"]] == ["Bus"]
    page.locator("#side").select_option("right")
    expect(page.locator("#verdict li")).to_have_text(
        ["target Bus moves along its column and cannot leave at the right"]
    )


def test_by_keyboard_alone(page: Page, site: Site) -> None:
    visit = begin(page, site)
    page.locator(".cells button").first.focus()
    keys = page.keyboard

    def go(*names: str) -> None:
        for name in names:
            keys.press(name)

    go("ArrowDown", "Space", "ArrowRight", "Space", "t")
    go("ArrowUp", "ArrowRight", "Space", "ArrowDown", "Enter")
    go("ArrowUp", "ArrowRight", "w")
    go("ArrowRight", "Space", "ArrowRight", "Space", "Delete")
    assert visit.puzzle == rushhour.parse("..Bx../AAB.../....../....../....../......")
    expect(page.locator("#verdict")).to_contain_text("Solved in 2 slides, or 6 steps.")
    go("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Space", "ArrowDown", "Space")
    assert visit.puzzle == rushhour.parse("...x../AAB.../..B.../....../....../......")
    go("t")
    assert visit.form["target"] == "B"
    go("Space", "ArrowDown", "Escape")
    names = page.locator(".cells button:focus").get_attribute("aria-label")
    assert names == "row 4, column 3, empty"


def test_an_edited_puzzle_stays_when_one_comes_back(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    visit.view("Edit")
    visit.draw((3, 3), (3, 2))
    edited = visit.puzzle
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("3 slides")
    assert visit.puzzle == edited
    visit.view("Edit")
    assert visit.puzzle == edited
    visit.reload()
    visit.until(lambda: visit.form["rows"] == 4)
    assert visit.puzzle == edited


def fills(page: Page) -> dict[str, str]:
    """The colour of every vehicle on the board, by its label."""
    script = """board => Object.fromEntries([...board.shadowRoot.querySelectorAll(".vehicle")].map(
        (group) => [group.dataset.label, group.querySelector(".body").getAttribute("fill")]))"""
    found: dict[str, str] = page.locator("#board").evaluate(script)
    return found


def test_cars_keep_their_colours_while_others_are_drawn(page: Page, site: Site) -> None:
    visit = begin(page, site)
    cars = [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
        ((2, 0), (2, 1)),
        ((0, 5), (2, 5)),
        ((5, 0), (5, 2)),
    ]
    known: dict[str, str] = {}
    for start, end in cars:
        visit.draw(start, end)
        expect(page.locator("#board .vehicle")).to_have_count(len(known) + 1)
        found = fills(page)
        assert known.items() <= found.items()
        known = found
    assert len(set(known.values())) == len(cars)
