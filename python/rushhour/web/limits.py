"""Limits of the service: for each request, and for the number of searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rushhour.search.query import GIB
from rushhour.search.threads import thread_count


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the service; a request can only lower them.

    - `body`: bytes of a request. A board of 32 x 32 with 128 vehicles takes some 20 KiB of JSON.
    - `patience`: seconds for the head of a request, for its body, and for a pause in reading
      answers
    - `states`, `memory`, `seconds`: the most states kept, bytes and seconds of one search
    - `searches`: long searches at once; as many short ones run beside them
    - `waiting`: how many of each kind may wait; more are refused
    """

    body: int = 128 << 10
    patience: int = 10
    states: int = 100_000_000
    memory: int = GIB
    seconds: float = 30.0
    searches: int = field(default_factory=lambda: thread_count(None))
    waiting: int = 64


# Called by a search some twenty times a second; an exception in it ends the search.
Pulse = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of the service, and the pulse for the searches of one request."""

    limits: Limits
    pulse: Pulse

    @property
    def most(self) -> tuple[int, int, float]:
        """The most states, bytes and seconds of one search."""
        return self.limits.states, self.limits.memory, self.limits.seconds
