"""Addresses of the page, which carry a puzzle of any kind and its title, or a pack of puzzles.

```text
http://127.0.0.1:8000/#ooBooo/AABooo/oooooo/oooooo&title=Two+moves    a picture
http://127.0.0.1:8000/#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM           one of a square board
http://127.0.0.1:8000/#20x20:0a25f1&labels=red,Bus                    a list, for large boards
http://127.0.0.1:8000/#pack=AABo%2Foooo+xxAAooooo                     a pack
http://127.0.0.1:8000/#view=play&puzzle=..B.../AAB...                 any text, as they were once
```

Behind the `#` stand the board and then its parts, parted by `&`. In a picture the target has the
letter that comes first, `o` is empty and `x` is a wall. A list has the size, three characters for
each vehicle (row, column, and length with axis; the target first), and behind a comma two for each
wall. `labels` are those that the letters stand for, in their order; a digit numbers them from it.
`exit` is the side where the target leaves, if it is not the right. Other parts, such as moves, do
not change the puzzle. A pack is up to 100 boards with their `labels` and `exit`, parted by blanks.
`link.js` is the twin of this file: both write the same links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from itertools import islice
from string import ascii_lowercase, ascii_uppercase, digits
from typing import get_args
from urllib.parse import quote_plus, unquote_plus

from rushhour.errors import ParseError, WrongValueError
from rushhour.formats import drawn
from rushhour.formats.opening import lines_of
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit, Scattered, Setup, Side, Vehicle

MOST_IN_PACK = 100
"""Longer addresses are cut by some programs."""

# The page writes five; more than these are not from it.
_MOST_PARTS = 16
# More cells make a list shorter; one row would read as a link to the database.
_MOST_CELLS = 100
_LETTERS = "".join(letter for letter in ascii_uppercase + ascii_lowercase if letter not in "ox")
# Of the lists: a row or column is a digit, a length and an axis another one.
_DIGITS = digits + ascii_uppercase + ascii_lowercase + "-_"
PACK = re.compile(r"^(?:\w+=[^&]*&)*pack=")
"""What a link to a pack begins with: parts without a board."""
_PICTURE = re.compile(r"[A-Za-z.]+(?:/[A-Za-z.]+)*")
_LIST = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):((?:[\w-]{3})*)(?:,((?:[\w-]{2})*))?", re.ASCII)


def carries(fragment: str) -> bool:
    """Whether what stands behind the `#` of an address is that of a link to the page.

    A square picture without parts is a link to the database, too, and is not counted here.
    """
    board, _, parts = fragment.partition("&")
    if "=" in board:
        return board.startswith("puzzle=") or "&puzzle=" in fragment or bool(PACK.search(fragment))
    if _LIST.fullmatch(board):
        return True
    rows = board.split("/")
    is_picture = bool(_PICTURE.fullmatch(board)) and len({len(row) for row in rows}) == 1
    return is_picture and (bool(parts) or len(rows) > 1)


def fragment_of(puzzle: Puzzle, moves: str = "") -> str:
    """What stands behind the `#` of the address of a puzzle, with its title and moves.

    >>> fragment_of(Puzzle.of_board_string("..B.../AAB.../....../......"), "B+2")
    'ooBooo/AABooo/oooooo/oooooo&moves=B%2B2'
    """
    return _joined([_name_of(puzzle)], {"title": puzzle.title or "", "moves": moves})


def fragment_of_pack(puzzles: Iterable[Puzzle]) -> str:
    """The same of several puzzles, without their titles; WrongValueError if there are too many.

    >>> road = Puzzle.of_board_string("..B.../AAB.../....../......")
    >>> fragment_of_pack([road, road])
    'pack=ooBooo%2FAABooo%2Foooooo%2Foooooo+ooBooo%2FAABooo%2Foooooo%2Foooooo'
    """
    names = [_name_of(puzzle) for puzzle in puzzles]
    if not names:
        raise WrongValueError("expected a puzzle, found none")
    if len(names) > MOST_IN_PACK:
        found = f"found {len(names)}: give a file of them"
        raise WrongValueError(f"expected at most {MOST_IN_PACK} puzzles in a link, {found}")
    return _joined([], {"pack": " ".join(names)})


def _name_of(puzzle: Puzzle) -> str:
    """The board and what belongs to it, whatever its title."""
    board, labels = _board_of(puzzle)
    side = puzzle.exit.side
    axis = puzzle.vehicle(puzzle.target).axis
    parts = [board]
    if labels:
        parts.append(f"labels={','.join(map(_quoted, labels))}")
    # A vertical target tells the link from one to the database.
    if axis != "h" or side != "right":
        parts.append(f"exit={side}")
    return "&".join(parts)


def _joined(first: list[str], parts: dict[str, str]) -> str:
    given = [f"{name}={_quoted(part)}" for name, part in parts.items() if part]
    text = "&".join([*first, *given])
    # Whoever finds addresses in a text takes a point at its end for that of the sentence.
    return f"{text[:-1]}%2E" if text.endswith(".") else text


def puzzles_in(fragment: str) -> list[str]:
    """What stands there for each puzzle: the names of a pack, else the whole.

    ParseError without a place if a pack has none or too many.
    """
    if not PACK.search(fragment):
        return [fragment]
    names = [name for name in _parts(fragment)["pack"][-1].split(" ") if name]
    if not 0 < len(names) <= MOST_IN_PACK:
        expected = f"1 to {MOST_IN_PACK} puzzles in the link"
        raise ParseError(f"expected {expected}, found {len(names)}")
    for name in names:
        if "=" in name.partition("&")[0]:
            raise ParseError(f"expected a board in the link, found {name[:40]!r}")
    return names


def setup_of(fragment: str, target: str | None = None) -> Setup:
    """The puzzle that it carries; ParseError without a place if it does not carry one."""
    board, _, rest = fragment.partition("&")
    if "=" in board:
        return _setup_of_text(_parts(fragment), target)
    parts = _parts(rest)
    found = _listed(board) if _LIST.fullmatch(board) else _pictured(board)
    found = _labelled(found, parts.get("labels", []))
    for side in parts.get("exit", []):
        found = _leaving(found, side)
    found = found if target is None else replace(found, target=target)
    title = parts.get("title", [""])[0]
    return replace(found, title=title) if title else found


def _quoted(text: str) -> str:
    return quote_plus(text, safe="~")


def _ordered(puzzle: Puzzle) -> list[Vehicle]:
    """The vehicles, the target first."""
    return sorted(puzzle.vehicles, key=lambda vehicle: vehicle.label != puzzle.target)


def _board_of(puzzle: Puzzle) -> tuple[str, list[str]]:
    """The board as a picture or a list, and its labels where they are not understood."""
    vehicles = _ordered(puzzle)
    labels = [vehicle.label for vehicle in vehicles]
    is_small = puzzle.rows > 1 and puzzle.rows * puzzle.cols <= _MOST_CELLS
    if not is_small or len(vehicles) > len(_LETTERS):
        return _list_of(puzzle, vehicles), _named(labels, list(_standard(len(labels))))
    are_letters = all(len(label) == 1 and label in _LETTERS for label in labels)
    letters = labels if are_letters and min(labels) == puzzle.target else list(_LETTERS)
    letters = letters[: len(labels)]
    cells = [["o"] * puzzle.cols for _ in range(puzzle.rows)]
    for row, col in puzzle.walls:
        cells[row][col] = "x"
    for vehicle, letter in zip(vehicles, letters, strict=True):
        for row, col in vehicle.cells():
            cells[row][col] = letter
    by = "" if puzzle.rows == puzzle.cols else "/"
    return by.join(map("".join, cells)), _named(labels, letters)


def _standard(count: int) -> list[str]:
    """The labels of a list that names none: letters, then numbers behind a V."""
    return [*_LETTERS, *(f"V{number}" for number in range(1, count))][:count]


def _named(labels: list[str], letters: list[str]) -> list[str]:
    if labels == letters:
        return []
    return labels[:1] if labels == _numbered(labels[0], len(labels)) else labels


def _numbered(first: str, count: int) -> list[str]:
    """Labels that count from a digit; none where it is not one."""
    if len(first) != 1 or first not in digits:
        return []
    return [str(int(first) + number) for number in range(count)]


def _list_of(puzzle: Puzzle, vehicles: list[Vehicle]) -> str:
    def three(one: Vehicle) -> str:
        shape = 2 * (one.length - 1) + (one.axis == "v")
        return _DIGITS[one.row] + _DIGITS[one.col] + _DIGITS[shape]

    walls = "".join(_DIGITS[row] + _DIGITS[col] for row, col in sorted(puzzle.walls))
    head = f"{puzzle.rows}x{puzzle.cols}:{''.join(map(three, vehicles))}"
    return f"{head},{walls}" if walls else head


def _listed(board: str) -> Setup:
    match = _LIST.fullmatch(board)
    assert match
    rows, cols = int(match[1]), int(match[2])
    numbers = [_DIGITS.index(digit) for digit in match[3]]
    triples = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    vehicles = tuple(
        Vehicle(label, "v" if shape % 2 else "h", row, col, shape // 2 + 1)
        for label, (row, col, shape) in zip(_standard(len(triples)), triples, strict=True)
    )
    if not vehicles:
        raise ParseError("expected a vehicle in the link, found none")
    places = [_DIGITS.index(digit) for digit in match[4] or ""]
    walls: tuple[Cell, ...] = tuple(zip(places[::2], places[1::2], strict=True))
    return Setup(rows, cols, vehicles, vehicles[0].label, None, walls, None)


def _pictured(board: str) -> Setup:
    if not _PICTURE.fullmatch(board):
        raise ParseError(f"expected a board in the link, found {board[:40]!r}")
    rows = board.split("/")
    if len(rows) == 1:
        side = round(len(board) ** 0.5)
        if side * side != len(board):
            raise ParseError(f"expected a square number of cells, found {len(board)}")
        rows = [board[start : start + side] for start in range(0, len(board), side)]
    uneven = next((at for at, row in enumerate(rows) if len(row) != len(rows[0])), None)
    if uneven is not None:
        raise ParseError(f"expected {len(rows[0])} cells in row {uneven + 1} of the link")
    labels = sorted({*"".join(rows)} - {*".ox"})
    return drawn.setup(rows, target=labels[0] if labels else "A", empty=".o", wall="x")


def _labelled(setup: Setup, given: list[str]) -> Setup:
    """With the labels that the letters stand for."""
    if not given:
        return setup
    labels = given[0].split(",")
    if len(labels) == 1:
        labels = _numbered(labels[0], len(setup.vehicles)) or labels
    if len(labels) != len(setup.vehicles):
        expected = f"{len(setup.vehicles)} labels in the link"
        raise ParseError(f"expected {expected}, found {len(labels)}")
    names = [_unquoted(label) for label in labels]
    vehicles: tuple[Vehicle | Scattered, ...] = tuple(
        replace(vehicle, label=name) for vehicle, name in zip(setup.vehicles, names, strict=True)
    )
    return replace(setup, target=names[0], vehicles=vehicles)


def _leaving(setup: Setup, side: str) -> Setup:
    """With its exit at a side, in the line of the target."""
    target = setup.vehicles[0] if setup.vehicles else None
    if not isinstance(target, Vehicle):
        return setup
    for known in get_args(Side):
        if side == known:
            line = target.row if known in ("right", "left") else target.col
            return replace(setup, exit=Exit(known, line))
    raise ParseError(f"expected a side as exit in the link, found {side[:40]!r}")


def _setup_of_text(parts: dict[str, list[str]], target: str | None) -> Setup:
    """The puzzle of a text in any format, in the part `puzzle`."""
    from rushhour.formats.registry import format_of

    texts = [text for text in parts.get("puzzle", []) if text]
    if len(texts) != 1:
        raise ParseError(f"expected one puzzle in the link, found {len(texts)}")
    if carries(texts[0].partition("#")[2]):
        raise ParseError("expected a puzzle in the link, found another link to the page")
    source = Source(lines_of(StringIO(texts[0], newline=None)))
    found = list(islice(format_of(source, None, target).read(source, target), 2))
    if len(found) != 1:
        raise ParseError(f"expected one puzzle in the link, found {'several' if found else 'none'}")
    if isinstance(found[0], ParseError):
        raise found[0]
    title = parts.get("title", [""])[0]
    return replace(found[0], title=title) if title else found[0]


def _parts(fragment: str) -> dict[str, list[str]]:
    """The values of the parts by name; labels stay quoted, since a comma parts them."""
    pairs = [pair.partition("=") for pair in fragment.split("&") if pair]
    if len(pairs) > _MOST_PARTS:
        raise ParseError(
            f"expected at most {_MOST_PARTS} parts in UTF-8 behind the #, found {fragment[:40]!r}"
        )
    parts: dict[str, list[str]] = {}
    for name, _, value in pairs:
        parts.setdefault(name, []).append(value if name == "labels" else _unquoted(value))
    return parts


def _unquoted(value: str) -> str:
    try:
        return unquote_plus(value, errors="strict")
    except UnicodeDecodeError:
        raise ParseError(
            f"expected at most {_MOST_PARTS} parts in UTF-8 behind the #, found {value[:40]!r}"
        ) from None
