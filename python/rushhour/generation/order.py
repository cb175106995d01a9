"""Order: what is asked for, as an immutable value that can be written and repeated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from math import ceil, floor
from typing import NamedTuple, TypedDict, get_args

import rushhour._core as _core
from rushhour.analysis.measures import LEVELS, Level
from rushhour.base.expect import brief_repr, expect, integer, known, text
from rushhour.base.ranges import (
    RangeBounds,
    RangeLike,
    RealRangeLike,
    pair,
    real_range,
    whole_range,
)
from rushhour.errors import (
    InvalidOrderError,
    UnknownNameError,
    WrongTypeError,
    WrongValueError,
)
from rushhour.model.move import Metric
from rushhour.model.setup import Exit

_SIZE = re.compile(r"\s*([0-9]{1,9})\s*(?:[xX\u00d7]\s*([0-9]{1,9})\s*)?")
_EXIT = re.compile(r"\s*(right|left|top|bottom)\s*(?::\s*([0-9]{1,9})\s*)?")
_LENGTH = re.compile(r"\s*[0-9]{1,9}\s*")
# A board has up to 32 cells in a line, and a vehicle at least 2.
_MOST_LENGTHS = 31
# Numbers to which a density of whole cells is rounded.
_ROUNDING = 1e-9


# Theme: what a puzzle is about, as bounds of its measures, its walls or its density.


class OrderTheme(NamedTuple):
    """A theme in words, and the ranges that it stands for."""

    words: str
    walls: str | None = None
    density: str | None = None
    measures: Mapping[str, str] = {}


THEMES: Mapping[str, OrderTheme] = {
    "key": OrderTheme("one vehicle moves again and again", measures={"key_moves": "4.."}),
    "road": OrderTheme("the road to the exit is full", measures={"road": "3.."}),
    "symmetry": OrderTheme(
        "half of it looks the same in a mirror or turned", measures={"symmetry": "0.5.."}
    ),
    "returning": OrderTheme("vehicles make room and come back", measures={"returning": "2.."}),
    "herrings": OrderTheme("some vehicles mislead", measures={"red_herrings": "1.."}),
    "circles": OrderTheme("vehicles lock each other in circles", measures={"mag_cycles": "20.."}),
    "walls": OrderTheme("walls stand on the board", walls="1..3"),
    "crowded": OrderTheme("the board is full", density="0.75.."),
    "open": OrderTheme("the board is half empty", density="..0.55"),
}
"""What a puzzle can be about, by name."""


class _Wanted(NamedTuple):
    """The ranges that themes can set."""

    walls: RangeLike | None
    density: RealRangeLike | None
    measures: Mapping[str, RealRangeLike]

    def with_theme(self, name: str) -> _Wanted:
        """These with the ranges of a theme; an error where one of them is there already."""
        known("theme", name, list(THEMES))
        _, walls, density, measures = THEMES[name]
        mine = {"walls": self.walls, "density": self.density, **self.measures}
        for about, wanted in {"walls": walls, "density": density, **measures}.items():
            if wanted is not None and mine.get(about) is not None:
                expected = f"expected {about} by the theme {name} or by another option"
                raise WrongValueError(f"{expected}, found both")
        return _Wanted(
            self.walls if walls is None else walls,
            self.density if density is None else density,
            {**self.measures, **measures},
        )


# Order: the ranges that are asked for.


class PackOrderArguments(TypedDict, total=False):
    """The arguments of `Order.of` by their names, but for `difficulty`, which a pack spreads."""

    size: str | int | tuple[int, int]
    exit: str | Exit | None
    vehicles: RangeLike | None
    walls: RangeLike | None
    lengths: str | Iterable[int]
    slides: RangeLike
    steps: RangeLike | None
    solutions: RangeLike | None
    density: RealRangeLike | None
    minimal: bool
    no_idle: bool
    measures: Mapping[str, RealRangeLike] | None
    theme: str | Iterable[str]
    hardest: bool
    max_states: int


class OrderArguments(PackOrderArguments, total=False):
    """The arguments of `Order.of` by their names."""

    difficulty: RealRangeLike | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a puzzle must be. Ranges include both ends; None means no bound or no preference.

    `vehicles` counts the target, which has the least of `lengths`. `solutions` counts optimal
    solutions up to the order of independent moves. `difficulty` is the number of moves that a
    person is predicted to make, `density` the share of cells that are not empty. `minimal`: no
    vehicle but the target and no wall can be taken out without lowering the optimum in slides.
    `no_idle`: every vehicle moves in some optimal solution. `measures` are names of measures of
    `analyse` with the least and the greatest value: of vehicles how many, of truths 0 or 1.
    `hardest`: no state of its cluster needs more slides than the start. Clusters of more than
    `max_states` states are passed over.
    """

    size: tuple[int, int] = (6, 6)
    exit: Exit = Exit("right", 2)  # noqa: RUF009 - it is immutable
    vehicles: RangeBounds = (8, 13)
    walls: RangeBounds = (0, 0)
    lengths: tuple[int, ...] = (2, 3)
    slides: RangeBounds = (10, None)
    steps: RangeBounds | None = None
    difficulty: tuple[float, float] | None = None
    solutions: RangeBounds | None = None
    density: tuple[float, float] | None = None
    minimal: bool = False
    no_idle: bool = False
    measures: tuple[tuple[str, float, float], ...] = ()
    hardest: bool = True
    max_states: int = 1 << 15

    @staticmethod
    def of(
        *,
        size: str | int | tuple[int, int] = (6, 6),
        exit: str | Exit | None = None,  # noqa: A002
        vehicles: RangeLike | None = None,
        walls: RangeLike | None = None,
        lengths: str | Iterable[int] = (2, 3),
        slides: RangeLike = (10, None),
        steps: RangeLike | None = None,
        difficulty: RealRangeLike | None = None,
        solutions: RangeLike | None = None,
        density: RealRangeLike | None = None,
        minimal: bool = False,
        no_idle: bool = False,
        measures: Mapping[str, RealRangeLike] | None = None,
        theme: str | Iterable[str] = (),
        hardest: bool = True,
        max_states: int = 1 << 15,
    ) -> Order:
        """An order from ranges as people write them, such as `20..25`.

        Without an exit the target leaves on the right, in the middle of the board or just above.
        Without `vehicles` there are 8 to 13 on a 6x6 board, and more on a larger one in proportion;
        if `minimal`, up to as many. Without `walls` there are none. `theme` names some of `THEMES`,
        whose ranges are added to the others.
        """
        rows, cols = _size(size)
        expect("theme", theme, Iterable, "the name of a theme, or several")
        expect("measures", measures, Mapping | None, "ranges by the names of measures")
        wanted = _Wanted(walls, density, measures or {})
        for name in [theme] if isinstance(theme, str) else theme:
            wanted = wanted.with_theme(name)
        walls, density, measures = wanted
        integer("max_states", max_states)
        return Order(
            size=(rows, cols),
            exit=exit_of(exit, rows, cols),
            vehicles=_usual(rows * cols, minimal=minimal)
            if vehicles is None
            else whole_range("vehicles", vehicles),
            walls=whole_range("walls", 0 if walls is None else walls),
            lengths=lengths_of(lengths),
            slides=whole_range("slides", slides),
            steps=None if steps is None else whole_range("steps", steps),
            difficulty=None if difficulty is None else difficulty_range(difficulty),
            solutions=None if solutions is None else whole_range("solutions", solutions),
            density=None if density is None else real_range("density", density),
            minimal=bool(minimal),
            no_idle=bool(no_idle),
            measures=_bounds(measures),
            hardest=bool(hardest),
            max_states=max_states,
        )

    def to_dict(self) -> dict[str, object]:
        """The fields by name, as JSON holds them: an open end is null."""
        found = {name: getattr(self, name) for name in self.__slots__}
        for name in ("difficulty", "density"):
            if found[name] is not None:
                found[name] = [None if end == float("inf") else end for end in found[name]]
        ends = {name: list(value) for name, value in found.items() if isinstance(value, tuple)}
        measures = {
            name: [least, None if most == float("inf") else most]
            for name, least, most in self.measures
        }
        others = {"exit": f"{self.exit.side}:{self.exit.line}", "measures": measures}
        return found | ends | others

    def _as_core(self) -> CoreOrder:
        """The order as the core takes it."""
        rows, cols = self.size
        return CoreOrder(
            rows,
            cols,
            (self.exit.side, self.exit.line),
            pair(self.vehicles),
            pair(self.walls),
            list(self.lengths),
            pair(self.slides),
            None if self.steps is None else pair(self.steps),
            None if self.solutions is None else pair(self.solutions),
            self.difficulty,
            None if self.density is None else _cells(*self.density, rows * cols),
            self.minimal,
            self.no_idle,
            list(self.measures),
            self.hardest,
            max(0, min(self.max_states, (1 << 64) - 1)),
        )


