"""How people write boards: each way writes a puzzle that has no title, or says that it cannot.

A way is a function of a puzzle that returns its text. `Unfit` says that the way has no place for
something, such as an exit on the left. What the text must be read as is the puzzle itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from rushhour import Puzzle

Way = Callable[[Puzzle], str]
WAYS: dict[str, Way] = {}


class Unfit(Exception):  # noqa: N818
    """This way cannot write this puzzle."""


def way(name: str) -> Callable[[Way], Way]:
    """Register a way under its name."""

    def add(write: Way) -> Way:
        WAYS[name] = write
        return write

    return add


def cells(puzzle: Puzzle, empty: str = ".", wall: str = "#") -> list[list[str]]:
    """The labels in the cells."""
    rows = [[empty] * puzzle.cols for _ in range(puzzle.rows)]
    for row, col in puzzle.walls:
        rows[row][col] = wall
    for vehicle in puzzle.vehicles:
        for row, col in vehicle.cells():
            rows[row][col] = vehicle.label
    return rows


def own_exit(puzzle: Puzzle) -> None:
    """Require the exit that a text without one has."""
    horizontal = puzzle.vehicle(puzzle.target).axis == "h"
    if puzzle.exit.side != ("right" if horizontal else "bottom"):
        raise Unfit


def known_target(puzzle: Puzzle, label: str = "X") -> None:
    """Require the label that shows the target, no other that could, and three rows and columns."""
    if min(puzzle.rows, puzzle.cols) < 3:
        raise Unfit
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if puzzle.target != label or labels - {label} & {*"*+r0x"}:
        raise Unfit


def drawn(puzzle: Puzzle, between: str = "", empty: str = ".", wall: str = "#") -> list[str]:
    """The rows of a drawing without an exit."""
    own_exit(puzzle)
    return [between.join(row) for row in cells(puzzle, empty, wall)]


BETWEEN = {"": "", " with blanks": " ", " with commas": ",", " with semicolons": ";"}


def grids() -> None:
    """Rows of cells with each mark, with a title and a size."""
    for empty in (".", "-", "_", "o", "0"):
        for wall in ("x", "#"):
            for name, between in BETWEEN.items():
                if between not in (",", ";") or empty in "._":
                    WAYS[f"grid of {empty} and {wall}{name}"] = grid(between, empty, wall)
    for between in ",;":
        WAYS[f"grid with empty fields and {between}"] = grid(between, "", "x")
    for title in ("Level 5\n", "Jam-123:\n", "Puzzle 3 (hard)\n{size}\n", "{size}\n"):
        WAYS[f"grid below {title!r}"] = entitled(title)

    WAYS["grid of wide cells"] = wide
    for first in ("1", "a"):
        for sign in ("", " >"):
            WAYS[f"grid with rulers from {first}{sign}"] = ruled(first, sign)
    WAYS["grid in a fence"] = lambda puzzle: f"```text\n{grid('', '.', 'x')(puzzle)}```\n"
    WAYS["grid below its exit"] = below_exit


AROUND = {
    "a greeting": ("Hello!\n", "Thanks!\n"),
    "a legend": ("Here it is:\n", "\nLegend: . = empty, x = wall\n\U0001f605\U0001f605\n"),
    "marks in a list": ("My board:\n", "\nWhere:\n- X is the red car\n- . is an empty cell\n"),
    "sentences": (
        "Hi all, can you solve this one? I have tried.\nIt is hard.\n\n",
        "\nThanks a lot,\nAda\n",
    ),
    "a sentence and a fence": ("My puzzle is below.\n```\n", "```\nHow many moves does it take?\n"),
    "its exit": ("Please help me with this.\n", "The exit is on the {0.exit.side}.\n"),
}


def sent(above: str, below: str) -> Way:
    """A grid between sentences."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        if "exit" not in below:
            own_exit(puzzle)
        rows = ["".join(row) for row in cells(puzzle, ".", "x")]
        lone = [line for line in (above + below).splitlines() if " " not in line]
        if not any("." in row for row in rows) or {*"".join(rows)} & {*"".join(lone)}:
            raise Unfit  # a word may be a row
        return above + "\n".join(rows) + "\n" + below.format(puzzle)

    return write


MARKED = ("Row 1: ", "1 ", "1: ", "0) ", "a ", "A. ", "- ", "* ", "\u2022 ")


def marked(mark: str, between: str) -> Way:
    """Rows behind a mark, which counts if it is a number or a letter."""

    def write(puzzle: Puzzle) -> str:
        rows = drawn(puzzle, between, ".", "x")
        labels = {v.label for v in puzzle.vehicles} | {"x"}
        known_target(puzzle)
        word = "Row " * mark.startswith("Row")
        first, *end = mark.removeprefix(word).strip()
        names = [chr(ord(first) + n) for n in range(puzzle.rows)] if first.isalnum() else [first]
        is_list = puzzle.cols in (9, 16, 25) and first.isdecimal()  # levels with their numbers
        if is_list or (between and labels & {*names}) or not any("." in row for row in rows):
            raise Unfit
        lines = [
            f"{word}{name}{''.join(end)} {row}"
            for name, row in zip(names * puzzle.rows, rows, strict=False)
        ]
        return "\n".join(lines) + "\n"

    return write


