"""Puzzles as cards on A4 pages, to print and cut out, with their solutions on the backs.

Backs are mirrored: in duplex printing over the long edge, each lies behind its front. Units are
millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import brief, units
from rushhour.render.board import board
from rushhour.render.geometry import Box, extent
from rushhour.render.markup import Svg, cut, element, escape, number, width
from rushhour.render.page import root
from rushhour.render.qr import qr_code

PAGE, MARGIN, PAD = Box(0, 0, 210, 297), 10, 5
# The largest side of a board, and how many cards of such boards fit in a row and a column.
SIZES = ((8, 2, 3), (14, 1, 2), (32, 1, 1))
# The font sizes of a title, and the largest and smallest of a solution.
TITLE, LARGEST, SMALLEST = 4.4, 3.4, 1.4
SPACING = 1.4
# The width of a module of a QR code, which a telephone reads from paper, and the least of a code.
MODULE, LEAST_CODE = 0.5, 20.0


class Card(NamedTuple):
    """A puzzle with its title and, if known, its solution and what to say of its difficulty.

    The front shows the cost, the `level` and a QR code of the `link`, the back the `reasons` above
    the moves.
    """

    puzzle: Puzzle
    title: str
    solution: Solution | None = None
    level: str | None = None
    reasons: tuple[str, ...] = ()
    link: str | None = None


def cards_svg(deck: Sequence[Card], *, backs: bool = False) -> list[Svg]:
    """The pages: fronts or, with `backs`, fronts and backs in turn."""
    columns, rows = _grid(deck)
    pages = []
    for first in range(0, len(deck), columns * rows):
        part = deck[first : first + columns * rows]
        pages.append(_page(part, _front, _places(columns, rows)))
        if backs:
            pages.append(_page(part, _back, _places(columns, rows, mirrored=True)))
    return pages


def _grid(deck: Sequence[Card]) -> tuple[int, int]:
    side = max(max(card.puzzle.rows, card.puzzle.cols) for card in deck)
    return next((columns, rows) for most, columns, rows in SIZES if side <= most)


def _places(columns: int, rows: int, *, mirrored: bool = False) -> list[Box]:
    """The places of the cards of a page, in order."""
    whole = PAGE.inset(MARGIN)
    wide, tall = whole.width / columns, whole.height / rows
    across = range(columns)[::-1] if mirrored else range(columns)
    return [
        Box(whole.x + col * wide, whole.y + row * tall, wide, tall)
        for row in range(rows)
        for col in across
    ]


def _page(part: Sequence[Card], side: Callable[[Card, Box], str], places: list[Box]) -> Svg:
    drawn = (side(card, at.inset(PAD)) for card, at in zip(part, places, strict=False))
    marks = element("path", d="".join(map(_corners, places)), class_="cut", stroke_width=0.2)
    size = {"width": f"{PAGE.width}mm", "height": f"{PAGE.height}mm"}
    return root(PAGE, *drawn, marks, theme="light", **size)


def _corners(at: Box) -> str:
    """Cutting marks: a small cross at each corner of a card."""
    points = ((at.x + x * at.width, at.y + y * at.height) for x in (0, 1) for y in (0, 1))
    return "".join(
        f"M{number(x - 2)} {number(y)}h4M{number(x)} {number(y - 2)}v4" for x, y in points
    )


def _front(card: Card, at: Box) -> str:
    """The title, the cost, and the board as large as fits; the code of the link beside it."""
    known = card.solution
    cost = None if known is None else units(known.cost, known.metric)
    price = ", ".join(filter(None, (card.level, cost)))
    head = _title(card, at, at.width - width(price, TITLE * 0.8) - 2)
    right = _text(price, at.x + at.width, at.y + TITLE, TITLE * 0.8, "caption right")
    view = extent([card.puzzle])
    code, taken = _code(card, at)
    room = Box(at.x, at.y + 1.8 * TITLE, at.width - taken, at.height - 1.8 * TITLE)
    scale = min(room.width / view.width, room.height / view.height)
    x = room.middle[0] - scale * view.middle[0]
    y = room.middle[1] - scale * view.middle[1]
    placed = f"translate({number(x)} {number(y)}) scale({scale:.5f})"
    return head + right + element("g", board(card.puzzle), transform=placed, class_="card") + code


def _code(card: Card, at: Box) -> tuple[str, float]:
    """The code of the link in the lower right corner, and the width that it takes."""
    if card.link is None:
        return "", 0
    code = qr_code(card.link)
    side = max(LEAST_CODE, MODULE * len(code.rows))
    x, y = at.x + at.width - side, at.y + at.height - side
    placed = f"translate({number(x)} {number(y)}) scale({side / len(code.rows):.5f})"
    return element("g", code.drawn(), transform=placed, class_="qr"), side


def _back(card: Card, at: Box) -> str:
    """The title, the reasons, and the moves in columns."""
    size, first = LARGEST * 0.8, at.y + 1.8 * TITLE
    lines = [cut(reason, size, at.width) for reason in card.reasons]
    shown = [
        _text(line, at.x, first + (number + 1) * SPACING * size, size, "caption left")
        for number, line in enumerate(lines)
    ]
    taken = 1.8 * TITLE + (len(lines) + 0.5 * bool(lines)) * SPACING * size
    room = Box(at.x, at.y + taken, at.width, at.height - taken)
    return "".join((_title(card, at, at.width), *shown, *_listed(_moves(card), room)))


def _moves(card: Card) -> list[str]:
    if card.solution is None:
        return ["no solution"]
    runs = card.solution.runs()
    listed = [brief(run, card.puzzle) for run in runs]
    return [f"{index}. {words}" for index, words in enumerate(listed, 1)] or ["already solved"]


def _listed(items: list[str], room: Box) -> Iterator[str]:
    """Items in columns, in the largest letters that fit; items beyond the space are left out."""
    size, columns, rows = _fitting(items, room)
    if len(items) > columns * rows:
        items = [*items[: columns * rows - 1], f"and {len(items) - columns * rows + 1} more"]
    for index, item in enumerate(items):
        col, row = divmod(index, rows)
        x, y = room.x + col * room.width / columns, room.y + (row + 1) * SPACING * size
        text = cut(item, size, room.width / columns)
        yield _text(text, x, y, size, "caption left plain")


def _fitting(items: list[str], room: Box) -> tuple[float, int, int]:
    """The size of the letters, the columns and the rows."""
    size = LARGEST
    while True:
        widest = max(width(item, size) for item in items) + size
        columns, rows = max(1, int(room.width / widest)), int(room.height / SPACING / size)
        if columns * rows >= len(items) or size <= SMALLEST:
            return size, columns, rows
        size -= 0.1


def _title(card: Card, at: Box, room: float) -> str:
    return _text(cut(card.title, TITLE, room), at.x, at.y + TITLE, TITLE, "caption left")


def _text(text: str, x: float, y: float, size: float, look: str) -> str:
    return element("text", escape(text), x=x, y=y, font_size=size, class_=look)
