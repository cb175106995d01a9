"""Plays: the files of the study, cleaned, with the boards that people played.

Two folders hold the same data: that of this project, and the public repository
sherrybao222/RushHour (MIT), as a whole or only its `exp_data`.

| | this project | the repository |
|---|---|---|
| trials | `trials.csv` | `exp_data/paths.csv` |
| moves | `moves.csv` | `exp_data/moves.csv` |
| boards | `boards/ID.json` | `exp_data/data_adopted/ID.json` |

The rating was fitted to 50 of the 70 boards of the repository, `FITTED`.
"""

from __future__ import annotations

import csv
import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from rushhour.analysis import Analysis, analyse_many
from rushhour.errors import ParseError, UnknownNameError
from rushhour.formats import read
from rushhour.model.puzzle import Puzzle

_NUMBERS = """
10166 10206 11647 12604 1267 13171 14047 14485 14651 15290 15595 19279 20059 20888 22436
23404 24227 25604 26567 2834 29232 29414 29585 31907 3203 3217 32695 33509 34092 343
34551 38526 38725 42959 45893 46224 46580 48146 54081 54506 55384 57223 58853 62222
68514 68910 72800 78361 79230 8786
"""

FITTED = frozenset(f"prb{number}" for number in _NUMBERS.split())
"""Their names. The rating has seen no other board."""

Which = Literal["all", "fitted", "others"]
"""All boards of a folder, those of FITTED, or all but these."""

CHOICES: dict[str, Callable[[str], bool]] = {
    "all": bool,
    "fitted": lambda board: board in FITTED,
    "others": lambda board: board not in FITTED,
}


def chosen(which: str) -> Callable[[str], bool]:
    """Whether a board belongs to some; UnknownNameError if `which` is none of CHOICES."""
    if which not in CHOICES:
        raise UnknownNameError("set of boards", which, list(CHOICES))
    return CHOICES[which]


TRIALS = ("trials.csv", "paths.csv", "exp_data/paths.csv")
MOVES = ("moves.csv", "exp_data/moves.csv")
BOARDS = ("boards", "data_adopted", "exp_data/data_adopted")

ORIGINAL_COLUMNS = {
    "participant": "subject",
    "trial": "trial_number",
    "moves": "human_length",
    "kind": "meta_move",
    "start_ms": "start_time",
    "end_ms": "end_time",
    "rt_ms": "rt",
}
"""The columns that have other names in the repository, and these names."""


def find(folder: str | os.PathLike[str], places: Sequence[str]) -> Path:
    """The first of some places in a folder that exists; FileNotFoundError if there is none."""
    found = (Path(folder) / place for place in places)
    existing = next((path for path in found if path.exists()), None)
    if existing is None:
        inside = ", ".join(sorted(path.name for path in Path(folder).iterdir())[:9]) or "nothing"
        raise FileNotFoundError(f"{folder}: expected {' or '.join(places)}, found {inside}")
    return existing


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """The cells of one row by the names of this project, and where they stand."""

    path: Path
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells[name]

    def number(self, name: str) -> float:
        """A finite number; an empty cell is 0. ParseError if it is none, or less than 0."""
        try:
            value = float(self[name] or 0)
        except ValueError:
            value = -1.0
        if not (math.isfinite(value) and value >= 0):
            raise self.error(name, "a number of at least 0")
        return value

    def count(self, name: str) -> int:
        """A whole number of at least 0; ParseError if it is none."""
        value = self.number(name)
        if not value.is_integer():
            raise self.error(name, "a whole number")
        return int(value)

    def truth(self, name: str) -> bool:
        """True or False, in any case, or 1 or 0; ParseError if it is neither."""
        value = self[name].lower()
        if value not in ("true", "false", "1", "0"):
            raise self.error(name, "True or False")
        return value in ("true", "1")

    def error(self, name: str, expected: str) -> ParseError:
        """What was expected in a cell, and what was found."""
        found = f"{name!r} in line {self.line}, found {self[name][:40]!r}"
        return ParseError(f"{self.path}: expected {expected} as {found}")


