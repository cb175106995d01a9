"""The keys, through the toolkit's own pilot: what they do to the board and what is written."""

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

import rushhour
from rushhour import Exit, Puzzle, Vehicle, _core
from rushhour.play import app as module
from rushhour.play.app import PlayApp
from rushhour.play.game import Game, HintCache, IsDropped
from rushhour.search.options import Options

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
FORCED = "..B.../AAB.../.CCC../......"
STUCK = "oooBoooooBooAAoBoooooCoooooCoooooCoo"
Script = Callable[["Player"], Awaitable[None]]


class Player:
    """Presses keys and reads the screen."""

    def __init__(self, app: PlayApp, pilot: Pilot[Any]) -> None:
        self.app, self._pilot = app, pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        await self._pilot.pause()
        await self.app.workers.wait_for_complete()
        await self._pilot.pause()

    async def wait(self, seconds: float) -> None:
        await self._pilot.pause(seconds)

    async def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(200):
            if holds():
                return
            await self.wait(0.05)
        raise AssertionError(f"{self.side!r}, {self.app.game.line}, {self.app.chosen} is chosen")

    async def reads(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.side for text in texts))

    async def choice(self, *texts: str) -> None:
        """Wait until the choice of a new puzzle has these texts."""

        def holds() -> bool:
            found = self.app.screen.query("#choice").results(Static)
            return any(all(text in str(one.content) for text in texts) for one in found)

        await self.until(holds)

    async def made(self, moves: str) -> None:
        await self.until(lambda: str(self.app.game.line) == moves)

    async def chose(self, label: str) -> None:
        await self.until(lambda: self.app.chosen == label)

    @property
    def side(self) -> str:
        return str(self.app.query_one("#side", Static).content)

    @property
    def board(self) -> str:
        return str(self.app.query_one("#board", Static).content)


def play(
    puzzle: str | Puzzle,
    script: Script,
    *,
    size: tuple[int, int] = (100, 30),
    metric: Any = "slide",
    goal: Any = "edge",
    limits: Any = (None, None, None),
) -> PlayApp:
    puzzle = rushhour.parse(puzzle) if isinstance(puzzle, str) else puzzle
    options = Options.of_cluster(metric, goal, *limits)
    app = PlayApp(Game(puzzle, metric, goal), HintCache(puzzle, options))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)

    asyncio.run(run())
    return app


def test_a_game_from_start_to_end() -> None:
    async def script(player: Player) -> None:
        await player.reads("4 by 6", "0 slides, 0 steps", "2 slides to go", "A is chosen")
        await player.press("right")
        await player.reads("A cannot go that way")
        await player.press("b", "down")
        await player.reads(
            "B is chosen", "B down 1: wastes 1 slide", "1 slide, 1 step", "2 slides to go"
        )
        await player.press("down")
        await player.reads("B down 2: a best move", "1 slide, 2 steps", "1 slide to go")
        await player.press("a", "shift+right")
        await player.reads(
            "solved in 2 slides: the fewest", "2 slides, 6 steps", "A right 4: a best move"
        )
        await player.made("B+1 B+1 A+4")

    play(SMALL, script)


def test_the_side_says_how_hard_the_puzzle_is() -> None:
    async def script(player: Player) -> None:
        await player.reads("beginner, harder than", "two vehicles must go back")

    async def silent(player: Player) -> None:
        await player.reads("to go: unknown")
        assert "harder" not in player.side

    jam = rushhour.read(PUZZLES / "jam-04.txt")
    play(jam, script)
    play(jam, silent, limits=(100, None, None))


def test_a_longer_way_is_counted() -> None:
    async def script(player: Player) -> None:
        await player.press("b", "down", "up", "shift+down", "a", "shift+right")
        await player.reads("solved in 4 slides: 2 would do")

    play(SMALL, script)


