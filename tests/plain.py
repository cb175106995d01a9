"""What a text plainly says: each format as docs/reference/formats.md describes it, and no other.

These readers share no code with the package. They know neither messages nor places; a text that is
not exactly as described holds no board for them.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import isqrt
from typing import Any, NamedTuple

Bar = tuple[str, str, int, int, int]


class Board(NamedTuple):
    """A board, right or wrong: bars of label, axis, row, column and length; the exit."""

    rows: int
    cols: int
    bars: frozenset[Bar]
    target: str
    exit: tuple[str, int]
    walls: frozenset[tuple[int, int]] = frozenset()


def boards(text: str, name: str | None = None) -> set[Board]:
    """The boards that a text, from a file of this name, holds in any format."""
    lines = [re.sub(r"(^|\s)#.*", "", line).rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip()]
    document = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    found: set[Board] = set()
    for read in READERS:
        with suppress(ValueError, TypeError, LookupError, AttributeError, SyntaxError):
            found |= set(read(lines, document, name))
    return found


def board(rows: int, cols: int, bars: list[Bar], target: str) -> Board:
    """A board whose target leaves on the right or, if it is vertical, at the bottom."""
    (own,) = (bar for bar in bars if bar[0] == target)
    way_out = ("right", own[2]) if own[1] == "h" else ("bottom", own[3])
    return Board(rows, cols, frozenset(bars), target, way_out)


def drawn(rows: list[list[str]], target: str, empty: str, wall: str = "") -> Board:
    if len({len(row) for row in rows}) != 1:
        raise ValueError(rows)
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(rows):
        for col, label in enumerate(line):
            cells.setdefault(label, []).append((row, col))
    for label in empty:
        cells.pop(label, None)
    walls = cells.pop(wall, [])
    bars = [bar(label, places) for label, places in cells.items()]
    return board(len(rows), len(rows[0]), bars, target)._replace(walls=frozenset(walls))


def bar(label: str, cells: list[tuple[int, int]]) -> Bar:
    (row, col), last = cells[0], cells[-1]
    axis = "h" if row == last[0] else "v"
    down = axis == "v"
    if cells != [(row + step * down, col + step * (not down)) for step in range(len(cells))]:
        raise ValueError(label)
    return label, axis, row, col, len(cells)


def boardstring(lines: list[str], *_: object) -> Iterator[Board]:
    for line in lines:
        with suppress(ValueError):
            yield of_board_string(line.strip())


def fogleman(lines: list[str], *_: object) -> Iterator[Board]:
    for line in lines:
        match = re.fullmatch(r"\s*[+-]?\d+\s+(\S+)\s+[+-]?\d+", line)
        if match:
            with suppress(ValueError):
                yield of_board_string(match[1])


def of_board_string(word: str) -> Board:
    side = isqrt(len(word))
    rows = word.removesuffix("/").split("/")
    if "/" not in word:
        if side * side != len(word):
            raise ValueError(word)
        rows = [word[start : start + side] for start in range(0, len(word), side)]
    cells = [list(row) for row in rows]
    return drawn(cells, meant(cells, ".ox", "A"), ".o", "x")


def meant(rows: list[list[str]], signs: str, own: str | None = None) -> str:
    """The only label that could be the target's, by the table in docs/reference/formats.md."""
    labels = {label for row in rows for label in row} - {*signs}
    capitals, small, digits = (
        {label for label in labels if test(label)}
        for test in (str.isupper, str.islower, str.isdigit)
    )
    x, a, r, p = "XARP" if capitals else "xarp"
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVW"
    if "*" in labels:
        return "*"
    found = {own}
    if own not in labels:
        found = {x} if x in labels and not labels.issuperset(alphabet) else {x, a, r, p} & labels
        if labels.issuperset(alphabet[: alphabet.index("P")]):
            found -= {"P"}
    if capitals and small <= {*"rx"}:
        found |= small - ({"x"} if "X" in labels else set())
    found |= {"+"} & labels
    if digits == {"0"} or ("0" in digits and digits == labels):
        found |= {"0"}
    if len(rows) == len(rows[0]) == 6 and found and "X" not in found and own not in labels - {"A"}:
        lying = {label for label in labels if rows[2].count(label) > 1}
        found |= (
            lying
            if len(lying) == 1 and (own != "A" or "A" not in labels or lying <= {*"XRP"})
            else set()
        )
    (target,) = found
    assert target is not None
    return target


CAR = r"(?:(?P<id>\S+)\s+)?(?P<x>[+-]?\d+)\s+(?P<y>[+-]?\d+)\s+(?P<axis>[hvHV])\s+(?P<n>[+-]?\d+)"
SIDE = re.compile(r"([+-]?[0-9]+)((\s*[xX\u00d7]\s*|\s+)\1)?")


def carlist(lines: list[str], *_: object) -> Iterator[Board]:
    block: list[str] = []
    for line in [*lines, "."]:
        if line.strip() != ".":
            block.append(line.strip())
            continue
        with suppress(ValueError):
            yield of_cars(block)
        block = []


