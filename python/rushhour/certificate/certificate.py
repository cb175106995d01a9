"""Certificate: the bytes that prove a claim."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from math import inf
from os import PathLike

from rushhour.certificate.checker import FORMAT, claim_of
from rushhour.formats.json import as_dict
from rushhour.model.expect import expect
from rushhour.model.notation import counted
from rushhour.output.files import save
from rushhour.search.cluster import Cluster
from rushhour.search.outcome import Outcome

_BY_ALL = "the claim, and the distance of every state that can be reached"
_BY_SOME = (
    "the bounds in the claim: the lower one by the puzzle without the removed vehicles, the upper "
    "one by the solution; it proves nothing about what lies between them"
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim (`cost = 8`, `unsolvable` or two bounds) and the file that proves it.

    `states` counts the distances in it, `removed` has the labels of the vehicles left out.
    """

    claim: str
    states: int
    removed: tuple[str, ...]
    data: bytes = field(repr=False)

    @classmethod
    def of(cls, outcome: Outcome, cluster: Cluster) -> Certificate:
        """Make the certificate of an outcome from a cluster of all or some of the vehicles."""
        expect("outcome", outcome, Outcome, "an Outcome")
        expect("cluster", cluster, Cluster, "a Cluster")
        kept = {vehicle.label for vehicle in cluster.puzzle.vehicles}
        removed = tuple(one.label for one in outcome.puzzle.vehicles if one.label not in kept)
        lower = cluster.distance()
        upper = inf if outcome.upper_bound is None else outcome.upper_bound
        claim = claim_of(inf if lower is None else lower, upper)
        moves = outcome.best and [[move.vehicle, move.cells] for move in outcome.best]
        header: dict[str, object] = {
            "format": FORMAT,
            "claim": claim,
            "proves": _BY_SOME if removed else _BY_ALL,
            "metric": outcome.metric,
            "goal": outcome.goal,
            "puzzle": as_dict(outcome.puzzle),
            "solution": moves,
            "removed": removed,
            "states": len(cluster),
            "levels": cluster.histogram,
        }
        return cls(claim, len(cluster), removed, _packed(header, cluster))

    def __str__(self) -> str:
        """The claim, and what proves it."""
        if not self.removed:
            return f"proves {self.claim}; states: {self.states}, all that can be reached"
        without = f"without {counted(len(self.removed), 'vehicle')}"
        return f"proves {self.claim} and no more; states: {self.states}, {without}"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the file whole or not at all, replacing an existing one."""
        save(path, self.data)


def _packed(header: dict[str, object], cluster: Cluster) -> bytes:
    """The bytes of the file: header and columns; equal certificates give equal bytes."""
    rows, width = cluster._core.offsets(), len(cluster.puzzle.vehicles)
    columns = b"".join(rows[index::width] for index in range(width))
    line = json.dumps(header, ensure_ascii=False).encode() + b"\n"
    return gzip.compress(line + columns, mtime=0)
