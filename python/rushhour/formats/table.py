"""Tables: a vehicle on each line below a header, the lines of CodinGame, and calls in a program.

```text
# label,axis,length,row,column        2              vehicles = [
X,-,2,2,0                             0 0 2 2 H        Vehicle("X", 0, 2, 2, "H"),
B,|,3,0,2                             1 2 0 3 V        Vehicle("B", 2, 0, 3, "V")]
#,-,1,5,5                             (n, then id x y length axis)

0,2,2,h;2,0,3,v;                      (x,y,length,axis; in one line or several)
```

The columns of a header are in any order and under the names of `listing`, which also says what the
numbers mean and which vehicle is the target. The header may be a comment; a label `#` is a wall. A
size such as `6 6` may stand above; else the board is 6x6. A call has names, or label, x, y, length
and axis; with the axis in the second place, row, column and length follow. A pair in a call is row
and column. Records that end in semicolons have x, y, length and axis, with or without a label. Of a
list without labels and marks the first vehicle is the target, and they are numbered from 0. Of any
other list, or of tuples, every order of the columns is tried; it is refused unless exactly one of
them is a legal board.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

import rushhour._core as _core
from rushhour.errors import InvalidBoardError, ParseError, UnwritableError
from rushhour.formats import csc, drawn, link, uva
from rushhour.formats.games import KLOTSKI
from rushhour.formats.listing import (
    SIZE,
    Entry,
    Listing,
    axis_of,
    field_of,
    is_red,
    setup,
    words_for,
)
from rushhour.formats.source import MAX_LINES, Line, Source, checked_lines, is_integer, seen
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Setup

_CALL = re.compile(r"\b(?:Vehicle|Car|Piece|Block|Truck)\s*\(((?:[^()]|\([^()]{0,40}\)){0,300})\)")
_TUPLE = re.compile(r"[(\[]([^()\[\]]{0,300})[)\]]")
_SIZE = re.compile(r"\s*(?:size:?\s*)?([0-9]{1,2})(?:\s*[xX\u00d7,]\s*|\s+)([0-9]{1,2})\s*", re.I)
_Y = re.compile(r"[\s_-]*y[\s_-]*", re.I)
_COMMENT = re.compile(r"\s*#(\s|[^,;]*$)")
_NOTE = re.compile(r"\s#\s.*")
# Longer than any header.
_WIDE = 256
_LEAST = 3
"""The fewest words of two letters or more that make a header, even if a column is missing."""

_BOX = ("width", "height")
# A header has one group of each.
_NEEDED = (
    (("row", "col"), ("place",)),
    (("axis",), ("horizontal",), ("vertical",), _BOX),
    (("length",), _BOX),
)
_CODINGAME = ("label", "col", "row", "length", "axis")
_OURS = ("label", "axis", "row", "col", "length")
_RECORD = ("label", "col", "row", "length", "axis")
_NUMBERS = ("row", "col", "length")


class _Row(NamedTuple):
    """The fields of a vehicle, and what each is; None where no header and no order says it."""

    line: Line
    fields: tuple[str, ...]
    names: tuple[str, ...] | None = None


class _VehicleTable(NamedTuple):
    """The rows of a text and what stands above them; `calls` have the arguments of each call."""

    rows: Sequence[_Row]
    header: tuple[str, ...] = ()
    number: Line | None = None
    calls: Sequence[tuple[Line, str]] = ()
    size: tuple[int, int] = (SIZE, SIZE)


def matches(source: Source) -> bool:
    """A header with the columns of a vehicle, lines of CodinGame, records, calls or tuples."""
    if source.opening[:1] == "{" or not source.head:
        return False
    if uva.matches(source) or link.matches(source):
        return False
    table = _table([*source.picture_lines(head=True)])
    if table.header:
        return _is_complete(table.header) or not uva.resembles(source)
    has_names = any(row.names for row in table.rows)
    is_numbered = table.number is not None and not _core.is_car_list(drawn.numbered(source.head))
    return bool(table.calls) or has_names or is_numbered


def has_header(source: Source) -> bool:
    """Whether a header with all columns of a vehicle stands above."""
    return _is_complete(_table([*source.picture_lines(head=True)]).header)


def resembles(source: Source) -> bool:
    """Lines or tuples with an axis among at least three numbers, without a header."""
    if uva.resembles(source) or csc.resembles(source):
        return False
    rows = [_fields(record.text) for line in source.head for record in _records(line)]
    return 2 * sum(map(_is_vehicle, rows)) > len(rows) or bool(_tuples(source.head))


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The one puzzle of the text; `target` declares the label of the target."""
    if source.head and uva.matches(source):
        source.fail(
            "expected another header than that of uva, whose rows and columns count from 1", 1
        )
    lines = checked_lines(source.bounded(source.picture_lines()))
    table = _table(lines)
    first = lines[0].number
    _require_columns(source, table.header, first)
    found = len(table.rows or table.calls)
    if found > MAX_LINES:
        source.fail(f"expected at most {MAX_LINES} vehicles, found {found}", first)
    if table.number is not None and int(table.number.text) != found:
        expected = f"expected {table.number.text.strip()} vehicles below this line"
        source.fail(f"{expected}, found {found}", table.number.number)
    if not found:
        source.fail("expected a vehicle, found the end of the text", first)
    if table.calls:
        table = table._replace(rows=[_of_call(source, *call) for call in table.calls])
    if all(row.names is not None for row in table.rows):
        yield setup(_listing(source, table, target))
    else:
        yield _of_legal_order(source, table, target)


