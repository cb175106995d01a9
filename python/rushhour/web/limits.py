"""Limits: what one request may ask for, and how many may ask at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from rushhour.search.query import GIB, Progress
from rushhour.search.threads import thread_count


@dataclass(frozen=True, slots=True)
class Limits:
    """What the service allows; a request may ask for less of it, never for more.

    - `body`: bytes of a request. A board of 32 x 32 with 128 vehicles takes some 20 KiB of JSON.
    - `patience`: seconds for the head of a request, again for its body, and for a pause in taking
      answers
    - `states`, `memory`, `seconds`: of one search, in states kept, bytes and seconds
    - `searches`: long searches at once; as many short ones run beside them
    - `waiting`: how many of each may wait for their turn; the next are refused
    """

    body: int = 128 << 10
    patience: int = 10
    states: int = 100_000_000
    memory: int = GIB
    seconds: float = 30.0
    searches: int = field(default_factory=lambda: thread_count(None))
    waiting: int = 64


# What a search calls some twenty times a second; what it raises ends the search.
Pulse = Callable[[Progress], None]


class Bounded(Protocol):
    """A request that may bound its search."""

    max_states: int | None
    max_seconds: float | None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of the service and the pulse of one request's searches."""

    limits: Limits
    pulse: Pulse

    def of(self, request: Bounded) -> dict[str, Any]:
        """The options of `solve` and `explore` for a request, each the lower of the two limits."""
        return {
            "max_states": _lower(request.max_states, self.limits.states),
            "max_seconds": _lower(request.max_seconds, self.limits.seconds),
            "max_memory": self.limits.memory,
            "progress": self.pulse,
        }


def _lower(asked: float | None, allowed: float) -> float:
    return allowed if asked is None else min(asked, allowed)