def rows(
    path: Path,
    names: Sequence[str],
    columns: Mapping[str, str] | None = None,
    *,
    optional: Sequence[str] = (),
) -> Iterator[PeopleRow]:
    """The rows of a file whose header has these names, or those of the repository.

    `columns` gives other names instead. ParseError where a column or a cell is missing, but for the
    columns that are `optional`.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        try:
            head = [name.strip() for name in next(reader, [])]
            places = _places(path, head, names, columns, optional)
            for cells in reader:
                if cells:
                    yield _row(path, reader.line_num, cells, places)
        except (csv.Error, UnicodeDecodeError) as error:
            line = reader.line_num + 1
            raise ParseError(
                f"{path}: expected rows of text, found in line {line}: {error}"
            ) from error


def _row(path: Path, line: int, cells: Sequence[str], places: Mapping[str, int]) -> PeopleRow:
    if len(cells) <= max(places.values()):
        expected = f"at least {max(places.values()) + 1} cells"
        raise ParseError(f"{path}: expected {expected} in line {line}, found {len(cells)}")
    return PeopleRow(path, line, {name: cells[at].strip() for name, at in places.items()})


def _places(
    path: Path,
    head: Sequence[str],
    names: Sequence[str],
    columns: Mapping[str, str] | None,
    optional: Sequence[str],
) -> dict[str, int]:
    """The place of each column, under the names that fit the header best."""
    choices = [columns] if columns is not None else [{}, ORIGINAL_COLUMNS]
    called = [{name: choice.get(name, name) for name in names} for choice in choices]
    best = min(called, key=lambda one: sum(name not in head for name in one.values()))
    missing = [own for name, own in best.items() if own not in head and name not in optional]
    if missing:
        every = " or ".join(", ".join(one.values()) for one in called)
        found = ", ".join(head)[:200] or "none"
        raise ParseError(
            f"{path}: expected a column {missing[0]!r} (of {every}), found the columns {found}"
        )
    return {name: head.index(other) for name, other in best.items() if other in head}


COLUMNS = ("participant", "instance", "moves", "complete", "start_ms", "end_ms", "rt_ms")
"""The columns of the trials, by the names of this project."""

_TIMES = ("start_ms", "end_ms")


@dataclass(frozen=True, slots=True)
class Play:
    """All attempts of one participant at one board, up to the first that solved it.

    `moves` and `milliseconds` are their sums, `attempts` their number. `place` counts the boards
    that the participant began before.
    """

    participant: str
    board: str
    moves: int
    milliseconds: float
    attempts: int
    solved: bool
    place: int


def load(
    folder: str | os.PathLike[str],
    columns: Mapping[str, str] | None = None,
    *,
    which: Which = "all",
) -> tuple[Play, ...]:
    """Read and clean the trials, in the columns of this project or those of the repository.

    `columns` gives other names of COLUMNS, for files of neither. Rows without a time are left out.
    Rows of one participant, board and start are one attempt: the one of the least number of moves.
    In a file without starts each row is an attempt, in the order of the file.
    What follows the first solution of a board is left out. `which` boards are returned; `place`
    counts all. OSError where there is no such file, ParseError where a column is missing or a cell
    is not of its kind.
    """
    is_chosen = chosen(which)
    attempts: dict[tuple[str, str, float], _Attempt] = {}
    for row in rows(find(folder, TRIALS), COLUMNS, columns, optional=_TIMES):
        attempt = _attempt(row)
        if attempt.milliseconds > 0:
            start = row.number("start_ms") if "start_ms" in row.cells else float(row.line)
            key = row["participant"], row["instance"], start
            attempts[key] = min(attempts.get(key, attempt), attempt, key=lambda one: one.moves)
    by_pair: dict[tuple[str, str], list[_Attempt]] = defaultdict(list)
    for key in sorted(attempts, key=lambda key: key[2]):
        by_pair[key[:2]].append(attempts[key])
    begun: dict[str, int] = defaultdict(int)
    plays = []
    for (participant, board), tries in by_pair.items():
        if is_chosen(board):
            plays.append(_play(participant, board, tries, begun[participant]))
        begun[participant] += 1
    return tuple(plays)


class _Attempt(NamedTuple):
    moves: int
    milliseconds: float
    is_solved: bool


def _attempt(row: PeopleRow) -> _Attempt:
    found = _Attempt(row.count("moves"), row.number("rt_ms"), row.truth("complete"))
    if found.is_solved and not found.moves:
        raise row.error("moves", "at least 1 for a board that was solved")
    return found


def _play(participant: str, board: str, tries: Sequence[_Attempt], place: int) -> Play:
    solved = [attempt.is_solved for attempt in tries]
    tries = tries[: solved.index(True) + 1] if any(solved) else tries
    return Play(
        participant,
        board,
        sum(attempt.moves for attempt in tries),
        sum(attempt.milliseconds for attempt in tries),
        len(tries),
        any(solved),
        place,
    )


def puzzles(folder: str | os.PathLike[str], *, which: Which = "all") -> dict[str, Puzzle]:
    """The boards, by ID. OSError where there are none."""
    path, is_chosen = find(folder, BOARDS), chosen(which)
    found = (file for kind in ("*.json", "*.txt") for file in path.glob(kind))
    files = sorted(file for file in found if is_chosen(file.stem))
    if not files:
        raise FileNotFoundError(f"{path}: expected boards as ID.json or ID.txt, found none")
    return {file.stem: read(file) for file in files}


def boards(folder: str | os.PathLike[str], *, which: Which = "all") -> dict[str, Analysis]:
    """The analyses of the boards, by ID. OSError where there are none."""
    found = puzzles(folder, which=which)
    return dict(zip(found, analyse_many(found.values()), strict=True))


def study(
    folder: str | os.PathLike[str], which: Which = "all"
) -> tuple[tuple[Play, ...], dict[str, Analysis]]:
    """The plays of a folder, and the analyses of their boards; ParseError if a board is missing."""
    plays, analyses = load(folder, which=which), boards(folder, which=which)
    unknown = sorted({play.board for play in plays} - analyses.keys())
    if unknown:
        raise ParseError(f"{folder}: expected a board {unknown[0]}.json, found none")
    return plays, analyses
