"""Who cannot see well or use a mouse: every view audited by axe, its contrasts in the dark too."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service import Service
from visit import Visit

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHAIN = "..B.../AAB.../.CCC../......"


@pytest.fixture(params=["light", "dark"])
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The audit is a script from elsewhere, which the page's own policy would refuse."""
    return {"color_scheme": request.param, "bypass_csp": True}


def violations(page: Page) -> list[tuple[str, Any]]:
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    only = {"runOnly": ["color-contrast"]} if is_dark else {}
    found = axe.Axe().run(page, options=only).response["violations"]
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in found]


def test_no_view_has_a_fault(page: Page, service: Service) -> None:
    visit = Visit(page, service, CHAIN)
    visit.press("Hint")
    expect(page.locator(".trail")).to_have_count(1)
    assert violations(page) == []
    visit.press("Solve")
    expect(page.locator("#note")).to_have_class("note solved")
    assert violations(page) == []
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.draw((2, 1), (0, 0))
    expect(page.locator("#verdict")).to_contain_text("overlap")
    assert violations(page) == []
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("slides")
    assert violations(page) == []
    for dialog in ("Open", "Save"):
        visit.press(dialog)
        assert violations(page) == []
        page.keyboard.press("Escape")
