"""The page fits: the board is whole and large in every window, and what a game needs is in view."""

import json

import pytest
from playwright.sync_api import FloatRect, Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

SMALL = "..B.../AAB.../....../......"
WALLED = "AAx./..../..../...."
# A desk, a projector, windows between, a desk at 200 %, a tablet, and telephones upright and lying.
WINDOWS = [
    *((1280, 720), (1920, 1080), (985, 760), (860, 700), (721, 700), (700, 800), (640, 400)),
    *((640, 360), (820, 1180), (390, 844), (375, 667), (844, 390), (667, 375), (1100, 700)),
]
# Three vehicles lock the target in, which takes a long message.
LOCKED = "..B.CC/..B.D./AAB.D./EEEFFG/.....G/.....G"
# How large a board of 6x6 is there at least.
LEAST = {
    (1280, 720): 530,
    (1920, 1080): 890,
    (1100, 700): 500,
    (985, 760): 560,
    (860, 700): 480,
    (721, 700): 340,
    (700, 800): 410,
    (640, 400): 320,
    (640, 360): 290,
    (820, 1180): 790,
    (390, 844): 360,
    (375, 667): 350,
    (844, 390): 320,
    (667, 375): 305,
}

# The heights of the result's text and of its place, where the host has a long name.
LENGTHENED = """area => {
    area.value = area.value.replace("127.0.0.1", "puzzles.of.the.mathematics.department.example")
    area.value = area.value.replace(", the", ", 12 hints, the")
    return [area.scrollHeight, area.clientHeight]
}"""


def box(page: Page, place: str) -> FloatRect:
    found = page.locator(place).bounding_box()
    assert found is not None, place
    return found


def resize(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})


