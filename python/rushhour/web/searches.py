"""Scheduling searches: each starts at once for a short while; a longer one waits in a queue.

A search calls its pulse twenty times a second. A search that ends before its first pulse, as for
all classics, is short. Any other starts again in the queue for long searches, whose threads have a
lower priority. So a long search delays short ones by no more than the processor's scheduling does,
and itself takes a twentieth of a second more.

When a client disconnects, its request leaves the queue, or its search ends at the next pulse.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from rushhour._core import BOUNDS
from rushhour.search.options import thread_count

_Answer = TypeVar("_Answer")

_NICE = 10


class BusyError(Exception):
    """Too many requests wait, or the service ends; the message is for the client."""


class _LongError(Exception):
    """A search has reached its first pulse among the short ones."""


class _AbandonedError(Exception):
    """The client of this search has disconnected."""


class _Turn:
    """The searches of one request; every pulse checks whether to continue."""

    def __init__(self, searches: Searches) -> None:
        self.is_short = True
        self.is_abandoned = False
        self._searches = searches

    def begin(self) -> None:
        if self.is_abandoned:
            raise _AbandonedError
        if self._searches.is_ending:
            raise BusyError("the service ends")

    def pulse(self, *_seen: object) -> None:
        self.begin()
        if self.is_short:
            raise _LongError


class _Queue:
    """A pool of threads with a bounded queue."""

    def __init__(
        self, name: str, limits: ServiceLimits, begin: Callable[[], None] | None = None
    ) -> None:
        self._room = limits.searches + limits.waiting
        self._taken = 0
        self._threads = ThreadPoolExecutor(limits.searches, name, initializer=begin)

    async def run(self, work: Callable[[], _Answer]) -> _Answer:
        """Run on the next free thread; BusyError if too many wait already."""
        if self._taken >= self._room:
            raise BusyError("too many requests wait already")
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._taken -= 1

    def close(self) -> None:
        """Accept no more work; running work ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Searches:
    """The threads for searches, and their queues.

    Setting `is_ending` ends all searches, including those that wait.
    """

    def __init__(self, limits: ServiceLimits) -> None:
        self.is_ending = False
        self._limits = limits
        self._short = _Queue("short", limits)
        self._long = _Queue("long", limits, _give_way)

    async def run(self, work: Callable[[Bounds], _Answer]) -> _Answer:
        """Run work, which must pass its pulse to every search; cancelling ends it soon.

        Exceptions of the work are raised; BusyError if too many wait already, or the service ends.
        """
        turn = _Turn(self)
        bounds = Bounds(self._limits, turn.pulse)

        def begin() -> _Answer:
            turn.begin()
            return work(bounds)

        try:
            try:
                return await self._short.run(begin)
            except _LongError:
                turn.is_short = False
                return await self._long.run(begin)
        finally:
            turn.is_abandoned = True

    def end(self) -> None:
        """End all searches; a signal handler may call it."""
        self.is_ending = True

    def close(self) -> None:
        """Accept no more work."""
        self._short.close()
        self._long.close()


def _give_way() -> None:
    """Lower the priority of this thread, if threads have their own priorities (on Linux)."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


# ServiceLimits of the service: for each request, and for the number of searches.


@dataclass(frozen=True, slots=True)
class ServiceLimits:
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
    states: int = BOUNDS[0]
    memory: int = BOUNDS[1]
    seconds: float = BOUNDS[2]
    searches: int = field(default_factory=lambda: thread_count(None))
    waiting: int = 64


# Called by a search some twenty times a second; an exception in it ends the search.
Pulse = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of the service, and the pulse for the searches of one request."""

    limits: ServiceLimits
    pulse: Pulse

    @property
    def most(self) -> tuple[int, int, float]:
        """The most states, bytes and seconds of one search."""
        return self.limits.states, self.limits.memory, self.limits.seconds
