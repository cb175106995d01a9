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
from itertools import pairwise, permutations, product
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


def boards(text: str, name: str | None = None, *, format: str | None = None) -> set[Board]:  # noqa: A002
    """The boards that a text, from a file of this name, holds in any format, or in this one."""
    lines = [re.sub(r"(^|\s)#.*", "", line).rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip()]
    document = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    found: set[Board] = set()
    for cut, line in enumerate(text.splitlines()):
        if cut and format is None and re.search(MOVE, line):  # a solution behind a board
            found |= boards("\n".join(text.splitlines()[:cut]), name)
    if format in (None, "grid") and (bare := undressed(text)) != text:
        found |= boards(bare, name, format=format)
    for read in READERS:
        with suppress(ValueError, TypeError, LookupError, AttributeError, SyntaxError):
            if format in (None, read.__name__):
                found |= set(read(lines, document, name))
    return found.union(outlined(text), records(text)) if format is None else found


def undressed(text: str) -> str:
    """The rows of a drawing without sentences around them, names, bullets and bars before cells."""
    lines = [line for line in text.splitlines() if not re.fullmatch(r"[|:\s-]*-[|:\s-]*", line)]
    lines = [line for line in lines if len(re.findall(r"\b[A-Za-z]{2,}\b(?!\.\S)", line)) < 2]
    for marks in (r"\s*[0-9A-Za-z]+\s*[:.),]?\s+", r"\s*[-*\u2022]\s+", r"\s*\|"):
        if len(lines) > 1 and all(re.match(marks, line) for line in lines):
            lines = [re.sub(f"^{marks}", "", line) for line in lines]
    if lines and all(line.count("|") > 1 for line in lines):
        lines = [line.strip().strip("|").replace("|", ",") for line in lines]
    if len(lines) == 1:
        lines = [part for part in re.split(r"\s*[|;,]\s*|\s+", lines[0].strip()) if part]
    return "\n".join(lines)


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


MOVE = r"[A-Za-z0-9*]+:?\s*[+-]\d|\b(down|up|left|right)\b|\b[A-Z][LRUD]\d"


def levels(lines: list[str], *_: object) -> Iterator[Board]:
    """Board strings among the words of lines, as lists of levels have them."""
    for line in lines:
        for word in re.split(r"[\s;,]+", line):
            with suppress(ValueError):
                yield of_board_string(word)


def records(text: str) -> Iterator[Board]:
    """Vehicles without a header: x, y, length, axis in records, or columns in any order."""
    lines = [re.sub(r"\s#\s.*", "", line).strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not re.match(r"#\s|#[^,;]*$", line)]
    size, lines = sized(lines)
    rows = []
    for line in lines:
        parts = re.findall("[^;]+", line) if "," in line else [line.removesuffix(";")]
        sign = "[,;]" if re.search("[,;]", line) else r"\s+"
        rows += [[field.strip(" \"'") for field in re.split(sign, part)] for part in parts]
    rows = [row for row in rows if row != [""]]
    if not rows:
        return
    for names in permutations(["row", "col", "length", "axis", "label"][: len(rows[0])]):
        for first in (0, 1):
            with suppress(ValueError, LookupError):
                yield of_columns(rows, names, first, size)


def sized(lines: list[str]) -> tuple[tuple[int, int], list[str]]:
    """Rows and columns in the first line, by default six, and the lines below."""
    found = re.fullmatch(r"(\d{1,2})(?: *[xX\u00d7,] *| +)(\d{1,2})", lines[0]) if lines else None
    return ((int(found[1]), int(found[2])), lines[1:]) if found else ((6, 6), lines)


