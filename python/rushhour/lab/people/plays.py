"""Plays: the attempts of people at boards, cleaned, and the boards."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rushhour.analysis import Analysis, analyse_many
from rushhour.formats import read
from rushhour.model.errors import ParseError

COLUMNS = ("participant", "instance", "moves", "complete", "start_ms", "end_ms", "rt_ms")
"""The columns of `trials.csv` that are read; `load` takes other names for them."""


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
    folder: str | os.PathLike[str], columns: Mapping[str, str] | None = None
) -> tuple[Play, ...]:
    """Read and clean `trials.csv`; `columns` gives the names of COLUMNS in files that differ.

    Rows without a time are left out. Rows of equal start and end are one attempt, with the least
    number of moves. What follows the first solution of a board is left out. OSError where there is
    no such file, ParseError where a column is missing.
    """
    rows = _rows(Path(folder) / "trials.csv", columns or {})
    attempts: dict[tuple[str, str, float, float], _Row] = {}
    for row in rows:
        key = row["participant"], row["instance"], float(row["start_ms"]), float(row["end_ms"])
        if float(row["rt_ms"] or 0) > 0:
            known = attempts.get(key, row)
            attempts[key] = min(known, row, key=lambda one: int(one["moves"]))
    by_pair: dict[tuple[str, str], list[_Row]] = defaultdict(list)
    for key in sorted(attempts, key=lambda key: key[2]):
        by_pair[key[:2]].append(attempts[key])
    begun: dict[str, int] = defaultdict(int)
    plays = []
    for (participant, board), tries in by_pair.items():
        plays.append(_play(participant, board, tries, begun[participant]))
        begun[participant] += 1
    return tuple(plays)


_Row: TypeAlias = dict[str, str]


def _rows(path: Path, columns: Mapping[str, str]) -> Iterator[_Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = DictReader(file)
        names = {name: columns.get(name, name) for name in COLUMNS}
        missing = [name for name in names.values() if name not in (reader.fieldnames or ())]
        if missing:
            found = ", ".join(reader.fieldnames or ()) or "none"
            raise ParseError(f"{path}: expected a column {missing[0]!r}, found {found}")
        for row in reader:
            yield {name: row[column] for name, column in names.items()}


def _play(participant: str, board: str, tries: Sequence[_Row], place: int) -> Play:
    solved = [row["complete"].lower() in ("true", "1") for row in tries]
    count = solved.index(True) + 1 if any(solved) else len(tries)
    return Play(
        participant,
        board,
        sum(int(row["moves"]) for row in tries[:count]),
        sum(float(row["rt_ms"]) for row in tries[:count]),
        count,
        any(solved),
        place,
    )


def boards(folder: str | os.PathLike[str]) -> dict[str, Analysis]:
    """The analyses of `boards/ID.json`, by ID."""
    files = sorted((Path(folder) / "boards").glob("*.json"))
    found = analyse_many(read(file) for file in files)
    return {file.stem: analysis for file, analysis in zip(files, found, strict=True)}