def test_undo_redo_and_reset() -> None:
    async def script(player: Player) -> None:
        await player.press("backspace")
        await player.reads("there is no move to take back")
        await player.press("b", "down", "down", "backspace")
        await player.made("B+1")
        await player.press("ctrl+y")
        await player.made("B+1 B+1")
        await player.press("ctrl+y")
        await player.reads("there is no move to make again")
        await player.press("ctrl+z", "ctrl+z")
        await player.made("")
        await player.press("ctrl+y", "ctrl+r")
        await player.made("")
        await player.reads("2 slides to go")

    play(SMALL, script)


def test_a_hint_has_its_reason_until_a_move_is_made() -> None:
    async def script(player: Player) -> None:
        assert "hint:" not in player.side
        await player.press("?")
        await player.reads("hint: C must go right 2, since B needs its cell to clear the exit")
        await player.press("enter")
        await player.made("C+2")
        assert "hint:" not in player.side
        await player.press("enter", "enter", "enter")
        await player.reads("solved in 3 slides")
        assert player.app.game.is_solved

    play(FORCED, script)


def test_watching_ends_in_the_solved_board_and_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PACE", 0.02)

    async def script(player: Player) -> None:
        await player.press("space")
        while not player.app.game.is_solved:
            await player.wait(0.05)
        await player.settle()
        await player.reads("solved in 8 slides: the fewest")

    play(rushhour.read(PUZZLES / "jam-01.txt"), script)
    monkeypatch.setattr(module, "PACE", 30)

    async def stopped(player: Player) -> None:
        await player.press("space", "space", "b", "down")
        await player.made("B+1")

    play(SMALL, stopped)


def test_choosing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", inf)  # a busy machine types slowly

    async def script(player: Player) -> None:
        order = [vehicle.label for vehicle in player.app.game.state.vehicles]
        await player.press("tab")
        await player.chose(order[1])
        await player.press("shift+tab", "shift+tab")
        await player.chose(order[-1])
        for keys, label in (("1", "1"), ("10", "10"), ("2", "2"), ("12", "12"), ("0", "0")):
            await player.press("tab", *keys)
            await player.chose(label)
        await player.press("z")
        await player.chose("0")

    play(rushhour.read(PUZZLES / "jam-40.txt"), script)


def test_no_solution_and_already_solved() -> None:
    async def script(player: Player) -> None:
        await player.reads("there is no solution")
        await player.press("?", "enter", "space")
        await player.reads("hint: there is no solution")

    play(STUCK, script)

    async def solved(player: Player) -> None:
        await player.reads("solved in 0 slides: the fewest")
        await player.press("enter", "space")
        await player.made("")

    play("....AA/......", solved)


def test_metric_and_goal() -> None:
    async def script(player: Player) -> None:
        await player.reads("8 steps to go")
        await player.press("b", "down")
        await player.reads("7 steps to go", "B down 1: a best move")
        await player.press("down", "a", "shift+right")
        await player.reads("solved in 8 steps: the fewest")

    play(SMALL, script, metric="step", goal="off")


def test_where_the_cluster_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_searches(cache: HintCache, _is_dropped: IsDropped) -> _core.Distances:
        return _core.Distances(cache._puzzle._core, cache._options, None, explores=False)

    monkeypatch.setattr(HintCache, "_distances", by_searches)

    async def script(player: Player) -> None:
        await player.reads("3 slides to go")
        await player.press("?", "enter", "enter", "enter")
        await player.reads("solved in 3 slides: the fewest")

    play(FORCED, script)


def test_a_search_that_nobody_waits_for_ends() -> None:
    async def script(player: Player) -> None:
        pass

    async def impatient() -> None:
        puzzle = rushhour.read(PUZZLES / "uva-12x12_7.csv")
        app = PlayApp(Game(puzzle), HintCache(puzzle, Options.of_cluster("slide", "edge")))
        async with app.run_test(size=(120, 60)) as pilot:
            await pilot.pause(0.3)
            assert "searching" in str(app.query_one("#side", Static).content)
            await pilot.press("tab", "right", "down", "tab", "up", "left")
            await pilot.pause(0.1)

    asyncio.run(asyncio.wait_for(impatient(), 60))


