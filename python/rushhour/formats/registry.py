"""The registered formats: one module each, one line each in `FORMATS`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from rushhour.formats.source import Source
from rushhour.model.errors import ParseError, UnwritableError
from rushhour.model.expect import known

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
    Format("link", "links to the player of Fogleman's database: .../rush/#IBBx.../60"),
    Format("carlist", "size, then lines of id x y h|v length; or many, each ended by ."),
    Format("csc", "size, number of vehicles, lines of label h|v length x y"),
    Format("matrix", "rows of numbers, 0 for empty cells, 1 for the target"),
    Format("ntnu", "lines of orientation,x,y,length"),
    Format("strings", 'a Python list of rows: ["--B---", "XXB---", ...]'),
    Format("blocks", "a Python literal of blocks and the target's cell"),
    Format("uva", "CSV of car,orientation,col,row,length; size as 9x9 in the file's name"),
    Format("itb", "rows cols, number of pieces, and a grid with P and the exit K around it"),
    Format("grid", "rows of letters, . for empty cells, x for walls"),
    Format("frame", "a board as rushhour prints it: a frame with an arrow at its exit (read only)"),
    Format("nyu", "JSON with cars and positions"),
    Format("pieces", "JSON of web games: row, col, length, isHorizontal, isTarget"),
    Format("json", "JSON of rushhour itself: one puzzle, a list, or one a line"),
)


def named(name: str) -> Format:
    """The format with a name, also one of another package; UnknownNameError lists them all."""
    own = next((entry for entry in FORMATS if entry.name == name), None)
    return own or _plugged(name)


def _plugged(name: str) -> Format:
    from rushhour.formats.plugged import plugged

    known("format", name, [entry.name for entry in (*FORMATS, *plugged())])
    return next(entry for entry in plugged() if entry.name == name)