def named(title: str) -> Way:
    """Tight rows beside their numbers, below the letters of the columns."""

    def write(puzzle: Puzzle) -> str:
        rows = drawn(puzzle, "", ".", "x")
        known_target(puzzle)
        if not any("." in row for row in rows) or puzzle.rows > 9:
            raise Unfit
        head = "".join(chr(ord("a") + col) for col in range(puzzle.cols))
        lines = [f"{number} {row}" for number, row in enumerate(rows, 1)]
        above = f"{title}{head}" if title.isspace() else f"{title}  {head}"
        return "\n".join([above, *lines]) + "\n"

    return write


TABLES = {
    "without a head": lambda rows: [*rows],
    "with its first row as the head": lambda rows: [rows[0], ["---"] * len(rows[0]), *rows[1:]],
    "below names": lambda rows: [
        [str(number) for number in range(1, len(rows[0]) + 1)],
        [":--"] * len(rows[0]),
        *rows,
    ],
    "with a rule of one dash": lambda rows: [rows[0], ["-"] * len(rows[0]), *rows[1:]],
    "below names and two dashes": lambda rows: [
        [chr(ord("a") + col) for col in range(len(rows[0]))],
        ["--"] * len(rows[0]),
        *rows,
    ],
    "below blanks": lambda rows: [[""] * len(rows[0]), ["---"] * len(rows[0]), *rows],
    "beside names": lambda rows: [
        ["", *(chr(ord("a") + col) for col in range(len(rows[0])))],
        ["---"] * (len(rows[0]) + 1),
        *([str(number), *row] for number, row in enumerate(rows, 1)),
    ],
}


def barred(table: Callable[[list[list[str]]], list[list[str]]]) -> Way:
    """A table of Markdown."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        own_exit(puzzle)
        rows = cells(puzzle, ".", "x")
        digits = {v.label for v in puzzle.vehicles if v.label.isdecimal()}
        if digits or not any("." in row for row in rows):
            raise Unfit
        return "".join(f"| {' | '.join(row)} |\n" for row in table(rows))

    return write


def in_one_line(sign: str) -> Way:
    """All rows in one line, with a sign between them."""

    def write(puzzle: Puzzle) -> str:
        rows = drawn(puzzle, "", ".", "x")
        labels = {v.label for v in puzzle.vehicles}
        known_target(puzzle)
        if labels & {*"ARPo"} or not any("." in row for row in rows):
            raise Unfit
        return sign.join(rows) + "\n"

    return write


def dressed() -> None:
    """Grids with what people write around them and before their rows, and with rare marks."""
    for empty, wall in (("\u00b7", "x"), (".", "\u2588"), ("_", "%"), ("\u00b7", "\u2588")):
        WAYS[f"grid of {empty} and {wall}"] = grid("", empty, wall)
    for name, (above, below) in AROUND.items():
        WAYS[f"grid in a message: {name}"] = sent(above, below)
    for mark in MARKED:
        for between in ("", " "):
            WAYS[f"grid of {mark!r} before its rows, parted by {between!r}"] = marked(mark, between)
    for title in ("  ", "My puzzle\n"):
        WAYS[f"grid of names below {title!r}"] = named(title)
    for name, head in TABLES.items():
        WAYS[f"grid in a table {name}"] = barred(head)
    for sign in ("|", " | ", ",", ", ", ";", " "):
        WAYS[f"rows in one line parted by {sign!r}"] = in_one_line(sign)


def wide(puzzle: Puzzle) -> str:
    """Cells with blanks between them, of which empty ones have two signs."""
    known_target(puzzle)
    own_exit(puzzle)
    rows = cells(puzzle)
    if puzzle.walls or not any("." in row for row in rows):
        raise Unfit
    names = [[".." if cell == "." else cell for cell in row] for row in rows]
    return "\n".join(" ".join(f"{cell:<2}" for cell in row) for row in names) + "\n"


def ruled(first: str, sign: str) -> Way:
    """Cells below the names of columns and beside those of rows, which count upwards."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        own_exit(puzzle)
        rows = cells(puzzle)
        is_plain = not puzzle.walls and any("." in row for row in rows)
        if not is_plain or (sign and puzzle.exit.side != "right"):
            raise Unfit
        names = [chr(ord("a") + n) if first == "a" else str(n + 1) for n in range(puzzle.cols)]
        lines = ["   " + " ".join(f"{name:<2}" for name in names)]
        for at, row in enumerate(rows):
            mark = sign if at == puzzle.exit.line else ""
            lines.append(f"{puzzle.rows - at:<2} {'  '.join(row)}{mark}")
        return "\n".join(lines) + "\n"

    return write


