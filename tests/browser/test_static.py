"""The page without a server: on any path, without a network, with nothing from elsewhere."""

from gzip import compress

import pytest
from playwright.sync_api import Page, Request, expect

from support.core_of_page import FOLDER
from support.service import Static
from support.visit import Visit

SMALL = "..B.../AAB.../....../......"


def kept(page: Page) -> None:
    """Wait until the page is kept for a visit without a network."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_it_works_without_a_network(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    kept(page)
    page.context.set_offline(True)
    visit.open(SMALL)
    visit.hint()
    expect(page.locator("#note-text")).to_contain_text("to clear the exit")
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("11")
    visit.view("Play")
    visit.card("Jam 40")
    expect(page.locator(".gauge:visible")).to_contain_text("expert")


def test_it_speaks_another_language_without_a_network(page: Page, static: Static) -> None:
    languages = "{ value: ['de-AT', 'en'] }"
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {languages})")
    visit = Visit(page, static)
    kept(page)
    page.context.set_offline(True)
    visit.open(SMALL)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#hint").click()
    expect(page.locator("#note-text")).to_contain_text("Schau auf den Teil")
    page.locator("[data-view=edit]").first.click()
    expect(page.locator("#verdict")).to_contain_text("Gelöst: ")
    page.locator("#side").select_option("top")
    expect(page.locator("#verdict")).to_contain_text("kann nicht oben hinaus")
    page.locator("#open").click()
    page.locator("#open-text").fill(FRAMED)
    page.locator("#open-go").click()
    expect(page.locator("#open-dialog")).to_be_hidden()
    assert visit.form["exit"] == {"side": "left", "line": 1}


def test_it_asks_nobody_else(page: Page, static: Static) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(_url(request)))
    visit = Visit(page, static, SMALL)
    visit.press("Solve")
    visit.view("Explore")
    expect(page.locator("#facts")).to_contain_text("11")
    assert asked
    assert not [url for url in asked if not url.startswith((static.address, "about:", "blob:"))]


def _url(request: Request) -> str:
    return request.url


def test_it_can_be_installed(page: Page, static: Static) -> None:
    Visit(page, static)
    manifest = page.evaluate("fetch('manifest.json').then((answer) => answer.json())")
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    icon = page.evaluate("(name) => fetch(name).then(({ ok }) => ok)", manifest["icons"][0]["src"])
    assert icon
    kept(page)
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


FRAMED = "+---+\n|..B|\n<XXB|\n|...|\n+---+\n"


def paste(page: Page, text: str) -> None:
    page.get_by_label("Text of a puzzle").fill(text)
    page.locator("#open-go").click()


def test_the_reader_of_texts_is_loaded_with_the_first_text(page: Page, static: Static) -> None:
    # What the service worker keeps is no part of the first visit.
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(_url(request)))
    visit = Visit(page, static)
    visit.press("Hint")
    expect(page.locator("#note-do")).to_be_visible()
    visit.press("Open")
    assert not [url for url in asked if "text.wasm" in url]
    paste(page, FRAMED)
    expect(page.locator("#open-dialog")).to_be_hidden()
    assert visit.form["exit"] == {"side": "left", "line": 1}
    assert len([url for url in asked if "text.wasm" in url]) == 1


def test_what_is_rarely_used_is_loaded_when_it_is_used(page: Page, static: Static) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(_url(request).rpartition("/")[2]))
    visit = Visit(page, static)
    visit.hint()
    parts = {name for name in asked if (FOLDER / name).is_file() and not name.endswith(".wasm")}
    assert {"app.js", "style.css", "puzzles.json"} <= parts
    later = {
        "editor.js",
        "explore.js",
        "lessons.js",
        "maker.js",
        "record.js",
        "review.js",
        "cards.js",
    }
    assert not parts & {
        *later,
        "boards.css",
        "explore.css",
        "finder.css",
        "log-files.js",
        "photo.js",
        "record.css",
    }
    compressed = sum(len(compress((FOLDER / name).read_bytes())) for name in parts | {"index.html"})
    assert compressed < 60_500  # 496 kB more are the core's
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    assert "editor.js" in asked


def test_the_editor_opens_without_a_network(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    kept(page)
    page.context.set_offline(True)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")


def test_an_editor_that_cannot_be_loaded_says_so(page: Page, static: Static) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    broken = {"body": "export const none = 0;", "content_type": "text/javascript"}
    page.route("**/editor.js", lambda route: route.fulfill(status=200, **broken))
    visit = Visit(page, static)
    visit.view("Edit")
    expect(page.locator("#toast")).to_have_text("The editor could not be loaded.")
    for name in ("try", "harder", "easier", "fewer"):
        expect(page.locator(f"#{name}")).to_be_disabled()
    visit.view("Play")
    visit.drag(next(iter(visit.puzzle.legal_moves())))
    assert visit.counts[0] == "1"


def test_dialogs_that_cannot_be_loaded_say_so(page: Page, static: Static) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    broken = {"body": "export const none = 0;", "content_type": "text/javascript"}
    for name in ("own-dialog.js", "refusal.js"):
        page.route(f"**/{name}", lambda route: route.fulfill(status=200, **broken))
    visit = Visit(page, static)
    visit.press("Open")
    paste(page, FRAMED)
    page.locator("#own .all").click()
    expect(page.locator("#toast")).to_have_text("This part of the page could not be loaded.")
    page.evaluate("location.hash = '#!'")
    expect(page.locator("#toast")).to_contain_text("expected")
    expect(page.locator("#refusal")).to_be_hidden()


def test_a_text_is_read_without_a_network(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    kept(page)
    page.context.set_offline(True)
    visit.press("Open")
    paste(page, FRAMED)
    expect(page.locator("#open-dialog")).to_be_hidden()
    assert visit.form["exit"] == {"side": "left", "line": 1}


def test_a_page_without_its_reader_of_texts_says_so(page: Page, static: Static) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    page.route("**/text.wasm", lambda route: route.fulfill(status=200, body="none"))
    visit = Visit(page, static)
    visit.press("Open")
    paste(page, FRAMED)
    said = "The page's reader of texts could not be loaded."
    expect(page.locator("#open-error")).to_have_text(said)


def test_what_only_the_package_reads_is_named(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    visit.press("Open")
    paste(page, "v,0,1,2 and so on")
    expect(page.locator("#open-error")).to_contain_text("rushhour serve reads more")


def test_a_board_that_is_too_large_is_answered_with_bounds(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    code = """async () => {
        const { solve } = await import("./api.js");
        const rows = Array.from({ length: 12 }, (_, row) => ({
            label: `v${row}`, axis: "v", row: 4, col: row, length: 2,
        })).slice(2);
        const red = { label: "A", axis: "h", row: 6, col: 0, length: 2 };
        const puzzle = { rows: 12, cols: 12, target: "A", vehicles: [red, ...rows] };
        return await solve({ puzzle, max_states: 10, algorithm: "bfs" });
    }"""
    answer = visit.page.evaluate(code)
    assert (answer["status"], answer["stopped_by"]) == ("unknown", "states")
    assert answer["lower_bound"] >= 1
    assert answer["cost"] is None


@pytest.mark.parametrize("request_", [{"puzzle": "AA.B"}, {"puzzle": SMALL, "metric": "mile"}])
def test_a_bad_request_is_refused(page: Page, static: Static, request_: dict[str, str]) -> None:
    visit = Visit(page, static)
    code = """async (request) => {
        const { solve } = await import("./api.js");
        return await solve(request).then(() => null, (problem) => problem.message);
    }"""
    assert "expected" in visit.page.evaluate(code, request_)
