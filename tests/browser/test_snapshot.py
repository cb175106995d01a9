"""A picture of the board as it stands, and what telephones and other sites show of the page."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from rushhour import Move
from support.core_of_page import FOLDER
from support.service import Static
from support.visit import Site, Visit

CHAIN = "..B.../AAB.../.CCC../......"
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(name: str) -> Image.Image:
    """A picture among the files of the page."""
    return Image.open(BytesIO((FOLDER / name).read_bytes()))


def save(visit: Visit, kind: str) -> tuple[str, bytes]:
    visit.press("Save")
    with visit.page.expect_download() as waiting:
        visit.press(kind)
    visit.page.locator("#save-dialog").get_by_role("button", name="Close").click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def test_a_picture_in_lines(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.hint()
    visit.press("Do it")
    name, content = save(visit, "SVG")
    assert name == "jam-1.svg"
    root = ElementTree.fromstring(content)
    assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", "-32 -32 424 424")
    assert not [each for each in root.iter() if each.get("class") or each.get("tabindex")]
    assert b"var(" not in content
    labels = {text.text for text in root.iter(f"{SVG}text")}
    assert labels == {vehicle.label for vehicle in visit.puzzle.vehicles}
    moved = visit.puzzle.vehicle("6")
    places = [group.get("transform") for group in root.iter(f"{SVG}g")]
    assert f"translate({60 * moved.col}, {60 * moved.row})" in places


def test_a_picture_in_pixels_has_the_colours_that_are_seen(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.press("Looks")
    page.get_by_label("Wood").check(force=True)
    visit.press("Close")
    floor = "board => getComputedStyle(board.shadowRoot.querySelector('.floor')).fill"
    visit.until(lambda: page.locator("#board").evaluate(floor) == "rgb(234, 215, 180)")
    name, content = save(visit, "PNG")
    assert re.fullmatch(r"puzzle-\w+\.png", name)
    picture = Image.open(BytesIO(content)).convert("RGB")
    assert picture.size == (2 * 424, 2 * 304)
    body = visit.vehicle("C").evaluate("car => getComputedStyle(car.querySelector('.body')).fill")
    fill = tuple(map(int, re.findall(r"\d+", body)))
    at = lambda row, col: picture.getpixel((2 * (32 + 60 * col + 15), 2 * (32 + 60 * row + 30)))  # noqa: E731
    assert at(2, 1) == fill
    assert at(3, 0) == (234, 215, 180)


@pytest.mark.either
def test_a_draft_that_is_no_board_has_no_picture(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.draw((2, 1), (0, 0))
    expect(page.locator("#verdict")).to_contain_text("overlap")
    visit.press("Save")
    visit.press("PNG")
    expect(page.locator("#save-error")).to_contain_text("The drawing is not a board yet")


def test_what_other_sites_show_of_the_page(page: Page, static: Static) -> None:
    Visit(page, static)
    facts = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('meta[property]')].map("
        "(meta) => [meta.getAttribute('property'), meta.content]))"
    )
    description = page.locator('meta[name="description"]').get_attribute("content")
    assert facts["og:description"] == description
    preview = picture_of(facts["og:image"])
    assert preview.size == (int(facts["og:image:width"]), int(facts["og:image:height"]))


def test_the_icons_of_telephones(page: Page, static: Static) -> None:
    Visit(page, static)
    manifest = page.evaluate("fetch('manifest.json').then((answer) => answer.json())")
    pixels = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert [icon["purpose"] for icon in pixels] == ["any", "any", "maskable"]
    for icon in pixels:
        size = picture_of(icon["src"]).size
        assert icon["sizes"] == f"{size[0]}x{size[1]}"
    touch = page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    assert touch is not None
    for name in (pixels[-1]["src"], touch):  # no corner is left out
        picture = picture_of(name).convert("RGBA")
        assert picture.getpixel((0, 0)) == picture.getpixel((picture.width // 2, 1))
        assert picture.getextrema()[3] == (255, 255)
    maskable = picture_of(pixels[-1]["src"]).convert("RGB")
    ground = maskable.getpixel((0, 0))
    side, safe = maskable.width, 0.4  # the safe circle of the manifest's specification
    for x in range(0, side, 8):
        for y in range(0, side, 8):
            if (x - side / 2) ** 2 + (y - side / 2) ** 2 > (safe * side) ** 2:
                assert maskable.getpixel((x, y)) == ground, (x, y)


def test_a_move_of_one_who_plays_is_in_the_picture_too(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("C", 2))
    _, content = save(visit, "SVG")
    assert b"translate(180, 120)" in content
