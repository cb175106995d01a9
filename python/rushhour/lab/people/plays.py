"""Plays: the attempts of people at boards, cleaned, and the boards."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rushhour.analysis import Analysis, analyse_many
from rushhour.formats import read
from rushhour.lab.people.files import BOARDS, TRIALS, PeopleRow, find, rows
from rushhour.lab.people.fitted import Which, chosen
from rushhour.model.errors import ParseError
from rushhour.model.puzzle import Puzzle

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
