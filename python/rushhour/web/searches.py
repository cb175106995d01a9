"""Searches: who runs when. Everyone gets a short while at once; who needs more waits in a queue.

A search calls its pulse twenty times a second, first after a twentieth of a second. What ends
before that, as a classic does, is short. What does not starts again in the queue for long searches,
whose threads give way to all others. So a long search delays no short one by more than the
processor's own scheduling, and costs a twentieth of a second more.

A request that is cancelled, because its client has gone, leaves its queue, or its search ends at
the next pulse.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rushhour.search.query import Progress
from rushhour.web.limits import Bounds, Limits

Answer = TypeVar("Answer")

_NICE = 10


class BusyError(Exception):
    """As many requests wait as may wait, or the service ends: what is said is for the client."""


class _LongError(Exception):
    """A search that has lived to its first pulse among the short ones."""


class _AbandonedError(Exception):
    """Nobody waits for this search any more."""


class _Turn:
    """One request's searches: their threads ask at every pulse whether to go on."""

    def __init__(self, searches: Searches) -> None:
        self.is_short = True
        self.is_abandoned = False
        self._searches = searches

    def begin(self) -> None:
        if self.is_abandoned:
            raise _AbandonedError
        if self._searches.is_ending:
            raise BusyError("the service ends")

    def pulse(self, _seen: Progress) -> None:
        self.begin()
        if self.is_short:
            raise _LongError


class _Queue:
    """Some threads, and room for some who wait for one."""

    def __init__(self, name: str, limits: Limits, begin: Callable[[], None] | None = None) -> None:
        self._room = limits.searches + limits.waiting
        self._taken = 0
        self._threads = ThreadPoolExecutor(limits.searches, name, initializer=begin)

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Run on a thread when there is one; BusyError where too many wait already."""
        if self._taken >= self._room:
            raise BusyError("too many requests wait already")
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._taken -= 1

    def close(self) -> None:
        """Take nothing more; what runs ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Searches:
    """The threads that search, and who waits for them.

    Once `is_ending` is set all searches end, those that wait included.
    """

    def __init__(self, limits: Limits) -> None:
        self.is_ending = False
        self._limits = limits
        self._short = _Queue("short", limits)
        self._long = _Queue("long", limits, _give_way)

    async def run(self, work: Callable[[Bounds], Answer]) -> Answer:
        """Run work that passes its pulse to every search; cancelling ends the work soon.

        What work raises comes out; BusyError where too many wait already, or the service ends.
        """
        turn = _Turn(self)
        bounds = Bounds(self._limits, turn.pulse)

        def begin() -> Answer:
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
        """Take no more work."""
        self._short.close()
        self._long.close()


def _give_way() -> None:
    """Let every other thread go first, where threads have priorities of their own: on Linux."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
