"""The player by itself in a browser: with buttons, keys, slider and list; for everybody."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import rushhour
from rushhour import Solution
from support.shown_boards import expected, shown, until_shown

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SHORT = rushhour.solve("..B.../AAB.../....../......").solution
JAM = rushhour.solve(rushhour.read(PUZZLES / "jam-40.txt")).solution
assert SHORT is not None
assert JAM is not None
STATES = list(JAM.replay())


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The player of 51 moves."""
    return opened(JAM, tmp_path)


@pytest.fixture
def calm(browser: Browser, address: str) -> Iterator[Page]:
    """The player for who prefers reduced motion: it waits at the start, and moves at once."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def opened(solution: Solution, folder: Path) -> str:
    file = folder / "player.html"
    file.write_text(solution.html(), encoding="utf-8")
    return file.as_uri()


def is_at(page: Page, step: int) -> None:
    words = f"Move {step} of 51: " if step else "Start"
    expect(page.get_by_role("status")).to_contain_text(words)
    assert shown(page) == expected(STATES[step])
    assert page.get_by_role("slider").input_value() == str(step)
    assert page.locator("[aria-current=step]").count() == (step > 0)


def test_it_plays_and_ends_in_the_solved_board(page: Page, tmp_path: Path) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(opened(SHORT, tmp_path))
    expect(page.get_by_role("status")).to_have_text("Move 2 of 2: A right 4")
    until_shown(page, list(SHORT.replay())[-1])
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert requests == [page.url]


def test_it_waits_for_who_prefers_no_motion(calm: Page) -> None:
    calm.clock.install()
    calm.reload()
    calm.clock.run_for("05:00")
    is_at(calm, 0)


def test_buttons(calm: Page) -> None:
    steps = [("One move on", 1), ("One move on", 2), ("One move back", 1), ("To the end", 51)]
    for name, step in [*steps, ("One move back", 50), ("To the start", 0)]:
        calm.get_by_role("button", name=name).click()
        is_at(calm, step)
    expect(calm.get_by_role("button", name="One move back")).to_be_disabled()


def test_keys(calm: Page) -> None:
    for key, step in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 51),
        ("Home", 0),
    ]:
        calm.keyboard.press(key)
        is_at(calm, step)


def test_every_state_is_shown(calm: Page) -> None:
    for step in range(1, 52):
        calm.keyboard.press("ArrowRight")
        assert shown(calm) == expected(STATES[step])
    calm.keyboard.press("ArrowRight")
    is_at(calm, 51)


def test_the_slider_and_the_list(calm: Page) -> None:
    calm.get_by_role("slider").fill("17")
    is_at(calm, 17)
    calm.get_by_role("slider").press("ArrowRight")
    is_at(calm, 18)
    entry = calm.get_by_role("navigation", name="Moves").get_by_role("button").nth(29)
    entry.click()
    is_at(calm, 30)
    expect(entry).to_have_attribute("aria-current", "step")


def test_space_plays_and_pauses(calm: Page) -> None:
    calm.clock.install()
    calm.reload()
    calm.get_by_label("Speed").select_option("double speed")
    calm.locator("body").press(" ")
    expect(calm.get_by_role("status")).to_contain_text(re.compile("Move [3-9]"))
    calm.locator("body").press(" ")
    before = calm.get_by_role("status").inner_text()
    calm.clock.run_for("05:00")
    assert calm.get_by_role("status").inner_text() == before
    expect(calm.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_play_at_the_end_begins_again(calm: Page) -> None:
    calm.keyboard.press("End")
    calm.get_by_role("button", name="Play", exact=True).click()
    expect(calm.get_by_role("status")).to_contain_text(re.compile("Move [1-9] of"))


def test_the_keyboard_alone_reaches_everything(calm: Page) -> None:
    seen = []
    for _ in range(9):
        calm.keyboard.press("Tab")
        seen.append(
            calm.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText")
        )
    # At the start nothing leads back.
    assert seen == [
        "Move",
        "Play",
        "One move on",
        "To the end",
        "Speed",
        *(f"{n}. {words(n)}" for n in range(1, 5)),
    ]
    outline = calm.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"


def test_a_solution_without_moves(page: Page, tmp_path: Path) -> None:
    page.goto(opened(Solution(rushhour.parse("....AA/......"), ()), tmp_path))
    assert page.get_by_role("slider").get_attribute("max") == "0"
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()


@pytest.mark.parametrize(("key", "number"), [("End", 51), ("Home", 1)])
def test_the_list_follows_the_move(calm: Page, key: str, number: int) -> None:
    for pressed in ("End", "Home", key):
        calm.keyboard.press(pressed)
    top, bottom, seen_from, seen_to = calm.evaluate(
        """number => {
            const list = document.querySelector("ol");
            return [list.children[number - 1], list]
                .map((part) => part.getBoundingClientRect())
                .flatMap(({ top, bottom }) => [top, bottom]);
        }""",
        number,
    )
    assert seen_from <= top < bottom <= seen_to
    assert calm.evaluate("document.documentElement.scrollTop") == 0


def words(number: int) -> str:
    from rushhour.model.words import brief

    return brief(JAM.moves[number - 1], JAM.puzzle)


def test_without_script_there_are_the_board_and_the_moves(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert shown(page) == expected(JAM.puzzle)
    assert page.locator("ol li").count() == 51
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="One move on").tap()
    is_at(page, 1)
    for button in page.locator(".controls button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    context.close()


def test_a_hostile_title_is_text(page: Page, tmp_path: Path) -> None:
    hostile = "</script><script>console.error('hit')</script><img src=x onerror=console.error(1)>"
    puzzle = rushhour.Puzzle(
        1, 6, [rushhour.Vehicle(hostile, "h", 0, 0, 2)], hostile, title=hostile
    )
    page.goto(opened(Solution(puzzle, (rushhour.Move(hostile, 4),)), tmp_path))
    expect(page.get_by_role("heading")).to_have_text(hostile)
    expect(page.get_by_role("status")).to_contain_text(hostile)


def test_a_notebook_frame_waits_to_be_started(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html>{SHORT._repr_html_()}", encoding="utf-8")
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("status")).to_have_text("Start")
    frame.get_by_role("button", name="To the end").click()
    expect(frame.get_by_role("status")).to_have_text("Move 2 of 2: A right 4")
