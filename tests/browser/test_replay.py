"""The replay of searches in a browser: with buttons, keys, slider and search; for everybody."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import rushhour
from rushhour.lab import watch

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAM = rushhour.read(PUZZLES / "jam-10.txt")


@pytest.fixture
def replay(page: Page, tmp_path: Path) -> Iterator[Page]:
    """Iterative deepening, which repeats states, beside A*."""
    file = tmp_path / "search.html"
    watch(JAM, algorithm=["ida", "astar"]).save(file)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    yield page
    assert errors == []


def facts(page: Page, search: int) -> dict[str, str]:
    """What is said of the expansion of a search."""
    part = page.locator("section").nth(search)
    names, values = part.locator("dt").all_inner_texts(), part.locator("dd").all_inner_texts()
    return dict(zip(names, values, strict=True))


def test_it_steps_and_ends_with_the_solution(replay: Page) -> None:
    traced: list[rushhour.search.Expansion] = []
    outcome = rushhour.solve(JAM, algorithm="astar", trace=traced.append)
    assert facts(replay, 1)["expansion"] == f"1 of {len(traced)}"
    replay.keyboard.press("ArrowRight")
    second = traced[1]
    assert second.move is not None
    found = facts(replay, 1)
    assert (found["g"], found["h"], found["f"]) == (str(second.g), str(second.h), str(second.f))
    assert found["move"].startswith(f"{second.move.vehicle} ")
    replay.keyboard.press("End")
    said = replay.locator(".said").all_inner_texts()
    assert all(one.startswith(f"Solved in {outcome.cost} slides, a shortest") for one in said)
    replay.keyboard.press("Home")
    expect(replay.locator(".said").first).to_have_text("The start.")


def test_repeats_and_states_are_found(replay: Page) -> None:
    replay.keyboard.press("r")
    expect(replay.locator(".said").first).to_contain_text("the state of expansion")
    replay.get_by_label("Find").fill("50")
    replay.keyboard.press("Enter")
    assert facts(replay, 0)["expansion"].startswith("50 of ")
    replay.get_by_label("Find").fill("no such board")
    replay.keyboard.press("Enter")
    expect(replay.get_by_role("status")).to_have_text(
        "No expansion here has the number or the board no such board."
    )


def test_a_dot_leads_to_its_expansion_and_play_goes_on(replay: Page) -> None:
    replay.keyboard.press("End")
    tree = replay.locator(".tree canvas").nth(1)
    box = tree.bounding_box()
    assert box is not None
    before = facts(replay, 1)["expansion"]
    tree.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    assert facts(replay, 1)["expansion"] != before
    replay.get_by_label("Speed").select_option("50 a second")
    before = facts(replay, 0)["expansion"]
    replay.get_by_role("button", name="Play").click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    replay.wait_for_function(
        "before => document.querySelector('dd').textContent !== before", arg=before
    )
    replay.get_by_role("button", name="Pause").click()


def test_the_terms_of_the_estimate_and_their_vehicles(page: Page, tmp_path: Path) -> None:
    """Of two searches side by side; a term that is pointed at or focused marks its vehicles."""
    file = tmp_path / "search.html"
    watch("..BCCC/AAB.../....../.DDEE.", heuristic=["advanced", "blocking"]).save(file)
    page.goto(file.as_uri())
    parts = [page.locator("section").nth(index) for index in (0, 1)]
    assert [part.locator(".terms li").all_text_contents() for part in parts] == [
        [
            "1 A must move at least 4 cells, only right",
            "1 B must move at least 2 cells, only down",
            "1 D must move at least 1 cell, only left",
        ],
        ["1 A must leave", "1 B stands between A and the exit"],
    ]
    expect(parts[0].locator(".terms p")).to_have_text("h 3 is the sum of")
    last = parts[0].get_by_role("button", name="D must move")
    last.focus()
    assert marked(parts[0]) == ["D"]
    page.keyboard.press("Shift+Tab")
    expect(parts[0].locator(".meant[data-label=B]")).to_be_visible()
    assert (marked(parts[0]), marked(parts[1])) == (["B"], [])
    parts[1].get_by_role("button", name="A must leave").hover()
    expect(parts[1].locator(".meant[data-label=A]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(parts[0].locator(".terms p")).to_have_text("h 2 is the sum of")
    expect(parts[0].get_by_role("button", name="B must move")).to_be_focused()
    page.keyboard.press("End")
    assert [part.locator(".terms li").count() for part in parts] == [0, 0]
    assert [marked(part) for part in parts] == [[], []]
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []


def marked(part: Locator) -> list[str | None]:
    """The labels of the vehicles that are marked."""
    return [one.get_attribute("data-label") for one in part.locator(".meant").all()]


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_it_fits_and_axe_finds_nothing(replay: Page, size: tuple[int, int]) -> None:
    replay.set_viewport_size({"width": size[0], "height": size[1]})
    assert replay.evaluate("document.documentElement.scrollWidth") <= size[0]
    for is_dark in (False, True):
        replay.emulate_media(color_scheme="dark" if is_dark else "light")
        found = axe.Axe().run(replay).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