class CoreOrder(NamedTuple):
    """An order as the core takes it: bounds for everything, densities in cells."""

    rows: int
    cols: int
    exit: tuple[str, int]
    vehicles: tuple[int, int]
    walls: tuple[int, int]
    lengths: list[int]
    slides: tuple[int, int]
    steps: tuple[int, int] | None
    solutions: tuple[int, int] | None
    difficulty: tuple[float, float] | None
    covered: tuple[int, int] | None
    minimal: bool
    no_idle: bool
    measures: list[tuple[str, float, float]]
    hardest: bool
    max_states: int
    metric: Metric = "slide"


def _size(size: str | int | tuple[int, int]) -> tuple[int, int]:
    if isinstance(size, str):
        match = _SIZE.fullmatch(size)
        if match is None:
            raise WrongValueError(f"expected a size such as 6x6, found {size[:40]!r}")
        return int(match[1]), int(match[2] or match[1])
    if isinstance(size, int):
        _short("size", size, "a size such as 6x6")
        return size, size
    if not isinstance(size, tuple) or len(size) != 2:
        raise WrongTypeError(
            "size", "a text such as 6x6 or a pair of rows and columns", brief_repr(size)
        )
    for side in size:
        _short("size", side, "a size such as 6x6")
    return size


def exit_of(wanted: str | Exit | None, rows: int, cols: int) -> Exit:
    """The exit that a text such as `right:2` names; by default on the right, in the middle."""
    if isinstance(wanted, Exit):
        _short("line", wanted.line, "an exit such as right:2")
        return wanted
    expect("exit", wanted, str | None, "an Exit or a text such as right:2")
    match = _EXIT.fullmatch("right" if wanted is None else wanted)
    if match is None:
        raise WrongValueError(
            f"expected an exit such as right:2 or top, found {str(wanted)[:40]!r}"
        )
    side = match[1]
    lines = rows if side in ("right", "left") else cols
    line = max(0, lines - 1) // 2 if match[2] is None else int(match[2])
    return Exit(side, line)  # type: ignore[arg-type]


