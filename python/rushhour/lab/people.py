"""How well measures predict people: the 50 boards of Li and Ma, cleaned, fitted and correlated.

The data are not part of this package. They come from the public repository sherrybao222/RushHour
(MIT); a folder holds `trials.csv` and `boards/ID.json`.

```text
python -m rushhour.lab.people FOLDER
```
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rushhour.analysis import Analysis, analyse_many
from rushhour.analysis.rating import difficulty_of
from rushhour.formats import read
from rushhour.model.errors import ParseError
from rushhour.model.extras import needs
from rushhour.text.aligned import aligned

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

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


@dataclass(frozen=True, slots=True)
class Effects:
    """A fit of log values by board, participant and practice, by least squares.

    `boards` has the mean of each board for a mean participant at mean practice; `practice` is the
    change for each unit of ln(1 + boards begun before).
    """

    boards: dict[str, float]
    participants: dict[str, float]
    practice: float


def fit(plays: Sequence[Play], value: str = "moves") -> Effects:
    """Fit ln `moves` or ln `milliseconds` of the plays that were solved."""
    plays = [play for play in plays if play.solved]
    ids, people = sorted({p.board for p in plays}), sorted({p.participant for p in plays})
    design = np.zeros((len(plays), len(ids) + len(people) + 1))
    for row, play in enumerate(plays):
        design[row, ids.index(play.board)] = 1
        design[row, len(ids) + people.index(play.participant)] = 1
    design[:, -1] = np.log1p([play.place for play in plays])
    design[:, -1] -= design[:, -1].mean()
    values = np.log([float(getattr(play, value)) for play in plays])
    found = np.linalg.lstsq(design, values, rcond=None)[0]
    levels, offsets = found[: len(ids)], found[len(ids) : -1]
    return Effects(
        dict(zip(ids, (levels + offsets.mean()).tolist(), strict=True)),
        dict(zip(people, (offsets - offsets.mean()).tolist(), strict=True)),
        float(found[-1]),
    )


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rho of a measure with people's log moves or time, over boards.

    `within` is the correlation of ranks within groups of equal length, pooled. `low` and `high` are
    the 2.5 and 97.5 percentiles over boards drawn with replacement, `within_low` and `within_high`
    the same of `within`. A measure that is the same on all boards has rho 0.
    """

    measure: str
    value: str
    rho: float
    low: float
    high: float
    within: float
    within_low: float
    within_high: float


def correlations(
    effects: Effects,
    measured: Mapping[str, Mapping[str, float]],
    lengths: Mapping[str, float],
    value: str,
    *,
    samples: int = 2000,
    seed: int = 0,
) -> tuple[Correlation, ...]:
    """The correlation of each measure (values by board) with the effects of the boards."""
    ids = sorted(effects.boards)
    truth = np.array([effects.boards[board] for board in ids])
    length = np.array([lengths[board] for board in ids])
    draws = np.random.default_rng(seed).integers(0, len(ids), (samples, len(ids)))
    rows = []
    for name, values in measured.items():
        found = np.array([values[board] for board in ids])
        drawn = [(found[draw], truth[draw], length[draw]) for draw in draws]
        overall = np.percentile([_rho(x, y) for x, y, _ in drawn], (2.5, 97.5))
        inner = np.percentile([_within(*one) for one in drawn], (2.5, 97.5))
        rho, within = _rho(found, truth), _within(found, truth, length)
        (low, high), (within_low, within_high) = overall.tolist(), inner.tolist()
        rows.append(Correlation(name, value, rho, low, high, within, within_low, within_high))
    return tuple(rows)


def _rho(one: _Array, other: _Array) -> float:
    return _pearson(_ranks(one), _ranks(other))


def _within(one: _Array, other: _Array, length: _Array) -> float:
    parts = [np.flatnonzero(length == value) for value in np.unique(length)]
    centred = [
        np.concatenate([(_ranks(values[part]) - (len(part) + 1) / 2) / len(part) for part in parts])
        for values in (one, other)
    ]
    return _pearson(*centred)