def of_cars(block: list[str]) -> Board:
    cars = [re.fullmatch(CAR, line) for line in block]
    above = [car is not None for car in cars].index(True)
    matches = [car for car in cars[above:] if car is not None]
    have_ids = {car["id"] is not None for car in matches}
    if len(matches) != len(cars) - above or len(have_ids) != 1 or above > 2:
        raise ValueError(block)
    size = "6" if above == 0 else block[above - 1]
    side = SIDE.fullmatch(size)
    if side is None or (above == 2 and not any(map(str.isalpha, block[0]))):
        raise ValueError(block)
    bars = [
        (car["id"] or str(index), car["axis"].lower(), int(car["y"]), int(car["x"]), int(car["n"]))
        for index, car in enumerate(matches)
    ]
    return board(int(side[1]), int(side[1]), bars, "0")


def csc(lines: list[str], *_: object) -> Iterator[Board]:
    side, count, *cars = lines
    words = [line.split() for line in cars]
    bars = [(label, axis.lower(), int(y) - 1, int(x) - 1, int(n)) for label, axis, n, x, y in words]
    if len(bars) == int(count):
        yield board(int(side), int(side), bars, "1")


def matrix(lines: list[str], *_: object) -> Iterator[Board]:
    text = "\n".join(lines)
    rows = re.findall(r"\[([^\[\]]*)\]", text) if "[" in text else lines
    numbers = [[str(int(word)) for word in row.replace(",", " ").split()] for row in rows]
    yield drawn(numbers, "1", "0")


def ntnu(lines: list[str], *_: object) -> Iterator[Board]:
    cars = [list(map(int, line.split(","))) for line in lines]
    yield board(6, 6, [(str(i), "hv"[a], y, x, n) for i, (a, x, y, n) in enumerate(cars)], "0")


def blocks(lines: list[str], text: str, _: object) -> Iterator[Board]:
    text = re.sub(r"\b([HV])\b(?=\s*,)", r'"\1"', text.strip())
    _, *calls = text.split("make_init_state")
    if not calls:
        yield block_board(ast.literal_eval(re.sub(r"^\w+\s*=\s*", "", text)))
    for call in calls:
        for end in re.finditer(r"\)", call):
            with contextlib.suppress(SyntaxError, ValueError, TypeError):
                yield block_board(ast.literal_eval(call[: end.end()].strip()))


def block_board(
    value: tuple[list[tuple[str, int, str, tuple[int, int]]], tuple[int, int]],
) -> Board:
    listed, (row, col) = value
    bars = [(label, axis.lower(), *cell, n) for label, n, axis, cell in listed]
    return board(6, 6, [*bars, ("T", "h", row, col, 2)], "T")


def strings(lines: list[str], text: str, _: object) -> Iterator[Board]:
    text = re.sub(r"^\w+\s*=\s*", "", text.strip())
    call = re.fullmatch(r"\w+\s*\(\s*(?:[+-]?\d+\s*,\s*)*(\[.*\])\s*\)", text, re.DOTALL)
    rows = ast.literal_eval(call[1] if call else text)
    marks = {mark for mark in "-." for row in rows if mark in row}
    if isinstance(rows, list) and len(marks) < 2 and not any("x" in row for row in rows):
        cells = [list(row) for row in rows]
        yield drawn(cells, meant(cells, "".join(marks), "X"), "".join(marks))


def link(_: object, text: str, __: object) -> Iterator[Board]:
    for line in text.splitlines():
        found = re.fullmatch(r"\s*(?:\S*/[^#\s]*)?#([^\s/=&?%#]+)(?:/(\d*))?(?:\s+#.*)?\s*", line)
        if not found:
            continue
        side = isqrt(len(found[1]))
        rows = [list(found[1][start : start + side]) for start in range(0, side * side, side)]
        if side * side == len(found[1]):
            yield drawn(rows, min({*found[1]} - {*".ox"}), ".o", "x")


def uva(lines: list[str], _: object, name: str | None) -> Iterator[Board]:
    if not re.fullmatch(r"(car|vehicle),orientation,col,row,length", lines[0].replace(" ", "")):
        return
    bars = []
    for line in lines[1:]:
        label, axis, col, row, length = (part.strip() for part in line.split(","))
        bars.append((label, axis.lower(), int(row) - 1, int(col) - 1, int(length)))
    ends = [(r + (n if a == "v" else 1), c + (n if a == "h" else 1)) for _, a, r, c, n in bars]
    side = max(max(end) for end in ends)
    said = re.search(r"(\d+)x(\d+)", name or "")
    yield board(*((int(said[1]), int(said[2])) if said else (side, side)), bars, "X")


