"""Printing: the board alone, and cards of many puzzles with their solutions behind them."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

import rushhour
from support.camera import seen
from support.service import Static
from support.visit import Site, Visit

CHAIN = "..B.../AAB.../.CCC../......"
# Instead of the dialog of the browser. A PDF is no end of the printing, until a test says so.
PRINT = """
globalThis.printed = 0;
globalThis.print = () => { printed += 1; };
globalThis.isOver = false;
addEventListener("afterprint", (event) => isOver || event.stopImmediatePropagation());
"""


@pytest.fixture(autouse=True)
def printer(page: Page) -> None:
    page.add_init_script(PRINT)


def ask(visit: Visit, group: str) -> None:
    visit.press("Print cards")
    expect(visit.page.locator("#cards-dialog")).to_be_visible()
    options = visit.page.locator("#cards-group option")
    label = next(each for each in options.all_inner_texts() if each.startswith(group))
    visit.page.locator("#cards-group").select_option(label=label)


def print_them(visit: Visit) -> bytes:
    """The PDF that the browser makes of what it is to print."""
    visit.page.locator("#cards-go").click()
    visit.until(lambda: visit.page.evaluate("printed") == 1)
    found: bytes = visit.page.pdf(prefer_css_page_size=True)
    return found


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page in points."""
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(wide)), round(float(high))) for wide, high in boxes]


def test_the_cards_of_a_level_with_their_solutions(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    ask(visit, "Beginner")
    pdf = print_them(visit)
    assert sizes(pdf) == [(595, 842)] * 4  # ten cards on two sheets, A4, and their backs
    fronts, backs = page.locator(".fronts article"), page.locator(".backs article")
    expect(fronts.locator("h3")).to_have_text(
        [re.compile(f"^Jam {number}[0-9]+ slides$") for number in range(1, 11)]
    )
    for number in (0, 9):
        puzzle = rushhour.read(f"puzzles/jam-{number + 1:02}.txt")
        solution = rushhour.solve(puzzle).solution
        assert solution is not None
        expect(fronts.nth(number)).to_contain_text(f"{solution.cost} slides")
        assert backs.nth(number).locator("li").count() == solution.cost
        form = fronts.nth(number).locator("rush-hour-board").evaluate("({ puzzle }) => puzzle")
        assert len(form["vehicles"]) == len(puzzle.vehicles)
    page.emulate_media(media="print")
    front, back = fronts.first.bounding_box(), backs.first.bounding_box()
    assert front is not None
    assert back is not None
    sheet = page.locator(".sheet").first.bounding_box()
    assert sheet is not None
    assert front["x"] == pytest.approx(sheet["x"], abs=1)
    assert back["x"] + back["width"] == pytest.approx(sheet["x"] + sheet["width"], abs=1)
    board = fronts.first.locator("rush-hour-board").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= front["y"] + front["height"]
    assert board["width"] > 200
    expect(page.locator("button:visible")).to_have_count(0)
    page.emulate_media(media="screen")
    page.evaluate("isOver = true; dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("#board")).to_be_visible()
    assert visit.puzzle == rushhour.read("puzzles/jam-01.txt")


@pytest.mark.either
def test_one_card_on_letter_without_its_solution(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    ask(visit, "This puzzle")
    expect(page.locator("#cards-group option").first).to_have_text("This puzzle")
    page.get_by_label("Letter").check()
    page.get_by_label("Solutions behind them").uncheck()
    assert sizes(print_them(visit)) == [(612, 792)]
    expect(page.locator(".backs")).to_have_count(0)


@pytest.mark.either
def test_a_collection_that_was_opened(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Open")
    page.get_by_label("Text of a puzzle").fill("..B.AAB.........\n...BAA.B........\n")
    page.locator("#open-go").click()
    expect(page.locator("#collection h2").first).to_contain_text("Opened")
    ask(visit, "Opened: 2 puzzles")
    print_them(visit)
    expect(page.locator(".fronts article")).to_have_count(2)


@pytest.mark.either
def test_what_has_no_solution_says_so_behind(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AAx./..../..../....")
    ask(visit, "This puzzle")
    print_them(visit)
    expect(page.locator(".backs")).to_contain_text("It has no solution.")


def test_cards_carry_codes(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    ask(visit, "Records")
    page.get_by_label("QR codes").check()
    print_them(visit)
    page.emulate_media(media="print")
    codes = page.locator(".fronts .qr")
    expect(codes).to_have_count(4)
    for number in range(4):
        board = page.locator(".fronts rush-hour-board").nth(number)
        puzzle = rushhour.parse(json.dumps(board.evaluate("({ puzzle }) => puzzle")), "json")
        (code,) = seen(codes.nth(number).screenshot())
        assert code.text == rushhour.link(puzzle, page=visit.address)
        box = codes.nth(number).bounding_box()
        assert box is not None
        assert box["width"] * 25.4 / 96 >= 20


def test_cards_are_printed_without_a_network(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    ask(visit, "Records")
    print_them(visit)
    expect(page.locator(".fronts article")).to_have_count(4)
    expect(page.locator(".fronts article").first).to_contain_text("60 slides")


@pytest.mark.either
def test_the_board_alone(page: Page, site: Site) -> None:
    Visit(page, site, CHAIN)
    assert len(sizes(page.pdf())) == 1
