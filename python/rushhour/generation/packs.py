"""Packs: sets of puzzles that become harder, with names and hints."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from itertools import count, groupby
from math import exp, inf, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, NamedTuple, Unpack, overload

import rushhour._core as _core
from rushhour.analysis.hints import hint
from rushhour.analysis.measures import Level, difficulty_of, level_of
from rushhour.base.expect import integer, known
from rushhour.base.ranges import RangeBounds, RealRangeLike
from rushhour.base.text import JsonDict
from rushhour.errors import InvalidOrderError, WrongValueError
from rushhour.formats.json import PACK
from rushhour.generation.order import Order, PackOrderArguments, difficulty_range
from rushhour.generation.stream import (
    GeneratedPuzzle,
    Generation,
    SearchArguments,
    Snapshot,
    generate,
)
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis
from rushhour.model.solution import Solution
from rushhour.render.cards import Card, cards_svg
from rushhour.search.solve import solve

if TYPE_CHECKING:
    from rushhour.render.markup import Svg
    from rushhour.render.palette import Theme

__all__ = ["Pack", "PackPuzzle", "pack"]


# Theme: what a puzzle is about, so that a pack can vary it.


# Densities are compared in steps of this size.
_STEP = 0.05


class PackTheme(NamedTuple):
    """The key vehicle, the road to the exit, and the density.

    `key` is the vehicle beside the target that moves most often in the solution, the first of
    several; None if only the target moves. `road` counts the vehicles between the target and its
    exit, `density` is the share of cells that are not empty.
    """

    key: str | None
    road: int
    density: float

    @classmethod
    def of(cls, made: GeneratedPuzzle) -> PackTheme:
        """The theme of a puzzle that was made."""
        board = made.board
        moved = Counter(move.vehicle for move in made.solution if move.vehicle != board.target)
        key = min(moved, key=lambda label: (-moved[label], board.index(label)), default=None)
        covered = sum(vehicle.length for vehicle in board.vehicles) + len(board.walls)
        road = _core.estimate(board._core, "blockers", "slide", "edge")
        return cls(key, road or 0, covered / (board.rows * board.cols))

    def to_dict(self) -> dict[str, object]:
        """The values by name, the density with two decimals."""
        return {**self._asdict(), "density": round(self.density, 2)}


class Kinds:
    """Counts the kinds of themes, to choose the least used."""

    def __init__(self) -> None:
        self._used: Counter[object] = Counter()

    def choose(self, candidates: Iterable[GeneratedPuzzle]) -> tuple[GeneratedPuzzle, PackTheme]:
        """The first of the puzzles with the least used theme, which is counted as used."""
        themes = [(made, PackTheme.of(made)) for made in candidates]
        made, theme = min(themes, key=lambda pair: sum(self._used[k] for k in _kinds(*pair)))
        self._used.update(_kinds(made, theme))
        return made, theme


def _kinds(made: GeneratedPuzzle, theme: PackTheme) -> tuple[object, ...]:
    """The axis and the length of the key vehicle, the road, and the density in steps."""
    shape: tuple[Axis, int] | None = None
    if theme.key is not None:
        key = made.board.vehicle(theme.key)
        shape = (key.axis, key.length)
    return ("key", shape), ("road", theme.road), ("density", round(theme.density / _STEP))


# pack: a set of puzzles that become harder, on a curve that is measured.
#
# Each puzzle is named after a street, by the name of its cluster, so that it keeps its name.


# The streets of boards that are less full than this, and of the others.
_STREETS = ((0.6, "Square"), (0.72, "Street"), (1.1, "Lane"))


def name_of(cluster: str, density: float, taken: Collection[str] = ()) -> str:
    """The name of a puzzle from the hexadecimal name of its cluster; one that is not taken.

    >>> name_of("2b", 0.5), name_of("2b", 0.7), name_of("2b", 0.5, ["Cedar Square"])
    ('Clay Square', 'Clay Street', 'Clay Square')
    """
    street = next(street for most, street in _STREETS if density < most)
    words, first = _words(), int(cluster, 16)
    for place in range(first, first + len(words)):
        name = f"{words[place % len(words)]} {street}"
        if name not in taken:
            return name
    name = f"{words[first % len(words)]} {street}"
    return next(f"{name} {number}" for number in count(2) if f"{name} {number}" not in taken)


@cache
def _words() -> tuple[str, ...]:
    return tuple(files(__package__).joinpath("words.txt").read_text(encoding="utf-8").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class PackPuzzle:
    """A puzzle of a pack.

    `order` is its place, from 1. `made` has the board and what was proved of it, `theme` what it is
    about. `hint` says the first move and why it is best.
    """

    name: str
    order: int
    made: GeneratedPuzzle
    difficulty: float
    theme: PackTheme
    hint: str

    @property
    def board(self) -> Puzzle:
        """The puzzle, with its name as its title."""
        return Puzzle._of(self.made.board._core, self.name)

    @property
    def hint_move(self) -> Move:
        """The first move, of which the hint tells."""
        return self.made.solution.moves[0]

    @property
    def level(self) -> Level:
        """The difficulty in a word."""
        return level_of(self.difficulty)

    def to_dict(self) -> dict[str, object]:
        """The values by name, as JSON holds them.

        The first seven say all that a player needs. `optimum` is in slides, `difficulty` the number
        of moves that a person is predicted to make. From `rows` on the board is written out for
        programs that read no board strings; `row` and `col` count from 0.
        """
        made, board = self.made.to_dict(), self.made.board
        return {
            "name": self.name,
            "order": self.order,
            "board": made["board"],
            "optimum": made["slides"],
            "difficulty": made["difficulty"],
            "solution": made["solution"],
            "hint": self.hint,
            "hint_move": str(self.hint_move),
            "level": self.level,
            "steps": made["steps"],
            "states": made["states"],
            "solutions": made["solutions"],
            "theme": self.theme.to_dict(),
            "rows": board.rows,
            "cols": board.cols,
            "exit": {"side": board.exit.side, "line": board.exit.line},
            "pieces": _pieces(board),
            "walls": [{"row": row, "col": col} for row, col in board.walls],
        }


def _pieces(board: Puzzle) -> list[JsonDict]:
    """The vehicles, by the keys of the format `pieces`."""
    return [
        {
            "id": vehicle.label,
            "row": vehicle.row,
            "col": vehicle.col,
            "length": vehicle.length,
            "horizontal": vehicle.axis == "h",
            "target": vehicle.label == board.target,
        }
        for vehicle in board.vehicles
    ]


MOST = 1000
"""The most puzzles of a pack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack(Sequence[PackPuzzle]):
    """The puzzles of a pack, each harder than the one before.

    `wanted` is the order that all of them meet, `curve` the difficulties asked for, `boards` how
    many boards were tried for them. `stopped_by` names the limit that came before all puzzles were
    made, `boards` or `seconds`, and `explanation` says what is missing and which pack can be made;
    otherwise both are None.
    """

    puzzles: tuple[PackPuzzle, ...]
    wanted: Order
    curve: Curve
    seed: int
    boards: int
    stopped_by: str | None
    explanation: str | None

    def __len__(self) -> int:
        return len(self.puzzles)

    @overload
    def __getitem__(self, index: int) -> PackPuzzle: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PackPuzzle, ...]: ...
    def __getitem__(self, index: int | slice) -> PackPuzzle | tuple[PackPuzzle, ...]:
        return self.puzzles[index]

    def __iter__(self) -> Iterator[PackPuzzle]:
        return iter(self.puzzles)

    def to_dict(self) -> dict[str, object]:
        """The pack as JSON holds it: `format`, `seed`, `curve`, `wanted` and `puzzles`."""
        return {
            "format": PACK,
            "seed": self.seed,
            "curve": asdict(self.curve),
            "wanted": self.wanted.to_dict(),
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
        }

    def svg(self, *, backs: bool = True) -> list[Svg]:
        """A4 pages of cards, with the solutions on the backs."""
        return cards_svg(self.deck(), backs=backs)

    def plot(self, *, theme: Theme = "auto") -> Svg:
        """The curve as a picture: the difficulties asked for and those of the puzzles."""
        from rushhour.render.plot import curve_svg

        bands = [self.curve.bounds(band) for band in range(self.curve.count)]
        puzzles = [(one.difficulty, one.name) for one in self]
        return curve_svg(bands, puzzles, theme=theme)

    def html(self, *, title: str = "Rush Hour") -> str:
        """One page to play them all, which needs no other file and no server."""
        from rushhour.web.booklet import booklet_html

        return booklet_html(self.deck(), [puzzle.hint for puzzle in self.puzzles], title=title)

    def deck(self) -> list[Card]:
        """The puzzles as cards."""
        return [
            Card(one.board, f"{one.order}. {one.name}", one.made.solution, one.level)
            for one in self.puzzles
        ]


