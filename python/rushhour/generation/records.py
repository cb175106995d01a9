"""Records: hard boards of large sizes, found in rounds that a second call continues.

A round is a stream of an order that no board meets, so it goes on from board to board, always to
the hardest state of a cluster, and ends with the hardest board that it met. A hunt runs several
rounds at once, on threads.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, get_args

import rushhour._core as _core
from rushhour.base import expect
from rushhour.base.files import locked_file, save
from rushhour.base.ranges import RangeLike
from rushhour.base.seals import SpoiltError, sealed_json, unsealed_json
from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError, WrongValueError
from rushhour.formats.writing import board_line
from rushhour.generation.order import Order
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.options import Limits, thread_count
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


# Harder than any board on which a round can be ended in a lifetime.
_OUT_OF_REACH = 1_000_000
# The core counts to below this.
_MOST = 1 << 64


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """The rounds that a file holds after a search, None where no board had a solution.

    `stopped_by` is `seconds` if the limit came before the last round, otherwise None. The file held
    the first `former` rounds before this call.
    """

    hunt: Hunt
    rounds: tuple[Best | None, ...]
    stopped_by: str | None
    former: int

    @property
    def best(self) -> Best | None:
        """The hardest board of all rounds; None if there is none."""
        return self.hunt.hardest(self.rounds)


class RecordProgress(NamedTuple):
    """How far a search is: rounds done, of how many, and the boards tried in those at work."""

    done: int
    rounds: int
    boards: int
    best: Best | None


def search_records(
    output: str | Path,
    *,
    size: str | int | tuple[int, int] = "8x8",
    walls: RangeLike = 0,
    vehicles: RangeLike | None = None,
    metric: Metric = "slide",
    rounds: int = 10,
    boards: int = 10_000,
    seed: int = 0,
    max_states: int = 1 << 18,
    max_seconds: float | None = None,
    threads: int | None = None,
    progress: Callable[[Best], object] | None = None,
    watch: Callable[[RecordProgress], object] = lambda _: None,
) -> RecordSearch:
    """Search for boards that are hard in `metric`. `output` is a JSON file of the rounds so far.

    Round n depends on seed + n, on `boards`, the number of boards that it tries, on the metric and
    on what boards there are; clusters of more than `max_states` states are passed over. The file is
    written whole after each round, and a second call goes on after the rounds that it holds; with
    any number of `threads`, each of which works on a round of its own, its bytes are the same.
    `max_seconds` ends the search; the rounds at work, one for each thread, are lost and begin anew
    in the next call. `progress` is called with the best board of each round, `watch` several times
    a second. RushHourError if it is the file of another search, OSError while another call works
    on it.
    """
    for name, number in (("rounds", rounds), ("boards", boards), ("seed", seed)):
        expect.integer(name, number)
        least = 0 if name == "seed" else 1
        if not least <= number < _MOST:
            expected = f"expected {least} to 2^64 - 1 for {name}"
            raise WrongValueError(f"{expected}, found {number}")
    if seed + rounds > _MOST:
        raise WrongValueError(
            f"expected seed and rounds of at most 2^64 together, found {seed + rounds}"
        )
    expect.known("metric", metric, get_args(Metric))
    _, _, seconds = Limits.of(None, None, max_seconds)
    slides = _OUT_OF_REACH, None
    order = Order.of(
        size=size, walls=walls, vehicles=vehicles, slides=slides, max_states=max_states
    )
    hunt = Hunt(order, metric, boards)
    options = {**hunt.order.to_dict(), "metric": metric, "boards": boards, "seed": seed}
    deadline = None if seconds is None else time.monotonic() + seconds
    stopped_by = None
    with locked_file(output):
        found = _known(Path(output), options)
        former = min(len(found), rounds)

        def pulse(boards: int) -> None:
            watch(RecordProgress(len(found), rounds, boards, hunt.hardest(found)))

        seeds = iter(range(seed + len(found), seed + rounds))
        try:
            for best in hunt.rounds(seeds, thread_count(threads), deadline, pulse):
                found.append(best)
                save(output, _json(options, found))
                if best is not None and progress is not None:
                    progress(best)
        except RoundEndedError:
            stopped_by = "seconds"
    return RecordSearch(hunt, tuple(found[:rounds]), stopped_by, former)


def _json(options: JsonDict, found: list[Best | None]) -> bytes:
    rows = [best and {name: getattr(best, name) for name in Best.__slots__} for best in found]
    return sealed_json({"search": options, "rounds": rows})


def _known(file: Path, options: JsonDict) -> list[Best | None]:
    """The rounds of a former call."""
    try:
        content = unsealed_json(file.read_bytes())
        search, rows = content["search"], content["rounds"]
        found = [None if row is None else Best(**row) for row in rows]
    except FileNotFoundError:
        return []
    except SpoiltError as error:
        choice = "take another file, or remove this one to search anew"
        raise RushHourError(f"{file}: {error}; {choice}") from None
    except (KeyError, TypeError):
        wanted = "expected the rounds of a search, found another file"
        raise RushHourError(f"{file}: {wanted}") from None
    wanted = json.loads(json.dumps(options))
    if search != wanted:
        raise RushHourError(f"{file}: {_difference(search, wanted)}")
    return found


def _difference(begun: JsonDict, wanted: JsonDict) -> str:
    """The options of two searches that are not the same."""
    names = [name for name in begun | wanted if begun.get(name) != wanted.get(name)]
    old, new = (
        ", ".join(_worded(name, one.get(name)) for name in names) for one in (begun, wanted)
    )
    return f"expected the search that began this file, with {old}; found {new}"


def _worded(name: str, value: Any) -> str:
    """An option with its value, as people write it: `walls 0..1`."""
    if name == "size":
        text = "x".join(map(str, value))
    elif name in ("walls", "vehicles"):
        least, most = value
        text = str(least) if least == most else f"{least}..{'' if most is None else most}"
    else:
        text = str(value)
    return f"{name.replace('_', ' ')} {text}"
