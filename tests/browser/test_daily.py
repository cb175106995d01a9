"""A puzzle a day on the page: the same for everybody, its clock, its result, and the statistics."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Puzzle
from rushhour.web.daily import day
from support.visit import Site, Visit

pytestmark = pytest.mark.either

TODAY = "2026-11-24"
# Noon in Auckland, when it still is the day before in most of the world.
NOON = "2026-11-24T12:00:00+13:00"
DATES = ["2024-01-01", "2023-12-31", "1999-12-31", "2026-11-24", "2026-12-27", "2030-02-28"]


@pytest.fixture
def context_options() -> dict[str, Any]:
    """A player in the east."""
    return {"timezone_id": "Pacific/Auckland", "reduced_motion": "reduce"}


@pytest.fixture
def visit(page: Page, site: Site) -> Visit:
    """The page at noon."""
    page.clock.install(time=datetime.datetime.fromisoformat(NOON))
    return Visit(page, site)


def go(visit: Visit, date: str) -> None:
    """Open the puzzle of a day by its address."""
    visit.page.goto("about:blank")
    visit.page.goto(f"{visit.address}#day={date}")
    visit.until(lambda: visit.puzzle == rushhour.daily(date))


def solve(visit: Visit, moves: Any = None) -> None:
    """Make the moves of a shortest solution by keyboard."""
    axes = {vehicle.label: vehicle.axis for vehicle in visit.puzzle.vehicles}
    ways = {"h": ("ArrowLeft", "ArrowRight"), "v": ("ArrowUp", "ArrowDown")}
    for move in moves or rushhour.solve(visit.puzzle).moves or ():
        for _ in range(abs(move.cells)):
            visit.vehicle(move.vehicle).press(ways[axes[move.vehicle]][move.cells > 0])


def stored(visit: Visit, name: str = "results") -> Any:
    """What the browser keeps."""
    return json.loads(visit.page.evaluate(f"localStorage.getItem('rushhour-{name}')") or "{}")


def facts(visit: Visit) -> list[str]:
    """The numbers of the record."""
    visit.press("Results")
    expect(visit.page.locator("#record-facts dd")).to_have_count(6)
    found = visit.page.locator("#record-facts dd").all_inner_texts()
    visit.page.keyboard.press("Escape")
    return found


def test_the_page_and_the_package_have_the_same_days(visit: Visit) -> None:
    script = """async (dates) => {
        const { calendar } = await import("./daily.js");
        const found = await calendar();
        return dates.map((date) => found.entryOf(date));
    }"""
    for date, entry in zip(DATES, visit.page.evaluate(script, DATES), strict=True):
        wanted = day(date)
        found = rushhour.parse(json.dumps(entry["puzzle"]), "json")
        assert (found, found.title) == (wanted.puzzle, wanted.puzzle.title)
        assert (entry["slides"], entry["steps"]) == (wanted.slides, wanted.steps)


def test_today_is_the_players_own(visit: Visit) -> None:
    visit.view("Daily")
    visit.until(lambda: visit.puzzle == rushhour.daily(TODAY))
    expect(visit.page.locator("#title")).to_have_text("Tuesday, 24 November 2026")
    expect(visit.button("The day after")).to_be_disabled()
    visit.press("The day before")
    visit.until(lambda: visit.puzzle == rushhour.daily("2026-11-23"))
    assert visit.page.url.endswith("#day=2026-11-23")
    visit.press("The day after")
    visit.until(lambda: visit.puzzle == rushhour.daily(TODAY))


@pytest.mark.parametrize(
    ("date", "reason"),
    [
        ("2026-11-25", "the puzzle of Wednesday, 25 November 2026 opens on that day"),
        ("2026-02-30", "expected a date such as 2026-11-24, found '2026-02-30'"),
        ("tomorrow", "expected a date such as 2026-11-24, found 'tomorrow'"),
    ],
)
def test_another_day_is_refused(visit: Visit, date: str, reason: str) -> None:
    visit.page.goto(f"{visit.address}#day={date}")
    toast = visit.page.locator("#toast")
    expect(toast).to_have_text(f"There is no puzzle of this day: {reason}")


def test_a_result_to_share(visit: Visit) -> None:
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go(visit, TODAY)
    visit.page.clock.fast_forward(65_000)
    expect(visit.page.locator("#clock")).to_have_text(re.compile("^1:"))
    solve(visit)
    seconds = stored(visit)[TODAY]["seconds"]
    assert seconds >= 65
    time = f", {seconds // 60}:{seconds % 60:02}"
    expect(visit.page.locator("#clock")).to_have_text(time.removeprefix(", "))
    result = visit.page.locator("#result")
    text = f"Rush Hour, 24 November 2026: {day(TODAY).slides} slides, the fewest"
    end = f"\n{visit.address}#day={TODAY}"
    expect(result).to_have_value(text + time + end)
    visit.page.locator("#share").click()
    assert visit.page.evaluate("navigator.clipboard.readText()") == result.input_value()
    visit.page.get_by_label("Timer").uncheck()
    expect(visit.page.locator("#clock")).to_be_hidden()
    expect(result).to_have_value(text + end)
    visit.reload()
    expect(result).to_have_value(text + end)
    assert facts(visit) == ["1", "1", "1", "1", *2 * [time.removeprefix(", ")]]


def test_the_first_solution_counts(visit: Visit) -> None:
    go(visit, TODAY)
    first = next(iter(rushhour.daily(TODAY).legal_moves()))
    detour = [first, rushhour.Move(first.vehicle, -first.cells)]
    solve(visit, [*detour, *(rushhour.solve(rushhour.daily(TODAY)).moves or ())])
    slides = stored(visit)[TODAY]["slides"]
    assert slides > day(TODAY).slides
    visit.press("Reset")
    solve(visit)
    assert stored(visit)[TODAY]["slides"] == slides
    line = f"^Rush Hour, 24 November 2026: {slides} slides, fewest {day(TODAY).slides}, "
    expect(visit.page.locator("#result")).to_have_value(re.compile(line))
    assert facts(visit)[:2] == ["1", "0"]


@pytest.mark.parametrize("width", [390, 1280])
def test_who_explores_a_day_first_hears_what_it_costs(visit: Visit, width: int) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 844})
    go(visit, TODAY)
    visit.view("Explore")
    expect(page.locator("#exploring")).to_contain_text("this day does not count.")
    expect(page.locator("#found")).to_be_hidden()
    expect(page.locator("#timeline")).to_be_hidden()
    page.get_by_text("Steps", exact=True).click()
    expect(page.locator("#found")).to_be_hidden()
    visit.view("Play")  # leads from a day to the day, which still counts
    expect(page.locator("#day-note")).to_be_empty()
    visit.view("Explore")
    visit.press("Explore it")
    expect(page.locator("#facts")).to_contain_text("States")
    visit.view("Daily")
    expect(page.locator("#day-note")).to_contain_text("so this day does not count")
    solve(visit)
    expect(page.locator("#win-day")).to_contain_text("so this day does not count")
    assert stored(visit) == {}


def test_who_has_solved_a_day_explores_it_at_once(visit: Visit) -> None:
    go(visit, TODAY)
    solve(visit)
    visit.view("Explore")
    expect(visit.page.locator("#facts")).to_contain_text("States")
    assert set(stored(visit)) == {TODAY}


def test_hints_show_in_the_result_and_the_clock_goes_on(visit: Visit) -> None:
    go(visit, TODAY)
    visit.page.clock.fast_forward(30_000)
    visit.hint()
    expect(visit.page.locator(".trail")).to_have_count(1)
    visit.view("Explore")
    visit.page.clock.fast_forward(30_000)
    visit.view("Play")
    visit.page.clock.fast_forward(10_000)
    visit.reload()
    visit.until(lambda: visit.puzzle == rushhour.daily(TODAY))
    visit.page.clock.fast_forward(5_000)
    solve(visit)
    assert stored(visit)[TODAY]["hints"] == 1
    assert stored(visit)[TODAY]["seconds"] >= 45
    assert visit.page.locator("#result").input_value().splitlines()[0].endswith(", 1 hint")
    assert facts(visit) == ["1", "0", "1", "1", "none yet", "none yet"]


def test_the_clock_stops_behind_a_dialog(visit: Visit) -> None:
    go(visit, TODAY)
    visit.page.clock.run_for(10_000)
    for name in ("Help", "Results"):
        visit.press(name)
        expect(visit.page.get_by_role("dialog")).to_be_visible()
        visit.page.clock.run_for(600_000)
        visit.page.keyboard.press("Escape")
        expect(visit.page.get_by_role("dialog")).to_have_count(0)
        visit.page.clock.run_for(1_000)
    solve(visit)
    assert 12 <= stored(visit)[TODAY]["seconds"] < 60


def test_the_day_goes_on_after_a_look_into_the_editor(visit: Visit) -> None:
    go(visit, TODAY)
    move = next(iter(rushhour.daily(TODAY).legal_moves()))
    solve(visit, [move])
    visit.view("Edit")
    expect(visit.page.locator("#verdict")).to_contain_text("Solved in")
    visit.view("Play")
    expect(visit.page.locator("#daily")).to_be_visible()
    assert visit.puzzle == rushhour.daily(TODAY).apply(move)
    visit.view("Edit")
    visit.fill("name", "Mine")
    visit.press("Play it")
    expect(visit.page.locator("#daily")).to_be_hidden()


def test_who_saw_the_solution_has_no_result(visit: Visit) -> None:
    go(visit, TODAY)
    visit.press("Solve")
    visit.press("Show the solution")
    note = visit.page.locator("#day-note")
    expect(note).to_have_text("The solution was shown, so this day does not count.")
    visit.page.clock.run_for(20_000)
    expect(visit.page.locator("#win")).to_be_visible()
    expect(visit.page.locator("#shared")).to_be_hidden()
    assert stored(visit) == {}
    visit.reload()
    expect(note).to_have_text("The solution was shown, so this day does not count.")


def result(puzzle: Puzzle, on: str, **changes: Any) -> dict[str, Any]:
    """A result with the fewest slides."""
    moves = rushhour.solve(puzzle).solution
    assert moves is not None
    return {
        "slides": moves.slides,
        "steps": moves.steps,
        "seconds": 60,
        "hints": 0,
        "on": on,
        **changes,
    }


def days(*numbers: int, **changes: Any) -> dict[str, Any]:
    """Results of days of this November, solved in time."""
    names = [f"2026-11-{number:02}" for number in numbers]
    return {name: result(rushhour.daily(name), name, **changes) for name in names}


def carried(results: Any, **changes: Any) -> str:
    return json.dumps({"format": "rushhour-daily", "version": 1, "results": results, **changes})


def bring(visit: Visit, folder: Path, text: str) -> None:
    """Import a file."""
    (folder / "mine.json").write_text(text, encoding="utf-8")
    if not visit.page.locator("#record-dialog").is_visible():
        visit.press("Results")
        expect(visit.page.locator("#record-dialog")).to_be_visible()
    visit.page.locator("#record-file").set_input_files(folder / "mine.json")


@pytest.mark.parametrize(
    ("numbers", "streak", "longest"),
    [
        ((22, 23, 24), 3, 3),
        ((21, 22, 23), 3, 3),
        ((19, 20, 21, 22), 0, 4),
        ((1, 24), 1, 1),
        ((), 0, 0),
    ],
)
def test_days_in_a_row(
    visit: Visit, tmp_path: Path, numbers: tuple[int, ...], streak: int, longest: int
) -> None:
    bring(visit, tmp_path, carried(days(*numbers)))
    expect(visit.page.locator("#record-said")).to_contain_text("added.")
    visit.page.keyboard.press("Escape")
    found = facts(visit)
    assert found[:4] == [str(len(numbers)), str(len(numbers)), str(streak), str(longest)]


def test_days_that_were_solved_later_are_in_no_row(visit: Visit, tmp_path: Path) -> None:
    late = {name: {**each, "on": TODAY} for name, each in days(22, 23).items()}
    bring(visit, tmp_path, carried({**late, **days(24, seconds=120)}))
    visit.page.keyboard.press("Escape")
    assert facts(visit) == ["3", "3", "1", "1", "1:00", "1:20"]


def test_results_go_to_another_device(visit: Visit, tmp_path: Path) -> None:
    bring(visit, tmp_path, carried(days(20, 22)))
    expect(visit.page.locator("#record-said")).to_have_text("2 days added.")
    with visit.page.expect_download() as download:
        visit.press("Export")
    assert download.value.suggested_filename == "rushhour-2026-11-24.json"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert json.loads(text)["results"] == days(20, 22)
    visit.press("Reset results")
    expect(visit.button("Keep them")).to_be_focused()
    visit.press("Keep them")
    assert len(stored(visit)) == 2
    visit.press("Reset results")
    visit.press("Delete all results")
    assert stored(visit) == {}
    bring(visit, tmp_path, carried(days(23)))
    expect(visit.page.locator("#record-said")).to_have_text("1 day added.")
    bring(visit, tmp_path, text)
    expect(visit.page.locator("#record-said")).to_have_text("2 days added.")
    assert stored(visit) == days(20, 22, 23)


GOOD = {"slides": 40, "steps": 60, "seconds": 1, "hints": 0, "on": TODAY}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a file of results in JSON, found other text"),
        (carried({})[:-9], "expected a file of results in JSON, found other text"),
        ("[]", 'expected a file of results ("format": "rushhour-daily"), found something else'),
        (carried({}, version=2), "expected version 1, found 2"),
        (carried([]), "expected results by day, found none"),
        (carried({"__proto__": GOOD}), 'expected a day such as 2026-11-24, found "__proto__"'),
        (carried({"2026-02-30": GOOD}), 'expected a day such as 2026-11-24, found "2026-02-30"'),
        (carried({TODAY: 5}), "2026-11-24: expected a result, found 5"),
        (
            carried({TODAY: {**GOOD, "seconds": -1}}),
            "2026-11-24: expected a whole number of at least 0 as seconds, found -1",
        ),
        (
            carried({TODAY: {**GOOD, "slides": "7"}}),
            '2026-11-24: expected a whole number of at least 1 as slides, found "7"',
        ),
        (
            carried({TODAY: {**GOOD, "steps": 39}}),
            "2026-11-24: expected at least as many steps as slides, found 39",
        ),
        (
            carried({TODAY: {**GOOD, "on": "today"}}),
            '2026-11-24: expected the day of the solution as on, found "today"',
        ),
        (
            carried({TODAY: {**GOOD, "slides": 1}}),
            "2026-11-24: expected at least 9 slides, found 1",
        ),
    ],
)
def test_a_damaged_file_is_refused(visit: Visit, tmp_path: Path, text: str, reason: str) -> None:
    bring(visit, tmp_path, text)
    expect(visit.page.locator("#record-error")).to_have_text(f"mine.json: {reason}")
    assert stored(visit) == {}


def test_what_is_damaged_on_the_device_is_passed_over(visit: Visit) -> None:
    kept = {**days(24), "2026-11-23": {}, "x": GOOD}
    for name, value in (("results", kept), ("days", {TODAY: {"seconds": "x"}}), ("clock", 7)):
        script = "([name, value]) => localStorage.setItem(`rushhour-${name}`, value)"
        visit.page.evaluate(script, [name, json.dumps(value)])
    visit.reload()
    assert facts(visit)[0] == "1"
    go(visit, "2026-11-23")
    solve(visit)
    assert set(stored(visit)) == {TODAY, "2026-11-23"}


def test_a_day_with_hints_promises_nothing(visit: Visit) -> None:
    go(visit, "2026-11-23")
    visit.hint()
    visit.press("Do it")
    solve(visit)
    expect(visit.page.locator("#win-text")).to_contain_text(" steps. With 1 hint.")


def test_who_solves_a_day_again_hears_that_the_first_solution_counts(visit: Visit) -> None:
    go(visit, "2026-11-23")
    visit.hint()
    visit.press("Do it")
    solve(visit)
    kept = stored(visit)
    visit.press("Again")
    solve(visit)
    said = (
        f"The first solution of a day counts: {kept['2026-11-23']['slides']} slides, with 1 hint."
    )
    expect(visit.page.locator("#win-day")).to_have_text(said)
    assert stored(visit) == kept


def keep(visit: Visit, days: dict[str, dict[str, Any]]) -> None:
    """Keep results of days, as earlier visits would, and what is begun."""
    results = {day: each for day, each in days.items() if "slides" in each}
    begun = {day: each for day, each in days.items() if "slides" not in each}
    for name, value in (("results", results), ("days", begun)):
        script = "([name, text]) => localStorage.setItem(`rushhour-${name}`, text)"
        visit.page.evaluate(script, [name, json.dumps(value)])


def result_of(date: str, more: int = 0, hints: int = 0) -> dict[str, Any]:
    """A result that takes so many slides more than the fewest."""
    slides = day(date).slides + more
    return {"slides": slides, "steps": slides + 9, "seconds": 60, "hints": hints, "on": date}


def test_a_calendar_of_the_days_and_how_the_results_are_spread(visit: Visit) -> None:
    days = {
        "2026-11-02": result_of("2026-11-02"),
        "2026-11-03": result_of("2026-11-03", 4),
        "2026-11-04": result_of("2026-11-04", 0, 2),
        "2026-11-05": {"seconds": 5, "hints": 0},
        "2026-10-31": result_of("2026-10-31", 1),
    }
    keep(visit, days)
    page = visit.page
    visit.press("Results")
    expect(page.locator("#month")).to_have_text("November 2026")
    # The first of November 2026 is a Sunday.
    expect(page.locator("#record-days tbody tr").first.locator("td").nth(6)).to_have_text("1")
    expect(page.locator("#record-days button")).to_have_count(30)
    expect(page.locator("#record-days button:disabled")).to_have_count(6)
    fewest = {date: day(date).slides for date in days}
    for name in (
        f"Monday, 2 November 2026: solved in {fewest['2026-11-02']} slides, the fewest",
        f"Tuesday, 3 November 2026: solved in {fewest['2026-11-03'] + 4} slides",
        f"Wednesday, 4 November 2026: solved in {fewest['2026-11-04']} slides, with 2 hints",
        "Thursday, 5 November 2026: begun",
        "Tuesday, 24 November 2026: not played",
    ):
        expect(visit.button(name)).to_be_enabled()
    expect(visit.button("The month after")).to_be_disabled()
    spread = page.locator("#record-spread li b")
    assert spread.all_inner_texts() == ["1", "1", "0", "1", "0", "1"]
    visit.press("The month before")
    expect(page.locator("#record-days button")).to_have_count(31)
    visit.press(f"Saturday, 31 October 2026: solved in {fewest['2026-10-31'] + 1} slides")
    visit.until(lambda: visit.puzzle == rushhour.daily("2026-10-31"))
    expect(page.get_by_role("dialog")).to_have_count(0)


SHARE = "navigator.share = ({ text }) => { globalThis.given = text; return Promise.resolve(); };"


def test_a_phone_offers_the_result_to_other_apps(page: Page, site: Site) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.add_init_script(SHARE)
    page.clock.install(time=datetime.datetime.fromisoformat(NOON))
    visit = Visit(page, site)
    go(visit, TODAY)
    solve(visit)
    visit.press("Close")
    page.locator("#share").click()
    expect(page.locator("#share")).to_have_text("Share the result")
    assert page.evaluate("given") == page.locator("#result").input_value()