def test_the_board_is_whole_and_large_in_every_window(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    for wide, high in WINDOWS:
        resize(page, (wide, high))
        for view in ("Play", "Edit", "Explore"):
            visit.view(view)
            where = (wide, high, view)
            assert page.evaluate("document.documentElement.scrollWidth") <= wide, where
            least = LEAST[wide, high] if view == "Play" else 290
            # The view lets go of the size of the one before a frame later.
            visit.until(lambda: box(page, "#board")["width"] >= least)  # noqa: B023
            board = box(page, "#board")
            assert board["width"] == pytest.approx(board["height"], abs=1), where
            assert board["y"] >= 0, where
            assert board["y"] + board["height"] <= high, where
            for name in ("Open", "Results", "Looks"):
                expect(visit.button(name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(2, 12), (12, 2), (32, 32)])
def test_long_boards_are_whole_too(page: Page, site: Site, size: tuple[int, int]) -> None:
    rows, cols = size
    vehicle = {"label": "A", "axis": "h", "row": 0, "col": 0, "length": 2}
    form = {"rows": rows, "cols": cols, "target": "A", "vehicles": [vehicle]}
    visit = Visit(page, site, json.dumps(form | {"exit": {"side": "left", "line": 0}}))
    for wide, high in WINDOWS:
        resize(page, (wide, high))
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        board = box(page, "#board")
        assert board["y"] + board["height"] <= high, (wide, high)
        assert max(board["width"] / wide, board["height"] / high) > 0.4, (wide, high)
    assert visit.puzzle.rows == rows


@pytest.mark.parametrize("window", [(390, 844), (844, 390), (820, 1180), (768, 1024), (1280, 720)])
def test_the_first_move_pushes_no_button_away(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    resize(page, window)
    visit = Visit(page, site, SMALL)
    expect(page.locator("#goal")).to_be_visible()
    before = [box(page, f"#{name}") for name in ("undo", "hint", "solve", "board")]
    visit.drag(Move("B", 1))
    visit.until(lambda: visit.counts[0] == "1")
    assert [box(page, f"#{name}") for name in ("undo", "hint", "solve", "board")] == before
    visit.press("Close the goal")
    visit.press("Undo")
    visit.card("Jam 1")
    page.evaluate("scrollTo(0, 0)")
    before = [box(page, f"#{name}") for name in ("undo", "hint", "solve", "board")]
    page.locator("#board").evaluate("board => board.focusOn('6')")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#timeline")).to_be_visible()
    assert [box(page, f"#{name}") for name in ("undo", "hint", "solve", "board")] == before
    for name in ("Undo", "Hint", "Solve", "Watch"):
        expect(visit.button(name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("window", [(390, 844), (820, 1180), (768, 1024)])
def test_the_buttons_of_a_day_are_in_view(page: Page, site: Site, window: tuple[int, int]) -> None:
    resize(page, window)
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    for name in ("Undo", "Hint", "Solve"):
        expect(visit.button(name)).to_be_in_viewport(ratio=1)


def test_play_it_shows_the_board(page: Page, site: Site) -> None:
    resize(page, (390, 844))
    visit = Visit(page, site, SMALL)
    visit.view("Edit")
    expect(visit.button("Play it")).to_be_enabled()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("#try").press("Enter")
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)


def test_a_long_title_leaves_the_board_in_view(page: Page, site: Site) -> None:
    title = "A long way out, " * 16
    form = json.loads(rushhour.write(rushhour.parse(SMALL), "json"))
    visit = Visit(page, site)
    for window in ((390, 844), (844, 390), (1280, 720)):
        resize(page, window)
        visit.open(json.dumps(form | {"title": title[:256]}))
        board = box(page, "#board")
        assert board["y"] + board["height"] <= window[1], window


def test_every_tool_has_a_label_that_is_seen(page: Page, site: Site) -> None:
    resize(page, (390, 844))
    Visit(page, site, SMALL)
    for name in ("open", "save", "link", "record", "theme"):
        label, button = box(page, f"#{name} span"), box(page, f"#{name}")
        assert label["width"] > 15
        assert label["x"] >= button["x"]


def test_cars_outside_of_a_board_cover_no_field(page: Page, site: Site) -> None:
    visit = Visit(
        page, site, "..B...../AAB....C/.......C/DDEEFFGG/......../......../......../........"
    )
    visit.view("Edit")
    for wide in (1280, 820, 390):
        resize(page, (wide, 1000))
        visit.fill("rows", "2")
        visit.fill("cols", "2")
        for name in ("rows", "cols", "side", "line", "name"):
            page.locator(f"#{name}").click()
        visit.fill("rows", "8")
        visit.fill("cols", "8")


def test_what_cannot_be_solved_says_so(page: Page, site: Site) -> None:
    resize(page, (390, 844))
    Visit(page, site, WALLED)
    told = page.locator("#note-text")
    expect(told).to_contain_text("This puzzle cannot be solved: this is proved.")
    for name in ("best-slides", "best-steps"):
        cell = page.locator(f"#{name}")
        expect(cell).to_have_text("none")
        assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == "none"


def test_a_win_is_not_red(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    for cells in (1, -1, 2):
        visit.drag(Move("B", cells))
    expect(page.locator("#slides")).to_have_class("over")
    visit.drag(Move("A", 4))
    expect(page.locator("#win")).to_be_visible()
    assert int(visit.counts[0]) > int(visit.counts[2])
    expect(page.locator("td.over")).to_have_count(0)


def test_the_result_of_a_day_is_shown_whole(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    for move in rushhour.solve(visit.puzzle).moves or ():
        visit.drag(move)
    for window in ((1280, 720), (390, 844), (844, 390)):
        resize(page, window)
        high = page.locator("#result").evaluate(LENGTHENED)
        assert high[0] <= high[1], window


def test_a_print_has_the_board_alone(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("button:visible")).to_have_count(0)
    expect(visit.vehicle("A")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_f_shows_the_board_on_the_whole_screen(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    page.keyboard.press("f")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#collection")).to_be_hidden()
    board = box(page, "#board")
    assert board["y"] + board["height"] <= 720
    assert board["width"] > 590
    expect(visit.button("Hint")).to_be_in_viewport(ratio=1)
    visit.press("Leave full screen")
    expect(page.locator(".bar")).to_be_visible()


def test_a_room_can_read_the_panel_on_the_whole_screen(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    visit = Visit(page, site)
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("slides")
    before = box(page, "#facts")["height"]
    page.keyboard.press("f")
    expect(page.locator(".bar")).to_be_hidden()
    assert box(page, "#facts")["height"] > 1.25 * before
    panel, board = box(page, "#found"), box(page, "#board")
    assert board["x"] + board["width"] < panel["x"]
    assert panel["x"] + panel["width"] <= 1920
    assert board["y"] + board["height"] <= 1080
    page.locator(".bar-hit").nth(4).click()
    expect(page.locator("#bar")).to_contain_text("at 4 slides")


# A click without the scrolling of a test that looks for the button.
CLICK = "button => button.click()"


@pytest.mark.parametrize("window", [(390, 844), (844, 390)])
@pytest.mark.parametrize("view", ["Play", "Daily"])
def test_no_message_moves_the_board(
    page: Page, site: Site, window: tuple[int, int], view: str
) -> None:
    resize(page, window)
    visit = Visit(page, site)
    visit.view(view)
    expect(page.locator("#daily")).to_be_visible(visible=view == "Daily")
    before = box(page, "#board")
    for name in ("Hint", "Solve") if view == "Daily" else ("Hint",):
        page.locator(f"#{name.lower()}").evaluate(CLICK)
        offer = page.locator("#note-do")
        expect(offer).to_be_in_viewport(ratio=1)
        assert (box(page, "#board"), page.evaluate("scrollY")) == (before, 0), name
    page.locator("#hint").evaluate(CLICK)
    visit.press("Which move?")
    visit.press("Do it")
    expect(page.locator("#slides")).to_have_text("1")
    assert (box(page, "#board"), page.evaluate("scrollY")) == (before, 0)


@pytest.mark.parametrize("window", [(390, 844), (844, 390), (1280, 720)])
@pytest.mark.parametrize("view", ["Play", "Daily"])
def test_no_message_covers_a_button(
    page: Page, site: Site, window: tuple[int, int], view: str
) -> None:
    resize(page, window)
    visit = Visit(page, site)
    visit.view(view)
    expect(page.locator("#daily")).to_be_visible(visible=view == "Daily")
    for text in (None, "Vehicle 6 goes left 3: it must go at least 1, since vehicle 7. " * 3):
        visit.press("Hint")
        expect(page.locator("#note-do")).to_be_in_viewport(ratio=1)
        if text:
            page.locator("#note-text").evaluate("(note, text) => note.textContent = text", text)
        note = box(page, "#note")
        assert note["y"] >= 0
        for name in ("undo", "redo", "reset", "hint", "solve"):
            button = box(page, f"#{name}")
            is_above = note["y"] + note["height"] <= button["y"]
            assert is_above or button["y"] + button["height"] <= note["y"], (name, text)
            expect(page.locator(f"#{name}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("window", [(390, 844), (844, 390), (768, 1024), (1440, 900)])
def test_the_reason_of_a_lock_covers_neither_the_goal_nor_the_board(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    resize(page, window)
    visit = Visit(page, site, LOCKED)
    goal = page.locator("#goal")
    expect(page.locator("#note-text")).to_contain_text("alone lock target A in")
    note = box(page, "#note")
    for place in ("#board", "#undo", "#solve", "#title"):
        assert not overlap(note, box(page, place)), place
    visit.until(lambda: goal.is_hidden() or not overlap(note, box(page, "#goal")))
    assert goal.is_hidden() == (window != (1440, 900))
    visit.drag(Move("C", -1))
    expect(page.locator("#note")).to_be_hidden()
    expect(goal).not_to_have_class("goal covered")


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share more than an edge."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    return across and down
