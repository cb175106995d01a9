"""Hypothesis strategies: boards that are legal by construction, as neutral descriptions.

A `Drawing` belongs neither to the reference nor to the package; each test turns it into its own.
Nothing is filtered out: vehicles go one by one to places that are still free, each picked by a
drawn number, so examples shrink by dropping vehicles and by moving the rest to the top left.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, groupby, islice
from math import comb, inf, prod
from pathlib import Path
from typing import NamedTuple, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from support.reference import GOALS, METRICS, Board, Car

Cell = tuple[int, int]
Labels = Callable[[int], SearchStrategy[list[str]]]
Move = TypeVar("Move")
State = TypeVar("State")

# Without `o` and `x`: an empty cell and a wall in most of the text formats.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
# Twice the shortest: most boards with many long vehicles are stuck.
LENGTHS = (2, 2, 3, 4)
SMALL_SPACE = 3000
# Mostly open and uncrowded: closed roads and full boards leave little to solve.
OPEN = st.sampled_from([True, True, True, False])
CROWDED = st.sampled_from([False, False, False, True])
ANY_METRIC, ANY_GOAL = st.sampled_from(METRICS), st.sampled_from(GOALS)
PICKS = st.integers(min_value=0, max_value=2**16)
PUZZLES = Path(__file__).parents[2] / "puzzles"
TIMES = float(os.environ.get("RUSHHOUR_EXAMPLES", "1"))


def examples(count: int) -> settings:
    """So many examples, times RUSHHOUR_EXAMPLES."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=max(1, round(count * TIMES)), deadline=None, suppress_health_check=slow
    )


class Place(NamedTuple):
    """Where a vehicle starts: axis `h` or `v`, top-left cell, length."""

    axis: str
    row: int
    col: int
    length: int

    def cells(self) -> list[Cell]:
        """The cells it stands on."""
        down, right = (0, 1) if self.axis == "h" else (1, 0)
        return [(self.row + i * down, self.col + i * right) for i in range(self.length)]


class Frame(NamedTuple):
    """A board with its exit and its target, before anything else is on it.

    open_road keeps walls and vehicles of the target's axis off its line: most such boards are
    solvable, most others are not.
    """

    rows: int
    cols: int
    exit_side: str
    exit_line: int
    target: Place
    open_road: bool

    def empty(self) -> list[Cell]:
        """The cells that the target leaves empty."""
        taken = self.target.cells()
        board = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        return [cell for cell in board if cell not in taken]

    def keeps_clear(self, cell: Cell) -> bool:
        """Whether a cell is on the target's line and that is an open road."""
        line = cell[0] if self.target.axis == "h" else cell[1]
        return self.open_road and line == self.exit_line


@dataclass(frozen=True)
class Drawing:
    """A legal puzzle; vehicles are (label, axis, row, col, length) in file order, 0-based.

    exit_side is `right`, `left`, `top` or `bottom`, exit_line the row or the column of the target.
    """

    rows: int
    cols: int
    exit_side: str
    exit_line: int
    walls: frozenset[Cell]
    vehicles: tuple[tuple[str, str, int, int, int], ...]
    target: str


def board_from(drawing: Drawing) -> Board:
    """A drawing as the reference's board."""
    cars = tuple(Car(*vehicle) for vehicle in drawing.vehicles)  # type: ignore[arg-type]
    size, side = (drawing.rows, drawing.cols), drawing.exit_side
    return Board(*size, side, drawing.exit_line, drawing.walls, cars, drawing.target)  # type: ignore[arg-type]


def letters(count: int) -> SearchStrategy[list[str]]:
    """So many different single letters."""
    return st.lists(st.sampled_from(LETTERS), min_size=count, max_size=count, unique=True)


def words(count: int) -> SearchStrategy[list[str]]:
    """So many different words of 2 to 6 letters, digits and signs; none is white space."""
    word = st.text("ABCXYZabcxyz019_-é", min_size=2, max_size=6)
    return st.lists(word, min_size=count, max_size=count, unique=True)


