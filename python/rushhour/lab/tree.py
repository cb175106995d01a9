"""tree: a trace as the tree of its search, for networkx, Graphviz, GraphML and the page of `watch`.

```text
    each line of a trace, checked    -->  a node for each expansion
    the same lines once more, if     -->  a leaf for each state that was generated
    they have children                    and not expanded from there
```
"""

from __future__ import annotations

import json
import shutil
import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path, PurePath
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from rushhour.base.expect import brief_repr, expect, file_name
from rushhour.base.files import written
from rushhour.base.packages import needs
from rushhour.base.text import shown
from rushhour.errors import ParseError, RushHourError, WrongTypeError, WrongValueError, listed
from rushhour.formats import parse
from rushhour.formats.json import as_dict
from rushhour.formats.opening import name_of
from rushhour.lab.recording import Recording, Root
from rushhour.lab.watch import MOST, page_of, too_long
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import counted
from rushhour.search.graphs import data_of, put_lines, quoted
from rushhour.search.trace import Expansion, numbered

if TYPE_CHECKING:
    import networkx as nx

Trace = str | PathLike[str] | Iterable[Expansion]
"""A trace: the path of a file that `solve --trace` wrote, or its expansions in their order."""


def tree(trace: Trace) -> nx.DiGraph:
    """The tree of a search as a directed graph of networkx, which the extra `graph` installs.

    `trace` is the path of a trace, or the expansions that `solve` called a function with. A node is
    the number of an expansion. If the trace has children, those that were not expanded from there
    are nodes, too, named by their parent and their place below it, as `'5.2'`. An edge leads from
    each parent to its children, with the `move`. Nodes have `state`, the rows of the board, and
    `g`, `h`, `f`, `expanded` and `from_goal`; `earlier`, the node of the same state that was
    expanded before; and `known`, for leaves that the search knew already. What is None is left out.

    MissingExtraError without networkx; ParseError, with the line, for what is no trace, or not that
    of one search of one puzzle; OSError for a file that cannot be read. A graph of a million nodes
    takes some 2 GB, which `save_tree` does not.

    >>> import rushhour
    >>> trace = []
    >>> outcome = rushhour.solve("..B.../AAB.../....../......", algorithm="bfs", trace=trace.append)
    >>> graph = tree(trace)
    >>> len(graph) == outcome.expanded, graph.edges[1, 2]["move"], graph.nodes[1]["state"]
    (True, 'B+1', '..B.../AAB.../....../......')
    """
    with needs("graph"):
        import networkx as nx

    graph = nx.DiGraph()
    with _readable(trace) as source:
        for node in _nodes(source):
            facts = {name: fact for name, fact in node.facts.items() if fact is not None}
            graph.add_node(node.name, state="/".join(node.rows), **facts)
            if node.parent is not None:
                graph.add_edge(node.parent, node.name, move=node.move)
    return graph


def save_tree(trace: Trace, path: str | PathLike[str]) -> None:
    """Write the tree of a search as `.dot`, `.graphml` or `.html`, replacing an existing file.

    The first two have what `tree` describes; they are written while the trace is read, and take
    some 40 bytes of memory for each expansion. The page replays the expansions, as that of `watch`;
    of more than 20 000 it shows some. Errors are those of `tree`.
    """
    write = kind_of(file_name("path", path))
    with _readable(trace) as source, written(path) as stream:
        write(source, stream)


