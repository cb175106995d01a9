"""Opening and saving on the page: every format, by paste, drop, file and link."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Puzzle
from rushhour.formats import FORMATS
from support.service import Service
from support.visit import Site, Visit

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
ARRIVE = """([kind, text]) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    if (kind === "drop") data.items.add(new File([text], "puzzle.txt"));
    const Kind = kind === "drop" ? DragEvent : ClipboardEvent;
    const options = { bubbles: true, dataTransfer: data, clipboardData: data };
    document.body.dispatchEvent(new Kind(kind, options));
}"""
BARE = rushhour.read(PUZZLES / "jam-07.txt")
JAM = Puzzle(BARE.rows, BARE.cols, BARE.vehicles, BARE.target, BARE.exit, BARE.walls, "Jam 7")


def places(puzzle: Puzzle) -> set[object]:
    """Where the vehicles stand, without their labels."""
    return {tuple(vehicle.cells()) for vehicle in puzzle.vehicles}


def texts() -> dict[str, str]:
    """A puzzle in every format."""
    writable = [f.name for f in FORMATS if f.is_writable]
    written = {name: rushhour.write(rushhour.relabel(JAM, name), name) for name in writable}
    fogleman = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n"
    return {**written, "fogleman": fogleman, "frame": f"Jam 7\n\n{JAM}\n"}


TEXTS = texts()


# What a page without a service reads and writes by itself.
ALONE = ("boardstring", "fogleman", "carlist", "grid", "frame", "json")


def test_a_text_of_every_format_is_opened(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    for name in TEXTS if isinstance(site, Service) else ALONE:
        text = TEXTS[name]
        visit.card("Jam 1")
        visit.press("Open")
        page.get_by_label("Text of a puzzle").fill(text)
        page.locator("#open-format").select_option(name)
        page.locator("#open-go").click()
        visit.until(lambda name=name, text=text: visit.puzzle == rushhour.parse(text, name))


def test_a_puzzle_is_saved_in_every_format(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.card("Jam 7")
    visit.press("Save")
    page.get_by_label("New labels").check()
    for name in [entry.name for entry in FORMATS if entry.is_writable]:
        if isinstance(site, Service):
            page.locator("#save-format").select_option(name)
            expect(page.locator("#save-text")).to_have_value(TEXTS[name])
        elif name in ALONE:
            page.locator("#save-format").select_option(name)
            expect(page.locator("#save-error")).to_be_empty()
            text = page.locator("#save-text").input_value()
            assert places(rushhour.parse(text, name)) == places(JAM), name


def test_a_picture_is_offered_first(page: Page, site: Site) -> None:
    Visit(page, site).press("Save")
    named = "dialog => [...dialog.querySelectorAll('button, select')].map((one) => one.id)"
    found = page.locator("#save-dialog").evaluate(named)
    assert found[1:4] == ["save-png", "save-svg", "save-format"]


def test_what_is_saved_is_downloaded(page: Page, site: Site, tmp_path: Path) -> None:
    has_all = isinstance(site, Service)
    name, file = ("uva", "jam-7-6x6.csv") if has_all else ("carlist", "jam-7.txt")
    visit = Visit(page, site)
    visit.card("Jam 7")
    visit.press("Save")
    page.locator("#save-format").select_option(name)
    page.get_by_label("New labels").check()
    expect(page.locator("#save-text")).to_have_value(re.compile("^(car,|6)"))
    with page.expect_download() as download:
        visit.press("Download")
    assert download.value.suggested_filename == file
    download.value.save_as(tmp_path / file)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert text == page.locator("#save-text").input_value()
    assert places(rushhour.parse(text, name)) == places(JAM)


def test_a_format_that_cannot_hold_it_says_so(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AAx./..../..../....")
    visit.press("Save")
    page.locator("#save-format").select_option("carlist")
    expect(page.locator("#save-error")).to_contain_text("carlist")
    expect(visit.button("Download")).to_be_disabled()


def test_nothing_is_saved_before_the_formats_are_known(page: Page, service: Service) -> None:
    page.route("**/api/formats", lambda _: None)
    page.goto(service.address)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#save-go")).to_be_disabled()
    expect(page.locator("#save-text")).to_have_value("")


def test_a_file_of_many_puzzles_joins_the_collection(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.press("Open")
    page.locator("#open-file").set_input_files(PUZZLES / "hardest.txt")
    puzzles = list(rushhour.read_all(PUZZLES / "hardest.txt"))
    visit.until(lambda: visit.puzzle == puzzles[0])
    expect(page.locator("#toast")).to_have_text("3 puzzles: number 1 is open")
    # Those that the collection has keep the titles that they have there.
    page.locator("#collection").get_by_role("button", name="Largest cluster").first.click()
    visit.until(lambda: visit.puzzle == puzzles[2])
    expect(page.locator("#title")).to_have_text("Largest cluster")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_puzzles_of_a_text_keep_their_order_among_ones_own(
    page: Page, site: Site, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit = Visit(page, site)
    visit.press("Open")
    levels = [f"Level {n}\n..B.\nAAB.\n....\n{'.' * n}{'C' * (4 - n)}" for n in (0, 1, 2)]
    page.get_by_label("Text of a puzzle").fill("\n\n".join(levels))
    page.locator("#open-go").click()
    expect(page.locator("#own .tiles span")).to_have_text(["Level 0", "Level 1", "Level 2"])
    # Both at one moment: the page may scroll to the puzzle that was opened.
    gap = page.evaluate(
        """() => {
          const box = (each) => document.querySelector(each).getBoundingClientRect();
          return box("#own h2").top - box(".tiles").bottom;
        }"""
    )
    assert gap >= 12


def test_the_size_in_a_files_name_counts(page: Page, service: Service) -> None:
    visit = Visit(page, service)
    visit.press("Open")
    page.locator("#open-file").set_input_files(PUZZLES / "uva-9x9_5.csv")
    expected = rushhour.read(PUZZLES / "uva-9x9_5.csv")
    visit.until(lambda: visit.form["rows"] == 9)
    assert visit.puzzle == expected


@pytest.mark.parametrize("kind", ["drop", "paste"])
def test_texts_come_by_drop_and_paste(page: Page, site: Site, kind: str) -> None:
    visit = Visit(page, site)
    page.evaluate(ARRIVE, [kind, TEXTS["carlist"]])
    visit.until(lambda: visit.puzzle == rushhour.parse(TEXTS["carlist"]))


def test_what_is_no_puzzle_is_explained(page: Page, site: Site, tmp_path: Path) -> None:
    visit = Visit(page, site)
    visit.press("Open")
    page.get_by_label("Text of a puzzle").fill("6\n0 1 2 h 2\n1 2 zero v 2\n")
    page.locator("#open-go").click()
    error = page.locator("#open-error")
    expect(error).to_contain_text("line 3, column 5: expected y, the row")
    file = tmp_path / "noise.bin"
    file.write_bytes(b"\xff\xfe\x00")
    page.locator("#open-file").set_input_files(file)
    expect(error).to_have_text(
        "noise.bin: expected a picture, or a puzzle as text in UTF-8, found other bytes"
    )
    with file.open("wb") as large:
        large.truncate(16_000_001)
    page.locator("#open-file").set_input_files(file)
    expect(error).to_have_text("noise.bin: expected at most 16000000 bytes, found 16000001")
    page.keyboard.press("Escape")
    assert visit.counts == ("0", "0", "8", "16")


def test_a_person_says_which_of_several_cars_is_the_red_one(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    text = ".BAA..\n.B.C..\nrr.C..\n...C..\n......\n......\n"
    visit.press("Open")
    page.get_by_label("Text of a puzzle").fill(text)
    page.locator("#open-go").click()
    error = page.locator("#open-error")
    expect(error).to_contain_text("Which car is the red one: A or r?")
    assert visit.counts == ("0", "0", "8", "16")
    error.get_by_role("button", name="r", exact=True).click()
    visit.until(lambda: visit.puzzle == rushhour.parse(text, target="r"))
    expect(page.locator("#open-dialog")).to_be_hidden()


def test_a_link_holds_the_puzzle(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = Visit(page, site)
    visit.card("Two walls")
    expect(page).to_have_url(re.compile("#BB"))
    visit.press("Link")
    expect(page.locator("#link-said")).to_have_text("The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    puzzle = visit.puzzle
    page.goto("about:blank")
    page.goto(link)
    visit.until(lambda: visit.puzzle == puzzle)
    expect(page.locator("#title")).to_have_text("Two walls")
    expect(page.locator("#best-slides")).to_have_text("58")


def test_a_link_without_a_puzzle_says_so(page: Page, site: Site) -> None:
    Visit(page, site)
    page.goto(f"{site.address}#puzzle=AA.B")
    expect(page.locator("#refusal-text")).to_contain_text("This link is damaged or incomplete")
