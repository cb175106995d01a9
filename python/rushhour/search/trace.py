"""Traces: what a textbook search does, expansion by expansion; as lines of JSON, and back."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import isfinite
from os import PathLike
from typing import Any, BinaryIO, NamedTuple, Protocol

from rushhour.base.expect import expect
from rushhour.base.text import json_line
from rushhour.errors import ParseError, RushHourError
from rushhour.formats import parse
from rushhour.formats.json import as_dict
from rushhour.formats.opening import name_of, opened
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle


class Child(NamedTuple):
    """A state that an expansion generated.

    `move` leads to it, and `state` is as that of an `Expansion`. `h` and `f` are those of this way
    to it; `h` is None also where it proves that the state has no solution. `known` says that the
    search knew the state already, so that it is a duplicate. IDA* has neither h nor f before it
    enters a state, and knows only the states of its path.
    """

    move: Move
    state: str
    h: int | None
    f: float | None
    known: bool


class Expansion(NamedTuple):
    """A state that was expanded.

    `number` counts from 1. `state` has the labels of the puzzle: it is a board string, which omits
    cells beyond the exit, or an object of the format `json` if `parse` would not read the puzzle
    from a board string: for a label such as `12`, or an exit on another side. `move` led to it from
    the state before it on its way, whose expansion has the number `parent`; both are None for a
    root. `earlier` is the number of the last expansion of the same state: a duplicate, or a
    reopening if its `g` was larger. `h` is None without a heuristic, `f` where depth alone decides.
    `open` and `closed` are the sizes of the two lists before the expansion, this state in neither;
    `memory` is the bytes of all tables. `from_goal` is for a search from both ends: it counts g
    from the goal. `children` are the generated states, in order; None without `trace_children`.
    """

    number: int
    state: str
    move: Move | None
    parent: int | None
    earlier: int | None
    g: int
    h: int | None
    f: float | None
    open: int
    closed: int
    memory: int
    from_goal: bool
    children: tuple[Child, ...] | None = None


class ChildRow(NamedTuple):
    """A child as the core shows it."""

    text: str | None
    step: tuple[int, int]
    h: int | None
    f: float | None
    known: bool


class ExpansionRow(NamedTuple):
    """An expansion as the core shows it: the move is the index of a vehicle and its cells.

    Of `children` there are none unless they were asked for.
    """

    offsets: list[int]
    text: str | None
    step: tuple[int, int] | None
    priority: tuple[int, int | None, float | None]
    sizes: tuple[int, int, int]
    from_goal: bool
    children: list[ChildRow]


class Lineage:
    """The numbers of the expansions of each state, which name parents and earlier expansions.

    It takes some 200 bytes for each state.
    """

    def __init__(self) -> None:
        self._count = 0
        self._numbers: dict[tuple[bool, bytes], int] = {}

    def place(self, row: ExpansionRow) -> tuple[int, int | None, int | None]:
        """The number of a new expansion, of its parent, and of the last one of its state."""
        self._count += 1
        key = self._key(row, 0)
        parent = None if row.step is None else self._numbers.get(self._key(row, row.step[1]))
        earlier = self._numbers.get(key)
        self._numbers[key] = self._count
        return self._count, parent, earlier

    @staticmethod
    def _key(row: ExpansionRow, back: int) -> tuple[bool, bytes]:
        """The state, or the one before it, from which the last move went `back` less cells."""
        places = list(row.offsets)
        if row.step is not None:
            places[row.step[0]] -= back
        return row.from_goal, bytes(offset & 255 for offset in places)


def tracer(
    trace: Callable[[Expansion], object] | None, puzzle: Puzzle, *, children: bool = False
) -> Callable[[ExpansionRow], object] | None:
    """The caller's function as the core calls it."""
    if trace is None:
        return None
    expect("trace", trace, Callable, "a function or None")
    lineage, states = Lineage(), _StateTexts(puzzle)

    def show(found: ExpansionRow) -> None:
        row = ExpansionRow(*found)
        number, parent, earlier = lineage.place(row)
        g, h, f = row.priority
        expansion = Expansion(
            number,
            states.text(row.text, row.offsets),
            None if row.step is None else states.move(row.step),
            parent,
            earlier,
            g,
            h,
            _number(f),
            *row.sizes,
            row.from_goal,
            tuple(states.child(row, ChildRow(*one)) for one in row.children) if children else None,
        )
        trace(expansion)

    return show


