"""The board in a notebook: what is done by hand shows in Python, and the other way round."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rushhour
from rushhour import IllegalMoveError, Move

anywidget = pytest.importorskip("anywidget")
traitlets = pytest.importorskip("traitlets")

CHAIN = "..B.../AAB.../.CCC../......"
# What a notebook does: a model whose state the kernel shares, and an element to draw into.
NOTEBOOK = """async ([module, state]) => {
    const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    const listeners = {};
    window.model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; window.model.tell(name); },
        save_changes: () => {},
        on: (event, listen) => (listeners[event] ??= new Set()).add(listen),
        off: (event, listen) => listeners[event].delete(listen),
        tell: (name) => listeners[`change:${name}`]?.forEach((listen) => listen()),
        listeners,
    };
    const { default: widget } = await import(url);
    window.end = await widget.render({ model: window.model, el: document.body });
}"""


def board(text: str = CHAIN) -> Any:
    from rushhour.widget import Board

    return Board(text)


class TestInPython:
    def test_moves_and_state(self) -> None:
        played = board()
        seen: list[tuple[Move, ...]] = []
        played.on_move(lambda each: seen.append(each.moves))
        played.play("C+2", Move("B", 2))
        assert played.moves == (Move("C", 2), Move("B", 2))
        assert played.state == played.puzzle.apply(Move("C", 2)).apply(Move("B", 2))
        played.undo()
        played.reset()
        assert (played.state, played.moves) == (rushhour.parse(CHAIN), ())
        assert [len(moves) for moves in seen] == [2, 1, 0]

    def test_what_cannot_be_played_is_refused(self) -> None:
        played = board()
        with pytest.raises(IllegalMoveError, match="vehicle B cannot move"):
            played.play("C+1", "B+2")
        assert played.moves == ()

    @pytest.mark.parametrize(
        "moves", [[{"vehicle": "B", "cells": 9}], [{"vehicle": "?", "cells": 1}], [{}], ["B+1"]]
    )
    def test_nor_does_the_browser_play_it(self, moves: list[Any]) -> None:
        played = board()
        with pytest.raises(traitlets.TraitError, match="expected legal moves"):
            played.set_state({"_moves": moves})
        assert played.moves == ()

    def test_a_text_that_is_no_puzzle(self) -> None:
        with pytest.raises(rushhour.ParseError):
            board("?")


class TestInTheBrowser:
    @pytest.fixture
    def played(self, page: Page) -> Any:
        """A widget and its view; `sync` tells Python what was done by hand."""
        played = board()
        page.goto("about:blank")
        page.evaluate(NOTEBOOK, [played._esm, json.loads(json.dumps(played.get_state()))])
        return played

    def test_by_hand(self, page: Page, played: Any) -> None:
        page.get_by_role("slider", name="Vehicle C").press("End")
        page.get_by_role("slider", name="Vehicle B").press("End")
        played.set_state({"_moves": page.evaluate("model.get('_moves')")})
        assert played.moves == (Move("C", 2), Move("B", 2))
        expect(page.get_by_text("2 slides, 4 steps")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        played.set_state({"_moves": page.evaluate("model.get('_moves')")})
        assert played.moves == (Move("C", 2),)
        page.get_by_role("button", name="Reset").click()
        expect(page.get_by_text("0 slides, 0 steps")).to_be_visible()

    def test_by_code(self, page: Page, played: Any) -> None:
        played.watch(rushhour.solve(played.puzzle).solution)
        moves = played.get_state()["_moves"]
        page.evaluate("moves => model.set('_moves', moves)", moves)
        expect(page.get_by_text("Solved: 3 slides, 8 steps")).to_be_visible()
        page.evaluate("moves => model.set('_moves', moves)", moves[:1])
        expect(page.get_by_text("1 slide, 2 steps")).to_be_visible()

    @pytest.mark.parametrize(("letters", "scheme"), [("#eee", "dark"), ("#111", "light")])
    def test_it_is_dark_where_letters_are_light(
        self, page: Page, letters: str, scheme: str
    ) -> None:
        page.goto("about:blank")
        page.evaluate("letters => document.body.style.color = letters", letters)
        page.evaluate(NOTEBOOK, [board()._esm, json.loads(json.dumps(board().get_state()))])
        root = page.locator(".rushhour-widget")
        assert root.evaluate("root => getComputedStyle(root).colorScheme") == scheme

    def test_a_view_that_is_closed_stops_listening(self, page: Page, played: Any) -> None:
        page.evaluate("window.end()")
        counts = page.evaluate("Object.values(model.listeners).map((each) => each.size)")
        assert set(counts) == {0}
