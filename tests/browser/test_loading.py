"""The page while it loads: nothing moves, and no click is lost."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

import rushhour
from support.visit import Site, Visit, name_of

SMALL = "..B.../AAB.../....../......"


# How far the parts move while the page loads, from the first paint on, and which they are.
SHIFTS = """() => {
    globalThis.shifts = [];
    const note = (list) => list.getEntries().filter(({ value }) => value > 0.001).forEach(
        ({ sources }) => shifts.push(sources.map(({ node }) => node?.id || node?.className)));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
}"""


def later(route: Route) -> None:
    time.sleep(0.15)
    route.continue_()


@pytest.mark.parametrize("window", [(1280, 720), (390, 844), (844, 390), (820, 1180)])
def test_nothing_moves_while_the_page_loads(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.add_init_script(f"({SHIFTS})()")
    # The page is painted before its script comes, and again before its puzzles do.
    for name in ("**/app.js", re.compile("/(api/)?puzzles(.json)?$")):
        page.route(name, later)
    Visit(page, site)
    expect(page.locator("#best-slides")).to_have_text("8")
    expect(page.locator(".gauge:visible")).to_be_attached()
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize(
    ("tool", "place", "text"),
    [
        ("save", "#save-text", "AAB"),
        ("link", "#link-said", "."),
        ("record", "#month", "2"),
    ],
)
def test_a_tool_waits_for_the_first_puzzle(
    page: Page, site: Site, tool: str, place: str, text: str
) -> None:
    waiting: list[Route] = []
    page.route(re.compile("/(api/)?puzzles(.json)?$"), lambda route: waiting.append(route))  # noqa: PLW0108
    page.goto(f"{site.address}#{rushhour.link(SMALL).partition('#')[2]}")
    page.locator(f"#{tool}").click()
    page.wait_for_timeout(100)
    for route in waiting:
        route.continue_()
    shown = page.locator(place)
    if tool == "save":
        page.locator("#save-format").select_option("boardstring")
        expect(shown).to_have_value(re.compile(text))
    else:
        expect(shown).to_contain_text(text)
    expect(page.locator("#save-error")).to_be_empty()


def test_a_header_without_its_script_takes_no_click(page: Page, site: Site) -> None:
    waiting: list[Route] = []
    page.route("**/app.js", lambda route: waiting.append(route))  # noqa: PLW0108
    page.goto(f"{site.address}#{rushhour.link(SMALL).partition('#')[2]}", wait_until="commit")
    edit = page.get_by_role("link", name="Edit", include_hidden=True)
    edit.click(force=True)
    assert "view=edit" not in page.url
    for route in waiting:
        route.continue_()
    expect(page.locator("#title")).to_have_text(name_of(SMALL))