def pack(
    count: int = 50,
    *,
    difficulty: RealRangeLike | None = None,
    shape: Shape = "even",
    exclude: Iterable[Puzzle | str] = (),
    seed: int | None = None,
    threads: int | None = None,
    max_boards: int | None = 1_000_000,
    max_seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    **wanted: Unpack[PackOrderArguments],
) -> Pack:
    """Make a set of puzzles, each harder than the one before, with names and hints.

    The predicted moves of a person rise from one end of `difficulty` to the other, by default 6 to
    120 or what the `slides` mostly take: by the same factor from puzzle to puzzle, or with another
    `shape` slowly ("gentle") or fast ("steep") at first. Among puzzles of the same difficulty those
    are chosen whose theme is new: the key vehicle, the vehicles on the road to the exit, and the
    density. The other arguments are those of `Order.of`, which every puzzle meets.
    InvalidOrderError if none can, before any work.

    The same arguments and seed give the same pack, on every machine and with any number of
    `threads`. A limit ends the search as in `generate`; then the pack has fewer puzzles, and
    `stopped_by` names it. `max_boards` counts boards since the last puzzle that the pack needed.

    >>> small = pack(3, difficulty="8..12", seed=1)
    >>> [puzzle.order for puzzle in small], small[0].difficulty < small[2].difficulty
    ([1, 2, 3], True)
    """
    wanted.setdefault("slides", "1..")
    search = search_for(
        count,
        Order.of(**wanted),
        difficulty,
        shape,
        exclude=exclude,
        seed=seed,
        threads=threads,
        max_boards=max_boards,
        max_seconds=max_seconds,
        progress=progress,
    )
    search.run()
    return pack_of(search)


