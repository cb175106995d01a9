"""How the page looks: what is chosen holds at once, everywhere, and when one comes back."""

import pytest
from playwright.sync_api import Page, expect

from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

CHAIN = "..B.../AAB.../.CCC../......"
FILL = "group => getComputedStyle(group.querySelector('.body')).fill"


def choose(visit: Visit, *names: str) -> None:
    visit.press("Looks")
    for name in names:
        visit.page.locator("#looks-dialog").get_by_label(name, exact=True).check(force=True)
    visit.press("Close")


def test_a_board_of_another_kind(page: Page, site: Site) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))  # type: ignore[attr-defined]
    visit = Visit(page, site, CHAIN)
    plain = visit.vehicle("B").evaluate(FILL)
    floor = "board => getComputedStyle(board.shadowRoot.querySelector('.floor')).fill"
    assert not [url for url in asked if "boards.css" in url]
    found = {plain}
    for name in ("Paper", "Contrast"):
        choose(visit, name)
        visit.until(lambda: visit.vehicle("B").evaluate(FILL) not in found)
        found.add(visit.vehicle("B").evaluate(FILL))
    choose(visit, "Wood")
    visit.until(lambda: page.locator("#board").evaluate(floor) == "rgb(234, 215, 180)")
    assert visit.vehicle("B").evaluate(FILL) == plain
    visit.reload()
    visit.until(lambda: page.locator("#board").evaluate(floor) == "rgb(234, 215, 180)")
    visit.press("Looks")
    expect(page.get_by_label("Wood")).to_be_checked()
    expect(page.get_by_label("System", exact=True)).to_be_checked()


@pytest.mark.parametrize("window", [(390, 844), (1280, 800)])
def test_the_board_is_seen_beside_the_looks(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    visit = Visit(page, site, CHAIN)
    visit.press("Looks")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_in_viewport(ratio=1)
    board, over = page.locator("#board").bounding_box(), dialog.bounding_box()
    assert board is not None
    assert over is not None
    across = max(0, min(board["x"] + board["width"], over["x"] + over["width"]) - over["x"])
    down = max(0, min(board["y"] + board["height"], over["y"] + over["height"]) - over["y"])
    assert across * down < 0.65 * board["width"] * board["height"]
    script = "dialog => getComputedStyle(dialog, '::backdrop').backgroundColor"
    assert dialog.evaluate(script) == "rgba(0, 0, 0, 0)"


def test_nothing_solved_looks_like_nothing_in_high_contrast(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    choose(visit, "Contrast")
    bar = page.get_by_role("progressbar", name="Classics solved")
    ground = "bar => getComputedStyle(bar).backgroundColor"
    visit.until(lambda: bar.evaluate(ground) == "rgba(0, 0, 0, 0)")


def test_light_and_dark(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    choose(visit, "Dark")
    assert page.evaluate(ground) != light
    page.emulate_media(color_scheme="dark")
    choose(visit, "Light")
    assert page.evaluate(ground) == light


def test_labels_can_be_left_out(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    labels = visit.vehicle("B").locator("text")
    expect(labels).to_be_visible()
    visit.press("Looks")
    page.get_by_label("Labels on the vehicles").uncheck()
    visit.press("Close")
    expect(labels).to_be_hidden()
    visit.reload()
    expect(labels).to_be_hidden()
    expect(page.get_by_role("slider", name="Vehicle B")).to_be_attached()


@pytest.mark.parametrize(("pace", "beat"), [("Slow", 1100), ("Normal", 520), ("Fast", 260)])
def test_a_solution_at_three_speeds(page: Page, site: Site, pace: str, beat: int) -> None:
    visit = Visit(page, site, CHAIN)
    choose(visit, pace)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    visit.press("Solve")
    where = page.locator("#where")
    expect(where).to_have_text("0 of 3")
    page.clock.run_for(beat - 20)
    expect(where).to_have_text("0 of 3")
    page.clock.run_for(40)
    expect(where).to_have_text("1 of 3")


def test_less_motion(page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="no-preference")
    visit = Visit(page, site, CHAIN)
    seconds = "group => getComputedStyle(group).transitionDuration.split(', ')"
    assert visit.vehicle("B").evaluate(seconds) == ["0.24s", "0.3s"]
    choose(visit, "Less")
    assert visit.vehicle("B").evaluate(seconds) == ["0s", "0s"]
    visit.drag(Move("C", 2))
    assert page.evaluate("document.getAnimations().length") == 0


def test_two_tabs_look_alike(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    other = Visit(page.context.new_page(), site, CHAIN)
    choose(visit, "Paper")
    fill = visit.vehicle("B").evaluate(FILL)
    other.until(lambda: other.vehicle("B").evaluate(FILL) == fill)
    other.page.close()


def test_a_damaged_choice_is_none(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.evaluate("localStorage.setItem('rushhour-board', '[7]')")
    visit.reload()
    visit.press("Looks")
    expect(page.get_by_label("Plain")).to_be_checked()