def below_exit(puzzle: Puzzle) -> str:
    """A grid below a line with the side of its exit."""
    known_target(puzzle)
    rows = ["".join(row) for row in cells(puzzle, ".", "x")]
    title = f"Exit: {puzzle.exit.side}"
    if not any("." in row for row in rows) or puzzle.cols in (len(title), len(title) - 1):
        raise Unfit
    return "\n".join([title, *rows]) + "\n"


def grid(between: str, empty: str, wall: str) -> Way:
    """Rows of cells with these signs."""

    def write(puzzle: Puzzle) -> str:
        if wall == "#" and puzzle.walls and (empty == "0" or between == " "):
            raise Unfit  # the rest of a row could be a comment
        edges = [{*row} for row in (cells(puzzle)[0], cells(puzzle)[-1])]
        if between == "," and not any("." in row for row in cells(puzzle)):
            raise Unfit  # the letters could be columns of a table
        if {"#"} in edges or min(puzzle.rows, puzzle.cols) < 3:
            raise Unfit
        if wall in "%\u2588" and lie_in_a_line(puzzle, wall):
            raise Unfit  # they are a vehicle
        if empty in "o0\u00b7" and lie_in_a_line(puzzle):
            raise Unfit  # they could be a vehicle
        return "\n".join(drawn(puzzle, between, empty, wall)) + "\n"

    return write


def lie_in_a_line(puzzle: Puzzle, sign: str = ".") -> bool:
    """Whether all empty cells, or all walls, lie in one row or column."""
    rows = cells(puzzle, wall=sign) if sign != "." else cells(puzzle)
    places = [
        (row, col)
        for row in range(puzzle.rows)
        for col in range(puzzle.cols)
        if rows[row][col] == sign
    ]
    return (
        bool(places or sign == ".")
        and min(len({row for row, _ in places}), len({col for _, col in places})) < 2
    )


def entitled(title: str) -> Way:
    """A grid below a title."""

    def write(puzzle: Puzzle) -> str:
        size = f"{puzzle.rows} {puzzle.cols}"
        is_full = not any("." in row for row in cells(puzzle))
        if is_full or puzzle.cols in map(len, title.split("\n")):
            raise Unfit  # the title could be a row
        return title.format(size=size) + grid("", ".", "x")(puzzle)

    return write


CORNERS = {"-": "+-|", "+": "+++", "#": "###", "*": "***", "x": "xxx", "box": "\u253c\u2500\u2502"}


def frames() -> None:
    """Frames of each kind, with each sign or gap for the exit."""
    for kind in CORNERS:
        for sign in ("arrow", "beside", "gap", *"@zKE"):
            for empty in (" ", "."):
                if (kind, sign, empty) != ("x", "gap", "."):
                    WAYS[f"frame of {kind} with {sign} around {empty!r}"] = framed(
                        kind, sign, empty
                    )
    WAYS["sides alone"] = sides
    WAYS["an arrow beside a row"] = unframed(" ")
    WAYS["an arrow at a row"] = unframed("")
    WAYS["a table"] = table
    WAYS["a table of box characters"] = boxed


ARROWS = {"left": "<", "right": ">", "top": "^", "bottom": "v"}


def framed(kind: str, sign: str, empty: str) -> Way:
    """A board in a frame of some signs, with its exit in it or beside it."""

    def write(puzzle: Puzzle) -> str:
        corner, level, side = CORNERS[kind]
        known_target(puzzle)
        taken = {vehicle.label for vehicle in puzzle.vehicles}
        if taken & {*"+-|#*x!"} or (puzzle.walls and kind in "#x"):
            raise Unfit
        rows = ["".join(row) for row in cells(puzzle, empty)]
        canvas = [corner + level * puzzle.cols + corner]
        canvas += [side + row + side for row in rows]
        canvas.append(canvas[0])
        at = puzzle.exit.line + 1
        place = {
            "left": (at, 0),
            "right": (at, puzzle.cols + 1),
            "top": (0, at),
            "bottom": (puzzle.rows + 1, at),
        }[puzzle.exit.side]
        mark = {"arrow": ARROWS[puzzle.exit.side], "gap": " " if kind == "x" else empty}.get(
            sign, sign
        )
        if sign == "beside":
            return beside(canvas, puzzle)
        if sign == "gap" and max(puzzle.rows, puzzle.cols) < 3:
            raise Unfit
        canvas[place[0]] = canvas[place[0]][: place[1]] + mark + canvas[place[0]][place[1] + 1 :]
        return "\n".join(["Level 7", *canvas, "Moves: 3"]) + "\n"

    return write


