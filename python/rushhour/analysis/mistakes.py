"""Mistakes: why a board has no solution or breaks a rule, and which board may have been meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_uppercase

import rushhour._core as _core
from rushhour.base.text import shown
from rushhour.errors import InvalidBoardError, LimitReachedError, RushHourError
from rushhour.model.move import Goal
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis, Cell, Exit, Scattered, Setup, Vehicle
from rushhour.model.words import counted, edge, place
from rushhour.search.options import GIB, Limits, thread_count
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve

MOST_STATES = 1 << 16
"""The most states of one search."""

MOST_IN_ALL = 1 << 20
"""The most states of all searches for the nearest boards together."""

_LONG, _USUAL, _LONGEST = 4, 6, 32


@dataclass(frozen=True, slots=True)
class Repair:
    """A board one change away from one that cannot be right, with its change and its optimum."""

    change: str
    board: Puzzle
    slides: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a board, in words, and the nearest boards that have a solution.

    `vehicles` and `walls` are the smallest part that was found to have no solution alone: without
    any one of them it has one. There are none for a board that breaks a rule. `open` counts the
    boards that the limit on states left open.
    """

    reasons: tuple[str, ...]
    vehicles: tuple[str, ...]
    walls: tuple[Cell, ...]
    repairs: tuple[Repair, ...]
    open: int

    def sentences(self) -> Iterator[str]:
        """The mistake in lines of text, the nearest boards last."""
        yield from self.reasons
        if self.repairs:
            yield "One change away:"
        for one in self.repairs:
            yield f"  {one.change}: {counted(one.slides, 'slide')}"
        if not self.repairs:
            limit = f"; {self.open:,} were left open by the limit on states" if self.open else ""
            yield f"No board that was tried, one change away, has a solution{limit}."

    def to_dict(self) -> dict[str, object]:
        """The values as JSON holds them; cells are [row, column], from 0."""
        repairs = [
            {"change": one.change, "board": str(one.board), "slides": one.slides}
            for one in self.repairs
        ]
        return {
            "reasons": list(self.reasons),
            "vehicles": list(self.vehicles),
            "walls": [list(cell) for cell in self.walls],
            "repairs": repairs,
            "open": self.open,
        }


def mistake_in(board: Puzzle | InvalidBoardError, goal: Goal = "edge", most: int = 5) -> Mistake:
    """Why a puzzle has no solution, or a board breaks the rules, and the nearest that have one.

    Each search keeps at most 65 536 states, and those for the nearest boards together a million;
    what they leave open is counted. At most `most` boards are found, nearest first: a vehicle is a
    cell off, a cell longer or shorter, turned, its missing cell filled, the exit elsewhere, a
    vehicle or a wall left out.

    >>> from rushhour import parse
    >>> found = mistake_in(parse("AAB/..B/..B"))
    >>> found.vehicles, found.repairs[0].change
    (('A', 'B'), 'vehicle B is a cell shorter, from row 1, column 3')
    """
    budget = _Budget()
    if isinstance(board, InvalidBoardError):
        setup = board.setup if isinstance(board.setup, Setup) else None
        lock = None
    else:
        setup, lock = _setup_of(board), _lock(board, goal)
    vehicles, walls, reasons = lock or ((), (), ())
    repairs = [] if setup is None else list(_repairs(setup, goal, most, budget))
    return Mistake(tuple(reasons), tuple(vehicles), tuple(walls), tuple(repairs), budget.open)


def is_solvable(puzzle: Puzzle) -> bool | None:
    """Whether a puzzle has a solution; None if a search of `MOST_STATES` states leaves it open."""
    return {"solved": True, "unsolvable": False}.get(solve(puzzle, max_states=MOST_STATES).status)


def unusual(puzzle: Puzzle) -> list[str]:
    """What is legal and hardly meant: a vehicle of four cells on a board of 6 x 6."""
    if (puzzle.rows, puzzle.cols) != (_USUAL, _USUAL):
        return []
    return [
        f"vehicle {one.label} has {one.length} cells; on 6x6 they have 2 or 3"
        for one in puzzle.vehicles
        if one.length >= _LONG
    ]


def _lock(puzzle: Puzzle, goal: Goal) -> tuple[list[str], list[Cell], list[str]] | None:
    """The smallest part without a solution, and why; None if the limit on states leaves it open."""
    limits = Limits.of(MOST_STATES, 4 * GIB, None)
    try:
        return _core.lock(puzzle._core, goal, thread_count(None), limits, None)
    except LimitReachedError:
        return None


class _Budget:
    """The states that searches may still keep, and how many boards they left open."""

    def __init__(self) -> None:
        self.left = MOST_IN_ALL
        self.open = 0

    def search(self, puzzle: Puzzle, goal: Goal) -> Outcome:
        """What a search within the limit finds; one that it stops is counted."""
        found = solve(puzzle, goal=goal, max_states=max(0, min(MOST_STATES, self.left)))
        self.left -= found.expanded
        self.open += found.status == "unknown"
        return found


def _repairs(setup: Setup, goal: Goal, most: int, budget: _Budget) -> Iterator[Repair]:
    """The nearest boards with a solution."""
    seen: set[Puzzle] = set()
    count = 0
    for change, near in _neighbours(setup):
        try:
            board = Puzzle.from_setup(near)
        except RushHourError:
            continue
        if board in seen or board.is_solved(goal):
            continue
        seen.add(board)
        slides = budget.search(board, goal).cost
        if slides is not None:
            yield Repair(change, board, slides)
            count += 1
        if count == most:
            return