def of_columns(
    rows: list[list[str]], names: tuple[str, ...], first: int, size: tuple[int, int]
) -> Board:
    bars, walls = [], set()
    for at, row in enumerate(rows):
        one = dict(zip(names, row, strict=True))
        axis = {"h": "h", "v": "v", "-": "h", "|": "v"}[one["axis"].lower()]
        place = int(one["row"]) - first, int(one["col"]) - first
        label = one.get("label", str(at))
        if label == "#":
            down, right = (1, 0) if axis == "v" else (0, 1)
            cells = range(int(one["length"]))
            walls |= {(place[0] + n * down, place[1] + n * right) for n in cells}
        else:
            bars.append((label, axis, *place, int(one["length"])))
    target = "X" if any(bar[0] == "X" for bar in bars) else "0"
    return board(*size, bars, target)._replace(walls=frozenset(walls))


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


def code(_: object, text: str, __: object) -> Iterator[Board]:
    """Rows of numbers or signs in the innermost brackets of a program, or texts in quotes."""
    head, sign, rest = text.partition("=")
    body = rest if sign and not re.search(r"[\[{(]", re.sub(r"\[\d*\]", "", head)) else text
    groups = re.findall(r"[\[{(]([^\[\]{}()]+)[\]})]", body)
    rows = [re.split(r"\s*,\s*", group.strip().removesuffix(",").strip()) for group in groups]
    if len(rows) > 1 and all(re.fullmatch("-?[0-9]+", cell) for row in rows for cell in row):
        yield drawn(rows, "1", "0")
        return
    quoted = re.findall(r"\"([^\"]*)\"|'([^']*)'", body)
    yield picture([list(one or other) for one, other in quoted], own="X")


def cells(lines: list[str], *_: object) -> Iterator[Board]:
    """A label and its cells on each line, below a size, as pairs that mean the one or the other."""
    size, lines = sized(lines)
    for first, turned in product((0, 1), (False, True)):
        with suppress(ValueError):
            yield of_cells(lines, size, first, turned=turned)


def of_cells(lines: list[str], size: tuple[int, int], first: int, *, turned: bool) -> Board:
    bars = []
    for line in lines:
        label, places = re.fullmatch(r"\W*(\w+)\s*[:=]\s*(.*)", line).groups()  # type: ignore[union-attr]
        pairs = re.findall(r"(\d+)\s*,\s*(\d+)", places)
        found = [(int(one) - first, int(other) - first) for one, other in pairs]
        bars.append(bar(label, sorted(cell[::-1] if turned else cell for cell in found)))
    targets = [one[0] for one in bars if one[0] in "XARP*"]
    return board(*size, bars, targets[0])


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
    if isinstance(rows, list):
        yield picture([list(row) for row in rows], own="X")


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


def grid(lines: list[str], text: str, _: object) -> Iterator[Board]:
    """The rows of a whole text, or several groups of them, each below a title or a size."""
    titles = [at for at, line in enumerate(lines) if is_title(line)]
    starts = [0, *(at for at in titles if at)]
    parted = [lines[one:two] for one, two in pairwise([*starts, len(lines)])]
    blank = [part.splitlines() for part in re.split(r"\n\s*\n", text.strip())]
    for parts in ([lines], parted, blank):
        with suppress(ValueError):
            yield from [entitled(part) for part in parts]


def is_title(line: str) -> bool:
    return bool(re.search(r"[A-Za-z]{3}.*\W", line)) and "." not in line


def entitled(lines: list[str]) -> Board:
    """A picture below a title and a size."""
    if is_title(lines[0]):
        lines = lines[1:]
    said = re.fullmatch(r"\s*(\d+)(?:[xX, ]+(\d+))?\s*", lines[0])
    if said and len(cells_of(lines[0])) != len(cells_of(lines[1])):
        lines = lines[1:]
        if (len(lines), len(cells_of(lines[0]))) != (int(said[1]), int(said[2] or said[1])):
            raise ValueError(said)
    return picture([cells_of(line) for line in lines])


def cells_of(line: str) -> list[str]:
    if "," in line:
        return [cell.strip() or " " for cell in line.split(",")]
    return list("".join(line.split()))


