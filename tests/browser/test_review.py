"""Where did I go wrong: what each move of a game wasted, in colours, signs and words."""

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import Move
from support.visit import Site, Visit

# Its only shortest solution is C+2, B+2, A+4.
CHAIN = "..B.../AAB.../.CCC../......"
PLAYED = ("C-1", "C+3", "B+2", "B-1", "B+1", "A+4")
ASK = "Where did I go wrong?"
BETTER = "C must go right 2, since B needs its cell to clear the exit"
CLEAR = "A goes right 4: its road to the exit is clear"


def play(visit: Visit, *moves: str) -> None:
    for move in moves:
        visit.drag(Move(move[0], int(move[1:])))


def sign(page: Page, number: int) -> str:
    """The sign of a move in the list, counted from 1."""
    script = "button => [button.dataset.sign ?? '', ...button.classList].join(' ')"
    found: str = page.locator("#moves button").nth(number - 1).evaluate(script)
    return found


def test_a_solved_game_shows_what_each_move_wasted(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    play(visit, *PLAYED)
    expect(page.locator("#win")).to_be_visible()
    page.locator("#win-review").click()
    expect(page.locator("#win")).to_be_hidden()
    expect(page.locator("#review-said")).to_have_text("2 of 6 slides waste 3 in all.")
    mistakes = page.locator("#mistakes li p")
    expect(mistakes).to_have_text(
        [
            f"Move 1, vehicle C left 1, wastes 1 slide. Better: {BETTER}.",
            f"Move 4, vehicle B up 1, wastes 2 slides. Better: {CLEAR}.",
        ]
    )
    assert [sign(page, number) for number in range(1, 7)] == [
        "+1 lost-1",
        "✓ lost-0",
        "✓ lost-0",
        "+2 lost-2",
        "✓ lost-0",
        "✓ lost-0",
    ]
    heights = "bars => bars.map((bar) => bar.getBoundingClientRect().height)"
    low, middle, high = sorted(set(page.locator("#wasted i").evaluate_all(heights)))
    assert page.locator("#wasted i").evaluate_all(heights) == [middle, low, low, high, low, low]
    page.locator(".moves summary").click()
    expect(page.get_by_role("button", name="C left 1")).to_have_accessible_description(
        "wastes 1 slide"
    )


def test_the_first_mistake_is_one_tap_away(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    play(visit, *PLAYED)
    page.locator("#win-review").click()
    said = page.locator("#note-text")
    expect(said).to_have_text("The first mistake: Move 1, vehicle C left 1.")
    visit.press("Back to it")
    assert visit.puzzle == rushhour.parse(CHAIN)
    expect(said).to_have_text(f"Move 1, vehicle C left 1, wasted 1 slide. Better: {BETTER}.")
    expect(page.locator(".trail")).to_have_count(1)
    expect(page.locator("#review-found")).to_be_visible()
    visit.press("Do it")
    play(visit, "B+2", "A+4")
    assert visit.win[:2] == ("", "Solved in 3 slides")
    expect(page.locator("#win-text")).to_contain_text("With 1 hint, so it does not count.")
    expect(page.locator("#review-found")).to_be_hidden()
    expect(page.locator("#wasted i")).to_have_count(0)
    expect(page.locator("#win-review")).to_be_hidden()


def test_every_mistake_can_be_replayed_from(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    play(visit, *PLAYED)
    visit.press("Close")
    visit.press(ASK)
    page.get_by_role("button", name="Back to before it").nth(1).click()
    expect(page.locator("#where")).to_have_text("3 of 6")
    expect(page.locator("#note-text")).to_contain_text("Move 4, vehicle B up 1, wasted 2 slides.")


@pytest.mark.either
def test_in_the_middle_of_a_game(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    visit.press("Close the goal")
    play(visit, "C+1", "C+1")
    visit.press(ASK)
    expect(page.locator("#review-said")).to_have_text("1 slide: none wastes anything.")
    assert [sign(page, 1), sign(page, 2)] == ["", "✓ lost-0"]
    visit.press("Reset")
    play(visit, "C+2", "B+2", "A+4")
    assert visit.win[0] == "★★★"  # after a reset a game counts, as after a solution that was shown


@pytest.mark.either
def test_without_a_solution_nothing_is_wasted(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AA.x/..../B.../B...")
    visit.press("Close the goal")
    play(visit, "A+1")
    visit.press(ASK)
    expect(page.locator("#review-said")).to_contain_text("No moves lead to the exit")
    assert sign(page, 1).strip() == ""


def test_ratings_are_off_until_they_are_wanted(page: Page, site: Site) -> None:
    visit = Visit(page, site, CHAIN)
    play(visit, "C-1")
    rated = page.locator("#rated")
    expect(rated).to_be_empty()
    visit.press("Undo")
    page.get_by_label("Rate each move").check()
    play(visit, "C-1")
    expect(rated).to_have_text("+1 slide")
    play(visit, "C+1")
    expect(rated).to_have_text("✓ best")
    visit.press("Undo")
    expect(rated).to_be_empty()
    visit.reload()
    expect(page.get_by_label("Rate each move")).to_be_checked()
    play(visit, "C+3", "B+2", "A+4")
    assert visit.win[0] == ""
    expect(page.locator("#win-text")).to_contain_text("With rated moves, so it does not count.")
    visit.press("Again")
    page.get_by_label("Rate each move").uncheck()
    play(visit, "C+2", "B+2", "A+4")
    assert visit.win[0] == "★★★"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_sees_the_ratings_in_the_place_of_the_goal(
    page: Page, site: Site, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit = Visit(page, site, CHAIN)
    play(visit, "C-1")
    expect(page.locator("#goal")).to_be_visible()
    expect(page.locator("#timeline")).to_be_hidden()
    page.get_by_label("Rate each move").check()
    play(visit, "C+1")
    expect(page.locator("#rated")).to_have_text("✓ best")
    expect(page.locator("#rated")).to_be_visible()
    expect(page.locator("#goal")).to_be_hidden()


@pytest.mark.either
def test_a_day_that_counts_is_not_rated(page: Page, site: Site) -> None:
    visit = Visit(page, site)
    page.get_by_label("Rate each move").check()
    visit.view("Daily")
    expect(page.locator("#daily")).to_be_visible()
    expect(page.locator(".rates", has=page.locator("#rates"))).to_be_hidden()
    first, *rest = rushhour.solve(visit.puzzle).moves or ()
    visit.drag(first)
    page.wait_for_timeout(500)
    expect(page.locator("#rated")).to_be_empty()
    for move in rest:
        visit.drag(move)
    assert visit.win[0] == "★★★"
    expect(page.get_by_label("Rate each move")).to_be_checked()
    visit.press("Again")
    visit.drag(first)
    expect(page.locator("#rated")).to_have_text("✓ best")
    page.reload()
    expect(page.get_by_label("Rate each move")).to_be_visible()


@pytest.mark.either
def test_the_rating_of_the_last_move_is_no_hint(page: Page, site: Site) -> None:
    visit = Visit(page, site, "AA..../......")
    page.get_by_label("Rate each move").check()
    play(visit, "A+4")
    expect(page.locator("#rated")).to_have_text("✓ best")
    visit.view("Explore")
    visit.view("Play")
    assert visit.win[0] == "★★★"
