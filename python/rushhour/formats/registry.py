"""The registered formats, one line each in `FORMATS`, and which of them a text is in.

Formats of other packages stand under the entry point `rushhour.formats`. Such a format is a module,
or an object, with the functions that a format of this package has: `matches` and `read`, and where
it makes sense `resembles`, `write` and `write_item`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

import rushhour._core as _core
from rushhour.base.expect import known
from rushhour.base.packages import Plugin, plugins, usable
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import games
from rushhour.formats.likely import what_is_missing
from rushhour.formats.link import are_fragments
from rushhour.formats.source import Source

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle
    from rushhour.model.setup import Setup


@dataclass(frozen=True, slots=True)
class Format:
    """A registered format: its module has `matches` and `read`, optionally `resembles` and `write`.

    If a text can hold several puzzles, it has `write_item` too.
    """

    name: str
    help: str

    def _module(self) -> Any:
        return import_module(f"rushhour.formats.{self.name}")

    @property
    def is_writable(self) -> bool:
        """Whether puzzles can be written in this format."""
        return hasattr(self._module(), "write")

    @property
    def takes_target(self) -> bool:
        """Whether `read` takes a declared target: a drawing does not name its own."""
        return "target" in signature(self._module().read).parameters

    @property
    def target_label(self) -> str:
        """The label of the target in this format; A in one that takes any."""
        return getattr(self._module(), "TARGET", "A")

    def matches(self, source: Source) -> bool:
        """Whether the head of a source is in this format and can be in no other."""
        return bool(self._module().matches(source))

    def resembles(self, source: Source) -> bool:
        """Whether this format should explain the errors of a source that matches no format."""
        resembles = getattr(self._module(), "resembles", None)
        return resembles is not None and bool(resembles(source))

    def read(self, source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
        """The puzzles of a source, with a ParseError in place of one if the rest can be read."""
        setups: Iterator[Setup | ParseError] = (
            self._module().read(source)
            if target is None
            else self._module().read(source, target=target)
        )
        return setups

    @property
    def holds_several(self) -> bool:
        """Whether a text can hold several puzzles, written one after the other."""
        return hasattr(self._module(), "write_item")

    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle; UnwritableError says what the format cannot hold."""
        self._require_writable(puzzle)
        return str(self._module().write(puzzle))

    def write_item(self, puzzle: Puzzle) -> str:
        """The text of a puzzle among several in one text; UnwritableError as for `write`."""
        self.require_several()
        self._require_writable(puzzle)
        return str(self._module().write_item(puzzle))

    def require_several(self) -> None:
        """Refuse several puzzles in a format that holds only one; the message names others."""
        if self.is_writable and not self.holds_several:
            names = ", ".join(entry.name for entry in FORMATS if entry.holds_several)
            message = f"the format {self.name} holds one puzzle, found several"
            raise UnwritableError(f"{message}; these hold several: {names}")

    def _require_writable(self, puzzle: Puzzle) -> None:
        if not self.is_writable:
            raise UnwritableError(f"the format {self.name} can be read but not written")
        if puzzle.driven_out:  # no reader would take it back
            raise UnwritableError(f"vehicle {puzzle.target} has left the board")


FORMATS = (
    Format("boardstring", "one line of cells, as in Fogleman's programs: IBBx..I..LDD..."),
    Format("fogleman", "lines of Fogleman's list: moves, board, cluster size (read only)"),
    Format("levels", "board strings with a level's name, its optimum or its solution (read only)"),
    Format("link", "links to the player of Fogleman's database: .../rush/#IBBx.../60"),
    Format("carlist", "size, then lines of id x y h|v length; or many, each ended by ."),
    Format("csc", "size, number of vehicles, lines of label h|v length x y"),
    Format("matrix", "rows of numbers, 0 for empty cells, 1 for the target"),
    Format("ntnu", "lines of orientation,x,y,length"),
    Format("strings", 'a Python list of rows: ["--B---", "XXB---", ...]'),
    Format("code", "rows of cells in a program of any language: lists, arrays, braces (read only)"),
    Format("blocks", "a Python literal of blocks and the target's cell"),
    Format("uva", "CSV of car,orientation,col,row,length; size as 9x9 in the file's name"),
    Format("itb", "rows cols, number of pieces, and a grid with P and the exit K around it"),
    Format("grid", "rows of letters, . for empty cells, x or # for walls; several below titles"),
    Format(
        "frame", "a board with its exit drawn, in a frame or not, as rushhour prints it (read only)"
    ),
    Format("pddl", "the problem of a planner's task, ours or made by hand (read only)"),
    Format("cells", "vehicles by their cells: A: (2,0) (2,1), or A: a3 b3 (read only)"),
    Format("nyu", "JSON with cars and positions"),
    Format("pieces", "JSON of web games: row, col, length, isHorizontal, isTarget"),
    Format("table", "CSV of vehicles below a header in any order; read in calls, too"),
    Format("vehicles", "JSON with a list of vehicles under any usual keys (read only)"),
    Format("json", "JSON of rushhour itself: one puzzle, a list, or one a line"),
)