@st.composite
def drawings(
    draw: DrawFn,
    max_rows: int = 8,
    max_cols: int = 8,
    small: bool = False,
    labels: Labels = letters,
) -> Drawing:
    """Legal puzzles from 1x2 and 2x1 up, empty to full, solved or not, solvable or not.

    small: at most `SMALL_SPACE` states under any goal, which plain Python explores at once.
    """
    frame = draw(frames(max_rows, max_cols))
    walls = draw(wall_sets(frame))
    picks = draw(st.lists(PICKS, max_size=8) | st.lists(PICKS, min_size=6, max_size=24))
    others = placed(frame, walls, cycle(picks or [0]) if draw(CROWDED) else picks, small)
    at = draw(st.integers(0, len(others)))
    places = [*others[:at], frame.target, *others[at:]]
    names = draw(labels(len(places)))
    vehicles = tuple((name, *place) for name, place in zip(names, places, strict=True))
    return Drawing(*frame[:4], walls, vehicles, names[at])


@st.composite
def crowded(draw: DrawFn, max_rows: int = 12, max_cols: int = 12) -> Drawing:
    """Boards of at least 5 x 5 that are full but for at most four vehicles.

    Most have small clusters, and few of the arrangements with the target at its exit are legal.
    """
    frame = draw(frames(max_rows, max_cols).filter(lambda frame: min(frame.rows, frame.cols) > 4))
    picks = draw(st.lists(PICKS, min_size=4, max_size=12))
    others = placed(frame, frozenset(), cycle(picks), small=False)
    for pick in draw(st.lists(PICKS, max_size=4)):
        if others:
            others.pop(pick % len(others))
    names = [f"V{number}" for number in range(len(others) + 1)]
    vehicles = tuple((name, *p) for name, p in zip(names, [frame.target, *others], strict=True))
    return Drawing(*frame[:4], frozenset(), vehicles, names[0])


@st.composite
def crowded_boards(draw: DrawFn) -> Board:
    """Boards of 6 x 6 so full that vehicles wait for one another; the target may be at its exit."""
    side, line = draw(st.sampled_from(["right", "left", "top", "bottom"])), draw(st.integers(0, 5))
    offset, length = draw(st.integers(0, 3)), draw(st.sampled_from([2, 2, 3]))
    target = Place(
        *(("h", line, offset) if side in ("right", "left") else ("v", offset, line)), length
    )
    frame = Frame(6, 6, side, line, target, open_road=True)
    picks = draw(st.lists(PICKS, min_size=6, max_size=12))
    others = placed(frame, frozenset(), islice(cycle(picks), draw(st.integers(8, 13))), small=False)
    return board_on(frame, others)


@st.composite
def mutated_classics(draw: DrawFn) -> Board:
    """One of the forty classics of which some vehicles stand elsewhere, if there is room."""
    target, *others = classics()[draw(st.integers(0, 39))]
    frame = Frame(6, 6, "right", target.row, target, open_road=False)
    gone = draw(st.sets(st.integers(0, len(others) - 1), max_size=3))
    kept = [place for number, place in enumerate(others) if number not in gone]
    picks = draw(st.lists(PICKS, min_size=len(gone), max_size=len(gone)))
    return board_on(frame, placed(frame, frozenset(), picks, small=False, fixed=kept))


def hard_boards(hardest: Callable[[Board], Board]) -> SearchStrategy[Board]:
    """Crowded boards and mutated classics, each in the state that is farthest from its goals."""
    return st.one_of(crowded_boards(), mutated_classics()).map(hardest)


@cache
def classics() -> list[list[Place]]:
    """The places of all vehicles of each of the forty classics, the target's first."""
    files = [path.read_text(encoding="utf-8") for path in sorted(PUZZLES.glob("jam-*.txt"))]
    texts = [[line for line in text.splitlines() if not line.startswith("#")] for text in files]
    cars = [[line.split()[1:] for line in lines[1:]] for lines in texts]
    return [[Place(axis, int(y), int(x), int(n)) for x, y, axis, n in rows] for rows in cars]


def board_on(frame: Frame, others: list[Place]) -> Board:
    """A board without walls, the target first."""
    places = zip(LETTERS, [frame.target, *others], strict=False)
    vehicles = tuple((label, *place) for label, place in places)
    return board_from(Drawing(*frame[:4], frozenset(), vehicles, LETTERS[0]))


@st.composite
def frames(draw: DrawFn, max_rows: int, max_cols: int) -> Frame:
    """Boards with nothing but a target on the line of its exit, on any side."""
    rows = draw(sizes(1, max_rows))
    cols = draw(sizes(2 if rows == 1 else 1, max_cols))
    sides = ["right", "left"] * (cols > 1) + ["top", "bottom"] * (rows > 1)
    side = draw(st.sampled_from(sides))
    axis, across, along = ("h", rows, cols) if side in ("right", "left") else ("v", cols, rows)
    line = draw(st.integers(0, across - 1))
    length = draw(st.sampled_from([length for length in LENGTHS if length <= along]))
    farther = draw(st.just(0) | st.integers(0, along - length))
    offset = farther if side in ("right", "bottom") else along - length - farther
    corner = (line, offset) if axis == "h" else (offset, line)
    return Frame(rows, cols, side, line, Place(axis, *corner, length), draw(OPEN))