def search_for(
    count: int,
    order: Order,
    difficulty: RealRangeLike | None,
    shape: Shape = "even",
    *,
    seed: int | None = None,
    **options: Unpack[SearchArguments],
) -> PackSearch:
    """The search for a pack, not begun; errors if it cannot be."""
    integer("count", count)
    if not 1 <= count <= MOST:
        raise WrongValueError(f"expected a count from 1 to {MOST:,}, found {count}")
    # Refuses what is wrong before any work.
    seed = generate(order, seed=seed, **options).seed
    ends = usual_difficulty(order.slides) if difficulty is None else difficulty
    return PackSearch(order, Curve.of(ends, count, shape), seed=seed, **options)


def pack_of(search: PackSearch) -> Pack:
    """The pack that a search has found so far."""
    return Pack(
        puzzles=tuple(_puzzles(search)),
        wanted=search.order,
        curve=search.curve,
        seed=search.seed,
        boards=search.boards,
        stopped_by=search.stopped_by,
        explanation=search.explanation,
    )


def _puzzles(search: PackSearch) -> Iterator[PackPuzzle]:
    """One puzzle of each band that has any."""
    kinds, names = Kinds(), set[str]()
    for number, band in enumerate(filter(None, search.bands), 1):
        made, theme = kinds.choose(map(_solved_as_hinted, band))
        name = name_of(made.cluster, theme.density, names)
        names.add(name)
        assert made.difficulty is not None
        yield PackPuzzle(
            name=name,
            order=number,
            made=made,
            difficulty=made.difficulty,
            theme=theme,
            hint=hint(made.board).reason,
        )


