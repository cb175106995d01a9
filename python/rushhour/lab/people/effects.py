"""Effects: how hard each board is, apart from who played it and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rushhour.lab.people.plays import Play
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np


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
