"""Booklet: puzzles as one HTML file to play them, which needs no other file and no server.

`booklet.html` is a template, which is filled here; `booklet.css` has its style, `booklet.js` its
script. The board is the element `<rush-hour-game>`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import zip_longest
from string import Template

from rushhour.formats.json import as_dict
from rushhour.render.cards import Card
from rushhour.render.markup import escape


def booklet_html(deck: Sequence[Card], hints: Sequence[str] = (), *, title: str) -> str:
    """The page; `hints` say the first move of each puzzle, and the reader opens them."""
    entries = [_entry(card, hint) for card, hint in zip_longest(deck, hints[: len(deck)])]
    return Template(_file("booklet.html")).substitute(
        title=escape(title),
        style=_file("booklet.css"),
        element=_element(),
        script=_file("booklet.js"),
        # As JSON that cannot close its element.
        data=json.dumps(entries, ensure_ascii=False).replace("<", "\\u003c"),
    )


def _entry(card: Card, hint: str | None) -> dict[str, object]:
    return {
        "title": card.title,
        "level": card.level,
        "slides": None if card.solution is None else card.solution.slides,
        "hint": hint,
        "puzzle": as_dict(card.puzzle),
    }


def _element() -> str:
    """The script of the board."""
    from rushhour.web import page

    return page.contents()[page.NAME].decode().replace("</script", "<\\/script")


def _file(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