def sizes(least: int, most: int) -> SearchStrategy[int]:
    """Numbers of rows or columns, the larger half more often."""
    return st.integers(least, most) | st.integers(max(least, most // 2), most)


def wall_sets(frame: Frame) -> SearchStrategy[frozenset[Cell]]:
    """Walls on at most a third of the cells that the target leaves empty."""
    cells = [cell for cell in frame.empty() if not frame.keeps_clear(cell)]
    most = len(cells) // 3
    none: SearchStrategy[frozenset[Cell]] = st.just(frozenset())
    return none | st.frozensets(st.sampled_from(cells), max_size=most) if most else none


def placed(
    frame: Frame,
    walls: frozenset[Cell],
    picks: Iterable[int],
    small: bool,
    fixed: Iterable[Place] = (),
) -> list[Place]:
    """Vehicles beside the target: each pick takes one of the places that are still free.

    Endless picks fill the board; small: skip a vehicle that would make the space too large.
    """
    limit = SMALL_SPACE if small else inf
    chosen = list(fixed)
    taken = {cell for place in chosen for cell in place.cells()}
    free = [place for place in free_places(frame, walls) if taken.isdisjoint(place.cells())]
    for pick in picks:
        if not free:
            break
        place = free.pop(pick % len(free))
        if space_bound(frame, walls, [*chosen, place]) <= limit:
            chosen.append(place)
            free = [other for other in free if not set(other.cells()) & set(place.cells())]
    return chosen


def free_places(frame: Frame, walls: frozenset[Cell]) -> list[Place]:
    """Every place on empty cells, from the top left, but those that cross an open road first.

    These stand three times in the list: they make the puzzle.
    """
    empty = set(frame.empty()) - walls
    places = [Place(axis, *cell, n) for cell in sorted(empty) for axis in "hv" for n in LENGTHS]
    places = [place for place in places if empty.issuperset(place.cells())]
    on_road = [place for place in places if any(map(frame.keeps_clear, place.cells()))]
    crossing = [place for place in on_road if place.axis != frame.target.axis]
    return crossing * 3 + [place for place in places if place not in on_road]


def space_bound(frame: Frame, walls: frozenset[Cell], others: list[Place]) -> int:
    """An upper bound of the states under any goal.

    Vehicles between two walls of a line keep their order: k of them with s cells to spare stand in
    C(s + k, k) ways, if nothing crosses. The target's cells to spare include those past the exit.
    """
    home = (frame.target.axis, run(frame, walls, frame.target))
    spare, count = {home: len(home[1]) + frame.target.length}, {home: 0}
    for place in (frame.target, *others):
        key = (place.axis, run(frame, walls, place))
        spare[key] = spare.get(key, len(key[1])) - place.length
        count[key] = count.get(key, 0) + 1
    return prod(comb(spare[key] + count[key], count[key]) for key in spare)


def run(frame: Frame, walls: frozenset[Cell], place: Place) -> tuple[Cell, ...]:
    """The cells of a vehicle's line between the walls on its two sides."""
    row = [(place.row, col) for col in range(frame.cols)]
    col = [(row, place.col) for row in range(frame.rows)]
    pieces = groupby(row if place.axis == "h" else col, walls.__contains__)
    runs = [tuple(cells) for is_wall, cells in pieces if not is_wall]
    return next(cells for cells in runs if place.cells()[0] in cells)


def random_walks(max_size: int = 20) -> SearchStrategy[list[int]]:
    """Picks for `walk`, which turns them into legal moves whatever the board."""
    return st.lists(PICKS, max_size=max_size)


def walk(
    picks: Iterable[int], state: State, moves_of: Callable[[State], Sequence[tuple[Move, State]]]
) -> list[tuple[Move, State]]:
    """The moves taken, each with the state it leads to, when every pick takes a legal move.

    It ends early in a state without moves.
    """
    taken = []
    for pick in picks:
        options = moves_of(state)
        if not options:
            break
        move, state = options[pick % len(options)]
        taken.append((move, state))
    return taken
