"""PDDL: the problem of a planner's task, as `planning.to_pddl` writes it and as people do by hand.

```text
(define (problem p) (:domain rush-hour)
  (:objects r0c0 r0c1 ... - cell  car-x - length-2)
  (:init (at car-x r2c0) (next car-x r2c0 r2c1) ... (clear r2c2) ...)
  (:goal (at car-x r2c4)))
```

The facts are read whatever the domain is called: where each vehicle is (`at`, `on`, `occupies`,
..., a cell, or row and column), its axis and its length, by a fact, by its type or by its cells.
The size is that of the cells or positions. The target and its exit are those of the goal. Places
are told by the numbers in their names. Where facts do not say which of two numbers is the row, and
both are legal boards, the text is refused. So it is if a fact is missing: cells that are neither
clear nor covered, chains and neighbours with a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, NoReturn, TypeGuard

from rushhour.errors import InvalidBoardError, ParseError
from rushhour.formats.drawn import LARGEST
from rushhour.formats.source import Source
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Setup, Side, Vehicle

_TOKEN = re.compile(r"[()]|[^\s()]+")
_HEAD = re.compile(r"\s*\(\s*define\s*\(\s*(problem|domain)\b", re.IGNORECASE)
_LENGTH = re.compile(
    r"(?:length|len|size)[-_]?([0-9]{1,2})|(?<![0-9])([0-9]{1,2})[-_]?(?:cells?|long)"
)
MOST_DEPTH, MOST_OBJECTS, MOST_FACTS = 50, 1 << 11, 1 << 15
MOST_VEHICLES = 128
_DIGITS = 3
"""The most digits of a place."""

# What predicates mean, without `-` and `_`.
_AT: tuple[str, ...] = (
    "at",
    "on",
    "in",
    "occupies",
    "occupiedby",
    "occupied",
    "covers",
    "position",
    "pos",
    "parked",
)
_AT += ("atpos", "atposition", "located", "head", "front", "start", "place", "vehicleat", "carat")
_ROW = ("row", "inrow", "atrow", "y", "aty", "rowof", "line")
_COL = ("col", "column", "incol", "incolumn", "atcol", "atcolumn", "x", "atx", "colof")
_AXES: dict[str, Axis] = {
    **dict.fromkeys(("horizontal", "ishorizontal", "h", "horizontally"), "h"),
    **dict.fromkeys(("vertical", "isvertical", "v", "vertically"), "v"),
}
_ORIENTATION = ("orientation", "axis", "direction", "dir", "orient")
_SIZE = ("length", "len", "size", "haslength")
_KINDS = {
    "car": 2,
    "iscar": 2,
    "short": 2,
    "truck": 3,
    "istruck": 3,
    "lorry": 3,
    "long": 3,
    "bus": 3,
}
_CLEAR = ("clear", "empty", "free", "isclear", "isempty", "isfree", "unoccupied")
_WALL = ("wall", "iswall", "obstacle", "blocked", "isblocked", "fixed")
_TARGET = ("target", "istarget", "red", "isred", "goalcar", "player", "main")
_CHAIN: tuple[str, ...] = (
    "next",
    "succ",
    "successor",
    "inc",
    "adjacent",
    "adj",
    "neighbor",
    "neighbour",
    "connected",
)
_CHAIN += ("right", "left", "up", "down", "rightof", "leftof", "above", "below", "east", "west")
_CHAIN += ("north", "south", "nextto", "after", "before")


class _Word(str):
    """A word and the line in which it stands."""

    line: int


class _Tree(list[Any]):
    """A list of words and of such lists, and the line in which it begins."""

    line: int = 1


class _Fact(NamedTuple):
    """A fact by what its predicate is called, without signs, and its arguments."""

    name: str
    arguments: tuple[str, ...]
    written: str
    line: int


@dataclass
class _Problem:
    """A problem in its parts: the type of each object, the facts and the goal.

    `lines` are those of the objects, of the parts by their names, and of the problem by no name.
    """

    title: str
    lines: dict[str, int]
    types: dict[str, str] = field(default_factory=dict)
    facts: list[_Fact] = field(default_factory=list)
    goal: list[_Fact] = field(default_factory=list)

    @cached_property
    def _by_first(self) -> dict[str, list[_Fact]]:
        found: dict[str, list[_Fact]] = {}
        for one in self.facts:
            found.setdefault(one.arguments[0] if one.arguments else "", []).append(one)
        return found

    def line_of(self, name: str) -> int:
        """The line of the first fact about an object, or of an object, or of a part."""
        facts = self.about(name)
        return facts[0].line if facts and name else self.lines.get(name, self.lines[""])

    def about(self, name: str) -> list[_Fact]:
        """The facts whose first argument is this."""
        return self._by_first.get(name, [])

    def of(self, names: Sequence[str], *about: str, goal: bool = False) -> list[_Fact]:
        """The facts under these names, of one object if it is named."""
        facts = self.goal if goal else self.about(*about) if about else self.facts
        of_names = [one for one in facts if one.name in names]
        return [one for one in of_names if not about or one.arguments[:1] == about]


def matches(source: Source) -> bool:
    """A definition of a problem or a domain."""
    text = re.sub(r";.*", "", source.opening)
    return bool(_HEAD.match(text))


def read(source: Source) -> Iterator[Setup]:
    """The one board of the problem in the text, which may have its domain beside it."""
    text = source.text()
    trees = [tree for tree in _trees(source, text) if _is_problem(tree)]
    if len(trees) != 1:
        line = trees[1].line if trees else source.head[0].number
        source.fail(f"expected one problem in PDDL, found {len(trees) or 'none'}", line)
    yield _board(source, _problem(source, trees[0]))


def _trees(source: Source, text: str) -> list[_Tree]:
    """The lists in a text."""
    stack = [_Tree()]
    for number, line in enumerate(text.split("\n"), 1):
        for token in _TOKEN.findall(line.partition(";")[0].lower()):
            if token == "(":
                stack.append(_Tree())
                stack[-1].line = number
            elif token == ")" and len(stack) > 1:
                stack[-2].append(stack.pop())
            elif token == ")":
                source.fail("expected a ( before this ), found none", number)
            else:
                word = _Word(token)
                word.line = number
                stack[-1].append(word)
            if len(stack) > MOST_DEPTH:
                source.fail("expected PDDL, found too deep a nest", number)
    if len(stack) > 1:
        source.fail(f"expected {len(stack) - 1} more ), found the end of the text", number)
    return stack[0]


def _is_problem(tree: object) -> TypeGuard[_Tree]:
    parts = tree if isinstance(tree, list) else []
    head = parts[1] if parts[:1] == ["define"] and len(parts) > 1 else None
    return isinstance(head, list) and head[:1] == ["problem"]


def _types(words: Sequence[object]) -> dict[str, str]:
    """The type of each object of a list such as `a b - car c - truck`."""
    found: dict[str, str] = {}
    names: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest, "object")
            found |= dict.fromkeys(names, kind if isinstance(kind, str) else "object")
            names = []
        elif isinstance(word, str):
            names.append(word)
    return found | dict.fromkeys(names, "object")


def _problem(source: Source, tree: _Tree) -> _Problem:
    title = " ".join(word for word in tree[1][1:] if isinstance(word, str))
    found = _Problem(title, {"": tree.line})
    for part in tree[2:]:
        head = part[0] if isinstance(part, _Tree) and part else None
        if head is not None:
            found.lines.setdefault(head, part.line)
        if head == ":objects":
            found.types |= _types(part[1:])
            words = [word for word in part[1:] if isinstance(word, _Word)]
            found.lines.update((word, word.line) for word in reversed(words))
        elif head == ":init":
            found.facts.extend(_facts(part[1:]))
        elif head == ":goal":
            _require_conjunction(source, part[1:])
            found.goal.extend(_facts(part[1:]))
    if not found.facts:
        source.fail("expected facts in (:init ...), found none", found.line_of(":init"))
    if len(found.types) > MOST_OBJECTS:
        line = found.line_of(":objects")
        source.fail(f"expected at most {MOST_OBJECTS} objects, found {len(found.types)}", line)
    if len(found.facts) > MOST_FACTS:
        line = found.line_of(":init")
        source.fail(f"expected at most {MOST_FACTS} facts, found {len(found.facts)}", line)
    return found


def _require_conjunction(source: Source, trees: Sequence[object]) -> None:
    """Refuse a goal that is more than facts and conjunctions of them."""
    for tree in trees:
        if isinstance(tree, _Tree) and tree and tree[0] != "and":
            if not all(isinstance(word, str) for word in tree) and tree[0] != "=":
                source.fail(f"expected facts as the goal, found ({tree[0]} ...)", tree.line)
        elif isinstance(tree, _Tree):
            _require_conjunction(source, tree[1:])


def _facts(trees: Sequence[object]) -> Iterator[_Fact]:
    """The facts of a list, and those of conjunctions; `(= (row a) 2)` is `(row a 2)`."""
    for tree in trees:
        if not isinstance(tree, _Tree) or not tree:
            continue
        if tree[0] == "and":
            yield from _facts(tree[1:])
            continue
        if tree[0] == "=" and len(tree) == 3 and isinstance(tree[1], list):
            whole = _Tree([*tree[1], tree[2]])
            whole.line = tree.line
            yield from _facts([whole])
        elif all(isinstance(word, str) for word in tree):
            name = re.sub("[-_]", "", tree[0])
            yield _Fact(name, tuple(tree[1:]), f"({' '.join(tree)})", tree.line)


def _numbers(name: str) -> list[int]:
    """The numbers in a name; two digits alone are two numbers."""
    found = re.findall("[0-9]+", name)
    if any(len(word) > _DIGITS for word in found):
        return []
    if len(found) == 1 and len(found[0]) == 2 and not re.fullmatch(r"[a-z]*[-_]?[0-9]{2}", name):
        return [int(found[0])]
    return [int(word) for word in (found[0] if len(found) == 1 and len(found[0]) == 2 else found)]


@dataclass(frozen=True, slots=True)
class _Numbering:
    """How names are numbered: which number of a cell is its row, and from where they count."""

    is_column_first: bool
    first: tuple[int, int]

    def cell(self, names: Sequence[str]) -> Cell | None:
        """The cell of one name with two numbers, or of two names."""
        parts = _numbers(names[0]) if len(names) == 1 else [_lone(name) for name in names]
        if len(parts) != 2 or None in parts:
            return None
        row, col = parts[::-1] if self._turned(names) else parts
        return row - self.first[0], col - self.first[1]  # type: ignore[operator]

    def _turned(self, names: Sequence[str]) -> bool:
        """Whether the column comes first; r2c0 and x0y2 say so themselves."""
        letters = re.sub("[^a-z]", "", "".join(names))
        if letters in ("rc", "rowcol", "rowcolumn", "yx"):
            return False
        return letters in ("cr", "colrow", "columnrow", "xy") or self.is_column_first


def _lone(name: str) -> int | None:
    found = re.findall("[0-9]+", name)
    is_short = found and len(found[-1]) <= _DIGITS
    return int(found[-1]) if is_short and name.endswith(found[-1]) else None


def _board(source: Source, problem: _Problem) -> Setup:
    """The board in the reading of its numbers that is legal; ParseError if none or several are."""
    found: dict[Setup, None] = {}
    faults: list[ParseError | InvalidBoardError] = []
    for turned in (False, True):
        try:
            board = _read_as(source, problem, is_column_first=turned)
            Puzzle.from_setup(board)
            found[board] = None
        except (ParseError, InvalidBoardError) as error:
            faults.append(error)
    ambiguous = [one for one in faults if isinstance(one, ParseError) and "at both" in one.message]
    if ambiguous or not found:
        if not ambiguous and isinstance(faults[0], InvalidBoardError):
            return _read_as(source, problem, is_column_first=False)
        raise (ambiguous or faults)[0]
    if len(found) > 1:
        message = "expected facts that tell rows from columns, such as cells r0c1, found a board"
        source.fail(f"{message} that is legal either way", problem.line_of(":init"))
    return next(iter(found))


def _read_as(source: Source, problem: _Problem, *, is_column_first: bool) -> Setup:
    vehicles = _names(source, problem)
    line = problem.line_of(":objects")
    raw = _Numbering(is_column_first, (0, 0))
    others = (name for name in problem.types if name not in vehicles and "exit" not in name)
    places = [name for name in others if re.search("[0-9]", name)]
    cells = [cell for name in places if (cell := raw.cell([name])) is not None]
    cells = cells if len(cells) == len(places) else []
    positions = sorted({n for name in places if (n := _lone(name)) is not None})
    if cells:
        has_lanes = any(one.name in _CHAIN and len(one.arguments) == 3 for one in problem.facts)
        first = (0, 0) if has_lanes or min(map(min, cells)) == 0 else (1, 1)
        rows, cols = (1 + max(cell[at] for cell in cells) - first[at] for at in (0, 1))
    elif positions:
        first = positions[0], positions[0]
        rows = cols = positions[-1] - positions[0] + 1
    else:
        source.fail("expected objects for cells or positions, such as r0c0 or p0, found none", line)
    if not (0 < rows <= LARGEST and 0 < cols <= LARGEST):
        found = f"found {rows} rows and {cols} columns"
        source.fail(f"expected 1 to {LARGEST} rows and columns, {found}", line)
    if not cells:
        _require_chain(source, problem, positions)
    reading = _Numbering(is_column_first, first)
    return _Situation(
        source, problem, reading, vehicles, rows, cols, places if cells else []
    ).setup()


def _names(source: Source, problem: _Problem) -> list[str]:
    """The objects that are vehicles: those with a place."""
    known = dict.fromkeys(
        one.arguments[0]
        for one in problem.facts
        if one.name in (*_AT, *_ROW, *_COL) and len(one.arguments) > 1
    )
    typed = [name for name, kind in problem.types.items() if _is_vehicle(kind)]
    for name in typed:
        if name not in known:
            fact = f"expected a fact where {name} is, such as (at {name} r0c0)"
            source.fail(f"{fact}, found none", problem.line_of(name))
    line = problem.line_of(":init")
    if len(known) > MOST_VEHICLES:
        source.fail(f"expected at most {MOST_VEHICLES} vehicles, found {len(known)}", line)
    if not known:
        source.fail("expected facts where vehicles are, such as (at car-x r0c0), found none", line)
    return list(known)


def _is_vehicle(kind: str) -> bool:
    return bool(re.search(r"car|vehicle|truck|lorry|length-|block|piece", kind))


def _require_chain(source: Source, problem: _Problem, positions: Sequence[int]) -> None:
    """Refuse positions whose order has a gap, where facts give an order."""
    pairs = {
        (_lone(one.arguments[0]), _lone(one.arguments[1]))
        for one in problem.facts
        if one.name in _CHAIN and len(one.arguments) == 2
    }
    steps = [(one, one + 1) for one in positions[:-1]]
    for ahead, way in product(steps, (1, -1)):
        uses = any(
            end - start == way for start, end in pairs if start is not None and end is not None
        )
        if uses and ahead[::way] not in pairs:
            fact = f"expected a fact that {ahead[::way][1]} follows {ahead[::way][0]}"
            source.fail(f"{fact}, found none", problem.line_of(":init"))


class _Situation:
    def __init__(
        self,
        source: Source,
        problem: _Problem,
        reading: _Numbering,
        names: list[str],
        rows: int,
        cols: int,
        cells: list[str],
    ) -> None:
        self._source, self._problem, self._reading = source, problem, reading
        self._names, self._rows, self._cols = names, rows, cols
        self._of_cell = {cell: name for name in cells if (cell := reading.cell([name]))}

    def setup(self) -> Setup:
        """The board."""
        vehicles = [self._vehicle(name) for name in self._names]
        target, goal = self._goal()
        covered = {cell for one in vehicles for cell in one.cells()}
        walls = self._walls(covered, vehicles)
        own = vehicles[self._names.index(target)]
        line = own.row if own.axis == "h" else own.col
        title = self._problem.title.removeprefix("puzzle").strip("- ") or None
        return Setup(
            self._rows,
            self._cols,
            tuple(vehicles),
            own.label,
            Exit(self._side(own, goal), line),
            tuple(sorted(walls)),
            title,
        )

    def _fail(self, expected: str, about: str | _Fact = ":init", found: str = "none") -> NoReturn:
        """Raise an error about a fact, an object or a part of the problem."""
        line = about.line if isinstance(about, _Fact) else self._problem.line_of(about)
        self._source.fail(f"expected {expected}, found {found}", line)

    def _vehicle(self, name: str) -> Vehicle:
        placed = [(one, self._cell(one)) for one in self._problem.of(_AT, name)]
        strange = next((one for one, cell in placed if cell is None), None)
        if strange is not None:
            where = f"a cell of the board as the place of {name}"
            self._fail(f"{where}, not {strange.written}", strange)
        cells = sorted({cell for _, cell in placed if cell is not None})
        if not cells:
            cells = [self._by_lines(name)]
        axis, length = self._axis(name), self._length(name)
        if len(cells) > 1:
            rows, cols = {row for row, _ in cells}, {col for _, col in cells}
            if min(len(rows), len(cols)) != 1 or len(cells) != max(
                map(len, ({*range(min(rows), max(rows) + 1)}, {*range(min(cols), max(cols) + 1)}))
            ):
                self._fail(f"cells of {name} in one line without a gap", name)
            seen: Axis = "h" if len(rows) == 1 else "v"
            if axis not in (None, seen) or length not in (None, len(cells)):
                self._fail(f"facts of {name} that agree with its cells", name)
            axis, length = seen, len(cells)
        if axis is None:
            self._fail(f"a fact such as (horizontal {name}) or (vertical {name})", name)
        if length is None:
            self._fail(f"a fact of the length of {name}, such as (length {name} 2)", name)
        return Vehicle(_label(name), axis, *cells[0], length)

    def _cell(self, fact: _Fact) -> Cell | None:
        """The place in a fact; one name is a cell only where the objects are cells."""
        names = fact.arguments[1:]
        return self._reading.cell(names) if self._of_cell or len(names) > 1 else None

    def _by_lines(self, name: str) -> Cell:
        """The place by facts of the row and of the column."""
        found = []
        for words, what, first in ((_ROW, "row", 0), (_COL, "column", 1)):
            numbers = [
                _lone(one.arguments[1])
                for one in self._problem.of(words, name)
                if len(one.arguments) == 2
            ]
            if len(numbers) != 1 or numbers[0] is None:
                self._fail(f"one fact of the {what} of {name}, such as ({what} {name} p0)", name)
            found.append(int(numbers[0] or 0) - self._reading.first[first])
        return found[0], found[1]

    def _axis(self, name: str) -> Axis | None:
        """The axis by a fact, a type, or the lane of the vehicle."""
        axes = {_AXES[one.name] for one in self._problem.about(name) if one.name in _AXES}
        axes |= {
            _AXES[one.arguments[1]]
            for one in self._problem.of(_ORIENTATION, name)
            if one.arguments[1:] and one.arguments[1] in _AXES
        }
        axes |= {
            axis
            for word, axis in _AXES.items()
            if len(word) > 1 and word in self._problem.types.get(name, "")
        }
        lane = self._lane(name)
        if len(lane) > 1:
            axes.add("h" if lane[0][0] == lane[1][0] else "v")
        if len(axes) > 1:
            self._fail(f"one axis of {name}", name, "both")
        return next(iter(axes), None)

    def _lane(self, name: str) -> list[Cell]:
        """The cells of the chain of a vehicle, `(next car a b)`, without those beyond the exit."""
        links = [
            one
            for one in self._problem.about(name)
            if one.name in _CHAIN and len(one.arguments) == 3
        ]
        after = {one.arguments[1]: one.arguments[2] for one in links}
        starts = [start for start in after if start not in {*after.values()}]
        chain = starts[:1]
        while chain and chain[-1] in after and len(chain) <= len(after):
            chain.append(after[chain[-1]])
        if links and not len(starts) == 1 == len(chain) - len(links):
            chain_of = f"one chain of cells of {name}, whose facts {links[0].written} leave no gap"
            self._fail(chain_of, links[0])
        return [cell for one in chain if (cell := self._reading.cell([one])) is not None]

    def _length(self, name: str) -> int | None:
        found = {
            _lone(one.arguments[1])
            for one in self._problem.of(_SIZE, name)
            if len(one.arguments) == 2
        }
        match = _LENGTH.search(self._problem.types.get(name, ""))
        found |= {int(match[1] or match[2])} if match else set()
        found |= {
            _KINDS[one.name]
            for one in self._problem.about(name)
            if one.name in _KINDS and len(one.arguments) == 1
        }
        if (
            not found
            and self._problem.types.get(name, "") in _KINDS
            and "truck" in self._problem.types.values()
        ):
            found = {_KINDS[self._problem.types[name]]}
        if len(found) > 1:
            self._fail(f"one length of {name}", name, "several")
        return next(iter(found), None)

    def _goal(self) -> tuple[str, list[Cell]]:
        """The target and where the goal has it; -1 is a row or a column that it does not say."""
        problem = self._problem
        named = [one.arguments[0] for one in problem.goal if one.arguments]
        marked = [name for one in problem.of(_TARGET) for name in one.arguments[:1]]
        marked = [name for name in marked if name in self._names]
        moved = dict.fromkeys(name for name in named if name in self._names)
        found = list(moved or dict.fromkeys(marked))
        if len(found) != 1:
            expected = "one vehicle in the goal or in a fact such as (target NAME)"
            self._fail(expected, ":goal", f"{len(found) or 'none'}")
        placed = problem.of(_AT, found[0], goal=True)
        places = [cell for one in placed if (cell := self._cell(one)) is not None]
        for words, at in ((_ROW, 0), (_COL, 1)):
            for one in problem.of(words, found[0], goal=True):
                number = _lone(one.arguments[-1])
                if number is not None:
                    value = number - self._reading.first[at]
                    places.append((value, -1) if at == 0 else (-1, value))
        self._require_plain_goal(found[0])
        beyond = any("exit" in word for one in problem.goal for word in one.arguments)
        return found[0], [] if beyond else places

    def _require_plain_goal(self, target: str) -> None:
        """Refuse a goal that says more than where the target is, or that it has left."""
        places = (*_AT, *_ROW, *_COL)
        for one in self._problem.goal:
            is_place = one.name in places and one.arguments[:1] == (target,)
            is_read = (
                any("exit" in word for word in one.arguments)
                or (one.name in _AT and self._cell(one) is not None)
                or (one.name not in _AT and _lone("".join(one.arguments[-1:])) is not None)
            )
            if one.arguments not in ((), (target,)) and not (is_place and is_read):
                place = f"a goal that {target} is in a place of the board"
                self._fail(f"{place}, without {one.written}", one)

    def _side(self, target: Vehicle, goal: Sequence[Cell]) -> Side:
        """The side at whose end of the target's line the goal is."""
        at = 1 if target.axis == "h" else 0
        sides: tuple[Side, Side] = ("left", "right") if at else ("top", "bottom")
        if not goal:
            name = self._names_of(target)
            links = [one for one in self._problem.of(_CHAIN, name) if len(one.arguments) == 3]
            words = {word for one in self._problem.facts for word in (one.name, *one.arguments)}
            if not links and any("exit" in word for word in words):
                self._fail(f"a goal with the cell in which {name} leaves", ":goal")
            starts = {one.arguments[1] for one in links} - {one.arguments[2] for one in links}
            return sides[not any("exit" in start for start in starts)]
        line = target.row if at else target.col
        if any(cell[1 - at] not in (-1, line) for cell in goal):
            self._fail(f"a goal in the line of {self._names_of(target)}", ":goal")
        lane = self._lane(self._names_of(target))
        if lane and not {*lane}.issuperset(goal):
            chain = f"a chain (next {self._names_of(target)} ...)"
            self._fail(f"{chain} that leads to the goal", ":goal")
        size = self._cols if at else self._rows
        along = {cell[at] for cell in goal if cell[at] >= 0}
        # All cells of the target; else its first cell or, without a chain, its last.
        is_whole = len(along) == target.length == max(along) - min(along) + 1
        if len(along) > 1 and not is_whole:
            self._fail(f"a goal with one place of {self._names_of(target)}", ":goal")
        last = {size - 1} if is_whole or not lane else set()
        last |= set() if is_whole else {size - target.length}
        ends = 0 in along, bool(last & along)
        if ends == (True, True) or not any(ends):
            found = "one at both" if any(ends) else "another"
            self._fail("a goal at one end of the target's line", ":goal", found)
        return sides[ends[1]]

    def _names_of(self, vehicle: Vehicle) -> str:
        return next(name for name in self._names if _label(name) == vehicle.label)

    def _walls(self, covered: set[Cell], vehicles: Sequence[Vehicle]) -> set[Cell]:
        """The cells that are missing, or where a lane ends; ParseError where facts are missing."""
        declared = self._declared_walls()
        if not self._of_cell:
            return declared
        board = {(row, col) for row in range(self._rows) for col in range(self._cols)}
        clear = self._clear(board, covered)
        self._require_neighbours()
        lanes = [self._lane(name) for name in self._names]
        if not any(lanes):
            return declared | (board - self._of_cell.keys())
        free = clear.union(*lanes)
        walls = declared
        for vehicle, lane in zip(vehicles, lanes, strict=True):
            name = self._names_of(vehicle)
            if not set(vehicle.cells()) <= set(lane):
                self._fail(f"a chain (next {name} ...) over all cells of {name}", name)
            down, right = (1, 0) if vehicle.axis == "v" else (0, 1)
            for (row, col), way in ((lane[0], -1), (lane[-1], 1)):
                beyond = row + way * down, col + way * right
                if beyond in free & board:
                    self._fail(f"a fact (next {name} ...) to {self._of_cell[beyond]}", name)
                walls |= {beyond} & board
        return walls

    def _declared_walls(self) -> set[Cell]:
        found = [(one, self._reading.cell(one.arguments)) for one in self._problem.of(_WALL)]
        for one, cell in found:
            if cell is None:
                self._fail(f"a cell of the board as a wall, not {one.written}", one)
        return {cell for _, cell in found if cell is not None}

    def _clear(self, board: set[Cell], covered: set[Cell]) -> set[Cell]:
        """The clear cells; ParseError for one that is covered too, or neither."""
        facts = self._problem.of(_CLEAR)
        clear = {cell for one in facts if (cell := self._reading.cell(one.arguments)) is not None}
        for cell in sorted(board & self._of_cell.keys()) if facts else ():
            if (cell in clear) == (cell in covered):
                name = self._of_cell[cell]
                self._fail(f"either a fact (clear {name}) or a vehicle on {name}")
        return clear

    def _require_neighbours(self) -> None:
        """Refuse neighbours that are missing in one direction of a predicate."""
        steps: dict[tuple[str, Cell], set[Cell]] = {}
        for one in self._problem.facts:
            if one.name in _CHAIN and len(one.arguments) == 2:
                start, end = (self._reading.cell([name]) for name in one.arguments)
                if start and end:
                    step = end[0] - start[0], end[1] - start[1]
                    steps.setdefault((one.name, step), set()).add(start)
        for (name, (down, right)), starts in steps.items():
            if abs(down) + abs(right) != 1:
                self._fail(f"({name} ...) of cells beside each other alone")
            for cell in sorted(self._of_cell):
                other = cell[0] + down, cell[1] + right
                if other in self._of_cell and cell not in starts:
                    self._fail(f"a fact ({name} {self._of_cell[cell]} {self._of_cell[other]})")


def _label(name: str) -> str:
    """The label of a vehicle: `car-b` is B."""
    short = re.fullmatch(r"car[-_]?([a-z0-9*+])", name)
    return short[1].upper() if short else name
