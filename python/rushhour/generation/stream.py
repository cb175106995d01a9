"""generate: puzzles to order, one after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from secrets import randbits
from typing import Any, NamedTuple

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.generation.explanation import explanation
from rushhour.generation.made import GeneratedPuzzle, made
from rushhour.generation.order import Order
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect, integer
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import checked_limits
from rushhour.search.threads import thread_count

_MOST = 1 << 64


class Nearest(NamedTuple):
    """The board nearest to the order: its optimum in slides, and its distance from the order.

    The distance is 100 for a slide, a vehicle or a wall too many or too few.
    """

    board: Puzzle
    slides: int
    distance: int


class Snapshot(NamedTuple):
    """What a stream has done so far; `boards` counts all that were tried, on all threads."""

    made: int
    boards: int
    nearest: Nearest | None


def generate(
    order: Order | None = None,
    *,
    count: int | None = None,
    exclude: Iterable[Puzzle | str] = (),
    seed: int | None = None,
    threads: int | None = None,
    max_boards: int | None = 1_000_000,
    max_seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    **wanted: Any,
) -> Generation:
    """Make puzzles to order; the result is an iterator of `GeneratedPuzzle`.

    Pass an `Order`, or the arguments of `Order.of`, with ranges such as `"20..25"`. If no board can
    meet the order, InvalidOrderError lists every reason.

    The same order, `exclude` and `seed` give the same puzzles, on every machine and with any number
    of `threads`; without a seed a random one is chosen. No two puzzles share a cluster, mirror
    images and rotations included, and none is in a cluster of the puzzles of `exclude`.

    The stream ends after `count` puzzles, after `max_boards` boards that were tried without finding
    another, or after `max_seconds`, which may cut the stream but never changes a puzzle. Its
    `stopped_by` then names the limit, and `explanation()` says why. `progress` is called about 20
    times a second. While the stream works on a puzzle, a call from another thread, or from
    `progress`, raises RuntimeError.

    >>> first = next(generate(slides="10..12", vehicles="6..9", seed=1))
    >>> 10 <= first.slides <= 12 and 6 <= first.vehicles <= 9
    True
    """
    if order is None:
        order = Order.of(**wanted)
    elif wanted:
        raise RushHourError(f"expected an order or its parts, found both: {', '.join(wanted)}")
    expect("order", order, Order, "an Order")
    for name, number in (("count", count), ("seed", seed), ("max_boards", max_boards)):
        if number is not None:
            integer(name, number, "an integer or None")
            if not 0 <= number < _MOST:
                raise RushHourError(f"expected a {name} from 0 to 2^64 - 1, found {number}")
    _, _, max_seconds = checked_limits(None, None, max_seconds)
    seed = randbits(32) if seed is None else seed
    known = [puzzle_of(puzzle)._core for puzzle in exclude]
    boards = _MOST - 1 if max_boards is None else max_boards
    core = _core.Stream(order._as_core(), known, seed, thread_count(threads), boards)
    return Generation(core, order, seed, count, max_seconds, progress)


class Generation(Iterator[GeneratedPuzzle]):
    """A stream of puzzles made to order.

    `stopped_by` names the limit that ended it: `boards` or `seconds`; None before that, and after
    all puzzles that were asked for.
    """

    def __init__(
        self,
        core: _core.Stream,
        order: Order,
        seed: int,
        count: int | None,
        max_seconds: float | None,
        progress: Callable[[Snapshot], object] | None,
    ) -> None:
        self._core = core
        self._count = count
        self._seconds = max_seconds
        self._deadline: float | None = None
        self._progress = expect("progress", progress, Callable | None, "a function or None")
        self.order = order
        self.seed = seed
        self.made = 0
        self.stopped_by: str | None = None

    def __next__(self) -> GeneratedPuzzle:
        """The next puzzle; a limit ends the stream."""
        if self.stopped_by is not None or self.made == self._count:
            raise StopIteration
        found, stop = self._core.next(self._left(), self._report)
        if found is None:
            self.stopped_by = stop
            raise StopIteration
        self.made += 1
        return made(found, number=self.made, seed=self.seed)

    @property
    def boards(self) -> int:
        """How many boards were tried for the puzzles so far; a seed gives the same number.

        Threads try more, for puzzles to come. These count only if `seconds` ended the stream.
        """
        return self._core.tally()[0]

    @property
    def refused(self) -> dict[str, int]:
        """How many boards failed each test first, in the order in which tests are made."""
        return dict(self._core.tally()[1])

    @property
    def nearest(self) -> Nearest | None:
        """The board nearest to the order among those that do not meet it."""
        return _nearest(self._core.nearest())

    def explanation(self) -> str:
        """Which part of the order most boards failed, in one line."""
        return explanation(self.order, self.boards, self.refused)

    def _left(self) -> float | None:
        """The seconds left, counted from the first puzzle that was asked for."""
        if self._seconds is None:
            return None
        now = time.monotonic()
        if self._deadline is None:
            self._deadline = now + self._seconds
        return max(0.0, self._deadline - now)

    def _report(self, boards: int, nearest: tuple[_core.Puzzle, int, int] | None) -> None:
        if self._progress is not None:
            self._progress(Snapshot(self.made, boards, _nearest(nearest)))


def _nearest(found: tuple[_core.Puzzle, int, int] | None) -> Nearest | None:
    if found is None:
        return None
    core, slides, distance = found
    return Nearest(Puzzle._of(core, None), slides, distance)