def picture(
    rows: list[list[str]], way_out: tuple[str, int] | None = None, own: str | None = None
) -> Board:
    """A drawing whose marks are decided at once; with its exit, if one is drawn."""
    signs = {cell for row in rows for cell in row}
    sure = signs & {".", "_", "-", "-1", " "}
    small = "".join(signs).islower()
    loose = {"o"} & signs if not (sure and small and is_one_bar(rows, "o")) else set()
    zero = {"0"} & signs if not (sure | loose or is_one_bar(rows, "0")) else set()
    (empty,) = (sure | loose | zero) or {"."}
    walls = "#" if is_one_bar(rows, "x") else "#x"
    if way_out is None:
        target = meant(rows, empty + walls, own)
    else:
        line = (
            rows[way_out[1]]
            if way_out[0] in ("left", "right")
            else [*zip(*rows, strict=True)][way_out[1]]
        )
        pointing = {cell for cell in line if line.count(cell) > 1} - {empty, *walls}
        if len(pointing) > 1:
            pointing &= {meant([[cell] for cell in pointing], "")}
        (target,) = pointing
    walls = "#x".replace(target, "")
    merged = [
        ["#" if cell in walls else "." if cell == empty else cell for cell in row] for row in rows
    ]
    found = drawn(merged, target, ".", "#")
    return found if way_out is None else found._replace(exit=way_out)


SIDES = "|+#*x!\u2502"
SIGNS = "@zKE"


def outlined(text: str) -> Iterator[Board]:
    """Boards with a drawn exit: every run of lines between any two columns that can be sides."""
    lines = [line.rstrip() for line in text.replace("\t", " ").splitlines() if line.strip()]
    lines = [line for line in lines if not re.match(r"\s*# (?!.*#$)[^|]*$", line)]
    for top in range(len(lines)):
        for stop in range(top + 1, len(lines) + 1):
            for left, right in ends(lines[top:stop]):
                with suppress(ValueError, IndexError):
                    yield between(lines, top, stop, left, right)
            with suppress(ValueError, IndexError):
                yield unframed(lines[top:stop])


def ends(lines: list[str]) -> set[tuple[int, int]]:
    lefts = {min((line.index(s) for s in SIDES if s in line), default=-1) for line in lines}
    rights = {max(line.rfind(s) for s in SIDES) for line in lines}
    return {(left, right) for left in lefts for right in rights if 0 <= left < right}


def between(lines: list[str], top: int, stop: int, left: int, right: int) -> Board:  # noqa: C901, PLR0912
    exits, inner = set(), []
    for at in (left, right):
        open_ = [line for line in lines[top:stop] if line[at : at + 1] not in [*SIDES]]
        if len(open_) > 1 and not any(line.count("|") > 1 for line in open_):
            raise ValueError(open_)
    for row, written in enumerate(lines[top:stop]):
        line = re.sub(r"\s#\s[^|#]*$", "", written).ljust(right + 1)
        end = line.rindex("|") if line.count("|") > 1 else right
        for side, sign, beyond in (
            ("left", line[left], line[:left].strip()),
            ("right", line[end], line[end + 1 :].strip()),
        ):
            arrow = "<" if side == "left" else ">"
            if sign not in SIDES + SIGNS + arrow + " ." or not re.fullmatch(
                rf"[-=<>]*|[{SIGNS}]|[Ee][Xx][Ii][Tt]", beyond
            ):
                raise ValueError(line)
            if beyond or sign not in SIDES:
                exits.add((side, row))
        inner.append(line[left + 1 : end])
    width = max(map(len, inner))
    inner = [line.ljust(width) for line in inner]
    words = [line.split() for line in inner]
    if "." in {word for row in words for word in row} and len({*map(len, words)}) == 1:
        rows, starts = words, [match.start() for match in re.finditer(r"\S+", inner[0])]
    elif not any(line[::2].strip() for line in inner):
        rows, starts = [list(line[1::2]) for line in inner], [*range(1, width, 2)]
    else:
        rows, starts = [list(line) for line in inner], [*range(width)]
    for side, arrow, ats in (("top", "^", (top - 1, top - 2)), ("bottom", "v", (stop, stop + 1))):
        for at in ats:
            line = (lines[at] if 0 <= at < len(lines) else "").ljust(right)
            for col, start in enumerate(starts):
                here = line[left + 1 + start : left + 2 + start]
                is_edge = any(line.count(sign) > 1 for sign in "-=#*+x")
                if here in (*SIGNS, arrow) or (here in (*" .",) and is_edge and at == ats[0]):
                    exits.add((side, col))
    (way_out,) = exits
    return picture(rows, way_out)


