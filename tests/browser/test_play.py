"""Playing on the page: by mouse and keyboard, with counts, hints and solutions."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move, Solution
from support.service import Service, becomes
from support.visit import Site, Visit

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
CHAIN = "..B.../AAB.../.CCC../......"
NO_WAY = "No moves lead to the exit from here"
WALLED = "AAx./..../..../...."
# From one move that is watched to the next, in milliseconds.
BEAT = 520


def moves(solution: Solution | None) -> tuple[Move, ...]:
    assert solution is not None
    return solution.moves


def test_a_classic_is_played_to_the_end_by_dragging(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    puzzle = rushhour.read(PUZZLES / "jam-01.txt")
    assert visit.puzzle == puzzle
    assert visit.counts == ("0", "0", "8", "16")
    solution = rushhour.solve(puzzle).solution
    for number, move in enumerate(moves(solution), 1):
        visit.drag(move, 0.3 if number % 2 else -0.3)
        puzzle = puzzle.apply(move)
        assert visit.puzzle == puzzle
        assert visit.counts[0] == str(number)
    assert visit.win == ("★★★", "Solved in 8 slides", "The fewest possible, in 16 steps.")
    expect(visit.button("Jam 1, 8 slides, 16 steps, solved in 8, 3 stars")).to_be_visible()
    expect(visit.vehicle("0")).to_have_class("vehicle gone")


def test_a_vehicle_stops_at_what_stands_in_its_way(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.drag(Move("A", 4))
    assert visit.puzzle == rushhour.parse(CHAIN)
    visit.drag(Move("C", 5))
    visit.drag(Move("B", 1), overshoot=9)
    assert [move.cells for move in rushhour.parse(CHAIN).legal_moves() if move.vehicle == "C"] == [
        -1,
        1,
        2,
    ]
    expected = rushhour.parse(CHAIN).apply(Move("C", 2)).apply(Move("B", 2))
    assert visit.puzzle == expected
    assert visit.counts[:2] == ("2", "4")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_tap_on_an_empty_cell_or_the_arrow_frames_nothing(
    page: Page, site: Site, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    Visit(page, site, SMALL)
    board = page.locator("#board")
    for part in (".gate", ".floor"):
        place = board.locator(part).first.bounding_box()
        assert place is not None
        page.mouse.click(place["x"] + place["width"] - 6, place["y"] + place["height"] - 6)
        seen = "board => getComputedStyle(board.shadowRoot.querySelector('svg')).outlineStyle"
        assert board.evaluate(seen) == "none"


def test_undo_redo_and_reset(page: Page, site: Site) -> None:
    visit = Visit(page, site, SMALL)
    start = visit.puzzle
    visit.drag(Move("B", 1))
    visit.drag(Move("B", 1))
    moved = visit.puzzle
    assert visit.counts[:2] == ("1", "2")  # of one vehicle in one direction in a row
    visit.press("Undo")
    assert visit.counts[:2] == ("1", "1")
    page.keyboard.press("Control+z")
    assert (visit.puzzle, visit.counts[:2]) == (start, ("0", "0"))
    expect(visit.button("Undo")).to_be_disabled()
    visit.press("Redo")
    page.keyboard.press("Control+y")
    assert visit.puzzle == moved
    visit.press("Reset")
    assert visit.puzzle == start
    page.locator(".moves summary").click()
    expect(page.locator("#moves button")).to_have_text(["B↓1", "B↓1"])
    page.get_by_role("button", name="B down 1").last.click()
    assert visit.puzzle == moved
    visit.press("Undo")
    visit.drag(Move("B", -1))
    expect(visit.button("Redo")).to_be_disabled()
    assert visit.counts[:2] == ("2", "2")


def test_a_hint_says_why_and_can_be_followed(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.hint()
    reason = "C must go right 2, since B needs its cell to clear the exit"
    expect(page.locator("#note-text")).to_have_text(f"{reason}. 3 slides to go, 2 after it.")
    expect(visit.vehicle("C")).to_have_class("vehicle hinted")
    expect(visit.vehicle("B")).to_have_class("vehicle blocker")
    expect(page.locator(".trail")).to_have_count(1)
    visit.press("Do it")
    assert visit.puzzle == rushhour.parse(CHAIN).apply(Move("C", 2))
    expect(page.locator(".trail")).to_have_count(0)


def test_a_hint_comes_in_stages(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)  # 4 rows of 6: C is in the lower left
    visit.press("Hint")
    said = page.locator("#note-text")
    expect(said).to_have_text("Look at the lower left part: rows 3 to 4, columns 1 to 3.")
    area = page.locator(".area")
    expect(area).to_have_count(1)
    board, part = page.locator("#board .floor").last.bounding_box(), area.bounding_box()
    assert board is not None
    assert part is not None
    assert part["width"] < board["width"] / 2
    assert part["y"] > board["y"] + board["height"] / 2
    expect(page.locator(".vehicle.hinted, .trail")).to_have_count(0)
    visit.press("Which vehicle?")
    expect(said).to_have_text("Vehicle C moves first: it stands at row 3, column 2.")
    expect(visit.vehicle("C")).to_have_class("vehicle hinted")
    expect(page.locator(".area, .trail")).to_have_count(0)
    visit.press("Hint")  # tells more, too
    expect(said).to_contain_text("C must go right 2")
    expect(page.locator(".trail")).to_have_count(1)


def test_the_stages_that_were_used_show_in_the_result(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.press("Hint")
    for move in moves(rushhour.solve(CHAIN).solution)[:1]:
        visit.drag(move)
    visit.press("Undo")  # the state that the hint is for
    visit.press("Hint")
    expect(page.locator("#note-text")).to_contain_text("Vehicle C moves first")
    visit.press("Redo")
    visit.hint()
    visit.press("Hint")  # it has no more to tell
    visit.reload()
    for move in moves(rushhour.solve(CHAIN).solution)[1:]:
        visit.drag(move)
    expect(page.locator("#win-text")).to_contain_text("With 2 hints (5 of 6 stages), so")


def test_the_middle_of_an_odd_board_is_in_both_halves(page: Page, site: Site) -> None:
    visit = Visit(page, site, "...../...B./AA.B./...../.....")
    visit.press("Hint")
    expect(page.locator("#note-text")).to_have_text(
        "Look at the upper right part: rows 1 to 3, columns 3 to 5."
    )


def test_a_hint_says_how_far_the_vehicle_goes_and_why_so_far(page: Page, site: Site) -> None:
    board = "..7../007.8/....8/...99"
    form = json.loads(rushhour.write(rushhour.parse(board, target="0"), "json"))
    visit = Visit(page, site, json.dumps(form))
    visit.hint()
    expect(page.locator("#note-text")).to_have_text(
        "Vehicle 9 goes left 3: it must go at least 1, since vehicle 8 needs its cell to clear the "
        "exit; 2 more make room for vehicle 7. 4 slides to go, 3 after it."
    )
    visit.press("Do it")
    vehicle = next(one for one in visit.form["vehicles"] if one["label"] == "9")
    assert vehicle["col"] == 0


def test_a_solution_is_watched_stopped_and_taken_over(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    visit.press("Solve")
    where = page.locator("#where")
    expect(where).to_have_text("0 of 3")
    for number in (1, 2, 3):
        page.clock.run_for(BEAT)
        expect(where).to_have_text(f"{number} of 3")
    page.clock.run_for(9 * BEAT)
    assert visit.puzzle.is_solved()
    assert visit.counts == ("3", "8", "3", "8")
    page.locator("#scrub").fill("1")
    assert visit.puzzle == rushhour.parse(CHAIN).apply(Move("C", 2))
    visit.press("Watch")
    visit.press("Pause")
    page.clock.run_for(9 * BEAT)
    expect(where).to_have_text("1 of 3")
    visit.drag(Move("C", -1))
    expect(where).to_have_text("2 of 2")
    visit.press("Solve")
    expect(where).to_have_text("2 of 5")
    page.clock.run_for(9 * BEAT)
    expect(page.locator("#win")).to_be_visible()
    solved_here = page.locator("#collection button.done")
    expect(solved_here).to_have_count(0)


def test_what_has_no_solution(page: Page, site: Site) -> None:
    visit = Visit(page, site, WALLED)
    expect(page.locator("#best-slides")).to_have_text("none")
    visit.press("Solve")
    wall = " The wall at row 1, column 3 alone locks target A in: A cannot move."
    expect(page.locator("#note-text")).to_have_text(f"{NO_WAY}: this is proved.{wall}")
    visit.press("Hint")
    expect(page.locator("#note-text")).to_have_text(f"{NO_WAY}.{wall}")


LOCKED = "AAB./..BD/..BD"


def test_the_vehicles_that_lock_each_other_are_marked(page: Page, site: Site) -> None:
    visit = Visit(page, site, LOCKED)
    why = "Vehicle B alone locks target A in: A cannot move. B cannot move."
    said = f"This puzzle cannot be solved: this is proved. {why}"
    marked = page.locator("#board .locked")
    expect(page.locator("#note-text")).to_have_text(said)
    labels = "all => all.map(one => one.dataset.label)"
    assert marked.evaluate_all(labels) == ["A", "B"]
    visit.drag(Move("D", -1))
    expect(marked).to_have_count(0)
    visit.view("Edit")
    expect(page.locator("#verdict")).to_contain_text(why)
    assert marked.evaluate_all(labels) == ["A", "B"]
    visit.view("Play")
    expect(marked).to_have_count(0)


def test_what_is_proved_where_a_limit_comes_first(page: Page, strict: Site) -> None:
    text = rushhour.write(rushhour.read(PUZZLES / "uva-12x12_7.csv"), "json")
    outcome = rushhour.solve(text, max_states=1000)
    assert (outcome.status, outcome.upper_bound) == ("unknown", None)
    least = f"at least {outcome.lower_bound}"
    visit = Visit(page, strict, text)
    expect(page.locator("#best-slides")).to_have_text(least)
    visit.press("Solve")
    expect(page.locator("#note-text")).to_have_text(
        f"Not solved within the limits: it takes {least} slides."
    )


def test_a_search_that_takes_long_can_be_given_up(page: Page, site: Site) -> None:
    visit = Visit(page, site, rushhour.write(rushhour.read(PUZZLES / "uva-12x12_7.csv"), "json"))
    visit.press("Solve")
    expect(page.locator("#note-text")).to_contain_text("Searching… press again to give up.")
    visit.press("Solve")
    expect(page.locator("#note")).to_be_hidden()
    visit.card("Jam 2")
    assert not isinstance(site, Service) or becomes(site, busy=False)
    assert visit.counts == ("0", "0", "8", "14")
    expect(page.locator("#note")).to_be_hidden()


def test_a_move_in_the_list_keeps_the_focus_and_is_seen(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    visit.card("Jam 40")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    visit.press("Solve")
    expect(page.locator("#where")).to_have_text("0 of 51")
    page.locator(".moves summary").click()
    page.clock.run_for(40 * BEAT)
    expect(page.locator("#where")).to_have_text("40 of 51")
    expect(page.locator("#moves [aria-current]")).to_be_in_viewport(ratio=1)
    move = page.locator("#moves button").nth(29)
    move.press("Enter")
    expect(page.locator("#where")).to_have_text("30 of 51")
    expect(move).to_be_focused()
    expect(move).to_have_attribute("aria-current", "step")


def test_by_keyboard_alone(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.shadowRoot?.activeElement?.dataset.label") == "A":
            break
    labels = []
    for _ in range(3):
        focused = "document.activeElement.shadowRoot.activeElement"
        labels.append(page.evaluate(f"{focused}.getAttribute('aria-label')"))
        page.keyboard.press("Tab")
    assert labels == ["Red car A", "Vehicle B", "Vehicle C"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")  # across: nothing
    page.keyboard.press("End")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # the edge: nothing
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+ArrowRight")
    assert visit.counts == ("3", "8", "3", "8")
    expect(page.locator("#status")).to_contain_text("Solved in 3 slides")
    page.keyboard.press("Control+z")
    page.keyboard.press("h")
    expect(page.locator("#note")).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator("#status")).to_contain_text("A goes right 4: its road to the exit is clear")


@pytest.mark.parametrize("side", ["left", "top", "bottom"])
def test_every_exit(page: Page, site: Site, side: str) -> None:
    axis = "h" if side == "left" else "v"
    line = '{"rows": 5, "cols": 4, "target": "T", "exit": {"side": "%s", "line": 1}, "vehicles": ['
    vehicle = '{"label": "T", "axis": "%s", "row": 1, "col": 1, "length": 2}]}'
    visit = Visit(page, site, line % side + vehicle % axis)
    (move,) = moves(rushhour.solve(visit.puzzle).solution)
    visit.drag(move)
    assert visit.win[1] == "Solved in 1 slide"