def _require_columns(source: Source, header: Sequence[str], line: int) -> None:
    """Refuse a header that has a column twice, or lacks one."""
    names = _meant(header)
    _require_once(source, line, names, header)
    unknown = next((word for word, name in zip(header, names, strict=True) if not name), None)
    if unknown is not None and "label" not in names:
        known = ", ".join(words_for("label")[:3])
        source.fail(f"expected a column of labels, such as {known}, found {seen(unknown)}", line)
    for needed in _NEEDED if header else ():
        if not any({*group} <= {*names} for group in needed):
            lacking = next(name for name in needed[0] if name not in names)
            source.fail(f"expected a column for the {_in_words(lacking)}, found none", line)


def _require_once(source: Source, line: int, names: Sequence[str], fields: Sequence[str]) -> None:
    """Refuse a field that is given twice."""
    for name in dict.fromkeys(names):
        given = [field for field, other in zip(fields, names, strict=True) if other == name]
        if name and len(given) > 1:
            found = " and ".join(map(seen, given))
            source.fail(f"expected the {_in_words(name)} once, found it in {found}", line)


def _in_words(name: str) -> str:
    return {"col": "column", "place": "position"}.get(name, name)


def _listing(source: Source, table: _VehicleTable, target: str | None) -> Listing:
    """The list; one without labels and marks is numbered from 0, and its first is the target."""
    entries = [_entry(source, row) for row in table.rows]
    if not any(one.label is not None or one.is_target or one.is_red for one in entries):
        entries = [replace(one, label=str(number)) for number, one in enumerate(entries)]
        entries[0] = replace(entries[0], is_target=target is None)
    return Listing(
        source,
        entries,
        *table.size,
        target=target,
        has_y=not table.header or any(_Y.fullmatch(word) for word in table.header),
        has_pairs=any("place" in (row.names or ()) for row in table.rows),
        line=table.rows[0].line.number,
    )


def _of_legal_order(source: Source, table: _VehicleTable, target: str | None) -> Setup:
    """The board of a list without a header, if one order of its columns alone is a legal one."""
    line = table.rows[0].line
    tried = [
        (first, names, _board(source, table, names, first, target))
        for first in (0, 1)
        for names in _orders([row.fields for row in table.rows])
    ]
    known = [(first, names, board) for first, names, board in tried if isinstance(board, Setup)]
    legal = [(names, board) for first, names, board in known if first == known[0][0]]
    if len({board for _, board in legal}) == 1:
        names, board = legal[0]
        counted = f"cells counted from {known[0][0]}"
        source.warn(
            f"read as {_said(names)}, {counted}: in no other order is it legal", line.number
        )
        return board
    found = f"a header such as label,axis,length,row,column, found {seen(line.text.strip())}"
    if legal:
        two = " and ".join(_said(names) for names, _ in legal[:2])
        why = f"without one it could be {two}"
    elif tried:
        reasons = [f"{_said(names)}: {_reason(board)}" for _, names, board in tried[:2]]
        why = f"no order of the columns is a legal board: {'; '.join(reasons)}"
    else:
        why = "without one its numbers could be rows or columns"
    source.fail(f"expected {found}; {why}", line.number)


