"""Text formats: one file each, one line each in `FORMATS`; texts are recognised by their content.

A format reads a text into a `Setup`, which reports syntax only; `Puzzle` then checks the rules.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO

from rushhour.formats.source import Source, lines_of, name_of, opened
from rushhour.model.errors import InvalidBoardError, ParseError, RushHourError, UnwritableError
from rushhour.model.expect import expect, known

if TYPE_CHECKING:
    from rushhour.model.puzzle import Puzzle
    from rushhour.model.setup import Setup

    _Attempts = Generator[Puzzle | RushHourError, None, None]


@dataclass(frozen=True, slots=True)
class Format:
    """A registered format: its module has `matches` and `read`, perhaps `resembles` and `write`.

    Where a text can hold several puzzles, it has `write_item`, too.
    """

    name: str
    help: str

    def _module(self) -> Any:
        return import_module(f"rushhour.formats.{self.name}")

    @property
    def is_writable(self) -> bool:
        """Whether puzzles can be written in it."""
        return hasattr(self._module(), "write")

    def matches(self, source: Source) -> bool:
        """Whether the head of a source is in this format and can be in no other."""
        return bool(self._module().matches(source))

    def resembles(self, source: Source) -> bool:
        """Whether a source that is in no format has errors that this one should explain."""
        resembles = getattr(self._module(), "resembles", None)
        return resembles is not None and bool(resembles(source))

    def read(self, source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
        """The puzzles of a source; a ParseError in place of one where the rest can be read."""
        setups: Iterator[Setup | ParseError] = (
            self._module().read(source)
            if target is None
            else self._module().read(source, target=target)
        )
        return setups

    @property
    def holds_several(self) -> bool:
        """Whether a text in it can hold several puzzles that are written one after the other."""
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
        """Refuse several puzzles in a format that holds one; the message names the others."""
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
    Format("carlist", "size, then lines of id x y h|v length; or many, each ended by ."),
    Format("csc", "size, number of vehicles, lines of label h|v length x y"),
    Format("matrix", "rows of numbers, 0 for empty cells, 1 for the target"),
    Format("ntnu", "lines of orientation,x,y,length"),
    Format("blocks", "a Python literal of blocks and the target's cell"),
    Format("uva", "CSV of car,orientation,col,row,length; size as 9x9 in the file's name"),
    Format("itb", "rows cols, number of pieces, and a grid with P and the exit K around it"),
    Format("grid", "rows of letters, . for empty cells, x for walls"),
    Format("nyu", "JSON with cars and positions"),
    Format("json", "JSON of rushhour itself: one puzzle, a list, or one a line"),
)


def named(name: str) -> Format:
    """The format of a name; UnknownNameError lists them all."""
    known("format", name, [entry.name for entry in FORMATS])
    return next(entry for entry in FORMATS if entry.name == name)


def detect(source: Source) -> Format:
    """The one format that a source is in; ParseError names the candidates if there are several.

    A source that is in none, but resembles one alone, is left to that one to be blamed.
    """
    from rushhour.formats.boardstring import is_file_name

    found = [entry for entry in FORMATS if entry.matches(source)]
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
    names = ", ".join(entry.name for entry in FORMATS)
    message = f"expected a puzzle in one of the formats {names}, found {first[:40]!r}"
    is_name = source.name is None and len(source.head) == 1 and is_file_name(first)
    source.fail(message + "; to read a file, use read" * is_name, number)


def parse(text: str, format: str | None = None, *, target: str | None = None) -> Puzzle:  # noqa: A002
    """Read the one puzzle of a text, in a format by name or in the one that it shows.

    `target` declares the target's symbol for the format `grid`. Raises ParseError for the syntax,
    InvalidBoardError with every broken rule at once.
    """
    if format in (None, "boardstring") and target is None and _is_plain(text):
        from rushhour.model.puzzle import Puzzle

        puzzle = Puzzle.of_board_string(text)
        if puzzle is not None:
            return puzzle
    return _single(parse_all(text, format, target=target), None)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """A puzzle as it is, or the one that a text holds; see `parse`."""
    from rushhour.model.puzzle import Puzzle

    if isinstance(puzzle, Puzzle):
        return puzzle
    return parse(expect("puzzle", puzzle, str, f"a Puzzle or a text{_TO_READ}"))


_TO_READ = " (to read a file, use read)"


def _is_plain(text: str) -> bool:
    return isinstance(text, str) and text.isascii()


def parse_all(
    text: str,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Generator[Puzzle, None, None]:
    """Read every puzzle of a text."""
    expect("text", text, str, f"a text{_TO_READ}")
    return _raised(attempts(StringIO(text, newline=None), format, target=target))


def read(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Puzzle:
    """Read the one puzzle of a file or an open file; see `parse`. OSError where there is none."""
    return _single(read_all(path, format, target=target), name_of(path))


def read_all(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> Generator[Puzzle, None, None]:
    """Read every puzzle of a file or an open file, one at a time and in bounded memory."""
    expect("path", path, str | PathLike | Iterable, "a path or an open file")
    return _raised(attempts(path, format, target=target))


def attempts(
    path: str | PathLike[str] | TextIO | BinaryIO,
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
) -> _Attempts:
    """Read every puzzle of a file; what is wrong with one comes in its place, the rest follow."""
    with opened(path) as file:
        yield from _attempts(lines_of(file), name_of(path), format, target)


def _attempts(
    lines: Iterable[str], name: str | None, format_name: str | None, target: str | None
) -> _Attempts:
    number = 0
    try:
        source = Source(lines, name)
        if not source.head:
            _fail_without_lines(source)
        entry = detect(source) if format_name is None else named(format_name)
        if target is not None and entry.name != "grid":
            source.fail(f"expected the format grid for a declared target, found {entry.name}")
        setups = entry.read(source, target)
        for number, setup in enumerate(_with_last_error(setups), 1):
            item = _build(setup, source)
            if isinstance(item, ParseError | InvalidBoardError):
                item.puzzle = None if source.begin is None and number == 1 else number
            yield item
        if number == 0:
            source.fail("expected a puzzle, found none")
    except RushHourError as error:
        yield error


def _fail_without_lines(source: Source) -> NoReturn:
    source.require_text()
    found = "comments alone; walls are x" if source.tight_comments else "an empty text"
    source.fail(f"expected a puzzle, found {found}")


def _with_last_error(setups: Iterator[Setup | ParseError]) -> Iterator[Setup | ParseError]:
    """The puzzles, and in the place of the next one the error that ends the text."""
    try:
        yield from setups
    except ParseError as error:
        yield error


def _build(setup: Setup | ParseError, source: Source) -> Puzzle | RushHourError:
    from rushhour.model.puzzle import Puzzle

    if isinstance(setup, ParseError):
        return setup
    try:
        return Puzzle.from_setup(setup, source.name, source.begin)
    except RushHourError as error:
        return error


def _raised(items: _Attempts) -> Generator[Puzzle, None, None]:
    """The puzzles up to the first error; the file is closed as soon as the reader stops."""
    with closing(items):
        for item in items:
            if isinstance(item, RushHourError):
                raise item
            yield item


def _single(puzzles: Generator[Puzzle, None, None], name: str | None) -> Puzzle:
    with closing(puzzles):
        puzzle = next(puzzles, None)
        if puzzle is None:
            raise ParseError("expected a puzzle, found none", source=name)
        if next(puzzles, None) is not None:
            raise ParseError("expected one puzzle, found several; use read_all", source=name)
    return puzzle


def write(puzzle: Puzzle, format: str) -> str:  # noqa: A002
    """The text of a puzzle in a format by name, ending in a line end.

    UnwritableError says what the format cannot hold, such as walls in a car list; where only the
    labels are at fault, `relabel` helps.
    """
    from rushhour.model.puzzle import Puzzle

    return named(format).write(expect("puzzle", puzzle, Puzzle, "a Puzzle"))


def write_all(puzzles: Iterable[Puzzle], format: str) -> Generator[str, None, None]:  # noqa: A002
    """The texts of puzzles, a piece each, that together make one file in a format by name.

    UnwritableError, before any text, where there are several and the format holds one.
    """
    from rushhour.model.puzzle import Puzzle

    entry = named(format)
    expect("puzzles", puzzles, Iterable, "puzzles")
    return _texts((expect("puzzles", puzzle, Puzzle, "puzzles") for puzzle in puzzles), entry)


def _texts(puzzles: Iterator[Puzzle], entry: Format) -> Generator[str, None, None]:
    first, second = next(puzzles, None), next(puzzles, None)
    if first is None:
        return
    if second is None:
        yield entry.write(first)
        return
    for puzzle in chain((first, second), puzzles):
        yield entry.write_item(puzzle)