def write_tree(
    trace: str | BinaryIO,
    ending: str,
    stream: BinaryIO,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write the tree of a trace in the kind of an ending; `progress` gets the expansions so far."""
    with _readable(trace, progress) as source:
        kind_of(ending)(source, stream)


# What a trace is read from.


class _TraceSource:
    """A trace that can be read twice: its expansions, each with its line in a file."""

    def __init__(
        self,
        name: str | None,
        items: Callable[[], Iterable[tuple[int | None, Any]]],
        progress: Callable[[int], object] | None,
    ) -> None:
        self.name, self._items, self._progress = name, items, progress

    def __iter__(self) -> Iterator[tuple[int | None, Expansion]]:
        for line, item in self._items():
            e = expect("trace", item, Expansion, "a path or Expansions")
            if self._progress is not None and e.number % _PACE == 0:
                self._progress(e.number)
            yield line, e

    def error(self, what: str, line: int | None, number: int) -> ParseError:
        """An error that names the line of an expansion or, without a file, its number."""
        return ParseError(what if line else f"expansion {number}: {what}", line, None, self.name)


_PACE = 1000
"""The expansions between two reports of progress."""


@contextmanager
def _readable(
    trace: Trace | BinaryIO, progress: Callable[[int], object] | None = None
) -> Iterator[_TraceSource]:
    """A trace that can be read twice; what is no regular file is copied to one."""
    if isinstance(trace, str | PathLike):
        path = Path(file_name("trace", trace))
        if path.is_file():
            yield _TraceSource(str(path), lambda: numbered(path), progress)
            return
        with path.open("rb") as stream, _copied(stream, str(path), progress) as source:
            yield source
    elif hasattr(trace, "read"):
        with _copied(trace, name_of(trace), progress) as source:
            yield source
    elif isinstance(trace, Iterable):
        items = list(trace)
        yield _TraceSource(None, lambda: ((None, item) for item in items), progress)
    else:
        raise WrongTypeError("trace", "a path or Expansions", brief_repr(trace))


@contextmanager
def _copied(
    stream: Any, name: str | None, progress: Callable[[int], object] | None
) -> Iterator[_TraceSource]:
    with TemporaryFile() as copy:
        shutil.copyfileobj(stream, copy)

        def items() -> Iterator[tuple[int, Expansion]]:
            copy.seek(0)
            return numbered(copy)

        yield _TraceSource(name, items, progress)


# What it must say.


class _TraceStates:
    """What a trace must write for the states of a puzzle, by the offsets of its vehicles."""

    def __init__(self, first: str) -> None:
        self.puzzle = _puzzle_in(first)
        self.start = [v.col if v.axis == "h" else v.row for v in self.puzzle.vehicles]
        self.index = {vehicle.label: n for n, vehicle in enumerate(self.puzzle.vehicles)}
        self._is_text = not first.startswith("{")
        self._gap = " " * any(len(label) > 1 for label in self.index)
        rows, cols = self.puzzle.rows, self.puzzle.cols
        self._empty = [["."] * cols for _ in range(rows)]
        for row, col in self.puzzle.walls:
            self._empty[row][col] = "x"

    def rows(self, offsets: Iterable[int]) -> list[str]:
        """The rows of the board; blanks part long labels."""
        grid = [list(row) for row in self._empty]
        for vehicle, offset in zip(self.puzzle.vehicles, offsets, strict=True):
            label = shown(vehicle.label)
            for at in range(max(0, offset), offset + vehicle.length):
                if vehicle.axis == "h" and at < self.puzzle.cols:
                    grid[vehicle.row][at] = label
                elif vehicle.axis == "v" and at < self.puzzle.rows:
                    grid[at][vehicle.col] = label
        return [self._gap.join(row) for row in grid]

    def offsets(self, state: str) -> list[int]:
        """Where the vehicles stand in a state; ParseError if it is none of this puzzle."""
        places = self._places_in_text(state) if self._is_text else _places_in_json(state)
        offsets = [
            places.get(v.label, (self.puzzle.rows, self.puzzle.cols))[v.axis == "h"]
            for v in self.puzzle.vehicles
        ]
        if max(map(abs, offsets)) > _FARTHEST or not self.is_written(state, offsets):
            raise ParseError(f"expected a state of the first puzzle, found {state:.200}")
        return offsets

    def _places_in_text(self, state: str) -> dict[str, tuple[int, int]]:
        """The first cell of each label; a target that is off the board has none."""
        cells = state.replace("/", "")
        found = {label: cells.find(label) for label in self.index}
        return {
            label: divmod(place, self.puzzle.cols) for label, place in found.items() if place >= 0
        }

    def is_written(self, state: str, offsets: list[int]) -> bool:
        """Whether a trace writes this for the vehicles at these offsets."""
        if self._is_text:
            rows = self.rows(offsets)
            parts = "" if self.puzzle.rows == self.puzzle.cols else "/"
            return state == parts.join(rows) + "/" * (self.puzzle.rows == 1)
        expected = as_dict(Puzzle._of(self.puzzle._core.at(offsets), None))
        text = json.dumps(expected, ensure_ascii=False)
        return state == text or _in_json(state) == expected


_FARTHEST = 100
"""No offset is larger: a board has 32 cells in a line."""


def _puzzle_in(state: str) -> Puzzle:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return parse(state)
        except RushHourError as error:
            message = getattr(error, "message", error)
            raise ParseError(f"expected a state, found {state:.200}: {message}") from None


def _in_json(state: str) -> Any:
    """The value of a state that is JSON; None if it is not."""
    with suppress(ValueError, RecursionError):
        return json.loads(state)


def _places_in_json(state: str) -> dict[str, tuple[int, int]]:
    """The first cell of each vehicle, as far as they can be found."""
    with suppress(TypeError, KeyError, AttributeError):
        found = [(one["label"], one["row"], one["col"]) for one in _in_json(state)["vehicles"]]
        return {
            str(label): (row, col) for label, row, col in found if type(row) is type(col) is int
        }
    return {}


class _TraceReading:
    """Reads a trace, and checks that it is one search of one puzzle.

    It holds of each expansion the offsets of the vehicles, its parent and its move.
    """

    def __init__(self, source: _TraceSource) -> None:
        self._source = source
        self._states: _TraceStates | None = None
        self._has_children = False
        self._offsets = array("b")
        self._parents, self._vehicles, self._cells = array("i"), array("h"), array("h")

    def expansions(self) -> Iterator[Expansion]:
        """Every expansion, in order."""
        for line, expansion in self._source:
            try:
                self._add(expansion)
            except ParseError as error:
                raise self._source.error(error.message, line, expansion.number) from None
            yield expansion
        if self._states is None:
            what = "expected the expansions of a search, found none"
            raise ParseError(what, source=self._source.name)

    @property
    def states(self) -> _TraceStates:
        """The states of the puzzle; known from the first expansion on."""
        assert self._states is not None
        return self._states

    def offsets(self, number: int) -> list[int]:
        """Where the vehicles stand in an expansion."""
        width = len(self.states.start)
        return self._offsets[(number - 1) * width : number * width].tolist()

    def step(self, number: int) -> tuple[int, int] | None:
        """The move that led to an expansion, by the index of the vehicle; None for a root."""
        vehicle = self._vehicles[number - 1]
        return None if vehicle < 0 else (vehicle, self._cells[number - 1])

    def _add(self, e: Expansion) -> None:
        if self._states is None:
            self._states = _TraceStates(e.state)
        step, offsets = (-1, 0), self.states.start
        if e.move is not None and e.parent is not None:
            step, offsets = self._after(e.parent, e.move, e.state)
        elif e.from_goal:
            offsets = self.states.offsets(e.state)
        elif not self.states.is_written(e.state, offsets):
            raise ParseError(f"expected the first state, found {e.state:.200}")
        if e.earlier is not None and self.offsets(e.earlier) != offsets:
            raise ParseError(f"expected the state of expansion {e.earlier}, found {e.state:.200}")
        self._offsets.extend(offsets)
        self._parents.append((e.parent or 0) - 1)
        self._vehicles.append(step[0])
        self._cells.append(step[1])
        for child in e.children or ():
            self._has_children = True
            self._after(e.number, child.move, child.state)

    def _after(self, parent: int, move: Move, state: str) -> tuple[tuple[int, int], list[int]]:
        """A move by the index of its vehicle, and the offsets after it; checks the state there."""
        vehicle, offsets = self.states.index.get(move.vehicle), self.offsets(parent)
        if vehicle is None:
            raise ParseError(f"no vehicle is labelled {move.vehicle!r}")
        if self.states.puzzle._core.at(offsets).apply(vehicle, move.cells) is None:
            raise ParseError(f"the move {move} is not possible after expansion {parent}")
        offsets[vehicle] += move.cells
        if not self.states.is_written(state, offsets):
            expected = "/".join(self.states.rows(offsets))
            found = f"found {state:.200}"
            raise ParseError(f"expected {expected} after {move} from expansion {parent}, {found}")
        return (vehicle, move.cells), offsets

    def leaves(self) -> Iterator[tuple[Expansion, int]]:
        """The children that were not expanded: the parent, and the index of the child there."""
        if not self._has_children:
            return
        # The expansions below each: the first, and the next with the same parent; -1 is none.
        count = len(self._parents)
        first, following = array("i", [-1]) * count, array("i", [-1]) * count
        for index, parent in enumerate(self._parents):
            if parent >= 0:
                following[index], first[parent] = first[parent], index
        for _, e in self._source:
            expanded, child = set(), first[e.number - 1]
            while child >= 0:
                expanded.add((self._vehicles[child], self._cells[child]))
                child = following[child]
            for place, one in enumerate(e.children or ()):
                if (self.states.index[one.move.vehicle], one.move.cells) not in expanded:
                    yield e, place


# The tree, node by node.


class _Node(NamedTuple):
    """An expansion, by its number, or a state that was generated and not expanded."""

    name: int | str
    parent: int | None
    move: str | None
    rows: list[str]
    facts: dict[str, Any]


def _nodes(source: _TraceSource) -> Iterator[_Node]:
    """The expansions, then the leaves."""
    reading = _TraceReading(source)
    for e in reading.expansions():
        facts = {
            "g": e.g,
            "h": e.h,
            "f": e.f,
            "expanded": True,
            "from_goal": e.from_goal,
            "earlier": e.earlier,
        }
        rows = reading.states.rows(reading.offsets(e.number))
        move = None if e.move is None else str(e.move)
        yield _Node(e.number, e.parent, move, rows, facts)
    for e, place in reading.leaves():
        assert e.children is not None
        child, offsets = e.children[place], reading.offsets(e.number)
        offsets[reading.states.index[child.move.vehicle]] += child.move.cells
        facts = {
            "g": e.g + 1,
            "h": child.h,
            "f": child.f,
            "expanded": False,
            "from_goal": e.from_goal,
            "known": child.known,
        }
        rows = reading.states.rows(offsets)
        yield _Node(f"{e.number}.{place + 1}", e.number, str(child.move), rows, facts)


def _dot(source: _TraceSource, stream: BinaryIO) -> None:
    put_lines(stream, _dot_lines(source))


def _dot_lines(source: _TraceSource) -> Iterator[str]:
    yield "digraph search {"
    yield "  node [shape=box fontname=monospace];"
    for node in _nodes(source):
        known = [f"{name} {node.facts[name]}" for name in "ghf" if node.facts[name] is not None]
        label = "\n".join([*node.rows, " ".join(known)])
        yield f"  {_dot_name(node.name)} [label={quoted(label)}{_style(node.facts)}];"
        if node.parent is not None:
            edge = f"{node.parent} -> {_dot_name(node.name)}"
            yield f"  {edge} [label={quoted(shown(node.move or ''))}];"
    yield "}"


def _dot_name(name: int | str) -> str:
    return f'"{name}"' if isinstance(name, str) else str(name)


def _style(facts: dict[str, Any]) -> str:
    """Leaves are dashed, those that were known dotted; states that were expanded before orange."""
    if not facts["expanded"]:
        return f" style={'dotted' if facts['known'] else 'dashed'}"
    return ' color="#9a5b00"' if facts["earlier"] is not None else ""


def _graphml(source: _TraceSource, stream: BinaryIO) -> None:
    put_lines(stream, _graphml_lines(source))


def _graphml_lines(source: _TraceSource) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for kind, name, values in _KEYS:
        yield f'<key id="{name}" for="{kind}" attr.name="{name}" attr.type="{values}"/>'
    yield '<graph edgedefault="directed">'
    for node in _nodes(source):
        truths = {n: str(fact).lower() for n, fact in node.facts.items() if isinstance(fact, bool)}
        facts = {"state": "/".join(node.rows), **node.facts, **truths}
        yield f'<node id="{node.name}">{data_of(facts)}</node>'
        if node.parent is not None:
            move = data_of({"move": shown(node.move or "")})
            yield f'<edge source="{node.parent}" target="{node.name}">{move}</edge>'
    yield "</graph>"
    yield "</graphml>"


_KEYS = (
    ("node", "state", "string"),
    ("node", "g", "int"),
    ("node", "h", "int"),
    ("node", "f", "double"),
    ("node", "expanded", "boolean"),
    ("node", "from_goal", "boolean"),
    ("node", "earlier", "int"),
    ("node", "known", "boolean"),
    ("edge", "move", "string"),
)


def _html(source: _TraceSource, stream: BinaryIO) -> None:
    """The page of `watch`, without an end, since a trace does not tell it."""
    reading, recording = _TraceReading(source), None
    for e in reading.expansions():
        if recording is None:
            recording = Recording(reading.states.puzzle)
        if len(recording) == MOST:
            raise RushHourError(too_long())
        root = Root(reading.offsets(e.number), e.from_goal) if e.parent is None else None
        priority, sizes = (e.g, e.h, e.f), (e.open, e.closed)
        recording.add(e.parent, reading.step(e.number), e.earlier, priority, sizes, root)
    assert recording is not None
    end = f"The trace ends after {counted(len(recording), 'expansion')}."
    title = "A trace" if source.name is None else shown(PurePath(source.name).name)
    record = recording.record(title, end, [], [], is_solved=False)
    stream.write(page_of(reading.states.puzzle, [record]).encode())


_KINDS: dict[str, Callable[[_TraceSource, BinaryIO], None]] = {
    ".dot": _dot,
    ".graphml": _graphml,
    ".html": _html,
}
TREE_ENDINGS = tuple(_KINDS)


def kind_of(name: str) -> Callable[[_TraceSource, BinaryIO], None]:
    """What writes a tree into a file of this name; WrongValueError for any other ending."""
    kind = _KINDS.get(PurePath(f"_{name}").suffix.lower())
    if kind is None:
        raise WrongValueError(f"{name}: expected a name ending in {listed(TREE_ENDINGS)}")
    return kind
