"""Sources: files of boards as streams of columns. One module for each kind, listed in `KINDS`.

The file's name decides its kind; standard input is text unless another kind is named. Files that
end in `.gz`, or begin as gzip does, are unpacked.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from rushhour.base.expect import known
from rushhour.batch.sources.kept import KeptColumns, agreed, chosen, unread
from rushhour.batch.sources.pinned import ChangedError, Pin, pin
from rushhour.batch.sources.puzzles import HEAD, are_in
from rushhour.errors import RushHourError
from rushhour.formats.opening import Narrow, is_wide, standard_input

if TYPE_CHECKING:
    import pyarrow as pa

STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Kind:
    """A registered kind of file: its module has `read(stream, column, layout)` and `fields`."""

    name: str
    suffixes: tuple[str, ...]

    def read(self, stream: BinaryIO, column: str, layout: KeptColumns) -> Iterator[pa.Array]:
        """The boards of a stream with the kept columns, some thousands at a time."""
        return cast("Iterator[pa.Array]", self._module().read(stream, column, layout))

    def fields(self, stream: BinaryIO, layout: KeptColumns) -> list[pa.Field]:
        """The columns of a stream, with the types in which they are kept."""
        return cast("list[pa.Field]", self._module().fields(stream, layout))

    def _module(self) -> Any:
        return import_module(f"rushhour.batch.sources.{self.name}")


KINDS = (
    Kind("text", ()),
    Kind("csv", (".csv", ".tsv")),
    Kind("jsonl", (".jsonl", ".ndjson")),
    Kind("parquet", (".parquet", ".pq")),
    Kind("puzzles", (".json",)),
)


def named(name: str) -> Kind:
    """The kind with a name; UnknownNameError suggests the nearest."""
    known("kind of file", name, [kind.name for kind in KINDS])
    return next(kind for kind in KINDS if kind.name == name)


def kind_of(file: str) -> Kind:
    """The kind of a file, by its name."""
    suffix = Path(file.removesuffix(".gz")).suffix.lower()
    return next((kind for kind in KINDS if suffix in kind.suffixes), KINDS[0])


@dataclass
class SourceFiles:
    """Files that are read one after another; `kind` applies to all, None goes by their names.

    `keep` names columns to keep beside the boards, `all` keeps every other one. `separator` stands
    between the fields of CSV; None is a tab in files that end in .tsv, otherwise a comma. In a text
    of drawings each line is a board as it is.
    """

    files: Sequence[str]
    column: str = "board"
    kind: str | None = None
    keep: tuple[str, ...] = ()
    separator: str | None = None
    are_drawings: bool = False
    consumed: int = field(default=0, init=False)
    _pins: dict[str, Pin] = field(default_factory=dict, init=False)
    _kinds: dict[str, Kind] = field(default_factory=dict, init=False)
    _fields: tuple[pa.Field, ...] | None = field(default=None, init=False)

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once."""
        return any(is_stream(file) for file in self.files)

    @property
    def size(self) -> int | None:
        """The bytes of all files; None if unknown."""
        if self.is_stream:
            return None
        return sum(Path(file).stat().st_size for file in self.files)

    def pinned(self) -> list[str]:
        """The name, size and SHA-256 of each file; only the name for a stream.

        After this `read` refuses a file that has changed.
        """
        for file in self.files:
            if file not in self._pins and not is_stream(file):
                self._pins[file] = pin(file)
        return [f"{Path(file).name}{self._pins.get(file, '')}" for file in self.files]

    def require_csv(self) -> None:
        """Refuse a separator if no file is CSV."""
        if not any(self._kind(file).name == "csv" for file in self.files):
            raise RushHourError("--separator needs csv; say --format csv if the files are")

    def require_boards(self) -> None:
        """Refuse files of puzzles, where a board is told what it is for boards in lines."""
        for file in self.files:
            if self._kind(file).name == "puzzles":
                options = "--target, --exit, --size, --empty and --wall"
                expected = f"{file}: expected a board on each line for {options}, found puzzles"
                raise RushHourError(f"{expected}; rushhour convert takes these options")

    def kept(self) -> tuple[pa.Field, ...]:
        """The kept columns with their types, from the heads of the files.

        RushHourError if a file lacks one of them or has it with another type.
        """
        if self._fields is None:
            self._fields = agreed(self._heads()) if self.keep else ()
        return self._fields

    def _heads(self) -> Iterator[tuple[str, list[pa.Field]]]:
        """Each file with its kept columns; those of a stream are not known before it is read."""
        for file in self.files:
            kind = self._kind(file)
            if is_stream(file):
                yield file, unread(kind.name, self.keep)
                continue
            with self._open(file) as raw, _named(file):
                found = kind.fields(_unpacked(file, raw), self._layout(file, ()))
                yield file, chosen(found, self.column, self.keep)

    def read(self) -> Iterator[pa.Array]:
        """The boards of all files, with the kept columns beside them.

        RushHourError names the file that cannot be read.
        """
        before = 0
        is_counted = not self.is_stream
        for file in self.files:
            with self._open(file) as raw:
                for boards in self._boards(file, raw):
                    self.consumed = before + (raw.tell() if is_counted else 0)
                    yield boards
                before += raw.tell() if is_counted else 0

    @property
    def are_texts(self) -> bool:
        """Whether all files have a board on each line."""
        return all(self._kind(file).name == "text" for file in self.files)

    def place(self, row: int) -> str | None:
        """The file and line of a row, as people count; None unless all are files of text."""
        if self.is_stream or not self.are_texts:
            return None
        places = ((file, number) for file in self.files for number in self._numbers(file))
        found = next(islice(places, row, None), None)
        return found and f"{found[0]}, line {found[1]}"

    def _numbers(self, file: str) -> Iterator[int]:
        from rushhour.batch.sources import text

        with self._open(file) as raw:
            yield from text.numbers(_unpacked(file, raw), self._layout(file, ()))

    def _open(self, file: str) -> BinaryIO:
        if file == STANDARD_INPUT:
            return standard_input()
        return self._pins[file].open(file) if file in self._pins else Path(file).open("rb")

    def _boards(self, file: str, raw: BinaryIO) -> Iterator[pa.Array]:
        with _named(file):
            layout = self._layout(file, self.kept())
            yield from self._kind(file).read(_unpacked(file, raw), self.column, layout)

    def _kind(self, file: str) -> Kind:
        if file not in self._kinds:
            self._kinds[file] = self._recognised(file)
        return self._kinds[file]

    def _recognised(self, file: str) -> Kind:
        if self.kind is not None:
            return named(self.kind)
        found = kind_of(file)
        is_plain = found.name in ("text", "csv") and not (self.are_drawings or is_stream(file))
        if is_plain and self._has_puzzles(file):
            return named("puzzles")
        return found

    def _has_puzzles(self, file: str) -> bool:
        try:
            with Path(file).open("rb") as raw:
                return are_in(_unpacked(file, raw).read(HEAD + 1), self.column)
        except (OSError, EOFError, zlib.error):  # who reads the boards says what is wrong
            return False

    def _layout(self, file: str, keep: tuple[pa.Field, ...]) -> KeptColumns:
        is_tabbed = Path(file.removesuffix(".gz")).suffix.lower() == ".tsv"
        separator = self.separator or ("\t" if is_tabbed else ",")
        return KeptColumns(keep, separator, self.are_drawings)