def unframed(lines: list[str]) -> Board:
    bare = [(re.fullmatch(rf"\s*([<{SIGNS}]?)(.*?)([>{SIGNS}]?)", line), line) for line in lines]
    widths = [len(cells_of(line)) for line in lines]
    width = sorted(widths)[len(widths) // 2]
    ((at, (match, line)),) = ((at, bare[at]) for at, wide in enumerate(widths) if wide != width)
    rows = [cells_of(line) for line in lines if len(cells_of(line)) == width]
    if match is not None and len(cells_of(match[2])) == width:
        rows.insert(at, cells_of(match[2]))
        return picture(rows, ("left" if match[1] else "right", at))
    if line.strip() not in (*SIGNS, "^" if at == 0 else "v") or at not in (0, len(lines) - 1):
        raise ValueError(line)
    other = lines[-1] if at == 0 else lines[0]
    place = line.index(line.strip()) - (len(other) - len(other.lstrip()))
    return picture(rows, ("bottom" if at else "top", place // (2 if " " in other.strip() else 1)))


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


def loads(text: str) -> Any:
    """A text of JSON, in which a comma may stand behind the last item and ( ) for [ ]."""
    try:
        return json.loads(text)
    except ValueError:
        square = text.replace("(", "[").replace(")", "]")
        return json.loads(re.sub(r",(\s*[\]}])", r"\1", square))


def documents(text: str) -> list[Any]:
    try:
        document = loads(text)
    except ValueError:
        return [loads(line) for line in text.splitlines() if line.strip()]
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


ALIKE = {
    "row": "row r y",
    "col": "col column c x",
    "label": "label id name car",
    "length": "length len size",
    "axis": "axis dir direction orientation",
    "place": "position start pos",
    "target": "target istarget primary player",
    "rows": "rows nrow height",
    "cols": "cols ncol width",
    "walls": "walls",
    "cars": "vehicles cars pieces blocks",
}


def member(thing: dict[str, Any], meaning: str, default: Any = None) -> Any:
    """The value under any key of a meaning."""
    found = [key for key in thing if key.casefold() in ALIKE[meaning].split()]
    return thing[found[0]] if found else default


def vehicle_lists(_: object, text: str, __: object) -> Iterator[Board]:
    (top,) = [loads(text)]
    for key in ("levels", "puzzles", "boards"):
        top = top.get(key, top) if isinstance(top, dict) else top
    tops = top if isinstance(top, list) and member(top[0], "cars") else [top]
    for one in tops:
        for first in (0, 1):
            with suppress(ValueError, TypeError, LookupError):
                yield vehicle_list(one, first)


def vehicle_list(one: Any, first: int) -> Board:
    around = one if isinstance(one, dict) else {}
    cars = member(one, "cars") if around else one
    rows, cols = member(around, "rows", 6), member(around, "cols", 6)
    size = around.get("size")
    if size is not None:
        rows, cols = size if isinstance(size, list) else (size, size)
    free = iter("BCDEFGHIJKLMNOPQRSTUVWXYZ")
    bars: list[Bar] = []
    marked = [car for car in cars if member(car, "target") is True]
    red = [car for car in cars if car.get("color") == "red"]
    exit_ = around.get("exit")
    side = exit_["side"] if isinstance(exit_, dict) else exit_
    side = {"l": "left", "r": "right", "t": "top", "b": "bottom"}.get(side, side)
    labelled = [car for car in cars if member(car, "label") in {*"X*"}]
    along = {"left": "h", "right": "h", "top": "v", "bottom": "v"}.get(side)
    lone = [car for car in cars if str(member(car, "axis", ""))[:1].lower() == along]
    (target,) = marked or red or labelled or lone
    for car in cars:
        at = member(car, "place", car)
        at = dict(zip(("row", "col"), at, strict=True)) if isinstance(at, list) else at
        row, col = member(at, "row") - first, member(at, "col") - first
        axis, length = str(member(car, "axis", "h"))[0].lower(), member(car, "length")
        if "w" in car:
            axis, length = ("h", car["w"]) if car["h"] == 1 else ("v", car["h"])
        for key, yes in (("vertical", "v"), ("horizontal", "h")):
            if key in car:
                axis = yes if car[key] else {"v": "h", "h": "v"}[yes]
        name = member(car, "label")
        label = str(name) if name is not None else "A" if car is target else next(free)
        bars.append((label, axis, row, col, length))
    found = board(rows, cols, bars, bars[cars.index(target)][0])
    walls = frozenset((row - first, col - first) for row, col in member(around, "walls", []))
    line = exit_["line"] if isinstance(exit_, dict) else found.exit[1]
    return found._replace(walls=walls, exit=(side or found.exit[0], line))


def tables(_: object, text: str, __: object) -> Iterator[Board]:
    """A header and lines of fields in its order; a # is a wall."""
    size, lines = sized([line.strip() for line in text.splitlines() if line.strip()])
    lines = [re.sub(r"\s#\s.*", "", line) for line in lines if not re.match(r"#\s", line)]
    split = [re.split(r"\s*[,;]\s*|\s+", line) for line in lines]
    bars, walls = [], set()
    for fields in split[1:]:
        one = dict(zip(split[0], fields, strict=True))
        row, col = int(member(one, "row")), int(member(one, "col"))
        axis = {"-": "h", "|": "v"}.get(member(one, "axis"), member(one, "axis")).lower()
        if member(one, "label") == "#":
            walls.add((row, col))
        else:
            bars.append((member(one, "label"), axis, row, col, int(member(one, "length"))))
    for first in (0, 1):
        moved = [(n, a, r - first, c - first, k) for n, a, r, c, k in bars]
        there = frozenset((r - first, c - first) for r, c in walls)
        yield board(*size, moved, "X")._replace(walls=there)


def pddl(_: object, text: str, __: object) -> Iterator[Board]:
    """A problem whose facts are the axis, the row, the column and the length of each vehicle."""
    words = " ".join(re.sub(r";.*", "", text.lower()).split())
    before, goal = words.split("(:goal")
    objects, init = before.split("(:objects")[1].split("(:init")
    facts = {tuple(fact.split()) for fact in re.findall(r"\(([^()]+)\)", init)}
    places = [int(place) for place in re.findall(r"\bp(\d+)", objects)]
    size = max(places) - min(places) + 1
    value = {fact[:2]: int(re.sub(r"\D", "", fact[2])) for fact in facts if len(fact) == 3}
    bars = [
        (
            fact[1],
            fact[0][0],
            value["row", fact[1]] - min(places),
            value["col", fact[1]] - min(places),
            value["length", fact[1]],
        )
        for fact in facts
        if fact[0] in ("horizontal", "vertical")
    ]
    ((target, end),) = re.findall(r"\((?:row|col) (\w+) p(\d+)\)", goal)
    found = board(size, size, bars, target)
    first = {"right": "left", "bottom": "top"}[found.exit[0]]
    if int(end) == min(places):
        found = found._replace(exit=(first, found.exit[1]))
    yield found


def piece_lists(text: str) -> list[Any]:
    try:
        found = loads(text)
    except ValueError:
        return [loads(line) for line in text.splitlines() if line.strip()]
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
    levels,
    fogleman,
    link,
    carlist,
    csc,
    matrix,
    ntnu,
    strings,
    code,
    cells,
    blocks,
    uva,
    itb,
    grid,
    frame,
    own_json,
    pddl,
    nyu,
    pieces,
    vehicle_lists,
    tables,
)