def _solved_as_hinted(made: GeneratedPuzzle) -> GeneratedPuzzle:
    """The puzzle with a shortest solution that begins with the move of its hint."""
    move = hint(made.board).move
    assert move is not None
    rest = solve(made.board.apply(move)).solution
    assert rest is not None
    return replace(made, solution=Solution(made.board, (move, *rest.moves)))


# Search: puzzles for all bands of a curve.
#
# Puzzles of one number of slides differ in difficulty, so a band is not met by an order for its
# difficulty, which would refuse most of them. Instead each number of slides has a stream of
# puzzles, and what comes falls where it falls. The stream that promises most for all open bands
# goes on for some boards, then the choice is made anew: no band waits for another, and none stops
# the search.


# The easiest puzzles of 6x6 boards of default density, and hard ones that are still found fast.
USUAL = (6.0, 120.0)
# The logarithm of the difficulty by that of the slides, fitted to the means of up to 25 boards each
# of 1 to 24 slides. It says where to look first: what is found says more.
_OFFSET, _PER_LN_SLIDES = 0.127, 1.247
# How far the logarithms of boards of one number of slides scatter: about so far, and never less.
_SCATTER, _LEAST_SCATTER = 0.2, 0.08
# How many boards the fit counts for.
_WEIGHT = 3.0


Shape = Literal["even", "gentle", "steep"]
"""How the difficulty rises: by the same factor each time, slowly at first, or fast at first."""

# The bands of a shape end where those of "even" do, their share of the curve to this power.
_BENDS: dict[Shape, float] = {"even": 1.0, "gentle": 2.0, "steep": 0.5}


@dataclass(frozen=True, slots=True)
class Curve:
    """Difficulties from `least` to below `most`, parted into `count` bands.

    The bands have equal ratios if the `shape` is "even". The first are narrower if it is "gentle",
    and wider if it is "steep".
    """

    least: float
    most: float
    count: int
    shape: Shape = "even"

    @classmethod
    def of(cls, difficulty: RealRangeLike, count: int, shape: Shape = "even") -> Curve:
        """The curve through a range of difficulties; InvalidOrderError if it has no end.

        >>> Curve.of("10..40", 2)
        Curve(least=10.0, most=40.0, count=2, shape='even')
        """
        known("shape", shape, list(_BENDS))
        least, most = difficulty_range(difficulty)
        if most == inf:
            expected = "expected a greatest difficulty for a pack, such as 6..120"
            raise InvalidOrderError([f"{expected}, found {least:g}.. without end"])
        # Fewer moves are predicted for no puzzle.
        least = max(least, difficulty_of(1, 0.0))
        if not least < most:
            raise InvalidOrderError(
                [f"expected a range of difficulties for a pack, found {least:g}..{most:g}"]
            )
        return cls(least, most, count, shape)

    def band(self, difficulty: float) -> int | None:
        """The band of a difficulty, from 0; None outside the curve.

        >>> [Curve(10, 40, 2).band(difficulty) for difficulty in (9, 10, 19.9, 20.1, 40)]
        [None, 0, 0, 1, None]
        """
        if not self.least <= difficulty < self.most:
            return None
        share = log(difficulty / self.least) / log(self.most / self.least)
        return min(int(share ** (1 / _BENDS[self.shape]) * self.count), self.count - 1)

    def bounds(self, band: int) -> tuple[float, float]:
        """The least difficulty of a band, and that of the next.

        >>> Curve(10, 40, 2).bounds(1)
        (20.0, 40.0)
        """
        ratio, bend = self.most / self.least, _BENDS[self.shape]
        low, high = (
            self.least * ratio ** ((edge / self.count) ** bend) for edge in (band, band + 1)
        )
        return low, high


