"""A solution as one self-contained HTML file that plays, steps and rewinds.

`player.html` is a template, which is filled here; `player.css` has its style, `player.js` its
script. The moves are also listed, for those who cannot see the board or run no script.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from string import Template

from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import brief, units
from rushhour.render.board import board
from rushhour.render.geometry import extent
from rushhour.render.markup import element, escape
from rushhour.render.page import name_of, page
from rushhour.render.palette import Theme

_ICONS = {
    "first": "M4 4h3v16H4zM20 4v16L8 12z",
    "back": "M17 4v16L5 12z",
    "play": "M6 4v16l14-8z",
    "pause": "M6 4h4v16H6zM14 4h4v16h-4z",
    "forward": "M7 4v16l12-8z",
    "last": "M17 4h3v16h-3zM4 4v16l12-8z",
}


def player_html(solution: Solution, *, theme: Theme = "auto", plays: bool = True) -> str:
    """The player; with `plays` it starts by itself, unless the reader prefers reduced motion."""
    puzzle, name = solution.puzzle, name_of(solution.puzzle)
    picture = page(extent(solution.replay()), board(puzzle), name=name, theme=theme)
    return Template(_file("player.html")).substitute(
        theme=theme,
        title=escape(puzzle.title or "A solution"),
        summary=escape(_summary(solution)),
        style=_file("player.css"),
        script=_file("player.js"),
        board=picture,
        start=_start(solution),
        last=len(solution.runs()),
        moves="\n".join(_entries(solution)),
        data=_data(solution, plays=plays),
        **{f"{name}_icon": _icon(name) for name in _ICONS},
    )


def player_frame(solution: Solution) -> str:
    """The player as part of a page, in a frame of its own; the reader starts it."""
    view = extent(solution.replay())
    height = round(260 + 720 * min(1.2, view.height / view.width))
    return element(
        "iframe",
        " ",
        srcdoc=player_html(solution, plays=False),
        title=_summary(solution),
        sandbox="allow-scripts",
        loading="lazy",
        style=f"width:100%;max-width:60rem;height:min({height}px,85vh);border:0",
    )


@cache
def _file(name: str) -> str:
    return files("rushhour.render").joinpath(name).read_text(encoding="utf-8")


def _summary(solution: Solution) -> str:
    costs = f"{units(solution.slides, 'slide')}, {units(solution.steps, 'step')}"
    return f"{name_of(solution.puzzle)}; solved in {costs}"


def _start(solution: Solution) -> str:
    return "Start" if solution.moves else "Already solved: no move is needed"


def _entries(solution: Solution) -> list[str]:
    texts = [f"{index}. {words}" for index, words in enumerate(_words(solution), 1)]
    return [element("li", element("button", escape(text))) for text in texts]


def _words(solution: Solution) -> list[str]:
    return [brief(run, solution.puzzle) for run in solution.runs()]


def _data(solution: Solution, *, plays: bool) -> str:
    """The data for the script, as JSON that cannot close its element."""
    moves = [
        {**_shift(solution.puzzle, run.vehicle, run.cells), "words": words}
        for run, words in zip(solution.runs(), _words(solution), strict=True)
    ]
    data = {"moves": moves, "start": _start(solution), "plays": plays}
    return json.dumps(data).replace("<", "\\u003c")


def _shift(puzzle: Puzzle, label: str, cells: int) -> dict[str, int]:
    across = puzzle.vehicle(label).axis == "h"
    right, down = (cells, 0) if across else (0, cells)
    return {"vehicle": puzzle.index(label), "right": right, "down": down}


def _icon(name: str) -> str:
    path = element("path", d=_ICONS[name])
    return element("svg", path, viewBox="0 0 24 24", class_=f"icon-{name}", aria_hidden="true")
