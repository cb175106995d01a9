"""The picture of the states: what is pointed at, chosen, dragged and saved, and what it marks."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rushhour
from rushhour import Move, Puzzle
from support.service import Static
from support.visit import Site, Visit

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
WALLED = "AAxB/...B/CC../...."
# A cluster of 22 139 states.
LARGE = (PUZZLES / "jam-02.txt").read_text(encoding="utf-8")
# Lowers the limit on the states that are drawn.
FEW = """{
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function ({ name, request, ...rest }) {
    if (name === "layers") request = JSON.stringify({ ...JSON.parse(request), max_states: 1 });
    return post.call(this, { name, request, ...rest });
  };
}"""
SVG = "{http://www.w3.org/2000/svg}"


class Graph:
    """The picture in the view Explore, for a visit that goes there."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page = visit, visit.page
        visit.view("Explore")
        self.picture = self.page.get_by_role("application", name="States by their distance")
        expect(self.picture).to_be_visible()

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A place in the picture, in parts of its width and height."""
        box = self.picture.bounding_box()
        assert box is not None
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    @property
    def said(self) -> Locator:
        """What is said of the state that is pointed at."""
        return self.page.locator(".peek > p")

    @property
    def puzzle(self) -> Puzzle:
        """The state that is pointed at."""
        form: dict[str, Any] = self.page.locator(".peek rush-hour-board").evaluate(
            "it => it.puzzle"
        )
        form.pop("title", None)
        return rushhour.parse(json.dumps(form), "json")


def slides(distance: int | None) -> str:
    return "1 slide" if distance == 1 else f"{distance} slides"


def test_a_state_that_is_pointed_at_is_shown_and_a_click_chooses_it(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    graph = Graph(visit)
    cluster = rushhour.explore(visit.puzzle)
    seen = set()
    for across, down in ((0.3, 0.3), (0.6, 0.5), (0.7, 0.35)):
        page.mouse.move(*graph.at(across, down))
        state = graph.puzzle
        distance = cluster.distance(state)
        many = cluster.count_solutions(state)
        expect(graph.said).to_have_text(
            f"{slides(distance)} from the exit, {many} shortest solution{'s' * (many > 1)}"
        )
        seen.add(state)
    assert len(seen) == 3
    page.mouse.click(*graph.at(0.7, 0.35))
    assert visit.puzzle == state
    expect(page.locator("#bar")).to_contain_text(f"at {slides(distance)} from the exit")
    expect(page.locator("#where")).to_have_text(f"0 of {distance}")
    page.mouse.move(5, 5)
    expect(page.locator(".peek")).to_be_hidden()


def test_arrows_go_from_neighbour_to_neighbour(page: Page, site: Site) -> None:
    """Down to the goals, and a state is one move from that before; the board comes at Enter."""
    visit = Visit(page, site)
    start = visit.puzzle
    cluster = rushhour.explore(start)
    graph = Graph(visit)
    graph.picture.press("Home")
    expect(graph.said).to_have_text("The puzzle: 8 slides from the exit, 61 shortest solutions")
    here = graph.puzzle
    for distance in reversed(range(8)):
        page.keyboard.press("ArrowDown")
        there = graph.puzzle
        assert there in {here.apply(move) for move in here.legal_moves()}
        assert cluster.distance(there) == distance
        here = there
    expect(page.locator("#graph [role=status]")).to_have_text("solved")
    page.keyboard.press("ArrowDown")
    assert graph.puzzle == here
    page.keyboard.press("ArrowUp")
    assert cluster.distance(graph.puzzle) == 1
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight"):
        before = graph.puzzle
        page.keyboard.press(key)
        assert cluster.distance(graph.puzzle) == 1
        assert graph.puzzle in {before, *(before.apply(move) for move in before.legal_moves())}
    page.keyboard.press("End")
    expect(graph.said).to_contain_text("9 slides from the exit")
    expect(graph.said).to_contain_text("none is farther")
    assert visit.puzzle == start
    chosen = graph.puzzle
    page.keyboard.press("Enter")
    assert visit.puzzle == chosen
    page.keyboard.press("Escape")
    expect(page.locator(".peek")).to_be_hidden()


def test_the_board_can_be_moved_and_the_mark_follows(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    graph = Graph(visit)
    legend = page.locator(".legend")
    expect(legend.get_by_text("your path")).to_be_hidden()
    visit.drag(Move("B", 1))
    visit.until(lambda: visit.puzzle == rushhour.parse(SMALL).apply("B+1"))
    expect(page.locator("#where")).to_have_text("1 of 1")
    expect(legend.get_by_text("your path")).to_be_visible()
    expect(page.locator("#bar")).to_have_text("2 states at 2 slides from the exit")
    visit.drag(Move("B", 1))
    expect(page.locator("#bar")).to_have_text("6 states at 1 slide from the exit")
    visit.vehicle("A").press("End")
    expect(page.locator("#bar")).to_have_text("3 states at 0 slides from the exit")
    graph.picture.focus()
    page.keyboard.press("ArrowUp")
    near = graph.puzzle
    assert near in {visit.puzzle.apply(move) for move in visit.puzzle.legal_moves()}


def test_what_was_played_is_the_path(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    visit.drag(Move("B", 1))
    played = visit.puzzle
    Graph(visit)
    assert visit.puzzle == played
    expect(page.locator("#where")).to_have_text("1 of 1")
    expect(page.locator(".legend").get_by_text("your path")).to_be_visible()
    visit.view("Play")
    assert visit.counts[0] == "1"


def test_a_bar_leafs_through_its_states(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    Graph(visit)
    cluster = rushhour.explore(SMALL)
    seen = []
    for _ in range(6):
        page.locator(".bar-hit").nth(1).click()
        seen.append(visit.puzzle)
    assert {cluster.distance(state) for state in seen} == {1}
    assert len(set(seen)) == 6
    slider = page.get_by_role("slider", name="Distance")
    slider.press("Enter")
    assert visit.puzzle == seen[0]
    slider.press("Home")
    assert cluster.distance(visit.puzzle) == 0


def test_the_picture_is_saved_with_each_state_once(page: Page, site: Site) -> None:
    """Six dots, three squares that are solved, two triangles that are hardest, and a diamond."""
    visit = Visit(page, site, SMALL)
    Graph(visit)
    with page.expect_download() as download:
        visit.press("Save as SVG")
    assert download.value.suggested_filename.endswith("-states.svg")
    root = ET.parse(download.value.path()).getroot()
    outlines = [path.get("d", "") for path in root.iter(f"{SVG}path")]
    dots = re.findall(r"M([^M]+?)h\.01", "".join(outlines))
    assert len(set(dots)) == len(dots) == 6
    filled = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("fill")]
    assert sorted(outline.count("M") for outline in filled) == [1, 2, 3]
    edges = outlines[0]
    assert edges.count("M") == 21
    assert [text.text for text in root.iter(f"{SVG}text")] == ["0", "1", "2"]


def test_a_large_cluster_is_thinned_and_says_so(page: Page, site: Site) -> None:
    visit = Visit(page, site, LARGE)
    graph = Graph(visit)
    expect(page.locator(".omitted")).to_have_text("1 in 2 of 22\u202f139 states is drawn.")
    cluster = rushhour.explore(visit.puzzle)
    # Of some states that follow one another one is not drawn at first.
    for _ in range(3):
        visit.drag(next(iter(visit.puzzle.legal_moves())))
        distance = cluster.distance(visit.puzzle)
        expect(page.locator("#bar")).to_contain_text(f"at {slides(distance)} from the exit")
    graph.picture.press("Enter")
    expect(graph.said).to_contain_text(f"{slides(distance)} from the exit")
    assert graph.puzzle == visit.puzzle


def test_without_a_solution_the_puzzle_is_at_the_bottom(page: Page, site: Site) -> None:
    visit = Visit(page, site, WALLED)
    graph = Graph(visit)
    expect(page.locator("#exploring")).to_contain_text("no moves lead to the exit")
    expect(page.locator("#graph figcaption")).to_contain_text("from the puzzle")
    graph.picture.press("End")
    expect(graph.said).to_have_text("2 slides from the puzzle")
    page.keyboard.press("Enter")
    assert visit.puzzle != rushhour.parse(WALLED)
    expect(page.locator(".legend").get_by_text("solved")).to_be_hidden()


def test_a_cluster_that_is_too_large_to_draw_says_why(page: Page, static: Static) -> None:
    """All else of Explore is there, and the board is still."""
    page.add_init_script(FEW)
    visit = Visit(page, static, SMALL)
    visit.view("Explore")
    said = "The states are not drawn: the limit on states was reached after"
    expect(page.locator("#graph .omitted")).to_contain_text(said)
    expect(page.get_by_role("application")).to_be_hidden()
    expect(page.locator("#facts")).to_contain_text("2 slides")
    expect(page.locator("#board[still]")).to_be_visible()


@pytest.mark.parametrize("board", [SMALL, WALLED])
def test_anyone_can_use_it(page: Page, site: Site, board: str) -> None:
    graph = Graph(Visit(page, site, board))
    graph.picture.press("ArrowDown")
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []


def test_on_a_telephone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit = Visit(page, site)
    graph = Graph(visit)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    graph.picture.scroll_into_view_if_needed()
    graph.picture.click(position={"x": 200, "y": 150})
    peek = page.locator(".peek")
    expect(peek).to_be_in_viewport(ratio=1)
    assert graph.puzzle == visit.puzzle
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