def itb(lines: list[str], *_: object) -> Iterator[Board]:
    for word in [*lines[0].split()[:2], lines[1].split()[0]]:
        int(word)
    picture = lines[2:]
    (place,) = ((r, c) for r, line in enumerate(picture) for c, s in enumerate(line) if s == "K")
    bare = [line.replace("K", " ").rstrip() for line in picture]
    top = [bool(line) for line in bare].index(True)
    left = len(bare[top]) - len(bare[top].lstrip())
    cells = [list(line[left:]) for line in bare if line]
    if any(line[:left].strip() for line in bare):
        return
    row, col = place[0] - top, place[1] - left
    found = drawn(cells, "P", ".")
    sides = {
        (-1, col): ("top", col),
        (found.rows, col): ("bottom", col),
        (row, -1): ("left", row),
        (row, found.cols): ("right", row),
    }
    yield found._replace(exit=sides[row, col])


def grid(lines: list[str], *_: object) -> Iterator[Board]:
    rows = [list("".join(line.split())) for line in lines]
    cells = "".join(map("".join, rows))
    empty = ".o"
    if {*cells} >= {*".o"} and cells.islower() and is_one_bar(rows, "o"):
        empty = "."
    if empty == "." or not {*cells} >= {*".o"}:
        walls = "" if is_one_bar(rows, "x") else "x"
        target = meant(rows, empty + walls)
        yield drawn(rows, target, empty, "x" * (target != "x"))


def is_one_bar(rows: list[list[str]], label: str) -> bool:
    places = [
        (at, col) for at, row in enumerate(rows) for col, cell in enumerate(row) if cell == label
    ]
    try:
        return len(places) > 1 and bool(bar(label, places))
    except ValueError:
        return False


def frame(_: object, text: str, __: object) -> Iterator[Board]:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    edges = [at for at, line in enumerate(lines) if re.fullmatch(r"\s*\+-+\+(\s+#.*)?", line)]
    for upper, lower in zip(edges[::2], edges[1::2], strict=False):
        body = [
            re.fullmatch(r"([\s<]*)\|(.*)\|([\s>]*)(\s#.*)?", row)
            for row in lines[upper + 1 : lower]
        ]
        rows = [match[2].split() for match in body if match]
        if len(rows) != lower - upper - 1 or len({len(row) for row in rows}) != 1:
            continue
        exits = [("left", at) for at, match in enumerate(body) if match and "<" in match[1]]
        exits += [("right", at) for at, match in enumerate(body) if match and ">" in match[3]]
        left, *_, right = (at for at, sign in enumerate(lines[upper]) if sign == "+")
        for side, arrow, at in (("top", "^", upper - 1), ("bottom", "v", lower + 1)):
            if 0 <= at < len(lines) and lines[at].strip() == arrow:
                place = lines[at].index(arrow) - left - 2
                exits.append((side, place * len(rows[0]) // (right - left - 2)))
        if len(exits) != 1:
            continue
        side, line = exits[0]
        cells = rows[line] if side in ("left", "right") else [row[line] for row in rows]
        pointing = {cell for cell in cells if cells.count(cell) > 1} - {".", "#"}
        (target,) = pointing
        yield drawn(rows, target, ".", "#")._replace(exit=(side, line))


def documents(text: str) -> list[Any]:
    try:
        document = json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return document if isinstance(document, list) else [document]


def own_json(_: object, text: str, __: object) -> Iterator[Board]:
    for one in documents(text):
        keys = ("label", "axis", "row", "col", "length")
        bars = [tuple(vehicle[key] for key in keys) for vehicle in one["vehicles"]]
        found = board(one["rows"], one["cols"], bars, one["target"])  # type: ignore[arg-type]
        walls = frozenset((row, col) for row, col in one.get("walls", []))
        found = found._replace(walls=walls)
        way_out = one.get("exit")
        yield found._replace(exit=(way_out["side"], way_out["line"])) if way_out else found


def nyu(_: object, text: str, __: object) -> Iterator[Board]:
    for one in documents(text):
        bars = [
            (car["id"], car["orientation"][0], *divmod(car["position"], 6), car["length"])
            for car in one["cars"]
        ]
        (target,) = (car["id"] for car in one["cars"] if car["player"])
        yield board(6, 6, bars, target)


def piece_lists(text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return found if isinstance(found[0], list) else [found]


def pieces(_: object, text: str, __: object) -> Iterator[Board]:
    for one in piece_lists(text):
        flags = [piece.get("isTarget", piece.get("target", False)) for piece in one]
        (target,) = (index for index, flag in enumerate(flags) if flag is True)
        free = iter("BCDEFGHIJKLMNOPQRSTUVWXYZ")
        bars = []
        for index, piece in enumerate(one):
            label = piece["id"] if "id" in piece else "A" if index == target else next(free)
            axis = "h" if piece.get("isHorizontal", piece.get("horizontal")) else "v"
            bars.append((str(label), axis, piece["row"], piece["col"], piece["length"]))
        yield board(6, 6, bars, bars[target][0])


READERS: tuple[Callable[..., Iterator[Board]], ...] = (
    boardstring,
    fogleman,
    link,
    carlist,
    csc,
    matrix,
    ntnu,
    strings,
    blocks,
    uva,
    itb,
    grid,
    frame,
    own_json,
    nyu,
    pieces,
)
