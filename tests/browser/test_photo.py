"""From a picture to the answer: read, mended, played and shared on the page, without a server."""

from __future__ import annotations

import base64
import json
import re
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour.web.page import contents
from support.service import Service, Static
from support.visit import Visit

Image = pytest.importorskip("PIL.Image")
synth = pytest.importorskip("support.synth")

# What a person can do with a picture, as events of the browser.
GIVE = """([event, type, base64, name]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type }));
    const [Kind, key] = event === "paste"
        ? [ClipboardEvent, "clipboardData"]
        : [DragEvent, "dataTransfer"];
    document.body.dispatchEvent(new Kind(event, { [key]: data, bubbles: true, cancelable: true }));
}"""

# A service worker would give the reader that it has kept.
NOTHING_IS_KEPT = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })"
# Its function traps, as the reader does where there is no memory left.
BROKEN = """(module
  (memory (export "memory") 64)
  (func (export "picture_room") (param i32) (result i32) i32.const 0)
  (func (export "read_picture") (param i32 i32 i32 i32) (result i32) unreachable)
  (func (export "reading_length") (result i32) i32.const 0))"""


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A page where nothing moves; with a finger where a test has that as its window."""
    return {"reduced_motion": "reduce", "has_touch": "touch" in request.node.name}


def png(pixels: Any, **options: Any) -> bytes:
    """The bytes of a file with these pixels."""
    file = BytesIO()
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    image.save(file, options.pop("format", "PNG"), **options)
    return file.getvalue()


def give(page: Page, data: bytes, how: str = "drop", name: str = "board.png") -> None:
    """Drop or paste a picture."""
    kind = "image/jpeg" if data[:2] == b"\xff\xd8" else "image/png"
    page.evaluate(GIVE, [how, kind, base64.b64encode(data).decode(), name])


def wait(page: Page, text: str = "Read with") -> None:
    """Wait until the picture is read."""
    expect(page.locator("#photo-said")).to_contain_text(text)


def rows_of(visit: Visit) -> list[str]:
    """What the page shows, as the truth of a picture says it."""
    return named(["".join(row) for row in synth.cells_of(visit.puzzle)])


def named(rows: list[str]) -> list[str]:
    """Rows whose labels are letters in the order in which they come; A, x and . stay."""
    others = dict.fromkeys(label for label in "".join(rows) if label not in ".xA")
    known = dict(zip(others, "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkl", strict=False))
    known |= {label: label for label in ".xA"}
    return ["".join(known[label] for label in row) for row in rows]


@pytest.mark.parametrize("how", ["drop", "paste", "choose", "photograph by touch"])
def test_a_picture_becomes_a_board_to_play(page: Page, static: Static, how: str) -> None:
    pixels, truth = synth.picture("flat", 303)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    visit = Visit(page, static)
    sent.clear()
    if how in ("drop", "paste"):
        give(page, png(pixels), how)
    else:
        visit.press("Open")
        field = "#open-file" if how == "choose" else "#open-photo"
        expect(page.locator(field)).to_be_visible()
        file = {"name": "board.png", "mimeType": "image/png", "buffer": png(pixels)}
        page.locator(field).set_input_files(file)
    wait(page, "Read without doubts")
    assert rows_of(visit) == named(truth.rows)
    exit_ = visit.form["exit"]
    assert (exit_["side"], exit_["line"]) == truth.exit
    expect(page.locator("#photo-panel")).to_contain_text("The picture stays on this device.")
    best = rushhour.solve(visit.puzzle)
    expect(page.locator("#verdict")).to_contain_text(f"Solved in {best.cost} slide")
    visit.press("Play it")
    expect(page.locator("#photo")).to_be_hidden()
    assert visit.counts[2] == str(best.cost)
    visit.press("Solve")
    expect(page.locator("#win, #timeline:not([hidden])").first).to_be_visible()
    expect(page.locator("#own .tiles button")).to_have_count(1)
    own = [each for each in sent if not each.startswith(("GET blob:", "GET data:"))]
    assert all(each.startswith(f"GET {static.address}") for each in own), own


def test_the_served_page_reads_it_too(page: Page, service: Service) -> None:
    if "picture.wasm" not in contents():
        pytest.skip("the reader is not built: python page/build.py makes it")
    pixels, truth = synth.picture("flat", 303)
    visit = Visit(page, service)
    give(page, png(pixels))
    wait(page)
    assert rows_of(visit) == named(truth.rows)


def test_it_works_without_a_network(page: Page, static: Static) -> None:
    pixels, truth = synth.picture("wood", 300)
    visit = Visit(page, static)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    visit.open()
    give(page, png(pixels))
    wait(page)
    assert rows_of(visit) == named(truth.rows)


def test_a_large_photograph_is_turned_and_reduced(page: Page, static: Static) -> None:
    pixels, truth = synth.picture("flat", 303)
    high, wide = pixels.shape[:2]
    scale = 4000 // max(high, wide)
    lying = Image.fromarray(pixels).rotate(90, expand=True)
    lying = lying.resize((scale * lying.width, scale * lying.height))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned: show it turned to the right
    visit = Visit(page, static)
    give(page, png(lying, format="JPEG", quality=90, exif=exif))
    wait(page)
    assert rows_of(visit) == named(truth.rows)
    assert page.locator("#photo .sheet canvas").evaluate("each => each.height") == 1400


def test_a_doubtful_cell_is_marked_and_mended_by_a_tap(page: Page, static: Static) -> None:
    pixels, _ = synth.picture("neon", 308)
    visit = Visit(page, static)
    give(page, png(pixels))
    wait(page, "doubt")
    expect(page.locator("#photo-doubts li")).to_contain_text("unsure of the cells at")
    marked = page.locator(".cells .doubtful")
    expect(marked).to_have_count(2)
    read = visit.puzzle
    where = marked.first.get_attribute("aria-label") or ""
    assert where.endswith(", doubtful")
    row, col = (int(each) - 1 for each in re.findall("[0-9]+", where)[:2])
    visit.draw((row, col), (row, col))
    expect(
        page.locator(f'.cells [aria-label^="row {row + 1}, column {col + 1}, "]')
    ).not_to_have_class(re.compile("doubtful"))
    assert visit.form != json.loads(rushhour.write(read, "json"))
    visit.press("Undo")
    visit.until(lambda: visit.puzzle == read)
    expect(marked).to_have_count(2)
    visit.press("Undo")
    expect(page.locator("#title")).to_have_text("Jam 1")


def test_corners_are_dragged_under_a_magnifier(page: Page, static: Static) -> None:
    pixels, truth = synth.picture("flat", 303)
    visit = Visit(page, static)
    give(page, png(pixels))
    wait(page)
    corner = page.get_by_role("button", name="Corner at the top left")
    said = page.locator("#photo-said")
    # Nearly right is right; far off is another board, or none.
    for far, is_right in ((40, True), (-40, True), (200, False)):
        box = corner.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + far, y + far, steps=4)
        expect(page.locator("#photo .glass")).to_be_visible()
        page.mouse.up()
        expect(page.locator("#photo .glass")).to_be_hidden()
        expect(said).not_to_contain_text("Reading")
        found = "No board" not in said.inner_text() and rows_of(visit) == named(truth.rows)
        assert found == is_right, far
    for key in ("ArrowLeft", "ArrowUp"):
        expect(said).not_to_contain_text("Reading")
        before = page.locator("#photo .sheet canvas").get_attribute("style")
        corner.press(key)
        assert page.locator("#photo .sheet canvas").get_attribute("style") != before


def test_everybody_can_trace_a_picture(page: Page, static: Static) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page.context.close()
    context = page.context.browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    Visit(page, static)
    give(page, png(synth.picture("neon", 308)[0]))
    wait(page)
    assert axe.Axe().run(page).response["violations"] == []
    context.close()


def test_the_picture_is_hidden_and_put_away(page: Page, static: Static) -> None:
    pixels, _ = synth.picture("flat", 303)
    visit = Visit(page, static)
    give(page, png(pixels))
    wait(page)
    visit.press("Hide the picture")
    expect(page.locator("#photo")).to_be_hidden()
    visit.press("Show the picture")
    visit.view("Play")
    expect(page.locator("#photo")).to_be_hidden()
    assert not page.locator("#board").evaluate("board => board.hasAttribute('clear')")
    visit.view("Edit")
    expect(page.locator("#photo")).to_be_visible()
    visit.press("Put it away")
    expect(page.locator("#photo-panel")).to_be_hidden()
    visit.card("Jam 2")
    visit.view("Edit")
    expect(page.locator("#photo")).to_be_hidden()


def test_a_picture_without_a_board_asks_for_its_corners(page: Page, static: Static) -> None:
    visit = Visit(page, static)
    give(page, png(Image.new("RGB", (400, 300), "white")))
    wait(page, "No board was read: found no field of cells in the picture")
    expect(page.locator("#photo .corner")).to_have_count(4)
    # Nothing is drawn over the picture, and nothing is lost.
    assert visit.form["vehicles"] == []
    visit.press("Undo")
    expect(page.locator("#title")).to_have_text("Jam 1")


def test_a_page_without_its_reader_says_so(page: Page, static: Static) -> None:
    page.add_init_script(NOTHING_IS_KEPT)
    page.route("**/picture.wasm", lambda route: route.fulfill(status=200, body="none"))
    Visit(page, static)
    give(page, png(synth.picture("flat", 303)[0]))
    wait(page, "the page's reader of pictures could not be loaded; rushhour convert reads pictures")
    expect(page.locator("#photo-doubts")).to_contain_text("draw the board over the picture")


def test_doubts_stay_where_a_second_reading_fails(page: Page, static: Static) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    page.add_init_script(NOTHING_IS_KEPT)
    Visit(page, static)
    give(page, png(synth.picture("neon", 308)[0]))
    wait(page, "doubt")
    broken = bytes(wasmtime.wat2wasm(BROKEN))
    page.route(
        "**/picture.wasm",
        lambda route: route.fulfill(body=broken, content_type="application/wasm"),
    )
    page.get_by_role("button", name="Corner at the top left").press("ArrowLeft")
    wait(page, "the page's reader of pictures failed on this picture")
    expect(page.locator("#photo-doubts")).to_contain_text("unsure of the cells at")
    expect(page.locator(".cells .doubtful")).to_have_count(2)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"\x89PNG\r\n\x1a\n broken", "board.png: expected a picture that this browser can show"),
        (png(Image.new("RGB", (16, 16))), "expected a picture of 32 pixels or more"),
        (png(Image.new("1", (20_000, 6_100))), "at most 120 million in all, found 20000 "),
    ],
)
def test_what_cannot_be_read_is_refused(
    page: Page, static: Static, data: bytes, error: str
) -> None:
    visit = Visit(page, static)
    give(page, data)
    expect(page.locator("#open-error")).to_contain_text(error)
    page.keyboard.press("Escape")
    expect(page.locator("#title")).to_have_text("Jam 1")
    assert visit.counts[0] == "0"


MEND = """async ([board, row, col]) => {
    const { mended } = await import("./draft.js");
    const { readBoard, drawn } = await import("./drawing.js");
    return drawn(mended(readBoard(board), row, col));
}"""


@pytest.mark.parametrize(
    ("board", "cell", "expected"),
    [
        ("..../AA.B/...B/....", (0, 3), "...B\nAA.B\n...B\n...."),
        ("..../AA.B/...B/....", (1, 2), "....\nAAAB\n...B\n...."),
        ("..../AA.B/...B/....", (0, 0), "x...\nAA.B\n...B\n...."),
        ("x.../AA.B/...B/....", (0, 0), "....\nAA.B\n...B\n...."),
        ("..../AA.B/...B/...B", (3, 3), "....\nAA.B\n...B\n...."),
        ("..../AA.B/...B/...B", (1, 3), "....\nAA..\n...B\n...B"),
        ("..../AA.B/...B/...B", (2, 3), "....\nAA..\n....\n...."),
        ("..../AA.B/...B/....", (2, 3), "....\nAA..\n....\n...."),
    ],
)
def test_a_cell_is_read_otherwise(
    page: Page, static: Static, board: str, cell: tuple[int, int], expected: str
) -> None:
    page.goto(static.address)
    assert page.evaluate(MEND, [board, *cell]) == expected