_SPOILT = (EOFError, gzip.BadGzipFile, zlib.error)


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Errors of reading name the file."""
    import pyarrow as pa

    try:
        yield
    except (RushHourError, ChangedError, pa.ArrowException, *_SPOILT) as error:
        raise RushHourError(f"{file}: {_message(error)}") from None


def _unpacked(file: str, raw: BinaryIO) -> BinaryIO:
    """The bytes of a file, unpacked if it is packed, and in UTF-8 if it is UTF-16."""
    is_packed = file.endswith(".gz") or _peeked(raw).startswith(_GZIP)
    stream = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if is_packed else raw
    return cast("BinaryIO", BufferedReader(Narrow(stream))) if is_wide(stream) else stream


def is_stream(file: str) -> bool:
    """Whether a name means standard input, a pipe or a device."""
    path = Path(file)
    return file == STANDARD_INPUT or (path.exists() and not path.is_file() and not path.is_dir())


def _peeked(stream: BinaryIO) -> bytes:
    peeked: bytes = stream.peek(len(_GZIP))  # type: ignore[attr-defined]
    return peeked


def _message(error: Exception) -> str:
    """A library's message in one line, in lower case unless it begins with a name."""
    text = " ".join(str(error).split())
    is_name = text[1:2].isupper() or text.startswith("Parquet")
    return text if is_name else text[:1].lower() + text[1:]
