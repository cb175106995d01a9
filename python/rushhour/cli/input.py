"""Puzzles and texts from files and standard input, with warnings as lines on standard error."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

from cyclopts import Parameter, Token

from rushhour.base.files import STREAM, files_in
from rushhour.base.text import shown
from rushhour.cli import reason
from rushhour.cli.output import complain, print_json, put, warn
from rushhour.cli.pictures import picture_in, puzzle_of_picture
from rushhour.errors import FormatWarning, ParseError, PluginWarning, RushHourError
from rushhour.formats import attempts
from rushhour.formats.declared import Declared
from rushhour.formats.link import is_pack
from rushhour.formats.opening import decoded, decoded_stream, standard_input
from rushhour.model.move import Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rushhour.analysis.mistakes import Mistake
    from rushhour.cli.options import ReadingOptions

NO_OPTION = "no option"
"""The reason why a word with a hyphen is not a file."""


def _require_no_option(_: object, value: str | None) -> None:
    if value is not None and value.startswith("-") and value != STREAM:
        raise ValueError(NO_OPTION)


def _as_written(_: object, tokens: Sequence[Token]) -> str:
    return tokens[0].value


if TYPE_CHECKING:
    FileName = str
else:  # completion offers files for this type; the value stays the text
    FileName = Annotated[Path, Parameter(converter=_as_written)]

File = Annotated[FileName, Parameter(allow_leading_hyphen=True, validator=_require_no_option)]
"""The name of a file; `-` is standard input, not an option."""


def puzzles(file: str, reading: ReadingOptions) -> Iterator[Puzzle | RushHourError]:
    """Every puzzle of a file or, for `-`, of standard input, with errors in their places.

    What is no file is the board itself, if it is one. A picture holds one puzzle;
    DoubtfulReadingError if it is doubtful, without `--yes`.
    """
    declared = reading.declared
    typed = _typed_boards(file, reading, declared)
    if typed:
        yield from typed
        return
    with _opened(file) as source:
        picture = picture_in(source) if reading.format is None else None
        if picture is not None:
            yield puzzle_of_picture(picture, reading)
            return
        if reading.corners is not None:
            raise RushHourError("--corners is for pictures, found a text")
        with warnings_shown():
            text = source if isinstance(source, str) else decoded_stream(source)
            yield from attempts(text, reading.format, target=reading.target, declared=declared)


@contextmanager
def _opened(file: str) -> Iterator[str | BinaryIO]:
    """The name of a file, or a stream of what can be read but once: standard input, a pipe."""
    if file == STREAM:
        yield standard_input()
    elif Path(file).is_fifo():
        with Path(file).open("rb") as stream:
            yield stream
    else:
        yield file


# What only a board has, and no name of a file: several lines, the brackets of JSON, or many cells,
# some of them empty.
_BOARD = re.compile(
    r"[^\n]*\n[^\n]*\n.*|\s*(?:\{.*\}|\[.*\])\s*|(?=(?:[^.o]*[.o]){3})\S{9,}", re.DOTALL
)
# What a small board may have, such as "AA../", and a name too: it is a board if it can be read.
_SMALL_BOARD = re.compile(r"(?=[^.]*\.)[\w.*#+/-]{4,}")


def is_typed_board(word: str, *, is_drawing: bool = False) -> bool:
    """Whether a word of the command line is no file, and could be a board."""
    is_file = word == STREAM or os.path.lexists(word)
    return not is_file and (is_drawing or _is_board(word) or bool(_SMALL_BOARD.fullmatch(word)))


def _is_board(word: str) -> bool:
    return bool(_BOARD.fullmatch(word.replace("\\n", "\n")))


def _typed_boards(
    word: str, reading: ReadingOptions, declared: Declared
) -> list[Puzzle | RushHourError]:
    """The board in the place of a file, or those of a link to a pack; none for what is no board.

    Its rows may be parted by line ends, which may be written as in C. What is nearly a board is an
    error.
    """
    if not is_typed_board(word, is_drawing=declared.is_drawing):
        return []
    text = StringIO(word.replace("\\n", "\n"))
    with warnings_shown():
        items = attempts(text, reading.format, target=reading.target, declared=declared)
        found = list(items if is_pack(word) else islice(items, 2))
    if len(found) > 1 and not is_pack(word):
        raise RushHourError("expected one board in the place of a file, found several")
    is_name = not (declared.is_drawing or _is_board(word)) or re.search(r"\w\.[A-Za-z]{2,5}$", word)
    return [] if isinstance(found[0], RushHourError) and is_name else found


def only_puzzle(file: str, reading: ReadingOptions, *, choice: str | None = None) -> Puzzle:
    """The one puzzle of a file. `choice` says how to choose one of several; by default a pipe."""
    found = list(islice(puzzles(file, reading), 2))
    if not found:
        raise RushHourError(f"{file}: expected one puzzle, found none")
    if len(found) > 1:
        one = f"rushhour convert {quote(file)} --to boardstring | sed -n 2p"
        choice = choice or f"choose the second, for example, by {one}"
        raise RushHourError(f"{file}: expected one puzzle, found several; {choice}")
    if isinstance(found[0], RushHourError):
        raise found[0]
    return found[0]


def text_of(file: str) -> str:
    """The text of a small file or of standard input."""
    content = standard_input().read() if file == STREAM else Path(file).read_bytes()
    try:
        return decoded(content)
    except RushHourError as error:
        raise RushHourError(f"{file}: {error}") from None


def typed_text() -> TextIOWrapper:
    """Standard input as text, decoded as a file is."""
    return decoded_stream(standard_input())


@contextmanager
def warnings_shown() -> Iterator[None]:
    """Print warnings about texts as lines on standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", FormatWarning)
        warnings.simplefilter("always", PluginWarning)
        warnings.showwarning = _show
        yield


