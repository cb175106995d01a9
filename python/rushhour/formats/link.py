"""Links that hold a board: to the player of Fogleman's database, and to the page.

```text
https://www.michaelfogleman.com/rush/#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM/60
#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM                     the part behind # is enough
http://127.0.0.1:8000/#ooBooo/AABooo&title=Two+moves      to the page, see `address`;
http://127.0.0.1:8000/#pack=AABo%2Foooo+xxAAooooo         also with several boards
```

A board of the database is square, `.` and `o` are empty, `x` is a wall. The target is the vehicle
whose label comes first in the order of characters; it leaves on the right. The number of slides is
a claim and may be missing; `claim` gives it. A list has one link on each line.
Source: `web/app.js` of https://github.com/fogleman/rush
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import address, drawn
from rushhour.formats.source import TIGHT_COMMENTS, Line, Source, checked_lines
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

EMPTY, WALL = ".o", "x"
ADDRESS = "https://www.michaelfogleman.com/rush/"

# Behind the `#`: the cells and the number of slides.
_FRAGMENT = re.compile(r"([^#/=&?%\s]{4,})(?:/([0-9]{0,9}))?")


def matches(source: Source) -> bool:
    """Links with a square board behind the `#`."""
    return all(is_link(line.text) for line in _lines(source))


def resembles(source: Source) -> bool:
    """More lines with a link than without."""
    links = ["/" in line.text.partition("#")[0] and "#" in line.text for line in source.head]
    return 2 * sum(links) > len(links)


def are_fragments(source: Source) -> bool:
    """Whether a text consists of links without an address, which look like comments."""
    return not source.head and bool(source.tight_comments) and matches(source)


def claim(text: str) -> int | None:
    """The number of slides that a link claims; None if it claims none.

    >>> claim("#AAo/ooo/ooo/1"), claim("#AAooooooo/1")
    (None, 1)
    """
    match = _fragment(text)
    return int(match[2]) if match and match[2] else None


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The board of each link; a malformed line gives its error and does not end the list.

    `target` declares the target of a puzzle that a link to the page carries.
    """
    several = len(_lines(source)) > 1
    for line in source.lines() if source.head else _fragments(source):
        source.begin = line.number if several else None
        yield from _boards(source, line, target)


def _lines(source: Source) -> list[Line]:
    return source.head or source.tight_comments


def _fragments(source: Source) -> list[Line]:
    """The links without an address; a text remembers only some of its comments."""
    if len(source.tight_comments) == TIGHT_COMMENTS:
        source.fail(f"expected whole links, or fewer than {TIGHT_COMMENTS} that begin with #")
    return source.tight_comments


def _behind(text: str) -> str:
    """What is behind the `#` of an address, or of a text that begins so; else nothing."""
    before, _, fragment = text.strip().partition("#")
    is_address = not before or ("/" in before and len(before.split()) == 1)
    return fragment if is_address and len(fragment.split()) == 1 else ""


def _fragment(text: str) -> re.Match[str] | None:
    """The parts of a link to the database."""
    return _FRAGMENT.fullmatch(_behind(text))


def is_link(text: str) -> bool:
    """Whether a line is a link with a square board, or one that carries a puzzle."""
    match = _fragment(text)
    is_square = match is not None and isqrt(len(match[1])) ** 2 == len(match[1])
    return is_square or address.carries(_behind(text))


def is_pack(text: str) -> bool:
    """Whether a text is a link to several puzzles."""
    fragment = _behind(text)
    return address.carries(fragment) and address.PACK.search(fragment) is not None


def _boards(source: Source, line: Line, target: str | None) -> Iterator[Setup | ParseError]:
    """The board of a link, or those of a pack."""
    try:
        checked_lines([line])
        carried = _behind(line.text) if address.carries(_behind(line.text)) else ""
        if not carried:
            yield _board(source, line, target)
            return
        names = address.puzzles_in(carried)
    except ParseError as error:
        yield error if error.line is not None else _misplaced(source, line, error)
        return
    for name in names:
        try:
            yield address.setup_of(name, target)
        except ParseError as error:
            yield _misplaced(source, line, error)


def _misplaced(source: Source, line: Line, error: ParseError) -> ParseError:
    """An error in what a link carries, with the place where that begins."""
    before = next((mark for mark in ("puzzle=", "pack=") if mark in line.text), "#")
    column = 1 + line.text.index(before) + len(before)
    return source.error(error.message, line.number, column)


def _board(source: Source, line: Line, target: str | None) -> Setup:
    match = _fragment(line.text)
    if match is None:
        example = "a link such as .../#AAoooBooB/2"
        source.fail(f"expected {example}, found {line.text.strip()[:40]!r}", line.number, 1)
    cells, column = match[1], 1 + line.text.index("#") + 1
    side = isqrt(len(cells))
    if side * side != len(cells):
        message = f"expected a square number of cells, found {len(cells)}"
        source.fail(message, line.number, column)
    rows = [cells[start : start + side] for start in range(0, len(cells), side)]
    labels = sorted({*cells} - {*EMPTY, *WALL}, key=_order)
    if target not in (None, *labels[:1]):
        message = f"expected the declared target {target}, found {labels[0]}, the first label"
        source.fail(message, line.number, column)
    found = drawn.setup(rows, target=labels[0] if labels else "A", empty=EMPTY, wall=WALL)
    if found.vehicles and getattr(found.vehicles[0], "axis", "h") != "h":
        message = "expected a horizontal target, which is the first label in order"
        source.fail(f"{message}, found {labels[0]}", line.number, column)
    return found


def _order(label: str) -> bytes:
    """The order of JavaScript, which sorts by units of UTF-16."""
    return label.encode("utf-16-be", "surrogatepass")


def write(puzzle: Puzzle) -> str:
    """The link without a claim, since formats never search."""
    if puzzle.rows != puzzle.cols:
        raise UnwritableError("the format link has square boards only")
    drawn.require_own_exit(puzzle, "link")
    if puzzle.vehicle(puzzle.target).axis != "h":
        raise UnwritableError("the format link has horizontal targets only")
    if min((vehicle.label for vehicle in puzzle.vehicles), key=_order) != puzzle.target:
        raise UnwritableError(
            "the format link needs a target whose label comes before all others; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    reserved = EMPTY + WALL + "#/=&?%\\\"'<>"
    return f"{ADDRESS}#{''.join(drawn.rows(puzzle, wall=WALL, reserved=reserved, format='link'))}\n"


write_item = write  # several are lines of one file
