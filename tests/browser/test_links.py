"""Links on the page: the puzzle and the moves that they carry, and why some carry none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move, Puzzle, RushHourError
from rushhour.formats.json import as_dict
from support.service import Service
from support.visit import Site, Visit, name_of

ROAD = "..B.../AAB.../....../......"
HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
# What stands behind the `#` of links to the database, right and wrong.
DATABASE = [
    *(f"{HARDEST}/60", HARDEST, f"{HARDEST}/", "AAooooooo/1", "BBooooAAo", "zz......."),
    *("AAoéoéooo/2", "oAAooBooB/1", "AAxx.....", "o.o.o.o.x", "AAo", "AAooo", "AAooooooo/x"),
    *(
        "AoAoooooo",
        "AABoooooo",
        "oooAAoABo",
        "oAooAoooo/1",
        "AABBoooAA",
        "AA........AA....",
    ),
    *("AAoBBoAAo", "ABBABBooo", "AAooo%20ooo", "AAo/ooo/ooo", "BBoA..A..", "aaoAA.b.b"),
]


def follow(visit: Visit, fragment: str) -> None:
    """Open an address with this behind its `#`."""
    visit.page.goto("about:blank")
    visit.page.goto(f"{visit.address}#{fragment}")
    expect(visit.page.locator("#collection button").first).to_be_visible()


# What the page makes of them: a puzzle, or why there is none.
READ = """async (fragments) => {
    const { readLink } = await import("./link.js");
    return fragments.map((fragment) => {
        try { return readLink(fragment).puzzle; } catch (error) { return error.message; }
    });
}"""


def test_links_to_the_database_mean_what_the_package_reads(page: Page, service: Service) -> None:
    Visit(page, service)
    for fragment, found in zip(DATABASE, page.evaluate(READ, DATABASE), strict=True):
        try:
            wanted: Puzzle | None = rushhour.parse(f"#{unquote(fragment)}", "link")
        except RushHourError:
            wanted = None
        answer = service.ask("validate", puzzle=found)
        assert answer["valid"] == (wanted is not None), fragment
        if wanted is not None:
            assert rushhour.parse(json.dumps(answer["puzzle"]), "json") == wanted


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [
        ("AAoooo", "expected a square number of cells, found 6"),
        ("AAoBoooBo", "expected vehicle B in one piece of at least 2 cells"),
        ("%ff%ffoo", "expected an address in UTF-8, found '%ff%ffoo'"),
        ("AAoAooooo", "vehicle A in one piece"),
        ("AAoooX/title=zz", "expected a puzzle in the link, found 'AAoooX/title=zz'"),
        ("title=Two+slides", "expected a puzzle in the link, found 'title=Two+slides'"),
        ("view=play&puz", "expected a puzzle in the link, found 'view=play&puz'"),
        ("view=play&puzzle=", "expected a puzzle in the link, found 'view=play&puzzle='"),
        ("ew=play&pu", "expected a puzzle in the link, found 'ew=play&pu'"),
        ("day=", "expected a puzzle in the link, found 'day='"),
    ],
)
def test_a_bad_link_is_refused(page: Page, site: Site, fragment: str, reason: str) -> None:
    follow(Visit(page, site), fragment)
    expect(page.locator("#refusal-text")).to_have_text(
        "This link is damaged or incomplete: it contains no puzzle. You see “Jam 1” instead."
    )
    expect(page.locator("#refusal-reason")).to_be_hidden()
    page.get_by_text("What is wrong with it").click()
    expect(page.locator("#refusal-reason")).to_contain_text(reason)
    expect(page.locator("#title")).to_have_text("Jam 1")


def test_the_refusal_of_a_link_stays_until_it_is_closed(page: Page, site: Site) -> None:
    visit = Visit(page, site, ROAD)
    page.clock.install(time=0)
    page.goto(f"{visit.address}#AAoooo")
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text(f"You see “{name_of(ROAD)}” instead.")
    page.clock.run_for(60_000)
    visit.drag(Move("B", 2))
    expect(refusal).to_be_visible()
    visit.press("Close")
    expect(refusal).to_be_hidden()
    assert visit.counts[:2] == ("1", "2")


@pytest.mark.either
@pytest.mark.parametrize("window", [(1280, 800), (390, 844), (844, 390), (820, 1180)])
def test_the_refusal_of_a_link_covers_no_part_of_the_game(
    page: Page, site: Site, window: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    follow(Visit(page, site), "AAoooX/title=zz")
    places = ["#refusal", "#board", "#undo", "#redo", "#reset", "#hint", "#solve"]
    boxes = [page.locator(place).bounding_box() for place in places]
    refusal, *others = [box for box in boxes if box is not None]
    assert len(others) == 6
    for place, box in zip(places[1:], others, strict=True):
        is_beside = box["x"] + box["width"] <= refusal["x"]
        assert is_beside or refusal["y"] + refusal["height"] <= box["y"], place


def test_a_link_to_the_database_opens(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    follow(visit, f"{HARDEST}/60")
    visit.until(lambda: visit.puzzle == rushhour.parse(HARDEST))
    expect(page.locator("#best-slides")).to_have_text("60")


def test_a_link_of_the_command_line_opens(page: Page, site: Site) -> None:
    puzzle = rushhour.read("puzzles/jam-01.txt")
    visit = Visit(page, site)
    page.goto(rushhour.link(puzzle, page=site.address))
    visit.until(lambda: visit.puzzle == puzzle)
    expect(page.locator("#best-slides")).to_have_text("8")


def test_moves_wait_to_be_watched(page: Page, site: Site) -> None:
    solution = rushhour.solve(ROAD).solution
    assert solution is not None
    visit = Visit(page, site)
    page.goto(rushhour.link(ROAD, solution, page=site.address))
    visit.until(lambda: visit.puzzle == rushhour.parse(ROAD))
    expect(page.locator("#where")).to_have_text("0 of 2")
    visit.reload()
    expect(page.locator("#where")).to_have_text("0 of 2")
    visit.press("Watch")
    expect(page.locator("#win")).to_be_visible()
    assert visit.counts[:2] == ("2", "6")


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("B+3", "move 1, B+3: vehicle B can move from -0 to +2"),
        ("B+2 C-1", "move 2, C-1: there is no vehicle C"),
        ("B", "expected a move such as A+2 or B-1, found 'B'"),
        ("B+0", "expected a move such as A+2 or B-1, found 'B+0'"),
        ('"B+1', "expected a move such as A+2 or B-1, found '\"B+1'"),
    ],
)
def test_moves_that_cannot_be_made_are_refused(
    page: Page, site: Site, moves: str, reason: str
) -> None:
    follow(Visit(page, site), f"puzzle={quote(ROAD)}&moves={quote(moves)}")
    expect(page.locator("#refusal-text")).to_have_text(
        f"The moves in this link do not fit its puzzle. You see “{name_of(ROAD)}” without them."
    )
    expect(page.locator("#refusal-reason")).to_have_text(reason)
    expect(page.locator("#timeline")).to_be_hidden()


def test_a_link_is_pasted(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    for text in (f"https://www.michaelfogleman.com/rush/#{HARDEST}/60", rushhour.link(ROAD)):
        visit.press("Open")
        page.get_by_label("Text of a puzzle").fill(text)
        page.locator("#open-go").click()
        visit.until(lambda text=text: visit.puzzle == rushhour.parse(text))
        expect(page.locator("#open-dialog")).to_be_hidden()
    visit.press("Open")
    page.get_by_label("Text of a puzzle").fill("https://a.example/#nothing")
    page.locator("#open-go").click()
    error = page.locator("#open-error")
    expect(error).to_have_text("expected a square number of cells, found 7")


# The links that the page writes, and the puzzles that it reads from them.
WRITTEN = """async (puzzles) => {
    const { readLink, writeLink } = await import("./link.js");
    return puzzles.map((puzzle) => [writeLink(puzzle), readLink(writeLink(puzzle)).puzzle]);
}"""
WALLED = {"rows": 12, "cols": 9, "target": "A", "walls": [[11, 8], [0, 0]], "title": "a.'b*(c)!"}
RED = {"label": "A", "axis": "h", "row": 3, "col": 2, "length": 2}
LONG = {"label": "B, or C", "axis": "v", "row": 4, "col": 0, "length": 8}


def test_the_page_and_the_package_write_the_same_links(page: Page, service: Service) -> None:
    visit = Visit(page, service)
    files = sorted(Path("puzzles").glob("*.txt"))
    puzzles = [next(iter(rushhour.read_all(file))) for file in files]
    puzzles.append(rushhour.parse(json.dumps({**WALLED, "vehicles": [RED, LONG]}), "json"))
    sides = [("right", "h"), ("left", "h"), ("top", "v"), ("bottom", "v")]
    for side, axis in sides:
        vehicle = rushhour.Vehicle("T", axis, 1, 1, 2)
        puzzles.append(Puzzle(5, 4, [vehicle], "T", rushhour.Exit(side, 1)))
    found = page.evaluate(WRITTEN, [as_dict(puzzle) for puzzle in puzzles])
    for puzzle, (fragment, form) in zip(puzzles, found, strict=True):
        assert f"{visit.address}#{fragment}" == rushhour.link(puzzle, page=visit.address)
        again = rushhour.parse(json.dumps(form), "json")
        assert (again, again.title) == (puzzle, puzzle.title)


PACKED = """async (puzzles) => {
    const { readPack, readLink, writePack } = await import("./link.js");
    const fragment = writePack(puzzles);
    return [fragment, readPack(readLink(fragment).pack)];
}"""


def test_the_page_and_the_package_write_and_read_the_same_packs(
    page: Page, service: Service
) -> None:
    visit = Visit(page, service)
    puzzles = [rushhour.read(file) for file in sorted(Path("puzzles").glob("jam-*.txt"))]
    puzzles.append(
        Puzzle(5, 4, [rushhour.Vehicle("T, o", "v", 1, 1, 2)], "T, o", rushhour.Exit("top", 1))
    )
    puzzles.append(rushhour.parse(json.dumps({**WALLED, "vehicles": [RED, LONG]}), "json"))
    fragment, forms = page.evaluate(PACKED, [as_dict(puzzle) for puzzle in puzzles])
    address = f"{visit.address}#{fragment}"
    assert address == rushhour.link_to_pack(puzzles, page=visit.address)
    assert list(rushhour.parse_all(address)) == puzzles
    assert [rushhour.parse(json.dumps(form), "json") for form in forms] == puzzles


def test_a_link_of_before_still_opens(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    follow(visit, f"view=explore&puzzle={quote(ROAD)}&title=Two+slides")
    visit.until(lambda: visit.puzzle == rushhour.parse(ROAD))
    expect(page.locator("#title")).to_have_text("Two slides")
    expect(page.locator("#facts")).to_be_visible()
    assert visit.page.url.endswith("#ooBooo/AABooo/oooooo/oooooo&title=Two+slides&view=explore")


@pytest.mark.parametrize("view", ["Edit", "Explore"])
def test_a_link_opens_where_one_plays(page: Page, site: Site, view: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = Visit(page, site, ROAD)
    visit.drag(rushhour.Move("B", 1))
    visit.view(view)
    visit.press("Link")
    expect(page.locator("#link-said")).to_have_text("The link is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == rushhour.link(ROAD, page=visit.address)


# What the page makes of each fragment: a puzzle, a view or a day; or why it does none of it.
FOUND = """async (fragments) => {
    const { readLink } = await import("./link.js");
    return fragments.map((fragment) => {
        try { return Object.keys(readLink(fragment)); } catch (error) { return error.message; }
    });
}"""
VIEWS = {"view=play", "view=edit", "view=explore"}


def test_no_cut_of_a_link_is_passed_over(page: Page, service: Service) -> None:
    Visit(page, service)
    solution = rushhour.solve(ROAD).solution
    puzzle = Puzzle(12, 9, [rushhour.Vehicle("T", "h", 2, 0, 2)], "T", title="Two slides")
    links = [
        rushhour.link(ROAD, solution),
        rushhour.link(rushhour.read("puzzles/jam-01.txt")),
        rushhour.link(puzzle),
    ]
    whole = [link.partition("#")[2] for link in links]
    whole += [f"view=play&puzzle={quote(ROAD)}&title=Two+slides", "day=2026-11-24", f"{HARDEST}/60"]
    cuts = {link[:end] for link in whole for end in range(1, len(link))}
    cuts |= {link[start:] for link in whole for start in range(1, len(link))}
    for cut, found in zip(cuts, page.evaluate(FOUND, list(cuts)), strict=True):
        is_refused = isinstance(found, str)
        assert is_refused or {"puzzle", "day"} & {*found} or cut in VIEWS, (cut, found)
        if not is_refused and "puzzle" not in found:
            assert cut in VIEWS or cut.startswith("day=2"), cut


def test_a_puzzle_without_a_title_has_one_name(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = Visit(page, site, ROAD)
    title = page.locator("#title")
    name = name_of(ROAD)
    expect(title).to_have_text(name)
    visit.drag(Move("B", 1))
    expect(page.locator("#own")).to_contain_text(name)
    visit.press("Link")
    expect(page.locator("#link-said")).to_have_text("The link is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == rushhour.link(ROAD, page=visit.address)  # a name is no title
    visit.reload()
    expect(title).to_have_text(name)
    visit.card("Jam 1")
    page.locator("#own").get_by_role("button", name=name).click()
    expect(title).to_have_text(name)
    visit.press("All 1")
    expect(page.get_by_label(f"Title of {name}")).to_have_value(name)
    page.keyboard.press("Escape")
    visit.press("Save")
    expect(page.locator("#save-text")).to_have_value(re.compile("vehicles"))
    with page.expect_download() as download:
        visit.press("Download")
    assert download.value.suggested_filename == f"{name.lower().replace(' ', '-')}.json"
    page.keyboard.press("Escape")
    visit.view("Edit")
    expect(title).to_have_text(name)
    visit.draw((3, 0), (3, 1))
    expect(page.locator("#verdict")).to_contain_text("Solved in")
    visit.press("Play it")
    expect(title).to_have_text(name_of(rushhour.write(visit.puzzle, "boardstring")))