def usual_difficulty(slides: RangeBounds) -> tuple[float, float]:
    """The difficulties of a pack where none are given: those that so many slides mostly have.

    >>> usual_difficulty((1, None)), [round(end) for end in usual_difficulty((6, 8))]
    ((6.0, 120.0), [9, 19])
    """
    fewest, most = slides
    if most is None and fewest <= 1:
        return USUAL
    least = exp(_expected(fewest) - _SCATTER)
    return least, max(USUAL[1], 2 * least) if most is None else exp(_expected(most) + _SCATTER)


def _expected(slides: int) -> float:
    """The logarithm of the difficulty that boards of so many slides have in the mean."""
    return _OFFSET + _PER_LN_SLIDES * log(max(slides, 1))


# Puzzles of a band from which one is chosen.
_CHOICE = 4
# The boards that a stream tries before another may take its place.
_VISIT = 500
# Numbers of slides whose logarithms differ by so much are found about equally often.
_SIMILAR = 0.2
# More slides than any board of the usual sizes needs for a difficulty that a person can have.
_MOST_SLIDES = 100


class _SlideStream:
    """The puzzles of one number of slides, and the difficulties that they had so far."""

    def __init__(self, slides: int, begin: Callable[[], Generation]) -> None:
        self.slides = slides
        self._begin = begin
        self.generation: Generation | None = None
        # The puzzles found since one was needed.
        self._misses = 0
        # As if puzzles of the expected difficulty had been found.
        expected = _expected(slides)
        self._count, self._sum = _WEIGHT, _WEIGHT * expected
        self._squares = _WEIGHT * (expected**2 + _SCATTER**2)

    @property
    def boards(self) -> int:
        """How many boards were tried."""
        return 0 if self.generation is None else self.generation.boards

    @property
    def found(self) -> int:
        """How many puzzles were found."""
        return 0 if self.generation is None else self.generation.made

    def next(self) -> GeneratedPuzzle | None:
        """Another puzzle; None if a visit or the time ended first."""
        if self.generation is None:
            self.generation = self._begin()
        self.generation.go_on()
        return next(self.generation, None)

    def note(self, difficulty: float, *, is_needed: bool) -> None:
        """Remember the difficulty of a puzzle, and whether it filled a band."""
        found = log(difficulty)
        self._count, self._sum = self._count + 1, self._sum + found
        self._squares += found**2
        self._misses = 0 if is_needed else self._misses + 1

    def chance(self, bands: Iterable[tuple[float, float]]) -> float:
        """The chance of a puzzle to fall into one of these bands; it falls with the misses."""
        mean = self._sum / self._count
        variance = self._squares / self._count - mean**2
        spread = NormalDist(mean, sqrt(max(_LEAST_SCATTER**2, variance)))
        chance = sum(spread.cdf(log(high)) - spread.cdf(log(low)) for low, high in bands)
        return chance * _WEIGHT / (_WEIGHT + self._misses)


def _rate(slides: int, tried: Iterable[tuple[int, int, int]]) -> float:
    """How many puzzles of so many slides a board gives, judged by those of similar slides, too.

    So what is not found of 30 slides is hardly looked for among those of 40. `tried` has the slides
    that were looked for, with the puzzles found and the boards tried.
    """
    found, boards = 1.0, float(_VISIT)
    for other, puzzles, others in tried:
        alike = exp(-abs(log(other / slides)) / _SIMILAR)
        found += alike * puzzles
        boards += alike * others
    return found / boards


