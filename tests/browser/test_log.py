"""The log of moves: only with consent, on this device, in files that the study of people reads."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

import rushhour
from research import people
from rushhour import Move
from support.visit import Site, Visit

pytestmark = pytest.mark.either

CHAIN = "......\n..B...\nAAB...\n.CCC..\n......\n......"
SOLUTION = [Move("C", 2), Move("B", 3), Move("A", 4)]


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"reduced_motion": "reduce"}


@pytest.fixture
def visit(page: Page, site: Site) -> Visit:
    return Visit(page, site, CHAIN)


def research(visit: Visit) -> None:
    """Open the dialog of the log."""
    visit.press("Help")
    visit.press("Take part in research")


def agree(visit: Visit, name: str = "") -> None:
    """Agree to a log, under a name."""
    research(visit)
    visit.page.get_by_label("I agree").check()
    if name:
        visit.fill("log-name", name)
    visit.page.keyboard.press("Escape")


def drag(visit: Visit, moves: Iterable[Move]) -> None:
    for move in moves:
        visit.drag(move)


def stored(visit: Visit) -> list[dict[str, Any]]:
    return list(json.loads(visit.page.evaluate("localStorage.getItem('rushhour-log')") or "[]"))


def save(visit: Visit, button: str, folder: Path) -> Path:
    """Download a file of the log."""
    if not visit.page.locator("#log-dialog").is_visible():
        research(visit)
    with visit.page.expect_download() as download:
        visit.press(button)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_nothing_is_kept_without_consent(visit: Visit) -> None:
    drag(visit, SOLUTION)
    assert stored(visit) == []
    research(visit)
    expect(visit.page.get_by_label("I agree")).not_to_be_checked()
    expect(visit.page.locator("#log-said")).to_have_text("0 moves in 0 trials.")
    for name in ("Moves (CSV)", "All files (ZIP)", "Delete the log"):
        expect(visit.button(name)).to_be_disabled()
    expect(visit.page.locator("#logging")).to_be_hidden()


def test_nor_after_it_is_taken_back(visit: Visit) -> None:
    agree(visit)
    expect(visit.page.locator("#logging")).to_be_visible()
    visit.drag(SOLUTION[0])
    research(visit)
    visit.page.get_by_label("I agree").uncheck()
    visit.page.keyboard.press("Escape")
    drag(visit, SOLUTION[1:])
    assert [len(trial["entries"]) for trial in stored(visit)] == [1]


def test_the_study_of_people_reads_it(visit: Visit, tmp_path: Path) -> None:
    agree(visit, "ann")
    visit.drag(SOLUTION[0])
    visit.press("Undo")
    drag(visit, SOLUTION[:2])
    visit.press("Reset")
    visit.hint()
    expect(visit.page.locator(".trail")).to_have_count(1)
    drag(visit, SOLUTION)
    visit.card("Jam 3")
    visit.until(lambda: visit.puzzle == rushhour.read("puzzles/jam-03.txt"))
    first = next(iter(rushhour.read("puzzles/jam-03.txt").legal_moves()))
    visit.drag(first)
    archive = save(visit, "All files (ZIP)", tmp_path)
    assert archive.name == "log-ann.zip"
    with ZipFile(archive) as files:
        assert files.testzip() is None
        files.extractall(tmp_path / "log")
    folder = tmp_path / "log"
    boards = people.puzzles(folder)
    (chain,) = (name for name, board in boards.items() if board == rushhour.parse(CHAIN))
    (jam,) = set(boards) - {chain}
    assert jam.startswith("jam-3-")
    plays = {play.board: play for play in people.load(folder)}
    assert {name: (p.participant, p.moves, p.attempts, p.solved) for name, p in plays.items()} == {
        chain: ("ann", 7, 2, True),
        jam: ("ann", 1, 1, False),
    }
    sights = {name: people.Sight(board) for name, board in boards.items()}
    unsolved, solved, third = people.attempts(folder, sights)
    assert (unsolved.idle, unsolved.unread, solved.unread, third.unread) == (0, 0, 0, 0)
    assert len(unsolved.states) == 1 + 4
    assert unsolved.states[2] == unsolved.states[0]
    assert len(solved.states) == 1 + 3
    assert sights[chain].is_solved(solved.states[-1])
    moves = save(visit, "Moves (CSV)", tmp_path)
    assert (moves.name, moves.read_bytes()) == (
        "moves-ann.csv",
        (folder / "moves.csv").read_bytes(),
    )


def test_the_columns_are_those_of_the_public_data(visit: Visit, tmp_path: Path) -> None:
    agree(visit, "p-1")
    drag(visit, SOLUTION)
    with save(visit, "Moves (CSV)", tmp_path).open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = ["participant", "instance", "trial", "move_number", "move", "kind", "rt_ms"]
    assert list(rows[0]) == names
    assert [row["move"] for row in rows] == ["C@21", "B@26", "A@16"]
    assert [row["move_number"] for row in rows] == ["0", "1", "2"]
    assert {(row["participant"], row["trial"], row["kind"]) for row in rows} == {
        ("p-1", "1", "drag_end")
    }
    assert all(int(row["rt_ms"]) >= 0 for row in rows)


def test_steps_by_keyboard_count_as_slides(visit: Visit, tmp_path: Path) -> None:
    agree(visit)
    for _ in range(2):
        visit.vehicle("C").press("ArrowRight")
    visit.vehicle("C").press("ArrowLeft")
    with ZipFile(save(visit, "All files (ZIP)", tmp_path)) as files:
        (row,) = csv.DictReader(files.read("trials.csv").decode().splitlines())
    assert (row["moves"], row["complete"], row["skipped"]) == ("2", "False", "True")


def test_what_was_shown_is_not_logged_as_played(visit: Visit) -> None:
    agree(visit)
    visit.drag(SOLUTION[0])
    visit.press("Solve")
    expect(visit.page.locator("#win")).to_be_visible()
    visit.press("Reset")
    drag(visit, SOLUTION)
    (trial,) = stored(visit)
    assert (len(trial["entries"]), trial["shown"], trial["complete"]) == (1, True, False)


def test_strange_labels_are_renamed(page: Page, site: Site, tmp_path: Path) -> None:
    vehicles = [
        rushhour.Vehicle("red, car@1", "h", 2, 0, 2),
        rushhour.Vehicle("=1+1\n", "v", 1, 2, 2),
    ]
    puzzle = rushhour.Puzzle(6, 6, vehicles, "red, car@1", title='../../x, "y"\n=cmd')
    visit = Visit(page, site)
    page.goto(rushhour.link(puzzle, page=site.address))
    visit.until(lambda: visit.puzzle == puzzle)
    agree(visit, "b")
    page.locator('.vehicle[data-index="1"]').press("End")
    page.locator('.vehicle[data-index="0"]').press("End")
    with ZipFile(save(visit, "All files (ZIP)", tmp_path)) as files:
        files.extractall(tmp_path / "log")
    boards = people.puzzles(tmp_path / "log")
    (name,) = boards
    assert name.startswith("x-y-cmd-")
    (attempt,) = people.attempts(tmp_path / "log", {name: people.Sight(boards[name])})
    assert (len(attempt.states), attempt.unread) == (3, 0)


def test_the_log_is_deleted_at_the_second_press(visit: Visit) -> None:
    agree(visit)
    drag(visit, SOLUTION)
    research(visit)
    visit.press("Delete the log")
    assert len(stored(visit)) == 1
    visit.press("Really delete the log?")
    assert stored(visit) == []
    expect(visit.page.locator("#log-said")).to_have_text("0 moves in 0 trials.")


def test_a_name_that_is_none_is_refused(visit: Visit) -> None:
    agree(visit, "ann")
    research(visit)
    visit.fill("log-name", "a,b")
    expect(visit.page.locator("#log-name")).to_have_value("ann")


def test_a_full_browser_says_so(visit: Visit) -> None:
    agree(visit)
    visit.page.evaluate("""() => {
        for (let size = 2 ** 22; size >= 1; size /= 2) {
            try {
                for (;;) localStorage.setItem(`x${Math.random()}`, "x".repeat(size));
            } catch { /* full */ }
        }
    }""")
    visit.drag(SOLUTION[0])
    expect(visit.page.locator("#logging")).to_contain_text("The browser has no room for more")


def test_a_damaged_log_is_passed_over(visit: Visit) -> None:
    agree(visit, "ann")
    visit.drag(SOLUTION[0])
    for text in ('[{"participant": "a"}, 5]', '{"a": 1}', "no JSON"):
        visit.page.evaluate("text => localStorage.setItem('rushhour-log', text)", text)
        research(visit)
        expect(visit.page.locator("#log-said")).to_have_text("0 moves in 0 trials.")
        visit.page.keyboard.press("Escape")
    visit.drag(SOLUTION[1])
    assert len(stored(visit)) == 1
