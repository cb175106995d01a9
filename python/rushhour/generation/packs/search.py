"""Search: puzzles for all bands of a curve.

Puzzles of one number of slides differ in difficulty, so a band is not met by an order for its
difficulty, which would refuse most of them. Instead a staircase runs over the slides: while a
puzzle is too easy for the first empty band, the next one has a slide more, and a slide less while
it is too hard. What comes on the way falls into other bands, and leaves a choice there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from hashlib import sha256

from rushhour.generation.made import GeneratedPuzzle
from rushhour.generation.order import Order
from rushhour.generation.packs.curve import Curve
from rushhour.generation.stream import Generation, Snapshot, generate
from rushhour.model.puzzle import Puzzle

# Puzzles of a band from which one is chosen.
_CHOICE = 4


class PackSearch:
    """Fills the bands of a curve until none is empty or a limit comes first.

    `bands` holds the puzzles found, `stopped_by` the limit, and `explanation` why it came.
    """

    def __init__(
        self,
        order: Order,
        curve: Curve,
        *,
        seed: int,
        exclude: Iterable[Puzzle | str],
        threads: int | None,
        max_boards: int | None,
        max_seconds: float | None,
        progress: Callable[[Snapshot], object] | None,
    ) -> None:
        self.bands: list[list[GeneratedPuzzle]] = [[] for _ in range(curve.count)]
        self.stopped_by: str | None = None
        self.explanation: str | None = None
        self.order, self.curve, self.seed = order, curve, seed
        self._exclude, self._threads = list(exclude), threads
        self._max_boards, self._seconds = max_boards, max_seconds
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._progress = progress
        self._streams: dict[int, Generation] = {}
        self._clusters: set[str] = set()
        self._since = 0

    @property
    def boards(self) -> int:
        """How many boards were tried for the puzzles found; a seed gives the same number."""
        return sum(stream.boards for stream in self._streams.values())

    @property
    def filled(self) -> int:
        """How many bands have a puzzle."""
        return sum(map(bool, self.bands))

    def run(self) -> None:
        """Search; what was found remains after an interrupt."""
        slides = self._within(self.curve.slides())
        while self.filled < len(self.bands):
            low, high = self.curve.bounds(self.bands.index([]))
            found = self._next(slides)
            if found is None:
                return
            if found.difficulty is not None:
                self._keep(found, round(found.difficulty, 3))
                slides += (found.difficulty < low) - (found.difficulty >= high)
                slides = self._within(slides)

    def _within(self, slides: int) -> int:
        least, most = self.order.slides
        return max(least, 1, slides if most is None else min(slides, most))

    def _next(self, slides: int) -> GeneratedPuzzle | None:
        """Another puzzle of so many slides; None if a limit came first."""
        stream = self._streams.get(slides) or self._stream(slides)
        if self._max_boards is not None and self.boards - self._since >= self._max_boards:
            self.stopped_by = "boards"
        elif self._deadline is not None and time.monotonic() >= self._deadline:
            self.stopped_by = "seconds"
        elif (found := next(stream, None)) is not None:
            return found
        else:
            self.stopped_by = stream.stopped_by
        self.explanation = self._explained(slides)
        return None

    def _stream(self, slides: int) -> Generation:
        """The puzzles of so many slides, from random numbers of their own."""
        digest = sha256(f"{self.seed} {slides}".encode()).digest()
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        self._streams[slides] = generate(
            replace(self.order, slides=(slides, slides)),
            seed=int.from_bytes(digest[:8], "big"),
            exclude=self._exclude,
            threads=self._threads,
            max_boards=self._max_boards,
            max_seconds=left,
            progress=None if self._progress is None else partial(self._show, slides),
        )
        return self._streams[slides]

    def _show(self, slides: int, seen: Snapshot) -> None:
        """Show the progress of all; the stream at work cannot be asked for its boards."""
        assert self._progress is not None
        others = (stream.boards for at, stream in self._streams.items() if at != slides)
        self._progress(Snapshot(self.filled, sum(others, seen.boards), seen.nearest))

    def _keep(self, made: GeneratedPuzzle, difficulty: float) -> None:
        """Put a puzzle of a new cluster into its band."""
        number = self.curve.band(difficulty)
        if number is None or made.cluster in self._clusters:
            return
        band = self.bands[number]
        if not band:
            self._since = self.boards
        if len(band) < _CHOICE:
            band.append(made)
            self._clusters.add(made.cluster)

    def _explained(self, slides: int) -> str:
        """What was missing, and why it was."""
        low, high = self.curve.bounds(self.bands.index([]))
        return (
            f"no puzzle was found that takes a person {low:.1f} to {high:.1f} moves; "
            f"of {slides} slides: {self._streams[slides].explanation()}"
        )