def test_a_limit_is_said() -> None:
    async def script(player: Player) -> None:
        await player.reads("to go: unknown; the limit on states was reached")
        await player.press("?", "enter", "space")
        await player.made("")

    play(rushhour.read(PUZZLES / "uva-12x12_7.csv"), script, limits=(1000, None, None))


@pytest.mark.parametrize(("key", "code"), [("escape", 0), ("ctrl+q", 0), ("ctrl+c", 130)])
def test_leaving(key: str, code: int) -> None:
    async def script(player: Player) -> None:
        await player.press(key)

    assert (play(SMALL, script).return_code or 0) == code


EXITS = {
    "right": (Vehicle("A", "h", 1, 0, 2), "▶"),
    "left": (Vehicle("A", "h", 1, 1, 2), "◀"),
    "top": (Vehicle("A", "v", 1, 1, 2), "▲"),
    "bottom": (Vehicle("A", "v", 0, 1, 2), "▼"),
}


@pytest.mark.parametrize("side", EXITS)
@pytest.mark.parametrize("size", [(100, 30), (60, 14), (40, 10)])
def test_the_board_shows_walls_vehicles_and_the_exit(side: Any, size: tuple[int, int]) -> None:
    target, mark = EXITS[side]
    puzzle = Puzzle(3, 3, [target], "A", Exit(side, 1), walls=[(2, 2)])

    async def script(player: Player) -> None:
        await player.until(lambda: player.board.count(mark) == 1)
        lines = player.board.splitlines()
        at = next(number for number, line in enumerate(lines) if mark in line)
        column = lines[at].index(mark)
        edges = {
            "right": column > 3,
            "left": column == 0,
            "top": at == 0,
            "bottom": at == len(lines) - 1,
        }
        assert edges[side]
        assert player.board.count("▒") in (18, 8, 2)
        assert "A" in player.board

    play(puzzle, script, size=size)


@pytest.mark.parametrize("label", ["漢字", "a label that is long", "[bold]", "\x1b[31m", "é\u0301"])
def test_labels_of_any_kind(label: str) -> None:
    puzzle = Puzzle(3, 3, [Vehicle(label, "h", 0, 0, 2)], label)

    async def script(player: Player) -> None:
        assert "\x1b" not in player.board
        await player.press("right")
        await player.reads("solved in 1 slide")

    play(puzzle, script)


def test_a_board_larger_than_the_screen() -> None:
    puzzle = Puzzle(32, 32, [Vehicle("A", "h", 0, 0, 2)], "A")

    async def script(player: Player) -> None:
        await player.until(lambda: len(player.board.splitlines()) == 34)
        await player.press("shift+right")
        await player.reads("solved in 1 slide")

    play(puzzle, script, size=(60, 20))


def test_a_new_puzzle_is_made_and_played() -> None:
    async def script(player: Player) -> None:
        await player.press("ctrl+n")
        await player.choice("6 by 6", "9 to 11 slides")
        await player.press("left", "left", "left", "down", "left", "left", "left")
        await player.choice("4 by 4", "3 to 5 slides")
        await player.press("right")
        await player.choice("4 by 4", "6 to 8 slides")
        await player.press("enter")
        await player.reads("New puzzle", "0 slides, 0 steps", "harder than")
        assert len(player.app.screen_stack) == 1

    app = play(SMALL, script)
    puzzle = app.game.state
    assert (puzzle.rows, puzzle.cols) == (4, 4)
    assert 6 <= (rushhour.solve(puzzle).cost or 0) <= 8
    assert app.chosen == puzzle.target


def test_the_game_goes_on_without_a_new_puzzle() -> None:
    async def script(player: Player) -> None:
        await player.press("b", "down", "ctrl+n", "down", *["right"] * 9, "up", "left", "left")
        await player.choice("4 by 4", "30 to 32 slides")
        await player.press("enter")
        await player.choice("found no such puzzle among")
        await player.press("b", "escape", "down")
        await player.reads("1 slide, 2 steps", "B is chosen")

    assert str(play(SMALL, script).game.line) == "B+1 B+1"
