"""What the page keeps: games, own puzzles and drawings, through reloads, tabs and a full store."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit, name_of

pytestmark = pytest.mark.either

ROAD = "..B.../AAB.../....../......"
CHAIN = "..B.../AAB.../.CCC../......"
SIZES = {"wide": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
REFUSE = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


@pytest.fixture(params=SIZES)
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A desk, a tablet and a phone."""
    width, height = SIZES[request.param]
    return {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}


def solve(visit: Visit) -> None:
    """Solve what is on the board by dragging."""
    for move in rushhour.solve(visit.puzzle).moves or ():
        visit.drag(move)


def test_a_game_goes_on_where_it_was_left(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    moved = visit.puzzle
    visit.card("Jam 2")
    assert visit.counts[:2] == ("0", "0")
    page.go_back()
    visit.until(lambda: visit.puzzle == moved)
    assert visit.counts[:2] == ("1", "1")
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    visit.view("Play")
    visit.until(lambda: visit.puzzle == moved)
    visit.reload()
    visit.until(lambda: visit.puzzle == moved)
    visit.press("Undo")
    visit.until(lambda: visit.puzzle == rushhour.parse(CHAIN))


def test_back_and_forward_lead_through_views_puzzles_and_days(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.card("Jam 2")
    visit.view("Explore")
    expect(page.locator("#facts")).to_be_visible()
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    assert "#day=" in page.url
    page.go_back()
    expect(page.locator("#facts")).to_be_visible()
    expect(page.locator("#title")).to_have_text("Jam 2")
    page.go_back()
    expect(page.locator(".panel[data-view=play]")).to_be_visible()
    page.go_back()
    expect(page.locator("#title")).to_have_text("Jam 1")
    page.go_forward()
    expect(page.locator("#title")).to_have_text("Jam 2")


def test_two_tabs_show_one_game(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    other = Visit(page.context.new_page(), site, CHAIN)
    other.drag(Move("C", 1))
    visit.until(lambda: visit.puzzle == other.puzzle)
    assert visit.counts[:2] == ("1", "1")
    visit.drag(Move("C", 1))
    other.until(lambda: other.puzzle == visit.puzzle)
    other.page.close()


def test_a_browser_that_refuses_says_so_and_keeps_it_until_then(page: Page, site: Site) -> None:
    page.add_init_script(REFUSE)
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    moved = visit.puzzle
    expect(page.locator("#unkept")).to_be_visible()
    visit.card("Jam 2")
    page.go_back()
    visit.until(lambda: visit.puzzle == moved)


def test_what_is_damaged_begins_anew(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.drag(Move("B", 1))
    for game in ("[", "7", '{"moves": [["B", 9]], "cursor": 1}', '{"moves": [["B", 0.5]]}'):
        script = """text => Object.keys(localStorage).filter(name => name.includes("-game-"))
            .forEach(name => localStorage.setItem(name, text))"""
        page.evaluate(script, game)
        visit.reload()
        visit.until(lambda: visit.puzzle == rushhour.parse(ROAD))
        assert visit.counts[:2] == ("0", "0")


def test_reset_begins_a_game_that_counts(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.hint()
    expect(page.locator(".trail")).to_have_count(1)
    solve(visit)
    assert visit.win[::2] == (
        "",
        "The fewest possible, in 16 steps. With 1 hint, so it does not count.",
    )
    expect(page.locator("#collection button.done")).to_have_count(0)
    visit.press("Reset")
    solve(visit)
    assert visit.win == ("★★★", "Solved in 8 slides", "The fewest possible, in 16 steps.")
    expect(page.locator("#collection button.done")).to_have_count(1)


def test_a_shown_solution_is_not_praised(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.press("Solve")
    expect(page.locator("#win")).to_be_visible()
    assert visit.win == ("", "A solution in 2 slides", "It was shown to you.")
    visit.press("Solve it yourself")
    expect(page.locator("#win")).to_be_hidden()
    assert visit.puzzle == rushhour.parse(ROAD)


def test_the_editor_takes_back_and_leaks_nothing(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 3 slides")
    visit.press("Clear")
    assert visit.form["vehicles"] == []
    expect(page.locator("#verdict")).to_contain_text("the red car is missing")
    visit.press("Link")
    expect(page.locator("#toast")).to_contain_text("The drawing is not a board yet")
    visit.view("Play")
    expect(page.locator("#subtitle")).to_contain_text("3 vehicles")
    expect(page.locator(".vehicle.wrong")).to_have_count(0)
    expect(page.locator("#note-text")).to_contain_text("Your drawing is not a board yet.")
    visit.reload()
    visit.view("Edit")
    visit.until(lambda: visit.form["vehicles"] == [])
    page.keyboard.press("Control+z")
    visit.until(lambda: visit.puzzle == rushhour.parse(CHAIN))
    visit.press("Redo")
    assert visit.form["vehicles"] == []


def test_a_card_is_entered_in_reading_order(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.view("Edit")
    visit.press("Clear")
    visit.draw((0, 2), (1, 2))
    assert (visit.form["target"], visit.form["exit"]["side"]) == ("A", "right")
    expect(page.locator("#verdict")).to_contain_text("choose Red car and drag over its cells")
    page.get_by_text("Red car", exact=True).click()
    visit.draw((1, 0), (1, 1))
    visit.until(lambda: visit.puzzle == rushhour.parse(ROAD))
    expect(page.locator("#verdict")).to_contain_text("Solved in 2 slides")


def test_the_exit_stays_and_a_car_changes_its_length(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.view("Edit")
    page.get_by_role("button", name="exit left at row 3").click()
    visit.draw((1, 0), (3, 0))
    assert visit.form["exit"] == {"side": "left", "line": 2}
    grip = page.locator(".grip.last").bounding_box()
    assert grip is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(*visit.cell(3, 3), steps=3)
    page.mouse.up()
    red = next(each for each in visit.form["vehicles"] if each["label"] == "A")
    assert red == {"label": "A", "axis": "h", "row": 3, "col": 0, "length": 4}
    visit.press("Shorter")
    visit.press("Undo")
    assert next(e for e in visit.form["vehicles"] if e["label"] == "A")["length"] == 4


def test_a_field_that_is_refused_says_why_where_it_is(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.fill("rows", "99")
    refusal = page.locator("label:has(#rows) .refusal")
    expect(refusal).to_have_text("A whole number from 1 to 32.")
    visit.fill("rows", "5")
    expect(refusal).to_have_count(0)


def test_own_puzzles_are_kept_named_found_deleted_and_exported(
    page: Page, site: Site, tmp_path: Path
) -> None:
    visit = Visit(page, site, ROAD)
    visit.drag(Move("B", 1))
    visit.view("Edit")
    visit.draw((3, 3), (3, 4))
    visit.fill("name", "Mine")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.press("Play it")
    visit.reload()
    expect(page.locator("#own .tiles span")).to_have_text(["Mine", name_of(ROAD)])
    visit.press("All 2")
    expect(page.locator("#own-list li")).to_have_count(2)
    page.get_by_label("Find").fill("min")
    expect(page.locator("#own-list li")).to_have_count(1)
    page.get_by_label("Title of Mine").fill("Yours")
    page.get_by_label("Title of Mine").press("Tab")
    page.get_by_label("Find").fill("your")
    visit.press("Delete Yours")
    expect(page.locator("#own-said")).to_have_text("Yours is deleted.")
    page.locator("#own-undo").click()
    with page.expect_download() as download:
        visit.press("Export all")
    download.value.save_as(tmp_path / "own.jsonl")
    titles = [puzzle.title for puzzle in rushhour.read_all(tmp_path / "own.jsonl")]
    assert titles[0] == "Yours"
    assert len(titles) == 2


def test_a_changed_board_loses_the_title_that_it_came_with(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    title = page.locator("#title")
    visit.draw((0, 3), (0, 3))
    expect(title).to_have_text("Jam 1")
    visit.draw((0, 3), (0, 4))
    expect(title).to_have_text("Without a title")
    visit.press("Undo")
    expect(title).to_have_text("Jam 1")
    visit.press("Redo")
    expect(page.locator("#verdict")).to_contain_text("A valid board")
    visit.press("Play it")
    expect(title).to_have_text(re.compile("^Puzzle "))
    expect(page.locator("#own .tiles span")).to_have_text([re.compile("^Puzzle ")])
    visit.view("Edit")
    visit.fill("name", "Mine")
    visit.draw((1, 1), (1, 2))
    expect(page.locator("#verdict")).to_contain_text("A valid board")
    visit.press("Play it")
    expect(title).to_have_text("Mine")
    visit.reload()
    visit.view("Edit")
    visit.draw((4, 1), (4, 3))
    expect(title).to_have_text("Mine")


def test_another_title_shows_wherever_the_puzzle_is_open(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    title = page.locator("#title")
    visit.drag(Move("C", 1))
    for name in ("Play", "Edit"):
        visit.view(name)
        visit.press("All 1")
        page.locator("#own-list input").fill(f"In {name}")
        page.locator("#own-list input").press("Tab")
        page.locator("#own-dialog [value=cancel]").click()
        expect(title).to_have_text(f"In {name}")
        visit.until(lambda name=name: f"title=In+{name}" in page.url)
    visit.view("Play")
    visit.drag(Move("C", 1))
    expect(page.locator("#own .tiles span")).to_have_text(["In Edit"])
    visit.reload()
    expect(title).to_have_text("In Edit")