def beside(canvas: list[str], puzzle: Puzzle) -> str:
    """A drawing with an arrow beside it; the rows begin behind a blank."""
    side, line = puzzle.exit.side, puzzle.exit.line + len(canvas) - puzzle.rows
    line -= (len(canvas) - puzzle.rows) // 2
    rows = [" " + row for row in canvas]
    if side == "right":
        rows[line] += ">"
    elif side == "left":
        rows[line] = "<" + canvas[line]
    else:
        mark = " " * (line + 1) + ARROWS[side]
        rows = [mark, *rows] if side == "top" else [*rows, mark]
    return "\n".join(rows) + "\n"


def sides(puzzle: Puzzle) -> str:
    """Rows between bars, with an arrow."""
    known_target(puzzle)
    if puzzle.rows < 3 or {v.label for v in puzzle.vehicles} & {*"|!"}:
        raise Unfit
    rows = ["|" + "".join(row) + "|" for row in cells(puzzle)]
    if puzzle.exit.side in ("top", "bottom"):
        raise Unfit
    at = puzzle.exit.line
    rows[at] = rows[at] + " ->" if puzzle.exit.side == "right" else "<" + rows[at]
    indent = "" if puzzle.exit.side == "right" else " "
    return "\n".join(row if row[0] == "<" else indent + row for row in rows) + "\n"