def _short(name: str, number: int, expected: str) -> None:
    """Refuse a number of more digits than a text can have here."""
    integer(name, number)
    if not abs(number) < 10**9:
        raise WrongValueError(f"expected {expected}, found {number}")


def _usual(cells: int, *, minimal: bool) -> RangeBounds:
    """The vehicles of a board of so many cells by default, at most what a board can have."""
    return _core.usual_vehicles(min(cells, 1 << 62), minimal=bool(minimal))


def lengths_of(lengths: str | Iterable[int]) -> tuple[int, ...]:
    """Lengths in ascending order from a text such as `2,3` or from numbers."""
    if isinstance(lengths, str):
        parts = lengths.split(",")
        if not all(_LENGTH.fullmatch(part) for part in parts):
            raise WrongValueError(f"expected lengths such as 2,3, found {lengths[:40]!r}")
        return tuple(sorted({int(part) for part in parts}))
    if not isinstance(lengths, Iterable):
        raise WrongTypeError("lengths", "lengths such as (2, 3)", brief_repr(lengths))
    found = list(islice(lengths, _MOST_LENGTHS + 1))
    for length in found:
        _short("lengths", length, "lengths such as 2,3")
    if len(found) > _MOST_LENGTHS:
        raise WrongValueError(
            f"expected at most {_MOST_LENGTHS} lengths, found more: {found[0]}, {found[1]}, ..."
        )
    return tuple(sorted(set(found)))


def difficulty_range(wanted: RealRangeLike) -> tuple[float, float]:
    """The predicted numbers of moves that a range or a level such as `expert` names."""
    levels: tuple[Level, ...] = get_args(Level)
    if isinstance(wanted, str) and wanted.strip() in levels:
        ends = (0.0, *LEVELS, float("inf"))
        level = levels.index(wanted.strip())
        return ends[level], ends[level + 1]
    if isinstance(wanted, str) and wanted.strip().isalpha():
        raise UnknownNameError("level", wanted.strip(), list(levels))
    return real_range("difficulty", wanted)


def _bounds(wanted: Mapping[str, RealRangeLike]) -> tuple[tuple[str, float, float], ...]:
    """The name of each measure with its bounds."""
    for name in wanted:
        text("measures", name)
    return tuple((name, *real_range(name, value)) for name, value in wanted.items())


def _cells(least: float, most: float, cells: int) -> tuple[int, int]:
    """How many of the cells are not empty."""
    if not least <= 1:
        raise InvalidOrderError([f"expected a density from 0 to 1, found {least}"])
    return ceil(least * cells - _ROUNDING), floor(min(most, 1.0) * cells + _ROUNDING)
