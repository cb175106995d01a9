"""The board on other people's pages: one script, any text of a board, steps, hints, changes."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import rushhour
from rushhour import Puzzle, RushHourError
from rushhour.formats.json import as_dict
from rushhour.web.page import NAME, contents
from support import soak_boards, words
from support.bridge import puzzle_of
from support.service import Service

ROAD = "..B.../AAB.../....../......"
STUCK = "AABB/..../..../...."
OTHERS = "https://other.example/"
# Nothing but a script of the page's own is allowed: no blobs, no eval, no style in the markup.
POLICY = "default-src 'none'; script-src 'self'"
PUZZLES = Path(__file__).parent.parent.parent / "puzzles"


def visit(
    page: Page, body: str, charset: str = '<meta charset="utf-8">', language: str = "en"
) -> None:
    """Open a page of somebody else."""
    title = f'<html lang="{language}">{charset}<title>Other</title>'
    size = '<meta name="viewport" content="width=device-width">'
    script = f'<script src="{NAME}" defer></script>'
    html = f"<!doctype html>{title}{size}{script}<main><h1>Other</h1>{body}</main>"

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(OTHERS)
        text = contents()[name].decode() if name == NAME else html
        kind = "text/javascript" if name == NAME else "text/html"
        route.fulfill(
            status=204 if name == "favicon.ico" else 200,
            body=text,
            content_type=kind,
            headers={"Content-Security-Policy": POLICY},
        )

    page.route(f"{OTHERS}**", answer)
    page.goto(OTHERS)
    page.evaluate("customElements.whenDefined('rush-hour-game').then(() => true)")


def game(board: str, **attributes: str) -> str:
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<rush-hour-game board="{escape(board)}"{given}></rush-hour-game>'


def state(page: Page) -> Puzzle:
    """Where the game stands."""
    form = page.locator("rush-hour-game").evaluate("game => game.state")
    return rushhour.parse(json.dumps(form), "json")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def says(page: Page, text: str) -> None:
    expect(page.locator("rush-hour-game .says")).to_have_text(text)


def test_it_is_played(page: Page) -> None:
    visit(page, game(ROAD))
    says(page, "0 slides, 0 steps")
    page.get_by_role("slider", name="Vehicle B").press("End")
    says(page, "1 slide, 2 steps")
    assert state(page) == rushhour.parse(ROAD).apply("B+2")
    page.get_by_role("slider", name="Red car A").press("End")
    says(page, "Solved: 2 slides, 6 steps")
    press(page, "Reset")
    assert state(page) == rushhour.parse(ROAD)


def test_it_is_whole_on_a_page_without_an_encoding(page: Page) -> None:
    assert contents()[NAME].isascii()
    visit(page, game(ROAD), charset='<meta charset="windows-1252">')
    expect(page.get_by_role("button", name="One move on")).to_have_text("\u25b6")


def test_a_broken_board_offers_nothing_to_press(page: Page) -> None:
    visit(page, game("..B.../AAB", editable=""))
    says(page, "expected 6 cells in row 2, found 3: 'AAB'")
    expect(page.locator("rush-hour-game rush-hour-board")).to_be_hidden()
    expect(page.get_by_role("button", disabled=False)).to_have_text(["Change"])
    press(page, "Change")
    page.get_by_label("The board as text").fill(ROAD)
    expect(page.locator("rush-hour-game rush-hour-board")).to_be_visible()
    press(page, "Solve")
    says(page, "Solved: 2 slides, 6 steps")


def test_moves_are_stepped_through(page: Page) -> None:
    visit(page, game(ROAD, moves="B+2 A+4"))
    press(page, "One move on")
    says(page, "1 slide, 2 steps")
    press(page, "One move on")
    says(page, "Solved: 2 slides, 6 steps")
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    press(page, "One move back")
    assert state(page) == rushhour.parse(ROAD).apply("B+2")


def test_a_hint_and_a_solution(page: Page) -> None:
    visit(page, game(ROAD))
    press(page, "Hint")
    says(page, "B down 2: 2 slides to go.")
    expect(page.locator(".trail")).to_have_count(1)
    press(page, "Solve")
    says(page, "Solved: 2 slides, 6 steps")


def test_a_timeline_leads_to_any_state(page: Page) -> None:
    visit(page, game(ROAD, moves="B+2 A+4"))
    expect(page.get_by_role("slider", name="Move")).to_have_count(0)
    visit(page, game(ROAD, moves="B+2 A+4", timeline=""))
    line = page.get_by_role("slider", name="Move")
    expect(line).to_have_attribute("aria-valuetext", "0 of 2")
    line.press("End")
    says(page, "Solved: 2 slides, 6 steps")
    line.press("ArrowLeft")
    assert state(page) == rushhour.parse(ROAD).apply("B+2")
    expect(line).to_have_attribute("aria-valuetext", "1 of 2")


def test_each_slide_is_rated(page: Page) -> None:
    visit(page, game("..B.../AAB.../..CC../......", rates=""))
    # C must go right, out of the column of B. One cell to the left costs a slide more.
    page.get_by_role("slider", name="Vehicle C").press("ArrowLeft")
    says(page, "1 slide, 1 step; +1 slide")
    page.get_by_role("slider", name="Vehicle C").press("ArrowRight")
    says(page, "2 slides, 2 steps; +1 slide")
    # It goes on: the same slide leads out now.
    page.get_by_role("slider", name="Vehicle C").press("ArrowRight")
    says(page, "2 slides, 3 steps; ✓ best")


def test_a_hint_in_stages(page: Page) -> None:
    visit(page, game(ROAD, staged=""))
    press(page, "Hint")
    says(page, "Vehicle B moves first. Which way? Hint tells it.")
    expect(page.locator(".vehicle.hinted")).to_have_count(1)
    expect(page.locator(".trail")).to_have_count(0)
    press(page, "Hint")
    says(page, "B down 2: 2 slides to go.")


@pytest.mark.parametrize(("theme", "frame"), [("wood", "#70492b"), ("paper", "#5b5750")])
def test_other_boards(page: Page, theme: str, frame: str) -> None:
    visit(page, game(ROAD, theme=theme))
    script = "board => getComputedStyle(board).getPropertyValue('--frame').trim()"
    assert page.locator("rush-hour-board").evaluate(script) == frame


def test_the_board_is_changed_in_place(page: Page) -> None:
    visit(page, game(ROAD, editable=""))
    press(page, "Change")
    text = page.get_by_label("The board as text")
    expect(text).to_have_value("..B...\nAAB...\n......\n......")
    text.fill("..B...\nAAB...\n..CC..\n......")
    says(page, "0 slides, 0 steps")
    press(page, "Solve")
    says(page, "Solved: 3 slides, 8 steps")
    before = state(page)
    text.fill("..B...\nAAB..\n......\n......")
    says(page, "expected 6 cells in row 2, found 5: 'AAB..'")
    assert state(page) == before
    visit(page, game(ROAD))
    expect(page.get_by_role("button", name="Change")).to_be_hidden()


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ({"board": ""}, "expected a board, found none"),
        ({"board": "AAB"}, "expected a square number of cells, found 3"),
        ({"board": "BB../..../..../...."}, "expected the target A, found no such vehicle"),
        ({"board": ROAD, "moves": "B+3"}, "move 1, B+3: vehicle B can move from -0 to +2"),
    ],
)
def test_what_is_wrong_is_said(page: Page, attributes: dict[str, str], reason: str) -> None:
    visit(page, game(**attributes))
    says(page, reason)


def test_what_cannot_be_solved_is_said(page: Page) -> None:
    visit(page, game(STUCK.replace("AABB", "AAxx")))
    press(page, "Hint")
    says(page, "No moves lead to the exit from here.")


def test_a_search_that_would_take_too_long_ends(page: Page) -> None:
    # Fourteen short vehicles that hardly meet, and a wall before the exit.
    rows = ["AA...x", ".BB...", "..CC..", "DD....", ".EE...", "..FF.."]
    visit(page, game("/".join(["GH....", "GH....", *rows, "IJKL..", "IJKL.."])))
    press(page, "Hint")
    says(page, "there are too many states to search here")
    press(page, "Hint")
    page.get_by_role("slider", name="Vehicle B").press("End")
    says(page, "1 slide, 3 steps")


def test_scripts_reach_puzzle_and_state(page: Page) -> None:
    visit(page, "<rush-hour-game>..B...\nAAB...\n......</rush-hour-game>")
    assert state(page) == rushhour.parse("..B...\nAAB...\n......")
    seen = page.evaluate(
        """puzzle => {
        const game = document.querySelector("rush-hour-game");
        let count = 0;
        game.addEventListener("change", () => count += 1);
        game.puzzle = puzzle;
        return [count, game.puzzle === game.state];
    }""",
        as_dict(rushhour.read(PUZZLES / "jam-01.txt")),
    )
    assert seen == [1, True]
    assert state(page) == rushhour.read(PUZZLES / "jam-01.txt")


def test_the_board_alone(page: Page) -> None:
    visit(page, f'<rush-hour-board board="{ROAD}" plays></rush-hour-board>')
    board = page.locator("rush-hour-board")
    page.get_by_role("slider", name="Vehicle B").press("End")
    form = board.evaluate("board => board.puzzle")
    assert rushhour.parse(json.dumps(form), "json") == rushhour.parse(ROAD).apply("B+2")
    board.evaluate("board => board.addEventListener('move', (event) => event.preventDefault())")
    page.get_by_role("slider", name="Red car A").press("End")
    assert board.evaluate("board => board.puzzle") == form
    board.evaluate("board => board.setAttribute('board', 'AAB')")
    expect(page.get_by_role("alert")).to_have_text("expected a square number of cells, found 3")


def test_two_scripts_do_not_disturb_each_other(page: Page) -> None:
    visit(page, game(ROAD))
    page.evaluate(
        """async (name) => {
        const script = Object.assign(document.createElement("script"), { src: name });
        const loaded = new Promise((resolve) => script.onload = resolve);
        document.body.append(script);
        await loaded;
    }""",
        NAME,
    )
    says(page, "0 slides, 0 steps")


TEXTS = [
    *(ROAD, "AA./", "A.A/", "..B/AAB", "..B/AAB/", "AAB", "AAo/ooo/ooo", "AAoooooo", "x.AA./"),
    *("XX.\n...", "X X .\n. . .", "A.\nA.\n..", "*AA*\n....", "**AA\n....", "RR.\n.XX", "RR.\n..."),
    *("AA.\nBB.\n..C", "AA..\nBB.\n....", "AA.\n.x.\n.x.", "AAo\nooo\nooo", "AABB\n.CC.\n.CC."),
    *(
        "AA.\n..B\n\n..B\n...",
        "AA.\n\n..B\n\n..B",
        "\nAA.\n..B\n..B\n\n",
        "AAo\n...",
        "AA.o/....",
        "AA.",
    ),
    *("ÄÄ.\nAA.\n...", "", "\n\n", "AAAA/....", "..../....", "zz./AA./...", ".AA\n.BB\nBB."),
]
READ = """async (texts) => {
    const { readBoard } = await import("./drawing.js");
    return texts.map((text) => {
        try { return readBoard(text); } catch (error) { return error.message; }
    });
}"""


def python(text: str) -> Puzzle | None:
    """The puzzle of a text as the package reads it."""
    is_word = len(text.split("\n")) == 1
    try:
        return rushhour.parse(text, "boardstring" if is_word else "grid")
    except RushHourError:
        return None


def test_texts_mean_what_the_package_reads(page: Page, service: Service) -> None:
    page.goto(service.address)
    for text, found in zip(TEXTS, page.evaluate(READ, TEXTS), strict=True):
        wanted = python(text)
        answer = service.ask("validate", puzzle=found) if isinstance(found, dict) else None
        assert (answer is not None and answer["valid"]) == (wanted is not None), (text, found)
        if wanted is not None:
            assert rushhour.parse(json.dumps(found), "json") == wanted


SEARCH = """async (puzzles) => {
    const { shortest } = await import("./shortest.js");
    return Promise.all(puzzles.map((puzzle) => shortest(puzzle)));
}"""


# Boards of up to 8 x 8, exits on every side, with walls and without, many without a solution.
RANDOM = Random(20261128)
BOARDS = [
    puzzle_of(kind(RANDOM)) for kind in (soak_boards.small, soak_boards.crowded) for _ in range(120)
]


def test_its_own_search_finds_what_the_core_finds(page: Page, service: Service) -> None:
    page.goto(service.address)
    jams = [rushhour.read(PUZZLES / f"jam-{number:02}.txt") for number in (1, 3, 9, 25, 40)]
    puzzles = [*BOARDS, *jams]
    assert {puzzle.exit.side for puzzle in puzzles} == {"right", "left", "top", "bottom"}
    statuses = set()
    for puzzle, moves in zip(
        puzzles, page.evaluate(SEARCH, list(map(as_dict, puzzles))), strict=True
    ):
        wanted = rushhour.solve(puzzle)
        statuses.add(wanted.status)
        if wanted.cost is None:
            assert moves is None, repr(puzzle)
            continue
        found = rushhour.Solution(
            puzzle, tuple(rushhour.Move(move["vehicle"], move["cells"]) for move in moves)
        )
        assert found.verify() == (), repr(puzzle)
        assert len(found.moves) == wanted.cost, repr(puzzle)
    assert statuses == {"solved", "unsolvable"}


class TestAccess:
    @pytest.fixture
    def context_options(self) -> dict[str, Any]:
        return {"viewport": {"width": 390, "height": 844}, "bypass_csp": True}

    def test_everyone_can_use_it_on_a_telephone_too(self, page: Page) -> None:
        axe = pytest.importorskip("axe_playwright_python.sync_playwright")
        visit(page, game(ROAD, editable="", moves="B+2", timeline="", rates="") + "<p>Text</p>")
        press(page, "Hint")
        says(page, "B down 2: 2 slides to go.")
        press(page, "Change")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            style = f"color-scheme: {scheme}; color: CanvasText; background: Canvas"
            page.evaluate("style => document.body.style = style", style)
            found = axe.Axe().run(page).response["violations"]
            assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.parametrize("language", ["de", "es-MX", "FR"])
def test_the_words_are_those_of_the_language_of_the_page(language: str, page: Page) -> None:
    visit(page, game(ROAD, editable="", timeline=""), language=language)
    table = json.loads((words.STATIC / f"words-{language[:2].lower()}.json").read_text("utf-8"))
    slides = {number: table["# slide"][number].replace("#", "{}") for number in ("one", "other")}
    steps = table["# step"]["other"].replace("#", "{}")
    for name in ("Reset", "Hint", "Solve", "Change"):
        expect(page.get_by_role("button", name=table[name], exact=True)).to_be_visible()
    page.get_by_role("slider", name=table["Vehicle {label}"].format(label="B")).press("End")
    says(page, f"{slides['one'].format(1)}, {steps.format(2)}")
    press(page, table["Change"])
    page.get_by_role("textbox", name=table["The board as text"]).fill("")
    says(page, table["expected a board, found none"])


def test_words_of_an_unknown_language_are_english(page: Page) -> None:
    visit(page, game(ROAD), language="pt")
    says(page, "0 slides, 0 steps")
