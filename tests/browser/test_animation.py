"""The animated SVG by itself in a browser: it plays, with script and without, and ends solved."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import rushhour
from support.shown_boards import expected, shown, until_shown

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SHORT = rushhour.solve("..B.../AAB.../....../......").solution
JAM = rushhour.solve(rushhour.read(PUZZLES / "jam-01.txt")).solution
assert SHORT is not None
assert JAM is not None
ROOT = "document.documentElement"
NOW = f"{ROOT}.getCurrentTime()"
IS_PAUSED = f"{ROOT}.animationsPaused()"
# The end of the short one, in seconds.
END = 3


@pytest.fixture
def film(tmp_path: Path) -> str:
    """The address of a short animation, which is over at END."""
    SHORT.svg("animation").save(tmp_path / "film.svg")
    return (tmp_path / "film.svg").as_uri()


def skip_to_the_end(page: Page) -> None:
    """Play the rest of a short animation, leaving out most of it."""
    page.evaluate(f"{ROOT}.setCurrentTime({END - 0.2})")
    page.wait_for_function(f"{NOW} > {END}")


def test_it_plays_and_ends_in_the_solved_board(page: Page, film: str) -> None:
    *_, solved = SHORT.replay()
    assert solved.is_solved()
    page.goto(film)
    page.wait_for_function(f"{NOW} > {END}")
    assert shown(page) == expected(solved)


def test_it_plays_without_script(browser: Browser, film: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(film)
    until_shown(page, list(SHORT.replay())[-1])
    context.close()


def test_it_plays_as_an_image(page: Page, film: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<img src=film.svg>", encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    image = page.locator("img")
    before = image.screenshot()
    while image.screenshot() == before:
        pass


@pytest.mark.parametrize("how", ["click", "space"])
def test_it_can_be_paused(page: Page, film: str, how: str) -> None:
    def press() -> None:
        root = page.locator("svg").first
        root.click() if how == "click" else root.press(" ")

    page.goto(film)
    press()
    assert page.evaluate(IS_PAUSED)
    press()
    assert not page.evaluate(IS_PAUSED)
    skip_to_the_end(page)
    assert shown(page) == expected(list(SHORT.replay())[-1])
    press()
    assert page.evaluate(NOW) < END
    assert not page.evaluate(IS_PAUSED)


def test_who_prefers_no_motion_sees_the_end(browser: Browser, film: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(film)
    assert shown(page) == expected(list(SHORT.replay())[-1])
    page.locator("svg").first.click()
    assert page.evaluate(NOW) < END
    skip_to_the_end(page)
    assert shown(page) == expected(list(SHORT.replay())[-1])
    context.close()


def test_every_state_is_shown_at_its_time(page: Page, tmp_path: Path) -> None:
    from rushhour.render.animation import schedule

    JAM.svg("animation").save(tmp_path / "film.svg")
    page.goto((tmp_path / "film.svg").as_uri())
    page.evaluate("document.documentElement.pauseAnimations()")
    ends = [0.0, *(moment.end + 0.01 for moment in schedule(JAM.runs()))]
    for time, state in zip(ends, JAM.replay(), strict=True):
        page.evaluate(f"document.documentElement.setCurrentTime({time})")
        assert shown(page) == expected(state)
    visible = page.locator("text.caption:visible").all_text_contents()
    assert visible == ["8/8 · vehicle 0 right 3"]


def test_pictures_do_not_disturb_a_page(page: Page, tmp_path: Path) -> None:
    board = JAM.puzzle.svg(theme="dark") + JAM.svg("strip", theme="light")
    html = f"<!doctype html><p class=wall>text</p><svg><rect class=floor /></svg>{board}"
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    black = "rgb(0, 0, 0)"
    assert page.locator("p").evaluate("node => getComputedStyle(node).fill") == black
    assert page.locator("svg > rect.floor").first.evaluate("n => getComputedStyle(n).fill") == black
    grounds = page.locator("rect.ground").evaluate_all(
        "all => all.map(n => getComputedStyle(n).fill)"
    )
    assert grounds == ["rgb(21, 24, 29)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 24, 29)")]
)
def test_auto_is_what_the_reader_prefers(
    browser: Browser, film: str, scheme: str, ground: str
) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(film)
    assert page.locator("rect.ground").evaluate("n => getComputedStyle(n).fill") == ground
    context.close()