class _StateTexts:
    """The states of a puzzle as a trace writes them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._labels = [vehicle.label for vehicle in puzzle.vehicles]
        self._is_plain: bool | None = None

    def text(self, text: str | None, offsets: list[int]) -> str:
        """The board string of a state, or an object of JSON without the title."""
        if text is not None and self._is_plain is None:
            self._is_plain = _is_read_as(text, self._puzzle)
        if text is not None and self._is_plain:
            return text
        state = Puzzle._of(self._puzzle._core.at(offsets), None)
        return json.dumps(as_dict(state), ensure_ascii=False)

    def move(self, step: tuple[int, int]) -> Move:
        """A move by the label of its vehicle."""
        return Move(self._labels[step[0]], step[1])

    def child(self, parent: ExpansionRow, child: ChildRow) -> Child:
        """A child of an expansion."""
        offsets = list(parent.offsets)
        offsets[child.step[0]] += child.step[1]
        state = self.text(child.text, offsets)
        return Child(self.move(child.step), state, child.h, _number(child.f), child.known)


def _number(f: float | None) -> float | None:
    """A whole f as an integer."""
    return int(f) if f is not None and f.is_integer() else f


def _is_read_as(text: str, puzzle: Puzzle) -> bool:
    """Whether a board string of the start means this board: its target, and its exit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = parse(text)
        except RushHourError:
            return False
    return (found.target, found.exit) == (puzzle.target, puzzle.exit)


class Lines(Protocol):
    """What takes text."""

    def write(self, text: str, /) -> object:
        """Take a piece of text."""


def lines_to(file: Lines) -> Callable[[Expansion], object]:
    """A function for `trace` that writes each expansion as a line of JSON."""

    def write(expansion: Expansion) -> None:
        row = _plain(expansion._asdict())
        if expansion.children is None:
            del row["children"]
        else:
            row["children"] = [_plain(child._asdict()) for child in expansion.children]
        file.write(json_line(row) + "\n")

    return write


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """An expansion or a child as values of JSON."""
    state = row["state"]
    row["state"] = json.loads(state) if state.startswith("{") else state
    row["move"] = None if row["move"] is None else str(row["move"])
    return row


# Reading the lines back.


def read_trace(file: str | PathLike[str] | Iterable[str] | BinaryIO) -> Iterator[Expansion]:
    """The expansions of a trace that `solve --trace` wrote: a path, or an open file.

    It is read as the expansions are needed. Each line is checked by itself, and that numbers follow
    one another and parents come first; `rushhour.lab.tree` checks that all is one search.
    ParseError names the file and the line; OSError if the file cannot be read.
    """
    return (expansion for _, expansion in numbered(file))


def numbered(
    file: str | PathLike[str] | Iterable[str] | BinaryIO,
) -> Iterator[tuple[int, Expansion]]:
    """The expansions of a trace with the numbers of their lines; see `read_trace`."""
    source, number = name_of(file), 0
    with opened(file) as lines:
        for place, line in enumerate(_pieces(lines), 1):
            if not expect("file", line, str, "a path or lines of text").strip():
                continue
            number += 1
            try:
                expansion = _expansion(_object(line))
                _require_place(expansion, number)
            except ParseError as error:
                raise ParseError(error.message, place, error.column, source) from None
            yield place, expansion


_LONGEST = 1 << 24
"""The most characters of a line: a hundred children on the largest boards take a third."""


