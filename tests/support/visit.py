"""A visit to the page: what a person does there, and what can be seen."""

from __future__ import annotations

import json
import re
import time
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

import rushhour
from rushhour import Move, Puzzle


class Site(Protocol):
    """Where the page is."""

    @property
    def address(self) -> str:
        """The address of the page."""


# Of the names of puzzles without titles.
SIGNS = "23456789BCDFGHJKLMNPQRSTVWXZ"


def name_of(text: str) -> str:
    """The name of a puzzle without a title: FNV-1a of its link in four signs."""
    value = 2166136261
    for letter in rushhour.link(text).partition("#")[2]:
        value = (value ^ ord(letter)) * 16777619 % 2**32
    return "Puzzle " + "".join(SIGNS[value // 28**place % 28] for place in range(4))


class Visit:
    """The page of a site, opened in a browser; `text` is what its address holds."""

    def __init__(self, page: Page, site: Site, text: str | None = None) -> None:
        self.page = page
        self.address = site.address
        self.open(text)

    def open(self, text: str | None = None, view: str = "play") -> None:
        """Open the address that holds a puzzle, or none."""
        from urllib.parse import urlencode

        fragment = "" if text is None else f"#{urlencode({'view': view, 'puzzle': text})}"
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.wait()
        if text is not None:
            wanted = rushhour.parse(text)
            self.until(lambda: self.puzzle == wanted)

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        """Wait until the page is loaded: a click on a header that is still moving is lost."""
        expect(self.page.locator("#collection button").first).to_be_visible()

    def until(self, holds: Any) -> None:
        """Wait until something holds."""
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end
            self.page.wait_for_timeout(25)

    @property
    def form(self) -> dict[str, Any]:
        """What the board shows as soon as it has a puzzle, as the service writes puzzles."""
        board = self.page.locator("#board")
        self.until(lambda: board.evaluate("board => Boolean(board.puzzle)"))
        form = board.evaluate("board => board.puzzle")
        return {key: value for key, value in form.items() if key != "title"}

    @property
    def puzzle(self) -> Puzzle:
        """What the board shows."""
        return rushhour.parse(json.dumps(self.form), "json")

    @property
    def counts(self) -> tuple[str, str, str, str]:
        """Slides and steps made, and the fewest of each."""
        ids = ("slides", "steps", "best-slides", "best-steps")
        return tuple(self.page.locator(f"#{name}").inner_text() for name in ids)  # type: ignore[return-value]

    @property
    def note(self) -> str:
        """What the page says below the buttons."""
        return self.page.locator("#note-text").inner_text()

    @property
    def win(self) -> tuple[str, str, str]:
        """The card on the solved board: its stars, what the solution took, what it is worth."""
        expect(self.page.locator("#win")).to_be_visible()
        stars = self.page.locator("#win-stars")
        shown = stars.inner_text() if stars.is_visible() else ""
        title, text = (self.page.locator(f"#win-{name}").inner_text() for name in ("title", "text"))
        return shown, title, text

    def button(self, name: str) -> Locator:
        """The button of a name that can be seen."""
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press a button."""
        self.button(name).click()

    def hint(self) -> None:
        """Ask for a hint, up to its move."""
        for name in ("Hint", "Which vehicle?", "Which move?"):
            self.press(name)

    def lessons(self) -> list[float]:
        """Go through the lessons; returns how far down the button that leads on is in each."""
        self.press("Show me how")
        on = self.page.locator("#learn-on")
        places = []
        for _ in range(3):
            expect(on).to_be_in_viewport(ratio=1)
            box = on.bounding_box()
            assert box is not None
            places.append(box["y"])
            on.click()
        return places

    def view(self, name: str) -> None:
        """Go to a view."""
        self.page.get_by_role("link", name=name, exact=True).click()

    def card(self, name: str) -> None:
        """Open a puzzle of the collection."""
        self.page.locator("#collection").get_by_role("button", name=re.compile(f"{name}, ")).click()

    def vehicle(self, label: str) -> Locator:
        """A vehicle on the board."""
        return self.page.locator(f'.vehicle[data-label="{label}"]')

    def drag(self, move: Move, overshoot: float = 0.2) -> None:
        """Drag a vehicle, not quite straight, and a little too far or too short."""
        box = self.vehicle(move.vehicle).locator(".body").bounding_box()
        assert box is not None
        cell = self.page.locator("#board .floor").last.bounding_box()
        assert cell is not None
        size = cell["width"] / self.form["cols"]
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        far = (move.cells + overshoot) * size
        to = (x + far, y + 5) if box["width"] > box["height"] else (x + 5, y + far)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()

    def fill(self, name: str, value: str) -> None:
        """Write into a field by its id, and leave it."""
        self.page.locator(f"#{name}").fill(value)
        self.page.locator(f"#{name}").press("Tab")

    def cell(self, row: int, col: int) -> tuple[float, float]:
        """The middle of a cell of the editor."""
        box = self.page.locator(".cells").bounding_box()
        assert box is not None
        form = self.form
        return (
            box["x"] + (col + 0.5) * box["width"] / form["cols"],
            box["y"] + (row + 0.5) * box["height"] / form["rows"],
        )

    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw from one cell of the editor to another."""
        self.page.mouse.move(*self.cell(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.cell(*end), steps=3)
        self.page.mouse.up()