def unframed(between: str) -> Way:
    """Rows with an arrow beyond the end of one."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        if puzzle.rows < 3 or puzzle.cols < 3 or puzzle.walls:
            raise Unfit
        rows = ["".join(row) for row in cells(puzzle)]
        if not any("." in row for row in rows):
            raise Unfit
        text = beside(rows, puzzle)
        return text.replace(">", between + ">")

    return write


def table(puzzle: Puzzle) -> str:
    """Cells in boxes, as Markdown and terminal tables have them."""
    known_target(puzzle)
    line = "+" + "---+" * puzzle.cols
    rows = ["| " + " | ".join(row) + " |" for row in cells(puzzle)]
    if puzzle.exit.side != "right" or {v.label for v in puzzle.vehicles} & {*"|"}:
        raise Unfit
    rows[puzzle.exit.line] += " >"
    return "\n".join([line, *(part for row in rows for part in (row, line))]) + "\n"


def boxed(puzzle: Puzzle) -> str:
    """The same of box characters, whose lines differ at their ends and where they cross."""
    lines = table(puzzle).replace("|", "\u2502").splitlines()
    ends = {0: "\u250c\u252c\u2510", len(lines) - 1: "\u2514\u2534\u2518"}
    for at in range(0, len(lines), 2):
        left, cross, right = ends.get(at, "\u251c\u253c\u2524")
        lines[at] = left + cross.join(["\u2500" * 3] * puzzle.cols) + right
    return "\n".join(lines) + "\n"


PLACES = {
    "row and col": lambda v: {"row": v.row, "col": v.col},
    "x and y": lambda v: {"x": v.col, "y": v.row},
    "a position": lambda v: {"position": [v.row, v.col]},
    "a start of x and y": lambda v: {"start": {"x": v.col, "y": v.row}},
}
SHAPES = {
    "dir and len": lambda v: {"dir": v.axis, "len": v.length},
    "orientation": lambda v: {
        "orientation": {"h": "horizontal", "v": "Vertical"}[v.axis],
        "length": v.length,
    },
    "vertical": lambda v: {"vertical": v.axis == "v", "size": v.length},
    "w and h": lambda v: {
        "w": v.length if v.axis == "h" else 1,
        "h": v.length if v.axis == "v" else 1,
    },
}
MARKS = {
    "isTarget": lambda v, puzzle: {"isTarget": v.label == puzzle.target},
    "primary": lambda v, puzzle: {"primary": True} if v.label == puzzle.target else {},
    "red": lambda v, puzzle: {"color": "red" if v.label == puzzle.target else "blue"},
    "X": lambda v, puzzle: {},
}


def documents() -> None:
    """JSON lists with each way to give place, shape and target, bare and with a size around."""
    for place in PLACES:
        for shape in SHAPES:
            for number, mark in enumerate(MARKS):
                name = f"JSON of {place}, {shape} and {mark}"
                WAYS[name] = listed(place, shape, mark, (len(place) + number) % 4)

    WAYS["JSON of ends"] = ended
    WAYS["JSON of ends by x and y"] = ended_by_x_and_y
    WAYS["JSON of a player and blockers"] = player_beside
    WAYS["JSON by labels"] = by_labels
    WAYS["JSON of cells under labels"] = cells_under_labels
    WAYS["JSON of vehicles under labels"] = vehicles_under_labels
    WAYS["a dictionary of pairs in Python"] = pairs_in_python
    WAYS["JSON in a fence below a sentence"] = lambda puzzle: (
        f"Sure! Here is a puzzle:\n\n```json\n{by_labels(puzzle)}\n```\n\nGood luck, have fun!\n"
    )
    for name, text in LITERALS.items():
        WAYS[f"a literal of {name}"] = literal(text)
    for key in ("board", "grid", "layout"):
        WAYS[f"JSON of rows under {key}"] = rows_under(key)
    for key in ("state", "puzzle"):
        WAYS[f"JSON of rows in one text under {key}"] = rows_in_a_text(key)


def ended(puzzle: Puzzle) -> str:
    """A list of vehicles by their first and last cells."""
    known_target(puzzle)
    vehicles = [
        {"id": v.label, "start": v.cells()[0], "end": v.cells()[-1]} for v in puzzle.vehicles
    ]
    around = {"board": {"rows": puzzle.rows, "columns": puzzle.cols}, "exit": exit_cell(puzzle)}
    return quoted({**around, "walls": puzzle.walls, "vehicles": vehicles})


def ended_by_x_and_y(puzzle: Puzzle) -> str:
    """A list of vehicles by the coordinates of their first and last cells."""
    known_target(puzzle)
    ends = [(v.label, *v.cells()[0], *v.cells()[-1]) for v in puzzle.vehicles]
    keys = ("id", "startY", "startX", "endY", "endX")
    around = {"size": [puzzle.rows, puzzle.cols], "exit": puzzle.exit.side}
    vehicles = [dict(zip(keys, end, strict=True)) for end in ends]
    return quoted({**around, "walls": puzzle.walls, "vehicles": vehicles})


def player_beside(puzzle: Puzzle) -> str:
    """The target beside a list of the others, which have labels as it has one."""
    vehicles = {
        v.label: {"id": v.label, "r": v.row, "c": v.col, "len": v.length, "dir": v.axis}
        for v in puzzle.vehicles
    }
    player = vehicles.pop(puzzle.target)
    around = {"rows": puzzle.rows, "cols": puzzle.cols, "exit": puzzle.exit.side}
    others = {"walls": puzzle.walls, "blockers": [*vehicles.values()]}
    return quoted({**around, "player": player, **others})


def exit_cell(puzzle: Puzzle) -> list[int]:
    """The cell before the exit."""
    line = puzzle.exit.line
    return {
        "left": [line, 0],
        "right": [line, puzzle.cols - 1],
        "top": [0, line],
        "bottom": [puzzle.rows - 1, line],
    }[puzzle.exit.side]


def by_labels(puzzle: Puzzle) -> str:
    """An object of vehicles by their labels, of which types tell the lengths."""
    known_target(puzzle)
    if any(v.length not in (2, 3) for v in puzzle.vehicles):
        raise Unfit
    vehicles = {
        v.label: {"x": v.col, "y": v.row, "orient": v.axis, "type": ("car", "truck")[v.length - 2]}
        for v in puzzle.vehicles
    }
    line = "exitRow" if puzzle.vehicle(puzzle.target).axis == "h" else "exitCol"
    own_exit(puzzle)
    around = {"rows": puzzle.rows, "cols": puzzle.cols, line: puzzle.exit.line}
    return quoted({"level": {**around, "walls": puzzle.walls, "cars": vehicles}})


def cells_under_labels(puzzle: Puzzle) -> str:
    """An object with the cells of each vehicle, beside the size, the exit and the walls."""
    known_target(puzzle)
    around = {"rows": puzzle.rows, "cols": puzzle.cols, "exit": exit_cell(puzzle)}
    vehicles = {v.label: v.cells() for v in puzzle.vehicles}
    return quoted({**around, "walls": puzzle.walls, **vehicles})


def vehicles_under_labels(puzzle: Puzzle) -> str:
    """The same with the place and the shape of each vehicle."""
    known_target(puzzle)
    vehicles = {
        v.label: {"row": v.row, "col": v.col, "length": v.length, "dir": v.axis}
        for v in puzzle.vehicles
    }
    around = {"size": [puzzle.rows, puzzle.cols], "exit": puzzle.exit.side}
    return quoted({**vehicles, **around, "walls": puzzle.walls})


def pairs_in_python(puzzle: Puzzle) -> str:
    """The cells of each vehicle in pairs."""
    of_size_6(puzzle)
    return f"cars = { {v.label: [*v.cells()] for v in puzzle.vehicles} }\n"


LITERALS = {
    "JavaScript": (
        "export const level = {{\n  rows: {0.rows}, cols: {0.cols}, // its size\n"
        "  exit: '{0.exit.side}',\n  cars: [\n{1}  ],\n}};\n",
        "    {{ id: '{0.label}', x: {0.col}, y: {0.row}, len: {0.length}, dir: Axis.{0.axis} }},\n",
    ),
    "Python": (
        "level = {{'rows': {0.rows}, 'cols': {0.cols}, 'exit': '{0.exit.side}',\n"
        " 'pieces': [\n{1}]}}\n",
        "  {{'id': '{0.label}', 'pos': ({0.row}, {0.col}), 'len': {0.length}, 'dir': '{0.axis}',"
        " 'wall': False}},\n",
    ),
}


def literal(forms: tuple[str, str]) -> Way:
    """A list of vehicles in a program."""
    around, vehicle = forms

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        labels = {one.label for one in puzzle.vehicles}
        if puzzle.walls or labels & {*"'\\"}:
            raise Unfit
        return around.format(puzzle, "".join(vehicle.format(one) for one in puzzle.vehicles))

    return write


def rows_under(key: str) -> Way:
    """A list of rows under a key, with an exit and the target beside it."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        rows = cells(puzzle)
        return quoted({key: ["".join(row) for row in rows], "exit": puzzle.exit.side})

    return write