def _ranks(values: _Array) -> _Array:
    """Ranks from 1; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: _Array = (last - (counts - 1) / 2)[inverse]
    return shared


def _pearson(one: _Array, other: _Array) -> float:
    one, other = one - one.mean(), other - other.mean()
    norm = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / norm if norm else 0.0


@dataclass(frozen=True, slots=True)
class Regression:
    """Least squares of ln moves on length and walk: coefficients, R squared, residual deviation."""

    constant: float
    per_slide: float
    per_walk: float
    r2: float
    r2_of_length: float
    deviation: float


def regress(effects: Effects, analyses: Mapping[str, Analysis]) -> Regression:
    """Fit the difficulty once more."""
    design, truth, _ = _design(effects, analyses)
    found = np.linalg.lstsq(design, truth, rcond=None)[0]
    residual = truth - design @ found
    alone = truth - design[:, :2] @ np.linalg.lstsq(design[:, :2], truth, rcond=None)[0]
    total = float(((truth - truth.mean()) ** 2).sum())
    constant, per_slide, per_walk = found.tolist()
    return Regression(
        constant,
        per_slide,
        per_walk,
        1 - float(residual @ residual) / total,
        1 - float(alone @ alone) / total,
        float(np.sqrt(residual @ residual / (len(truth) - 3))),
    )


def left_out(effects: Effects, analyses: Mapping[str, Analysis]) -> dict[str, float]:
    """The prediction for each board by a fit to all others."""
    design, truth, ids = _design(effects, analyses)
    found = {}
    for at, board in enumerate(ids):
        rest = np.arange(len(ids)) != at
        weights = np.linalg.lstsq(design[rest], truth[rest], rcond=None)[0]
        found[board] = float(design[at] @ weights)
    return found


def _design(effects: Effects, analyses: Mapping[str, Analysis]) -> tuple[_Array, _Array, list[str]]:
    ids = sorted(effects.boards)
    rows = [(1.0, analyses[board].slides, analyses[board].walk) for board in ids]
    truth = np.array([effects.boards[board] for board in ids])
    return np.array(rows, float), truth, ids


_MEASURES = (
    "slides",
    "walk",
    "surprisal",
    "noisy_walk",
    "steps",
    "random_walk",
    "counterintuitive",
    "dependency_raises",
    "mag_nodes",
    "mag_edges",
    "states",
)


def report(folder: str | os.PathLike[str]) -> Iterator[str]:
    """The table of correlations and the fit, as lines of text."""
    plays, analyses = load(folder), boards(folder)
    solved = sum(play.solved for play in plays)
    attempts = sum(play.attempts for play in plays)
    yield (
        f"{attempts} attempts in {len(plays)} plays of {len(analyses)} boards, "
        f"{100 * solved / len(plays):.0f} % solved"
    )
    lengths = {board: float(one.slides or 0) for board, one in analyses.items()}
    for value in ("moves", "milliseconds"):
        effects = fit(plays, value)
        measured = {name: _values(analyses, name) for name in _MEASURES}
        measured["difficulty"] = {
            board: difficulty_of(one.slides or 0, one.walk or 0.0)
            for board, one in analyses.items()
        }
        measured["difficulty, left out"] = left_out(effects, analyses)
        yield ""
        yield from _table(correlations(effects, measured, lengths, value))
        fitted = regress(effects, analyses)
        yield (
            f"ln {value} = {fitted.constant:.3f} + {fitted.per_slide:.3f} slides + "
            f"{fitted.per_walk:.3f} walk; R2 {fitted.r2:.3f}, of length alone "
            f"{fitted.r2_of_length:.3f}; deviation {fitted.deviation:.3f}"
        )


def _values(analyses: Mapping[str, Analysis], name: str) -> dict[str, float]:
    return {board: float(getattr(one, name)) for board, one in analyses.items()}


def _table(rows: Sequence[Correlation]) -> Iterator[str]:
    head = (f"rho with {rows[0].value}", "rho", "95 %", "within length", "95 %")
    cells = [
        (
            row.measure,
            f"{row.rho:.3f}",
            f"{row.low:.2f} to {row.high:.2f}",
            f"{row.within:.3f}",
            f"{row.within_low:.2f} to {row.within_high:.2f}",
        )
        for row in rows
    ]
    return aligned(head, cells, right=range(1, 5))


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1])))