class PackSearch:
    """Fills the bands of a curve until none is empty or a limit comes first.

    `bands` holds the puzzles found, `stopped_by` the limit, and `explanation` what is missing.
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
        self._max_boards = inf if max_boards is None else max_boards
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._progress = progress
        least, most = order.slides
        fewest, last = max(least, 1), _MOST_SLIDES if most is None else most
        numbers = range(fewest, max(fewest, min(last, _MOST_SLIDES)) + 1)
        self._streams = [_SlideStream(slides, partial(self._begin, slides)) for slides in numbers]
        self._clusters: set[str] = set()
        self._since = 0

    @property
    def boards(self) -> int:
        """How many boards were tried for the puzzles found; a seed gives the same number."""
        return sum(stream.boards for stream in self._streams)

    @property
    def filled(self) -> int:
        """How many bands have a puzzle."""
        return sum(map(bool, self.bands))

    def run(self) -> None:
        """Search; what was found remains after an interrupt."""
        while self.filled < len(self.bands):
            if self.boards - self._since >= self._max_boards:
                return self._stop("boards")
            if self._deadline is not None and time.monotonic() >= self._deadline:
                return self._stop("seconds")
            stream, filled = self._best(), self.filled
            made = stream.next()
            if made is not None and made.difficulty is not None:
                difficulty = round(made.difficulty, 3)
                self._keep(made, difficulty)
                stream.note(difficulty, is_needed=self.filled > filled)
        return None

    def _best(self) -> _SlideStream:
        """The stream that promises most puzzles for the open bands, the first of several."""
        ends = [(low, high) for _, low, high in self._runs(is_empty=True)]
        tried = [(one.slides, one.found, one.boards) for one in self._streams if one.generation]
        return max(self._streams, key=lambda one: one.chance(ends) * _rate(one.slides, tried))

    def _stop(self, limit: str) -> None:
        self.stopped_by = limit
        self.explanation = self._explained()

    def _begin(self, slides: int) -> Generation:
        """The puzzles of so many slides, from random numbers of their own."""
        digest = sha256(f"{self.seed} {slides}".encode()).digest()
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        return generate(
            replace(self.order, slides=(slides, slides)),
            seed=int.from_bytes(digest[:8], "big"),
            exclude=self._exclude,
            threads=self._threads,
            max_boards=_VISIT if self._max_boards == inf else min(_VISIT, int(self._max_boards)),
            max_seconds=left,
            progress=None if self._progress is None else partial(self._show, slides),
        )

    def _show(self, slides: int, seen: Snapshot) -> None:
        """Show the progress of all; the stream at work cannot be asked for its boards."""
        assert self._progress is not None
        others = (stream.boards for stream in self._streams if stream.slides != slides)
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

    def _explained(self) -> str:
        """What is missing, why, and a pack that can be made."""
        most = max(self._streams, key=lambda stream: stream.boards)
        missing = ", ".join(
            f"{low:.1f} to {high:.1f}" for _, low, high in self._runs(is_empty=True)
        )
        text = f"no puzzle was found that takes a person {missing} moves"
        if most.generation is not None:
            text = f"{text}; of {most.slides} slides: {most.generation.explanation()}"
        runs, curve = list(self._runs(is_empty=False)), self.curve
        if curve.shape != "even":  # only its beginning is a curve of the same shape
            runs = [run for run in runs if run[1] == curve.least]
        if runs:
            count, low, high = max(runs)
            shape = "" if curve.shape == "even" else f" --curve {curve.shape}"
            text += f"; what can be filled is --pack {count} --difficulty {low:.6g}..{high:.6g}"
            text += shape
        return text

    def _runs(self, *, is_empty: bool) -> Iterator[tuple[int, float, float]]:
        """Neighbouring bands that are all empty or all filled: their number and their ends."""
        for has_puzzle, group in groupby(range(len(self.bands)), lambda at: bool(self.bands[at])):
            if has_puzzle != is_empty:
                numbers = list(group)
                low, high = self.curve.bounds(numbers[0])[0], self.curve.bounds(numbers[-1])[1]
                yield len(numbers), low, high
