"""A browser for the tests that need one: Debian's chromium, driven by playwright."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Without a sandbox: the tests run as root in a container, and open only pages of our own.
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One chromium for all tests; skips them, saying so, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium on the PATH")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context_options() -> dict[str, Any]:
    """What the browser is like; a module may have its own, such as a telephone."""
    return {}


@pytest.fixture
def page(browser: "Browser", context_options: dict[str, Any]) -> Iterator["Page"]:
    """A new page in a context of its own; anything on its console or an uncaught error fails."""
    context = browser.new_context(**context_options)
    page = context.new_page()
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    yield page
    context.close()
    assert not seen, f"the page complained: {seen}"
