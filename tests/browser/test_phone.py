"""The page on a telephone: touch, a narrow screen, and dark colours."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

SMALL = "..B.../AAB.../....../......"


@pytest.fixture
def context_options() -> dict[str, Any]:
    """A telephone held upright, whose owner likes it dark and still."""
    size = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3}
    wishes = {"color_scheme": "dark", "reduced_motion": "reduce"}
    return {**size, **wishes, "is_mobile": True, "has_touch": True}


def swipe(page: Page, x: float, y: float, down: float) -> None:
    """A finger that goes down in eight steps."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 9):
        touch("touchMove", {"x": x, "y": y + part * down / 8})
    touch("touchEnd")


def test_a_vehicle_is_dragged_by_touch(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    box = visit.vehicle("B").locator(".body").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(page, x, y, box["height"])
    visit.until(lambda: visit.counts[:2] == ("1", "2"))
    assert visit.puzzle == rushhour.parse(SMALL).apply(Move("B", 2))


def test_nothing_jumps_from_lesson_to_lesson(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    assert len(set(visit.lessons())) == 1


def test_a_second_finger_does_not_disturb_the_first(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    box = visit.vehicle("B").locator(".body").bounding_box()
    assert box is not None
    x, y, far = box["x"] + box["width"] / 2, box["y"] + box["height"] / 4, box["height"] / 2
    session = page.context.new_cdp_session(page)
    first, other = {"x": x, "y": y, "id": 0}, {"x": x - far, "y": y + 3 * far, "id": 1}
    down = {"x": x, "y": y + far, "id": 0}
    for kind, points in [
        ("touchStart", [first]),
        ("touchMove", [down]),
        ("touchStart", [down, other]),
        ("touchMove", [down, {**other, "y": y - far}]),
        ("touchEnd", [down]),
        ("touchEnd", []),
    ]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    visit.until(lambda: visit.counts[:2] == ("1", "1"))
    assert visit.puzzle == rushhour.parse(SMALL).apply(Move("B", 1))


def test_a_board_is_drawn_by_touch(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    visit.view("Edit")
    visit.press("Clear")
    page.get_by_text("Red car", exact=True).click()
    swipe(page, *visit.cell(0, 3), 1.2 * visit.cell(1, 0)[1] - 1.2 * visit.cell(0, 0)[1])
    assert visit.form["vehicles"] == [{"label": "A", "axis": "v", "row": 0, "col": 3, "length": 2}]


def test_nothing_is_wider_than_the_screen(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    for view in ("Play", "Edit", "Explore", "Daily"):
        visit.view(view)
        panel = "#daily" if view == "Daily" else f".panel[data-view={view.lower()}]"
        expect(page.locator(panel)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["width"] > 340


def test_what_is_touched_is_large_enough(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    for name in ("Undo", "Redo", "Reset", "Hint", "Solve", "Open", "Save", "Link", "Results"):
        box = visit.button(name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 42
    rows = [visit.button(name).bounding_box() for name in ("Open", "Looks")]
    assert len({box["y"] for box in rows if box}) == 1


def test_the_reason_of_a_hint_comes_into_view(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    visit.hint()
    expect(visit.button("Do it")).to_be_in_viewport(ratio=1)


def test_who_wants_no_motion_sees_none(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    seconds = visit.vehicle("B").evaluate("group => getComputedStyle(group).transitionDuration")
    assert set(seconds.split(", ")) == {"0s"}


def test_the_colours_follow_the_system_until_one_is_chosen(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    visit.press("Looks")
    page.get_by_label("Light", exact=True).check(force=True)
    light = page.evaluate(background)
    assert dark != light
    visit.reload()
    assert page.evaluate(background) == light
    visit.press("Looks")
    page.get_by_label("System", exact=True).check(force=True)
    assert page.evaluate(background) == dark


def test_a_message_lets_through_what_is_pressed_under_it(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Open")
    page.get_by_label("Text of a puzzle").fill("..B.AAB.........\n...BAA.B........\n")
    page.locator("#open-go").click()
    toast = page.locator("#toast")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box is not None
    assert box["height"] < 80
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    under = "([x, y]) => document.elementFromPoint(x, y).id"
    assert page.evaluate(under, middle) != "toast"


def test_the_buttons_of_the_editor_are_in_view(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in 8 slides")
    expect(page.locator("#try")).to_be_in_viewport(ratio=1)
    visit.press("Clear")
    expect(page.locator("#verdict")).to_contain_text("the red car is missing")
    expect(page.locator("#try")).to_be_in_viewport(ratio=1)


def test_the_collection_goes_over_a_board_that_stays(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    visit = Visit(page, site)
    page.evaluate("scrollTo(0, 400)")
    covered = """() => [...document.querySelectorAll(".collection button")].filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return at && !button.contains(at);
    }).map((button) => button.textContent)"""
    assert page.evaluate(covered) == []
    visit.card("Jam 31")
    expect(page.locator("#title")).to_have_text("Jam 31")
    expect(page.locator("#title")).to_be_in_viewport(ratio=1)