def named(name: str) -> Format:
    """The format with a name, also one of another package; UnknownNameError lists them all."""
    own = next((entry for entry in FORMATS if entry.name == name), None)
    if own is not None:
        return own
    known("format", name, [entry.name for entry in (*FORMATS, *plugged())])
    return next(entry for entry in plugged() if entry.name == name)


def format_of(source: Source, name: str | None, target: str | None) -> Format:
    """The format of a source: the one named or, without a name, the one detected.

    ParseError where the source is empty, where detection fails, or where a target is declared for
    a format that takes none.
    """
    if not source.head:
        return _of_hashes(source, name)
    entry = detect(source) if name is None else named(name)
    if target is not None and not entry.takes_target:
        message = f"expected a drawn board for a declared target, found {entry.name}"
        source.fail(f"{message}, which says itself which vehicle it is")
    return entry


def detect(source: Source) -> Format:
    """The only format that a source matches; ParseError names the candidates if there are several.

    Formats of other packages are tried if it matches none of this package.
    If it matches none but resembles exactly one, that format is returned, to explain the errors.
    """
    if are_fragments(source):
        return named("link")
    _refuse_table(source)
    _refuse_fuel(source)
    found = [entry for entry in FORMATS if entry.matches(source)]
    if not found:
        found = matching(lambda entry: entry.matches(source))
    if len(found) == 1:
        return found[0]
    similar = [entry for entry in FORMATS if entry.resembles(source)]
    if not found and len(similar) == 1:
        return similar[0]
    source.require_text()
    number, first = source.head[0].number, source.head[0].text.strip()
    if found:
        names = " and ".join(entry.name for entry in found)
        one = found[0].name
        how = f"name it: format={one!r} in Python, --format {one} on the command line"
        source.fail(f"expected one possible format, found {names}; {how}", number)
    near = what_is_missing(source, FORMATS)
    message = f"expected a puzzle, found {first[:40]!r}{near and f'; {near}'}"
    is_name = source.name is None and len(source.head) == 1 and _core.is_file_name(first)
    source.fail(message + "; to read a file, use read" * is_name, number)


def _refuse_table(source: Source) -> None:
    """Refuse a table of boards, which could pass for a list of malformed board strings."""
    header = source.head[0].text.casefold().strip().split(",")
    if len(header) > 1 and "board" in header:
        how = "rushhour batch and rushhour audit read it, solve_batch a column of it"
        source.fail(f"expected puzzles, found a table with a column 'board'; {how}")


def _refuse_fuel(source: Source) -> None:
    """Refuse a board string with fuel behind it, which is another game."""
    message = games.fuel_behind(source.head[0].words())
    if message is not None:
        source.fail(message, source.head[0].number)


def _of_hashes(source: Source, name: str | None) -> Format:
    """The format of a text whose lines all begin with `#`: links, or a board in such a frame."""
    if name in (None, "link") and are_fragments(source):
        return named("link")
    if name in (None, "frame") and named("frame").matches(source):
        return named("frame")
    source.require_text()
    found = "comments alone; walls are x" if source.tight_comments else "an empty text"
    source.fail(f"expected a puzzle, found {found}")


@dataclass(frozen=True, slots=True)
class PluggedFormat(Format):
    """A format of another package; an exception that it raises becomes a PluginError."""

    plugin: Plugin

    def _module(self) -> Any:
        return _guarded(self.plugin)


@lru_cache(maxsize=1)
def plugged() -> tuple[PluggedFormat, ...]:
    """The formats of other packages; names of this package's formats are taken."""
    taken = {entry.name for entry in FORMATS}
    found = plugins("rushhour.formats").values()
    return tuple(
        PluggedFormat(one.name, f"from the package {one.package}", one)
        for one in found
        if one.name not in taken
    )


def matching(matches: Callable[[Format], bool]) -> list[Format]:
    """The formats of other packages for which a test holds; one that fails gives a warning."""
    by_name = {entry.name: entry for entry in plugged()}

    def tried(plugin: Plugin) -> Format | None:
        entry = by_name.get(plugin.name)
        return entry if entry is not None and matches(entry) else None

    return [entry for entry in usable("rushhour.formats", tried) if entry is not None]


@lru_cache
def _guarded(plugin: Plugin) -> _Guarded:
    return _Guarded(plugin)


class _Guarded:
    """The functions of a plug-in, whose exceptions name it."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._module = plugin.load()
        plugin.require(self._module, ("matches", "read"))

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._module, name)
        return self._reader(function) if name == "read" else self._caller(function)

    def _caller(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            with self._plugin.blamed():
                return function(*values, **named)

        return call

    def _reader(self, function: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def read(*values: Any, **named: Any) -> Iterator[Any]:
            with self._plugin.blamed():
                yield from function(*values, **named)

        return read
