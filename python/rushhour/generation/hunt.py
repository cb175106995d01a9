"""Hunt: rounds of a search for the hardest board, several at once on threads.

A round is a stream of an order that no board meets, so it goes on from board to board, always to
the hardest state of a cluster, and ends with the hardest board that it met.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass
from itertools import islice
from threading import Event

from rushhour import _core
from rushhour.formats.writing import board_line
from rushhour.generation.order import Order
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.solve import solve

# Seconds between two looks at the clock while rounds run.
_PULSE = 0.05


class RoundEndedError(Exception):
    """The hunt is over before the round."""


@dataclass(frozen=True, slots=True)
class Best:
    """The hardest board of a round: its optima, and the states of its cluster.

    No state of the cluster needs more slides or, if the hunt was for these, more steps.
    """

    seed: int
    slides: int
    steps: int
    states: int
    board: str


@dataclass(frozen=True, slots=True)
class Hunt:
    """What determines a round beside its seed; `order` bounds the boards, not how hard they are."""

    order: Order
    metric: Metric
    boards: int

    def key(self, best: Best) -> tuple[int, int, str]:
        """The harder in the metric the sooner; ties by the other metric, then by board."""
        costs = -best.slides, -best.steps
        return (*(costs if self.metric == "slide" else costs[::-1]), best.board)

    def hardest(self, rounds: Iterable[Best | None]) -> Best | None:
        """The hardest board of some rounds; None if there is none."""
        return min((best for best in rounds if best), key=self.key, default=None)

    def round(self, seed: int, over: Event, tried: dict[int, int]) -> Best | None:
        """The hardest board of a round; None if no board had a solution.

        `tried` has the boards tried so far by seed.
        """

        def watch(*_: object) -> None:
            if over.is_set():
                raise RoundEndedError

        def count(boards: int, _: object) -> None:
            tried[seed] = boards
            watch()

        order = self.order._as_core()._replace(metric=self.metric)
        stream = _core.Stream(order, [], seed, 1, self.boards)
        made, _ = stream.next(None, count)
        assert made is None, "no board meets the order"
        nearest = stream.nearest()
        if nearest is None:
            return None
        puzzle = Puzzle._of(nearest[0], None)
        slides, steps = (
            solve(puzzle, metric=metric, progress=watch).cost for metric in ("slide", "step")
        )
        assert slides is not None
        assert steps is not None
        return Best(seed, slides, steps, len(explore(puzzle, progress=watch)), board_line(puzzle))

    def rounds(
        self,
        seeds: Iterator[int],
        threads: int,
        deadline: float | None = None,
        pulse: Callable[[int], object] = lambda _: None,
    ) -> Iterator[Best | None]:
        """Each round, in order; RoundEndedError at the deadline, a time of `time.monotonic`.

        `pulse` is called now and then with the boards that the rounds at work have tried.
        """
        over = Event()
        begun: deque[tuple[int, Future[Best | None]]] = deque()
        tried: dict[int, int] = {}

        def begin(count: int) -> None:
            for seed in islice(seeds, count):
                tried[seed] = 0  # here, so that no round changes the size
                begun.append((seed, pool.submit(self.round, seed, over, tried)))

        with ThreadPoolExecutor(threads) as pool:
            begin(threads)
            try:
                while begun:
                    seed, found = begun[0]
                    yield _awaited(found, deadline, lambda: pulse(sum(tried.values())))
                    begun.popleft()
                    del tried[seed]
                    begin(1)
            finally:
                over.set()


def _awaited(
    found: Future[Best | None], deadline: float | None, pulse: Callable[[], object]
) -> Best | None:
    """The result of a round; Ctrl-C is noticed on every system."""
    while True:
        pulse()
        if deadline is not None and time.monotonic() >= deadline:
            raise RoundEndedError
        try:
            return found.result(timeout=_PULSE)
        except NotYetError:
            continue