def _pieces(file: Iterable[str]) -> Iterator[str]:
    """The lines of an open file; of one that is too long only the part that shows it."""
    readline = getattr(file, "readline", None)
    return iter(file) if readline is None else iter(partial(readline, _LONGEST + 1), "")


def _require_place(expansion: Expansion, number: int) -> None:
    """Refuse an expansion whose numbers do not fit its place in a trace, from 1."""
    if expansion.number != number:
        hint = "; another search begins here, and a trace has one" if expansion.number == 1 else ""
        raise ParseError(f"expected number {number}, found {expansion.number}{hint}")
    for name, other in (("parent", expansion.parent), ("earlier", expansion.earlier)):
        if other is not None and not 1 <= other < number:
            expected = f"expected {name} to be null or a number from 1 to {number - 1}"
            raise ParseError(f"{expected}, found {other}")
    if (expansion.parent is None) != (expansion.move is None):
        raise ParseError("expected a parent and a move, or null for both")


def _object(line: str) -> dict[str, Any]:
    if len(line) > _LONGEST:
        raise ParseError(f"expected at most {_LONGEST} characters in a line")
    try:
        found = json.loads(line)
    except RecursionError:
        raise ParseError("expected an expansion, found JSON that is nested too deeply") from None
    except ValueError as error:
        column = getattr(error, "colno", None)
        raise ParseError(
            f"expected a line of JSON, found {_seen(line.strip())}", None, column
        ) from None
    if not isinstance(found, dict):
        raise ParseError(f"expected an object with an expansion, found {_seen(found)}")
    return found


def _expansion(row: dict[str, Any]) -> Expansion:
    """An expansion from the values of JSON; ParseError says which of them is wrong."""
    children = row.get("children")
    if children is not None and not isinstance(children, list):
        raise ParseError(f"expected children to be a list, found {_seen(children)}")
    return Expansion(
        number=_count(row, "number"),
        state=_state(row),
        move=None if row.get("move") is None else _move(row["move"]),
        parent=_optional(row, "parent"),
        earlier=_optional(row, "earlier"),
        g=_count(row, "g"),
        h=_optional(row, "h"),
        f=_priority(row),
        open=_count(row, "open"),
        closed=_count(row, "closed"),
        memory=_count(row, "memory"),
        from_goal=_truth(row, "from_goal"),
        children=None if children is None else tuple(map(_child, children)),
    )


def _child(row: Any) -> Child:
    if not isinstance(row, dict):
        raise ParseError(f"expected children to be objects, found {_seen(row)}")
    return Child(
        _move(row.get("move")),
        _state(row),
        _optional(row, "h"),
        _priority(row),
        _truth(row, "known"),
    )


def _count(row: Mapping[str, Any], name: str) -> int:
    value = row.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise ParseError(f"expected {name} to be a count, found {_seen(value)}")
    return value


def _optional(row: Mapping[str, Any], name: str) -> int | None:
    return None if row.get(name) is None else _count(row, name)


def _priority(row: Mapping[str, Any]) -> float | None:
    f = row.get("f")
    if f is None or (isinstance(f, int | float) and not isinstance(f, bool) and isfinite(f)):
        return f
    raise ParseError(f"expected f to be a number or null, found {_seen(f)}")


def _truth(row: Mapping[str, Any], name: str) -> bool:
    if not isinstance(row.get(name), bool):
        raise ParseError(f"expected {name} to be true or false, found {_seen(row.get(name))}")
    return bool(row[name])


def _state(row: Mapping[str, Any]) -> str:
    state = row.get("state")
    if not isinstance(state, str | dict):
        raise ParseError(f"expected state to be a board, found {_seen(state)}")
    return state if isinstance(state, str) else json.dumps(state, ensure_ascii=False)


def _move(text: object) -> Move:
    if not isinstance(text, str):
        raise ParseError(f"expected move to be a text such as 'B+2', found {_seen(text)}")
    return Move.parse(text)


def _seen(value: object) -> str:
    """A value in a message, cut to a line."""
    return "nothing" if value is None else f"{value!r:.60}"