def rows_in_a_text(key: str) -> Way:
    """The rows of a board in one text under a key."""

    def write(puzzle: Puzzle) -> str:
        grid_ = grid("", ".", "x")(puzzle)
        return quoted({"id": 7, key: grid_.rstrip()})

    return write


def listed(place: str, shape: str, mark: str, around: int) -> Way:
    """A JSON list of vehicles."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        vehicles = [
            {"id": v.label, **PLACES[place](v), **SHAPES[shape](v), **MARKS[mark](v, puzzle)}
            for v in puzzle.vehicles
        ]
        if around == 0:
            own_exit(puzzle)
            if (puzzle.rows, puzzle.cols) != (6, 6) or puzzle.walls:
                raise Unfit
            return quoted(vehicles)
        size = [
            {"nrow": puzzle.rows, "ncol": puzzle.cols},
            {"size": [puzzle.rows, puzzle.cols]},
            {"height": puzzle.rows, "width": puzzle.cols},
        ][around - 1]
        board = {**size, "exit": puzzle.exit.side, "walls": puzzle.walls, "pieces": vehicles}
        return quoted({"levels": [board]} if around == 1 else board)

    return write


HEADERS = {
    "label,axis,length,row,column": lambda v: (v.label, v.axis, v.length, v.row, v.col),
    "# label,axis,length,row,column": lambda v: (
        v.label,
        {"h": "-", "v": "|"}[v.axis],
        v.length,
        v.row,
        v.col,
    ),
    "x,y,size,direction,id": lambda v: (v.col, v.row, v.length, v.axis.upper(), v.label),
}


def tables() -> None:
    """A vehicle on each line below a header, and in calls."""
    for header in HEADERS:
        for sign in ",;":
            WAYS[f"{header.replace(',', sign)} and lines"] = tabled(header, sign)
    WAYS["a header of boxes below a size"] = boxes
    calls = {
        "calls with pairs": 'Car("{0.label}", ({0.row}, {0.col}), {0.length}, Axis.{0.axis})',
        "calls": 'Vehicle("{0.label}", {0.col}, {0.row}, {0.length}, "{0.axis}")',
        "calls of ours": 'Vehicle("{0.label}", "{0.axis}", {0.row}, {0.col}, {0.length})',
        "calls with names": 'Car(id="{0.label}", x={0.col}, y={0.row}, '
        'len={0.length}, dir="{0.axis}")',
    }
    for name, call in calls.items():
        WAYS[name] = called(call)


def boxes(puzzle: Puzzle) -> str:
    """A size, a header with width and height, and a line for each vehicle."""
    known_target(puzzle)
    own_exit(puzzle)
    if puzzle.walls:
        raise Unfit
    sides = {v.label: (v.length, 1) if v.axis == "h" else (1, v.length) for v in puzzle.vehicles}
    lines = [
        f"{v.label},{v.col},{v.row},{sides[v.label][0]},{sides[v.label][1]}"
        for v in puzzle.vehicles
    ]
    return "\n".join([f"{puzzle.rows}x{puzzle.cols}", "id,x,y,w,h", *lines]) + "\n"


def records() -> None:
    """Records that end in semicolons, in one line or several."""
    for name, between, label in (
        ("in one line", "", "{0.label},"),
        ("in lines", "\n", "{0.label},"),
        ("with blanks", " ", "{0.label}, "),
    ):
        WAYS[f"records {name}"] = recorded(between, label)
    WAYS["records below a header"] = headed


def recorded(between: str, label: str) -> Way:
    """A record of label, x, y, length and axis for each vehicle."""

    def write(puzzle: Puzzle) -> str:
        of_size_6(puzzle)
        form = label + "{0.col},{0.row},{0.length},{0.axis};"
        return between.join(form.format(vehicle) for vehicle in puzzle.vehicles)

    return write


def headed(puzzle: Puzzle) -> str:
    """Records below one that has the names of the columns."""
    return f"id,x,y,length,axis;{recorded('', '{0.label},')(puzzle)}"


LEVELS = {
    "a board and its optimum": "{board} 12",
    "a board; its optimum": "{board};12",
    "a board, its optimum": "{board},12\n",
    "a board and a move": "{board} {move}\n",
    "a board above a move": "{board}\n\nSolution: {move}\n",
}
GRIDS = {
    "a grid above moves": "{grid}{move}\n",
    "a grid and its solution": "{grid}\nSolution:\n{move}\n",
    "a grid above a sentence": "{grid}\nMove car # {label} {way} 1 square\n",
}


def levels() -> None:
    """Boards with what belongs to them: an optimum, or a move."""
    for forms in (LEVELS, GRIDS):
        for name, form in forms.items():
            WAYS[name] = level(form)
    for form in ("[{{'id': null, 'board': '{board}'}}]", "{{'levels': ['{board}']}}"):
        WAYS[f"JSON {form}"] = level(form.replace("'id': null, ", "").replace("'", '"'))


def level(form: str) -> Way:
    """A board, as a string or a grid, with a legal move behind it."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        labels = {vehicle.label for vehicle in puzzle.vehicles}
        if labels & {*"ARPo"} or len(labels) > 14:  # another label could be the target's
            raise Unfit
        rows = grid("", ".", "x")(puzzle)
        move = next(iter(puzzle.legal_moves(metric="step")), None)
        if move is None and ("{move}" in form or "{label}" in form):
            raise Unfit
        board = rows.strip().replace("\n", "" if puzzle.rows == puzzle.cols else "/")
        label, cells = (move.vehicle, move.cells) if move else ("", 1)
        if form.startswith("{board}\n") and (
            len(board) < 16 or re.search(r"\.[A-Za-z]\w*$", board)
        ):
            raise Unfit  # a short word, or the end of a file's name
        axis = puzzle.vehicle(label or puzzle.target).axis
        way = {("h", 1): "right", ("h", -1): "left", ("v", 1): "down", ("v", -1): "up"}
        return form.format(board=board, grid=rows, move=move, label=label, way=way[axis, cells])

    return write