def _neighbours(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """The boards one change away, the nearest first; not all are legal."""
    bars = [one for one in setup.vehicles if isinstance(one, Vehicle)]
    yield from _two_of_one_label(setup)
    for one, new, change in _changes(setup, bars):
        vehicles = tuple(new if each is one else each for each in setup.vehicles)
        yield f"vehicle {shown(one.label)} {change}", replace(setup, vehicles=vehicles)
    yield from _exits(setup)
    for gone in setup.vehicles:
        if gone.label != setup.target:
            rest = tuple(each for each in setup.vehicles if each is not gone)
            yield f"vehicle {shown(gone.label)} is left out", replace(setup, vehicles=rest)
    for wall in setup.walls:
        rest_of = tuple(each for each in setup.walls if each != wall)
        yield f"the wall at {place(wall)} is left out", replace(setup, walls=rest_of)


def _two_of_one_label(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """The boards in which one of two vehicles of a label has another one."""
    taken = {one.label for one in setup.vehicles}
    free = next((letter for letter in ascii_uppercase if letter not in taken), "Z2")
    for one in setup.vehicles:
        for own, other in _two_bars(one) if isinstance(one, Scattered) else ():
            rest = (each for each in setup.vehicles if each is not one)
            vehicles = (own, *rest, replace(other, label=free))
            change = f"the second vehicle {shown(one.label)}, at {place((other.row, other.col))}"
            yield f"{change}, is {free}", replace(setup, vehicles=vehicles)


def _two_bars(one: Scattered) -> Iterator[tuple[Vehicle, Vehicle]]:
    """The two vehicles that scattered cells could be, either one first."""
    cells = sorted(one.cells)
    found = set()
    for axis in _AXES:
        for length in range(2, min(len(cells) - 1, _LONGEST)):
            bar = Vehicle(one.label, axis, *cells[0], length)
            rest = sorted({*cells} - {*bar.cells()})
            if len(rest) == len(cells) - length:
                found |= {(bar, other) for other in _bars(one.label, rest)}
    for bar, other in sorted(found, key=lambda pair: pair[0].axis):
        yield bar, other
        yield other, bar


def _bars(label: str, cells: list[Cell]) -> Iterator[Vehicle]:
    """The vehicle of exactly these cells."""
    for axis in _AXES:
        bar = Vehicle(label, axis, *cells[0], len(cells))
        if bar.cells() == cells:
            yield bar


_AXES: tuple[Axis, ...] = ("h", "v")
_Change = tuple[Vehicle | Scattered, Vehicle, str]


def _changes(setup: Setup, bars: list[Vehicle]) -> Iterator[_Change]:
    """What one vehicle could be instead: off by a cell, longer or shorter, turned, whole."""
    for one in setup.vehicles:
        if isinstance(one, Scattered):
            yield from _whole(one)
    for one in bars:
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            new = replace(one, row=one.row + down, col=one.col + right)
            yield one, new, f"is a cell off, at {place((new.row, new.col))}"
    for one in bars:
        for cells, back in ((-1, 0), (-1, 1), (1, 0), (1, -1)):
            new = replace(one.moved(back), length=one.length + cells)
            what = "longer" if cells > 0 else "shorter"
            yield one, new, f"is a cell {what}, from {place((new.row, new.col))}"
    for one in bars:
        for start in (one.cells()[0], one.cells()[-1]) if one.length < 1000 else ():
            row, col = start
            new = replace(one, axis="v" if one.axis == "h" else "h", row=row, col=col)
            yield one, new, f"stands across, from {place(start)}"


def _whole(one: Scattered) -> Iterator[_Change]:
    """The bars that scattered cells could be, with one cell more or one less."""
    cells = set(one.cells)
    for left in [None, *sorted(cells)]:
        rest = cells - {left}
        if len({row for row, _ in rest}) == 1 or len({col for _, col in rest}) == 1:
            is_row = len({row for row, _ in rest}) == 1
            axis: Axis = "h" if is_row else "v"
            first, last = min(rest), max(rest)
            length = sum(last) - sum(first) + 1
            if length - len(rest) + (left is not None) <= 1 and length > 1:
                what = f"has no cell at {place(left)}" if left else "has no gap"
                yield one, Vehicle(one.label, axis, *first, length), what
    if len(cells) == 1:
        row, col = min(cells)
        for bar in (
            Vehicle(one.label, "h", row, col, 2),
            Vehicle(one.label, "h", row, col - 1, 2),
            Vehicle(one.label, "v", row, col, 2),
            Vehicle(one.label, "v", row - 1, col, 2),
        ):
            yield one, bar, f"has 2 cells, {place(bar.cells()[0])} and {place(bar.cells()[1])}"


def _exits(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """The exits in the line of the target."""
    target = next((one for one in setup.vehicles if one.label == setup.target), None)
    if isinstance(target, Vehicle):
        sides = ("right", "left") if target.axis == "h" else ("bottom", "top")
        for side in sides:
            way_out = Exit(side, target.row if target.axis == "h" else target.col)  # type: ignore[arg-type]
            if way_out != setup.exit:
                yield f"the exit is {edge(way_out)}", replace(setup, exit=way_out)


def _setup_of(puzzle: Puzzle) -> Setup:
    return Setup(
        puzzle.rows, puzzle.cols, puzzle.vehicles, puzzle.target, puzzle.exit, puzzle.walls
    )
