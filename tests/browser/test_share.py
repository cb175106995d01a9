"""Sharing what is open: its link, the code that a camera reads, and a picture of the board."""

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.camera import seen
from support.service import Static
from support.visit import Site, Visit

CHAIN = "..B.../AAB.../.CCC../......"
# What is copied or sent, in the place of the clipboard and of other programs of the device.
TAKEN = """
globalThis.taken = {};
const pixels = async (blob) => [...new Uint8Array(await blob.arrayBuffer())];
Object.defineProperty(navigator, "clipboard", { value: {
  writeText: async (text) => { taken.text = text; },
  write: async ([item]) => { taken.png = await pixels(await item.getType("image/png")); },
} });
navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
navigator.share = async ({ title, url, files: [file] }) => {
  taken.sent = [title, url, file.name, (await pixels(file)).length > 1000];
};
"""
REFUSING = "Object.defineProperty(navigator, 'clipboard', { value: {} })"


def share(visit: Visit) -> str:
    """Open the dialog; returns its link once the code is there."""
    visit.press("Link")
    expect(visit.page.locator("#link-code svg")).to_be_visible()
    return visit.page.locator("#link-text").input_value()


def scanned(page: Page) -> list[str]:
    """What a camera reads from the screen."""
    return [code.text for code in seen(page.screenshot())]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [(390, 844), (844, 390), (1440, 900)])
def test_a_camera_reads_the_link(
    page: Page, site: Site, scheme: str, window: tuple[int, int]
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": window[0], "height": window[1]})
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 1))
    link = share(visit)
    assert link == rushhour.link(CHAIN, page=visit.address)
    assert scanned(page) == [link]
    for name in ("Copy a picture", "Copy the link"):
        expect(visit.button(name)).to_be_in_viewport(ratio=1)


def test_the_link_and_a_picture_are_copied_and_sent(page: Page, site: Site) -> None:
    page.add_init_script(TAKEN)
    visit = Visit(page, site, CHAIN)
    link = share(visit)
    expect(page.locator("#link-said")).to_have_text("The link is copied.")
    assert page.evaluate("taken.text") == link
    visit.press("Copy a picture")
    expect(page.locator("#link-said")).to_have_text("The picture is copied.")
    assert bytes(page.evaluate("taken.png")).startswith(b"\x89PNG")
    visit.press("Send")
    visit.until(lambda: page.evaluate("Boolean(taken.sent)"))
    title = page.locator("#title").inner_text()
    assert page.evaluate("taken.sent") == [title, link, "board.png", True]


def test_a_link_that_no_other_device_can_open_says_so(page: Page, static: Static) -> None:
    visit = Visit(page, static, CHAIN)
    share(visit)
    about = page.locator("#link-about")
    expect(about).to_have_text("The link opens the puzzle on this device alone.")
    # Another host, which answers with the same files.
    there = visit.address.replace("127.0.0.1", "puzzles.example")
    page.route(
        f"{there}**",
        lambda route: route.fulfill(
            response=route.fetch(url=route.request.url.replace("puzzles.example", "127.0.0.1"))
        ),
    )
    page.goto(rushhour.link(CHAIN, page=there))
    visit.wait()
    share(visit)
    expect(about).to_contain_text("without your moves")


@pytest.mark.either
def test_where_nothing_may_be_copied_the_link_is_there(page: Page, site: Site) -> None:
    page.add_init_script(REFUSING)
    visit = Visit(page, site, CHAIN)
    link = share(visit)
    expect(page.locator("#link-said")).to_contain_text("select the text and copy it yourself")
    page.locator("#link-text").focus()
    assert page.evaluate("getSelection().toString()") == link


def test_a_day_is_shared_as_such(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    link = share(visit)
    assert "#day=2" in link
    assert scanned(page) == [link]


@pytest.mark.either
def test_a_link_that_no_code_holds_says_so(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    car = "\N{AUTOMOBILE}"
    puzzle = rushhour.Puzzle(9, 9, [rushhour.Vehicle(car * 64, "h", 2, 0, 2)], car * 64)
    link = rushhour.link(puzzle, page=visit.address)
    page.goto(f"{link}&title={rushhour.link(puzzle).partition('labels=')[2] * 3}")
    expect(page.locator("#title")).to_contain_text(car)
    visit.press("Link")
    expect(page.locator("#link-error")).to_contain_text("expected at most 2953 bytes for a QR code")
    expect(page.locator("#link-said")).not_to_be_empty()


def test_a_code_is_drawn_without_a_network(page: Page, static: Static) -> None:
    visit = Visit(page, static, CHAIN)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    assert scanned(page) == []
    link = share(visit)
    assert scanned(page) == [link]