PROGRAMS = {
    "Python lists of signs": ("board = [\n    [{rows}],\n]\n", "],\n    [", ", ", "'{}'"),
    "JSON lists of signs": ("[[{rows}]]", "], [", ",", '"{}"'),
    "NumPy prints signs": ("[[{rows}]]\n", "]\n [", " ", "'{}'"),
    "NumPy arrays": ("b = np.array([[{rows}]], dtype='<U1')\n", "],\n    [", ", ", '"{}"'),
    "Java signs": ("char[][] b = {{{{{rows}}}}};  // it\n", "}},\n    {{", ", ", "'{}'"),
    "Java lists": ("List.of(List.of({rows}))", "),\n    List.of(", ", ", '"{}"'),
    "MATLAB signs": ("b = [{rows}];\n", "; ", " ", "'{}'"),
    "MATLAB texts": ("b = ['{rows}'];\n", "'; '", "", "{}"),
    "C texts": ('const char *board[] = {{\n    "{rows}"\n}};\n', '",\n    "', "", "{}"),
    "C++ texts": ('std::vector<std::string> b{{"{rows}"}};', '", "', "", "{}"),
    "quoted lines": ('"{rows}"\n', '",\n"', "", "{}"),
    "Java concatenates": ('String b = "{rows}\\n";\n', '\\n" +\n    "', "", "{}"),
    "calls of list": ('rows = [list("{rows}")]\n', '"), list("', "", "{}"),
    "Haskell": ('board :: [String]\nboard =\n  [ "{rows}"\n  ]\n', '"\n  , "', "", "{}"),
    "Ruby words": ("board = %w[\n  {rows}\n]\n", "\n  ", "", "{}"),
    "Ruby texts": ('BOARD = ["{rows}"].freeze\n', '", "', "", "{}"),
    "Ruby lines": ("board = <<~BOARD\n  {rows}\nBOARD\n", "\n  ", "", "{}"),
    "R": ('board <- c("{rows}")\n', '",\n  "', "", "{}"),
    "YAML": ('board:\n  - "{rows}"\n', '"\n  - "', "", "{}"),
    "Prolog texts": ('board(["{rows}"]).\n', '",\n "', "", "{}"),
    "Prolog facts": ("row('{rows}').\n", "').\nrow('", "", "{}"),
    "C# signs": (
        "char[,] b = new char[6, 6] {{ {{{rows}}} }};\n",
        "}},\n    {{",
        ", ",
        "'{}'",
    ),
    "Go runes": ("b := [6][6]rune{{ {{{rows}}} }}\n", "}},\n    {{", ", ", "'{}'"),
    "Rust bytes": ('const B: [&[u8; 6]; 6] = [b"{rows}"];\n', '", b"', "", "{}"),
    "Perl lists": ("my @b = ([{rows}]);\n", "],\n    [", ", ", "'{}'"),
    "Perl words": ("my @b = qw({rows});\n", " ", "", "{}"),
    "Perl lines": ('my $b = <<"END";\n{rows}\nEND\n', "\n", "", "{}"),
    "Elixir words": ("b = [~w({rows})]\n", "),\n  ~w(", " ", "{}"),
    "C++ lines": ('const char* b = R"(\n{rows}\n)";\n', "\n", "", "{}"),
    "Scala lines": ('val b = """{rows}""".stripMargin\n', "\n    |", "", "{}"),
    "TOML lines": ("board = '''\n{rows}\n'''\n", "\n", "", "{}"),
    "Python makes lists": ('b = [list(row) for row in ["{rows}"]]\n', '", "', "", "{}"),
    "Python behind a line": ('b = """\\\n{rows}\n""".splitlines()\n', "\n", "", "{}"),
    "JavaScript in one text": ('const b = "{rows}".split("\\n");\n', "\\n", "", "{}"),
    "Rust": ('let board = vec!["{rows}"];\n', '", "', "", "{}"),
    "JavaScript lines": ("const board = `\n  {rows}\n`.trim().split('\\n');\n", "\n  ", "", "{}"),
    "JavaScript texts": (
        "const rows = [`{rows}`].map((row) => row.split(''));\n",
        "`,\n  `",
        "",
        "{}",
    ),
    "a text of lines": ('BOARD = """\n{rows}\n"""\n', "\n", "", "{}"),
}


