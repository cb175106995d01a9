"""Nothing is too long for its place, in any language and on any screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support import words
from support.visit import Site, Visit

pytestmark = pytest.mark.either

SCREENS = [(320, 700), (390, 844), (700, 800), (820, 1180), (1100, 700), (1440, 900)]
VIEWS = ("edit", "explore", "daily")
DIALOGS = ("open", "save", "record", "theme", "help", "new", "find", "cards")
LANGUAGE = """if (location.protocol.startsWith("http")) {
  localStorage.setItem("rushhour-language", JSON.stringify("%s"));
}"""


def stages(page: Page) -> list[Callable[[], None]]:
    """What is shown one after another to see whether it fits."""

    def open_dialog(name: str) -> None:
        page.keyboard.press("Escape")
        page.locator(f"#{name}").click()
        expect(page.locator("dialog[open]")).to_be_visible()

    return [
        page.locator("#hint").click,
        *[page.locator(f".views [data-view={name}]").click for name in VIEWS],
        *[lambda name=name: open_dialog(name) for name in DIALOGS],
    ]


# What people read or press, where it is wider than its place or sticks out of the window.
LONG = """() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  const read = "button, a, label, summary, th, td, h2, h3, select, input, dt, dd, p, li";
  for (const element of document.querySelectorAll(read)) {
    const isHidden = element.closest(".hidden, .skip, #sheets, [aria-hidden], .choice input");
    if (isHidden || !element.checkVisibility()) continue;
    const { right, left, width } = element.getBoundingClientRect();
    const name = `${element.localName} ${element.id} ${element.textContent.trim().slice(0, 40)}`;
    const isOutside = right + scrollX > wide + 1 || left + scrollX < -1;
    if (isOutside) found.push(`${name}: out of the window`);
    else if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth) {
      found.push(`${name}: too narrow`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("language", ["en", *words.LANGUAGES])
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen[0]}x{screen[1]}")
def test_everything_fits(page: Page, site: Site, language: str, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.add_init_script(LANGUAGE % language)
    visit = Visit(page, site)
    found = set(page.evaluate(LONG))
    for stage in stages(visit.page):
        stage()
        page.wait_for_timeout(100)
        found |= set(page.evaluate(LONG))
    assert found == set()
