"""The workers of the page without a server: progress, too many searches at once, broken cores."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from support.service import Static
from support.visit import Visit

wasmtime = pytest.importorskip("wasmtime")

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
# Answers nothing: its function traps, as the core does where there is no memory left.
BROKEN = """(module
  (memory (export "memory") 1)
  (func (export "reserve") (param i32) (result i32) i32.const 0)
  (func (export "call") (param i32) (result i32) unreachable)
  (func (export "answer_length") (result i32) i32.const 0))"""
NOTHING_IS_KEPT = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {}"
# Six long searches are cancelled, two of them before they have a worker. One more follows.
MANY = """async ([long, small]) => {
    const { solve } = await import("./api.js");
    const controllers = Array.from({ length: 6 }, () => new AbortController());
    const ended = Promise.allSettled(
        controllers.map(({ signal }) => solve({ puzzle: long }, signal)),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const controller of controllers) controller.abort();
    const names = (await ended).map(({ reason }) => reason?.name);
    return [names, (await solve({ puzzle: small })).cost];
}"""


def large() -> str:
    """A puzzle that takes long."""
    return rushhour.write(rushhour.read(PUZZLES / "uva-12x12_7.csv"), "json")


def test_a_long_search_shows_how_far_it_is(page: Page, static: Static) -> None:
    visit = Visit(page, static, large())
    visit.press("Solve")
    expect(page.locator("#note-text")).to_contain_text("states in memory")
    expect(page.locator("#note-text")).to_contain_text("at least")
    visit.press("Solve")
    expect(page.locator("#note")).to_be_hidden()
    visit.view("Explore")
    expect(page.locator("#exploring")).to_contain_text("states in memory")
    visit.view("Play")


def test_cancelled_searches_make_room_at_once(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    names, cost = visit.page.evaluate(MANY, [large(), SMALL])
    assert names == ["AbortError"] * 6
    assert cost == 2


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (bytes(wasmtime.wat2wasm(BROKEN)), "The search broke off."),
        (b"not a core", "The core of the page could not be loaded."),
    ],
    ids=["trap", "no core"],
)
def test_a_search_that_breaks_off_is_said(
    page: Page, static: Static, body: bytes, said: str
) -> None:
    page.add_init_script(NOTHING_IS_KEPT)
    broken = [True]

    def give(route: Any) -> None:
        if broken[0]:
            route.fulfill(body=body, content_type="application/wasm")
        else:
            route.continue_()

    page.route("**/core.wasm", give)
    visit = Visit(page, static)
    visit.press("Hint")
    expect(page.locator("#note-text")).to_contain_text(said)
    broken[0] = False
    visit.reload()
    visit.press("Hint")
    expect(page.locator("#note-do")).to_be_visible()