def moves_of(solution: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Read moves from a file, or from the argument itself.

    A single word counts as a move only if it moves a vehicle of the puzzle: `jam-01` is more likely
    the name of a missing file.
    """
    if solution == STREAM or os.path.exists(solution):  # noqa: PTH110 - of any length
        return read_moves(text_of(solution), puzzle)
    hint = f"neither a file nor moves such as B+1 A+4: {solution[:40]!r}"
    try:
        moves = read_moves(solution, puzzle)
    except ParseError as error:
        raise RushHourError(f"{hint}; {error.message}") from None
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if len(moves) == 1 and moves[0].vehicle not in labels:
        raise RushHourError(f"{hint}; the puzzle has no vehicle {moves[0].vehicle}")
    return moves


def prose_moves(solution: str, puzzle: Puzzle) -> tuple[Move, ...]:
    """Find moves in the free text of a file, or in the argument itself; ParseError without any."""
    from rushhour.prose.scoring import MOST_MOVES, answer_in, impossible

    is_file = solution == STREAM or os.path.exists(solution)  # noqa: PTH110 - of any length
    text = text_of(solution) if is_file else solution
    found = answer_in(text, puzzle)
    if (unread := found.fault(text)) is not None:
        raise ParseError(unread)
    if not found.moves or found.found > MOST_MOVES:
        raise ParseError(f"expected 1 to {MOST_MOVES} moves, found {found.found or 'none'}")
    if (fault := impossible(found.moves, puzzle)) is not None:
        raise ParseError(f"{fault[0].text.strip()[:60]}: {fault[1]}")
    return tuple(Move(one.vehicle, one.cells) for one in found.moves)


def function_files(*options: str | None) -> list[str]:
    """The files that options with FILE.py:FUNCTION read; other names need no file.

    >>> function_files("blocking", None, "mine.py:estimate")
    ['mine.py']
    """
    places = [option.rpartition(":")[0] for option in options if option is not None]
    return [place for place in places if place.endswith(".py")]


def _show(message: Warning | str, *_: object, **__: object) -> None:
    warn(f"warning: {message}")


class LocatedPuzzle(NamedTuple):
    """A puzzle or its error, with its file and its number there, from 1."""

    file: str
    number: int
    item: Puzzle | RushHourError

    @property
    def stem(self) -> str:
        """The name of the file without folder and suffix; a typed board is called as it is."""
        is_file = self.file == STREAM or os.path.lexists(self.file)
        return Path(self.file).stem if is_file else self.file.replace("\n", "/")

    def print_json(self, facts: Mapping[str, object]) -> None:
        """Print an object in a line, with the file and the number."""
        print_json({"file": self.file, "number": self.number, **facts})

    def complain(self, error: RushHourError, *, json: bool, mistake: Mistake | None = None) -> None:
        """Print an error of this puzzle, and what may have been meant."""
        complain(self.file, self.number, error, json=json, mistake=mistake)


def given(files: Sequence[str]) -> tuple[str, ...]:
    """The files of a command line or, if none is named, standard input.

    RushHourError if that is a terminal: nobody who forgets a file expects to type a puzzle.
    """
    if files:
        return tuple(files)
    if sys.stdin is None or sys.stdin.isatty():
        raise RushHourError("expected a puzzle file, or input from a pipe; found neither")
    return (STREAM,)


def expanded(names: Sequence[str]) -> list[str]:
    """The files, with those of a folder and its sub-folders in its place, in order of name.

    RushHourError for a folder without a file.
    """
    found: list[str] = []
    for name in names:
        is_folder = name != STREAM and os.path.isdir(name)  # noqa: PTH112 - of any length
        files = [str(file) for file in files_in(Path(name))] if is_folder else [name]
        if not files:
            raise RushHourError(f"{name}: expected a file in the folder, found none")
        found += files
    return found


def given_one(file: str | None) -> str:
    """The only file of a command line or, if none is named, standard input, as `given`."""
    return given(() if file is None else (file,))[0]


def found_in(files: Sequence[str], reading: ReadingOptions) -> Iterator[LocatedPuzzle]:
    """Every puzzle of the files, in their order.

    Of several files, one that cannot be read is an error in the place of its first puzzle. OSError
    if it is the only one.
    """
    for file in files:
        try:
            for number, item in enumerate(puzzles(file, reading), 1):
                yield LocatedPuzzle(file, number, item)
        except OSError as error:
            if len(files) == 1:
                raise
            yield LocatedPuzzle(file, 1, ParseError(reason(error), source=file))


def only(files: Sequence[str], reading: ReadingOptions, option: str) -> LocatedPuzzle:
    """The only puzzle of the only file, as an option needs it."""
    if len(files) > 1:
        raise RushHourError(f"{option}: expected one file, found {len(files)}")
    return LocatedPuzzle(files[0], 1, only_puzzle(files[0], reading))


class Pages:
    """The heads of a text in pages: a line with the file if there are several."""

    def __init__(self, files: Sequence[str]) -> None:
        self._is_headed = len(files) > 1
        self._is_first = True
        self._file: str | None = None

    def begin(self, found: LocatedPuzzle, *, gap: bool = True) -> None:
        """Print what stands before the text of a puzzle: a blank line, the head of its file."""
        is_new = self._is_headed and (found.number == 1 or found.file != self._file)
        if not self._is_first and (gap or is_new):
            put("")
        if is_new:
            _put_head(found.file)
        self._is_first, self._file = False, found.file

    def begin_file(self, file: str) -> None:
        """Print what stands before the text of a whole file."""
        if self._is_headed:
            if not self._is_first:
                put("")
            _put_head(file)
        self._is_first, self._file = False, file


def _put_head(file: str) -> None:
    put(f"==> {'standard input' if file == STREAM else shown(file)} <==")
