"""Effects: how hard each board is, apart from who played it and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.plays import Play
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

PRACTICE: dict[str, Callable[[_Array], _Array]] = {
    "logarithm": np.log1p,
    "square root": np.sqrt,
    "linear": np.positive,
    "none": np.zeros_like,
}
"""How practice may grow with the number of boards that a person began before."""


@dataclass(frozen=True, slots=True)
class Effects:
    """A fit of log values by board, participant and practice, by least squares.

    `boards` has the mean of each board for a mean participant at mean practice; `practice` is the
    change for each unit of PRACTICE. `deviation` is that of single plays from the fit.
    """

    boards: dict[str, float]
    participants: dict[str, float]
    practice: float
    deviation: float = 0.0


def fit(plays: Sequence[Play], value: str = "moves", practice: str = "logarithm") -> Effects:
    """Fit ln `moves` or `milliseconds` of the plays that were solved, with a kind of PRACTICE."""
    plays = [play for play in plays if play.solved]
    ids, people = sorted({p.board for p in plays}), sorted({p.participant for p in plays})
    design = np.zeros((len(plays), len(ids) + len(people) + 1))
    for row, play in enumerate(plays):
        design[row, ids.index(play.board)] = 1
        design[row, len(ids) + people.index(play.participant)] = 1
    design[:, -1] = PRACTICE[practice](np.array([play.place for play in plays], float))
    design[:, -1] -= design[:, -1].mean()
    values = np.log([float(getattr(play, value)) for play in plays])
    found, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    squares = float(((values - design @ found) ** 2).sum())
    levels, offsets = found[: len(ids)], found[len(ids) : -1]
    return Effects(
        dict(zip(ids, (levels + offsets.mean()).tolist(), strict=True)),
        dict(zip(people, (offsets - offsets.mean()).tolist(), strict=True)),
        float(found[-1]),
        (squares / max(len(plays) - int(rank), 1)) ** 0.5,
    )