def programs() -> None:
    """Rows of cells in programs of several languages."""
    for name, form in PROGRAMS.items():
        WAYS[f"code: {name}"] = program(*form)

    for name in ("nrow = {0.rows}", "ncol={0.cols}", "{0.rows}, {0.cols}"):
        for order in ("", ", byrow = TRUE"):
            WAYS[f"code: R's matrix of {name}{order}"] = matrix_of_r(name, order)
    WAYS["code: NumPy's reshape"] = reshaped


def matrix_of_r(size: str, order: str) -> Way:
    """One list of cells, which fill the columns one by one, or the rows."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        rows = drawn(puzzle, "", ".", "x")
        if not any("." in row for row in rows):
            raise Unfit
        lines = rows if order else ["".join(column) for column in zip(*rows, strict=True)]
        data = ",\n  ".join(", ".join(f'"{cell}"' for cell in line) for line in lines)
        return f"m <- matrix(c({data}), {size.format(puzzle)}{order})\n"

    return write


def reshaped(puzzle: Puzzle) -> str:
    """One list of cells, and then its shape."""
    known_target(puzzle)
    own_exit(puzzle)
    rows = cells(puzzle, wall="x")
    if not any("." in row for row in rows):
        raise Unfit
    data = [cell for row in rows for cell in row]
    return f"b = np.array({data}).reshape({puzzle.rows}, {puzzle.cols})\n"


def program(form: str, between_rows: str, between: str, cell: str) -> Way:
    """Rows of cells in a form of the whole, of what parts rows and cells, and of a cell."""

    def write(puzzle: Puzzle) -> str:
        known_target(puzzle)
        own_exit(puzzle)
        if not any("." in row for row in cells(puzzle)):
            raise Unfit  # a board without empty cells is not sure to be one
        rows = [between.join(map(cell.format, row)) for row in cells(puzzle, wall="x")]
        return form.format(rows=between_rows.format().join(rows))

    return write


@way("cells in pairs")
def pairs(puzzle: Puzzle) -> str:
    """A vehicle by its cells on each line."""
    of_size_6(puzzle)
    return "".join(
        f"{v.label}: {' '.join(f'({row},{col})' for row, col in v.cells())}\n"
        for v in puzzle.vehicles
    )


@way("cells by letters")
def lettered(puzzle: Puzzle) -> str:
    """A vehicle by its first and last cell, below the size."""
    known_target(puzzle)
    own_exit(puzzle)
    if puzzle.walls:
        raise Unfit
    lines = [f"{puzzle.rows} {puzzle.cols}"]
    for v in puzzle.vehicles:
        first, *_, last = (f"{chr(97 + col)}{row + 1}" for row, col in v.cells())
        lines.append(f"{v.label} = {first}-{last}")
    return "\n".join(lines) + "\n"


def of_size_6(puzzle: Puzzle) -> None:
    """Require what a list without a size and an exit can say."""
    known_target(puzzle)
    own_exit(puzzle)
    if (puzzle.rows, puzzle.cols) != (6, 6) or puzzle.walls:
        raise Unfit


def tabled(header: str, sign: str) -> Way:
    """A header and a line for each vehicle."""

    def write(puzzle: Puzzle) -> str:
        of_size_6(puzzle)
        rows = [HEADERS[header](vehicle) for vehicle in puzzle.vehicles]
        lines = [header.replace(",", sign), *(sign.join(map(str, row)) for row in rows)]
        return "\n".join(lines) + "\n"

    return write


def called(call: str) -> Way:
    """A list of calls."""

    def write(puzzle: Puzzle) -> str:
        of_size_6(puzzle)
        calls = ",\n    ".join(call.format(vehicle) for vehicle in puzzle.vehicles)
        return f"vehicles = [\n    {calls},\n]\n"

    return write


grids()
dressed()
frames()
documents()
tables()
records()
levels()
programs()


def several(puzzles: list[Puzzle], parted: str) -> str:
    """Grids, one below the other."""
    texts = [grid("", ".", "x")(puzzle) for puzzle in puzzles]
    return "".join(parted.format(number=number) + text for number, text in enumerate(texts, 1))


def quoted(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False)
