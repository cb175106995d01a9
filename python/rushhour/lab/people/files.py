"""The files of the study: where they are in a folder, and what their columns are called.

Two folders hold the same data: that of this project, and the public repository
sherrybao222/RushHour (MIT), as a whole or only its `exp_data`.

| | this project | the repository |
|---|---|---|
| trials | `trials.csv` | `exp_data/paths.csv` |
| moves | `moves.csv` | `exp_data/moves.csv` |
| boards | `boards/ID.json` | `exp_data/data_adopted/ID.json` |
"""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rushhour.model.errors import ParseError

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