def _orders(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """What the columns of some rows can mean; those whose numbers stand in a usual order first."""
    width = len(rows[0])
    if any(len(row) != width for row in rows) or width not in (4, 5):
        return
    columns = [[row[at] for row in rows] for at in range(width)]
    axes = [at for at, column in enumerate(columns) if all(map(axis_of, column))]
    numbers = [at for at, column in enumerate(columns) if all(map(is_integer, column))]
    for order in permutations(_NUMBERS):
        for axis in axes:
            for label in range(width) if width == len(_OURS) else [None]:
                left = [at for at in numbers if at not in (axis, label)]
                if label != axis and len(left) == len(order):
                    names = dict(zip(left, order, strict=True))
                    names[axis] = "axis"
                    if label is not None:
                        names[label] = "label"
                    yield tuple(names[at] for at in range(width))


def _board(
    source: Source, table: _VehicleTable, names: tuple[str, ...], first: int, target: str | None
) -> Setup | ParseError | InvalidBoardError:
    """The board of a list with its columns in an order, or what is wrong with it."""
    rows = [row._replace(names=names) for row in table.rows]
    try:
        found = setup(_listing(source, table._replace(rows=rows), target), first)
        Puzzle.from_setup(found)
    except (ParseError, InvalidBoardError) as error:
        return error
    return found


def _said(names: Sequence[str]) -> str:
    return ",".join(map(_in_words, names))


def _reason(error: object) -> str:
    if isinstance(error, InvalidBoardError):
        return error.reasons[0]
    return error.message if isinstance(error, ParseError) else ""


# From lines to rows.


def _table(lines: Sequence[Line]) -> _VehicleTable:
    """The rows of a text, each with the names of its fields where something says them."""
    size, lines = size_in(lines)
    header, records = _below_header(lines)
    found = _of_records(header, records, has_size=size is not None)
    return found._replace(header=header, size=size or (SIZE, SIZE))


def size_in(lines: Sequence[Line]) -> tuple[tuple[int, int] | None, Sequence[Line]]:
    """The rows and columns in the first line, if it says a size, and the lines below."""
    found = _SIZE.fullmatch(lines[0].text) if len(lines) > 1 else None
    return ((int(found[1]), int(found[2])), lines[1:]) if found else (None, lines)


def _of_records(
    header: tuple[str, ...], records: Sequence[Line], *, has_size: bool
) -> _VehicleTable:
    if calls := _calls(records):
        return _VehicleTable([], calls=calls)
    if header:
        return _VehicleTable([_Row(line, _fields(line.text), _meant(header)) for line in records])
    if _are_records(records):
        names = _RECORD[len(_RECORD) - len(_fields(records[0].text)) :]
        return _VehicleTable([_Row(line, _fields(line.text), names) for line in records])
    first, rows = records[:1], [_Row(line, _fields(line.text)) for line in records[1:]]
    if first and is_integer(first[0].text.strip()) and all(_is_vehicle(row.fields) for row in rows):
        if rows and all(map(_is_codingame, rows)):
            return _VehicleTable([row._replace(names=_CODINGAME) for row in rows], number=first[0])
        if has_size:
            return _VehicleTable(rows, number=first[0])
    return _VehicleTable(_tuples(records) or [_Row(line, _fields(line.text)) for line in records])


def _below_header(lines: Sequence[Line]) -> tuple[tuple[str, ...], list[Line]]:
    """The words of a header, in the first line or in a comment above it, and the records below."""
    header: tuple[str, ...] = ()
    records: list[Line] = []
    for written in lines:
        line = written._replace(text=_NOTE.sub("", written.text))
        first, *others = _records(line)
        if not records and not header and (header := _header(first)):
            records += others
        elif not _COMMENT.match(written.text):
            records += _records(line)
    return header, records


def _header(line: Line) -> tuple[str, ...]:
    """The words of a header; none of another line."""
    words = _fields(line.text.strip().removeprefix("#")) if len(line.text) <= _WIDE else ()
    long = [word for word in words if field_of(word) and len(word) > 1]
    return words if _is_complete(words) or len(long) >= _LEAST else ()


def _is_complete(words: Sequence[str]) -> bool:
    """Whether a header has all columns of a vehicle."""
    names = {*_meant(words)}
    return all(any({*group} <= names for group in needed) for needed in _NEEDED)


def _meant(words: Sequence[str]) -> tuple[str, ...]:
    """What the words of a header mean; nothing of an unknown one."""
    return tuple(field_of(word) or "" for word in words)


def _records(line: Line) -> list[Line]:
    """The records of a line that end in semicolons, with commas between their fields."""
    parts = re.findall(r"[^;]+;?", line.text) if "," in line.text else [line.text]
    return [line._replace(text=part) for part in parts if part.strip()] or [line]


def _are_records(lines: Sequence[Line]) -> bool:
    """Whether lines are records x,y,length,axis that end in semicolons, with or without a label.

    The first one shows it, so that a later one that is spoilt has its own error.
    """
    first = _fields(lines[0].text) if lines else ()
    return (
        len(first) in (4, 5)
        and ";" in lines[0].text
        and all(line.text.rstrip().endswith(";") for line in lines[:-1])
        and axis_of(first[-1]) is not None
        and all(map(is_integer, first[-4:-1]))
    )


def _fields(text: str) -> tuple[str, ...]:
    """The fields between commas, semicolons, tabs or blanks."""
    sign = next((sign for sign in ",;" if sign in text), None)
    fields = text.strip().removesuffix(";").split(sign)
    return tuple(field.strip().strip("\"'") for field in fields)


def _is_vehicle(fields: Sequence[str]) -> bool:
    """Whether fields have an axis and three numbers, and at most a label beside them."""
    is_short = 4 <= len(fields) <= 5
    return is_short and any(map(axis_of, fields)) and sum(map(is_integer, fields)) >= 3


def _is_codingame(row: _Row) -> bool:
    """Whether a row is id x y length axis, as in the input of CodinGame."""
    *numbers, axis = row.line.words()
    return len(numbers) == 4 and all(map(is_integer, numbers)) and axis in ("H", "V", "h", "v")


def _tuples(lines: Sequence[Line]) -> list[_Row]:
    """The tuples of a program, each a vehicle; none if one of them is something else."""
    found = [(line, _fields(text)) for line, text in _found(_TUPLE, lines)]
    are_vehicles = all(_is_vehicle(fields) for _, fields in found)
    return [_Row(line, fields) for line, fields in found] if are_vehicles else []


def _calls(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """The arguments of the calls that make vehicles, each with the line in which it begins."""
    found = _found(_CALL, lines)
    return [(line, call) for line, call in found if len(re.findall(r"\d+", call)) >= 3]


def _found(pattern: re.Pattern[str], lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """The first group of each match of a pattern, and the line in which it begins."""
    text = "\n".join(line.text for line in lines)
    number = end = 0
    for match in pattern.finditer(text):
        number += text.count("\n", end, match.start())
        end = match.start()
        yield lines[number], match[1]


def _of_call(source: Source, line: Line, arguments: str) -> _Row:
    """The values of a call, and what each is; no names where they stand in an unknown order."""
    try:
        call = ast.parse(f"f({arguments.strip()})", mode="eval").body
        assert isinstance(call, ast.Call)
        values = [*map(_value, call.args)]
        named = [(str(one.arg), _value(one.value)) for one in call.keywords]
    except (SyntaxError, ValueError, AssertionError, RecursionError, MemoryError):
        source.fail(f"expected plain values in a call, found {seen(arguments)}", line.number)
    fields, names = (*values, *(value for _, value in named)), _order(values, bool(named))
    if names is not None:
        names += _meant([name for name, _ in named])
        _require_once(source, line.number, names, fields)
    return _Row(line, fields, names)


def _value(node: ast.expr) -> str:
    """A plain value, a name such as `Axis.HORIZONTAL`, or a pair of numbers, as text."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Tuple | ast.List):
        return " ".join(map(_value, node.elts))
    return str(ast.literal_eval(node))


def _order(values: Sequence[str], has_others: bool) -> tuple[str, ...] | None:
    """What the values of a call are by their places; nothing if their order is another one."""
    if any(map(_pair, values)):
        return tuple(map(_kind, values))
    is_ours = len(values) > 1 and axis_of(values[1]) is not None
    order = _OURS if is_ours else _CODINGAME
    axis = order.index("axis")
    is_known = has_others or not any(map(axis_of, values)) or any(map(axis_of, values[axis:]))
    return order[: len(values)] if is_known else None


def _kind(value: str) -> str:
    """What a value of a call beside a place is."""
    if _pair(value):
        return "place"
    if is_integer(value):
        return "length"
    return "label" if axis_of(value) is None else "axis"


def _pair(value: str) -> Cell | None:
    """The cell in a text of two numbers."""
    words = re.sub(r"[\s,()\[\]]+", " ", value).split()
    return (
        (int(words[0]), int(words[1])) if len(words) == 2 and all(map(is_integer, words)) else None
    )


# From a row to its vehicle.


def _entry(source: Source, row: _Row) -> Entry:
    """The vehicle in the fields of a row."""
    line, fields, names = row
    assert names is not None
    if len(fields) != len(names):
        source.fail(f"expected {len(names)} fields, found {len(fields)}", line.number)
    found = {name: field for name, field in zip(names, fields, strict=True) if name}
    row_, col = _place(source, line, found)
    axis, length = _shape(source, line, found)
    label = found.get("label")
    return Entry(
        row_,
        col,
        axis,
        length,
        label,
        is_target=_flag(source, line, found, "target"),
        is_wall=_flag(source, line, found, "wall") or label == "#",
        is_red=is_red(found.get("color", "")),
    )


def _place(source: Source, line: Line, found: dict[str, str]) -> Cell:
    if "place" not in found:
        return _number(source, line, found, "row"), _number(source, line, found, "col")
    cell = _pair(found["place"])
    if cell is None:
        source.fail(f"expected a row and a column, found {seen(found['place'])}", line.number)
    return cell


def _shape(source: Source, line: Line, found: dict[str, str]) -> tuple[Axis, int]:
    """The axis and the length; or width and height, of which one is 1."""
    if found.keys() >= {*_BOX}:
        width, height = (_number(source, line, found, name) for name in ("width", "height"))
        if min(width, height) != 1:
            other = f"found {width}x{height}; {KLOTSKI}"
            source.fail(f"expected a vehicle that is 1 cell wide, {other}", line.number)
        return ("h", width) if height == 1 else ("v", height)
    return _axis(source, line, found), _number(source, line, found, "length")


def _axis(source: Source, line: Line, found: dict[str, str]) -> Axis:
    for name, axis, other in (("horizontal", "h", "v"), ("vertical", "v", "h")):
        if name in found:
            return axis if _flag(source, line, found, name) else other  # type: ignore[return-value]
    means = axis_of(found.get("axis", ""))
    if means is None:
        source.fail(f"expected h or v, found {seen(found.get('axis', ''))}", line.number)
    return means


def _number(source: Source, line: Line, found: dict[str, str], name: str) -> int:
    value = found.get(name, "")
    if not is_integer(value):
        what = seen(value) if value else "none"
        source.fail(f"expected the {_in_words(name)} as a number, found {what}", line.number)
    return int(value)


_TRUTH = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}


def _flag(source: Source, line: Line, found: dict[str, str], name: str) -> bool:
    """The truth value in a column; false without the column."""
    value = found.get(name, "")
    if value.casefold() not in _TRUTH:
        source.fail(f"expected true or false for the {name}, found {seen(value)}", line.number)
    return _TRUTH[value.casefold()]


def write(puzzle: Puzzle) -> str:
    """The vehicles below a header that names the target, then the walls; a size that is not 6x6."""
    drawn.require_own_exit(puzzle, "table")
    for vehicle in puzzle.vehicles:
        if not re.fullmatch(r"[^\W_]+", vehicle.label):
            raise UnwritableError(
                f"the format table cannot hold the label {vehicle.label!r}; "
                "--relabel, or relabel() in Python, gives new labels"
            )
    size = (puzzle.rows, puzzle.cols)
    lines = [] if size == (SIZE, SIZE) else [f"{puzzle.rows} {puzzle.cols}"]
    lines.append("label,row,column,length,axis,target")
    for vehicle in puzzle.vehicles:
        place = f"{vehicle.row},{vehicle.col},{vehicle.length},{vehicle.axis}"
        mark = "yes" if vehicle.label == puzzle.target else "no"
        lines.append(f"{vehicle.label},{place},{mark}")
    lines += [f"#,{row},{col},1,h,no" for row, col in puzzle.walls]
    return "\n".join(lines) + "\n"
