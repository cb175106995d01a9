"""Certificate: the bytes that prove a claim, and the checker that anybody may ask about them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from io import BytesIO, IOBase
from math import inf
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from rushhour.base.expect import expect, file_name
from rushhour.base.files import save
from rushhour.certificate import checker
from rushhour.certificate.checker import FORMAT, Proved, claim_of
from rushhour.errors import ParseError, RefutedError
from rushhour.formats.json import as_dict
from rushhour.model.words import counted
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


def verify_certificate(
    source: str | PathLike[str] | bytes | BinaryIO,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Proved:
    """Check a certificate (a path, bytes or an open file) without the solver.

    Returns what it proves. RefutedError if its claim does not hold, ParseError if it is not a
    certificate, OSError if there is no such file. `progress` is called regularly with the number of
    states checked and the number of all. A check takes some 25 microseconds and 170 bytes for each
    state.

    >>> import rushhour
    >>> certificate = rushhour.certificate.certify(rushhour.solve("..B.../AAB.../....../......"))
    >>> verify_certificate(certificate.data).claim
    'cost = 2'
    """
    name = file_name("source", source) if isinstance(source, str | PathLike) else None
    try:
        with _opened(source) as file:
            return checker.check(file, progress)
    except checker.RefutedError as error:
        raise RefutedError(str(error)) from None
    except checker.MalformedError as error:
        raise ParseError(str(error), source=name) from None


def _opened(source: str | PathLike[str] | bytes | BinaryIO) -> AbstractContextManager[BinaryIO]:
    if isinstance(source, str | PathLike):
        return Path(source).open("rb")
    if isinstance(source, bytes):
        return BytesIO(source)
    return nullcontext(expect("source", source, IOBase, "a path, bytes or an open file"))
