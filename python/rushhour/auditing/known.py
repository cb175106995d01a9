"""Known puzzles: where a board is known from, whichever state, image or labels it has."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import product
from os import PathLike
from pathlib import Path
from typing import Literal, NamedTuple, TextIO, cast

import rushhour._core as _core
from rushhour.auditing.claims import Columns, Convention, Coverage
from rushhour.auditing.entries import Reader
from rushhour.base.expect import expect, file_name
from rushhour.base.files import files_in
from rushhour.errors import InvalidBoardError, ParseError
from rushhour.formats import parse, puzzle_of
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, Limits, thread_count

KnownSource = str | PathLike[str] | TextIO
Relation = Literal["same", "image", "state"]


class KnownPuzzle(NamedTuple):
    """A puzzle, and where it stands: its file or list, its number there from 1, and its name."""

    source: str
    number: int
    name: str | None
    puzzle: Puzzle

    def relation(self, puzzle: Puzzle) -> Relation:
        """What a puzzle of the same cluster is: the `same` board, an `image`, or another `state`.

        An image is a rotation or a reflection; another state may be that of an image. Labels do not
        matter.
        """
        (one, way), (other, other_way) = self.puzzle._core.canonical(), puzzle._core.canonical()
        if one != other:
            return "state"
        return "same" if way == other_way else "image"

    def __str__(self) -> str:
        name = f", {self.name}" if self.name else ""
        return f"puzzle {self.number} of {self.source}{name}"


class KnownPuzzles:
    """The puzzles of files, folders and published lists, found again by their clusters.

    `sources` are names of LISTS, or paths and open files that `audit` reads; one of them may stand
    alone. OSError for a file that cannot be read, ParseError for one of its puzzles. Each takes
    some 200 bytes.

    >>> known = KnownPuzzles(["classics"])
    >>> [str(one) for one in known.find("CC...HB..D.HBAAD.HB..D..F...GGF.EEE.")]
    ['puzzle 1 of classics, Jam-1', 'puzzle 45 of classics, GameP01']
    """

    def __init__(self, sources: KnownSource | Iterable[KnownSource]) -> None:
        self._known: list[KnownPuzzle] = []
        self._core = _core.Known()
        for puzzle in known_puzzles(sources):
            self._known.append(puzzle)
            self._core.add(puzzle.puzzle._core)

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[KnownPuzzle]:
        return iter(self._known)

    def find(
        self,
        puzzle: Puzzle | str,
        *,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
    ) -> list[KnownPuzzle]:
        """The known puzzles that share the cluster of a puzzle, rotations and reflections included.

        Only a puzzle whose vehicles lie in the same lines as those of a known one is explored. The
        limits are those of `explore`; LimitReachedError if one is reached.
        """
        limits = Limits.of(max_states, max_memory, max_seconds)
        return self.find_within(puzzle_of(puzzle), limits, thread_count(None))

    def find_within(self, puzzle: Puzzle, limits: Limits, threads: int) -> list[KnownPuzzle]:
        """The same as `find`, within limits and on threads that were checked."""
        found = self._core.find(puzzle._core, threads, limits)
        return [self._known[number] for number in found]


def known_puzzles(sources: KnownSource | Iterable[KnownSource]) -> Iterator[KnownPuzzle]:
    """The puzzles of the sources that `KnownPuzzles` takes, one after another."""
    expected = "paths, open files or names of lists"
    expect("known puzzles", sources, str | PathLike | Iterable, expected)
    is_alone = isinstance(sources, str | PathLike) or hasattr(sources, "read")
    for source in cast("Iterable[KnownSource]", [sources] if is_alone else sources):
        yield from _puzzles(source)


def _puzzles(source: KnownSource) -> Iterator[KnownPuzzle]:
    """The puzzles of a published list, of a file, or of the files of a folder."""
    if hasattr(source, "read"):
        opened = cast("TextIO", source)
        yield from _puzzles_of_file(opened, getattr(opened, "name", "standard input"))
        return
    name = file_name("known puzzles", source, "a path, an open file or the name of a list")
    if name in LISTS and not Path(name).exists():
        for number, (title, board) in enumerate(LISTS[name](), 1):
            yield KnownPuzzle(name, number, title, parse(board, "boardstring"))
        return
    for file in files_in(Path(name)):
        yield from _puzzles_of_file(file, str(file))


def _puzzles_of_file(file: Path | TextIO, name: str) -> Iterator[KnownPuzzle]:
    columns = Columns(Convention("slide", "edge"), {})
    for entry in Reader(columns, Coverage(columns), None, None, None).entries(file):
        if not isinstance(entry.item, Puzzle):
            error = entry.item
            if isinstance(error, ParseError | InvalidBoardError) and error.source is not None:
                raise error
            raise ParseError(str(error), entry.line, source=name)
        yield KnownPuzzle(name, entry.number, entry.name or entry.item.title, entry.item)


def _published(name: str) -> Iterator[dict[str, str]]:
    """The rows of a published table, which has a column of boards."""
    table = files("rushhour") / "lab" / "published" / name
    yield from csv.DictReader(table.read_text(encoding="utf-8").splitlines())


Named = Iterator[tuple[str, str]]


def _classics() -> Named:
    for row in _published("puzzles.csv"):
        yield row["puzzle"], row["board"]


def _records() -> Named:
    for row in _published("records.csv"):
        size = f"{row['size']}, {row['vehicles']} vehicles, {row['walls']} walls"
        yield f"{size}: {row['distance']} {row['metric']}s", row["board"]


def _hardest() -> Named:
    for walls, metric in product((0, 1), ("slides", "steps")):
        for rank, row in enumerate(_published(f"atlas/hardest/6x6-{walls}-{metric}.csv"), 1):
            yield f"no. {rank} of 6x6-{walls}-{metric}", row["board"]


LISTS: dict[str, Callable[[], Named]] = {
    "classics": _classics,
    "records": _records,
    "hardest": _hardest,
}
"""The published lists by name: the puzzles of the sources, the records of each size, and the
thousand hardest boards of 6x6 in each metric, without walls and with one."""
