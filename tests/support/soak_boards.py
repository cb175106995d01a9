"""Random boards for the soak: legal puzzles from a seed, faster than hypothesis draws them.

Each family is a function of a random generator. What they share with the tests are the frames and
places of `strategies.py`; nothing here imports the package.
"""

from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random

from support.reference import Board, Car, Cell, Side, legal
from support.strategies import LENGTHS, LETTERS, SMALL_SPACE, Frame, Place, placed, space_bound

CLASSICS = Path(__file__).parents[2] / "puzzles"


def small(random: Random) -> Board:
    """Any size up to 7 x 7, seldom 8 x 8, any exit, some walls, few to many vehicles."""
    frame = any_frame(random, random.choice((5, 6, 6, 7, 7, 8)))
    picks = [random.randrange(1 << 16) for _ in range(random.choice((4, 8, 12, 24)))]
    walls = some_walls(random, frame)
    return with_target(random, frame, walls, placed(frame, walls, picks, small=True))


def crowded(random: Random) -> Board:
    """The same, filled until no vehicle finds a place."""
    frame = any_frame(random, random.choice((5, 6, 6, 7, 7, 8)))
    picks = cycle([random.randrange(1 << 16) for _ in range(24)])
    walls = some_walls(random, frame)
    return with_target(random, frame, walls, placed(frame, walls, picks, small=True))


def standard(random: Random) -> Board:
    """The board of the game: 6 x 6, the exit on the right of the third row, 8 to 14 vehicles."""
    frame = Frame(6, 6, "right", 2, Place("h", 2, random.randrange(3), 2), open_road=True)
    walls = frozenset(random.sample(off_road(frame), random.choice((0, 0, 0, 1, 2))))
    others = scattered(random, frame, walls, random.randint(7, 13))
    return with_target(random, frame, walls, others)


def large(random: Random) -> Board:
    """8 x 8 to 16 x 16, seldom up to 32 x 32, with up to 127 vehicles and walls in most gaps."""
    most = random.choice((10, 12, 12, 14, 16, 16, 32))
    frame = any_frame(random, most, least=8)
    others = scattered(random, frame, frozenset(), random.randint(10, min(127, most * 5)))
    return with_target(random, frame, gap_walls(random, frame, others), others)


def mutated(random: Random) -> Board:
    """A classic after up to three changes: a vehicle less or more, a wall, another length."""
    board = random.choice(classics())
    for _ in range(random.randrange(4)):
        board = random.choice((without_one, with_one_more, with_a_wall, with_another_length))(
            random, board
        )
    return board


Family = Callable[[Random], Board]
# With how many of 100 clusters each family comes, and the most states that one of them may have.
FAMILIES: dict[str, tuple[Family, int, int]] = {
    "small": (small, 45, SMALL_SPACE),
    "crowded": (crowded, 18, SMALL_SPACE),
    "standard": (standard, 15, SMALL_SPACE),
    "large": (large, 18, SMALL_SPACE),
    "mutated": (mutated, 4, 4 * SMALL_SPACE),
}


def any_frame(random: Random, most: int, least: int = 1) -> Frame:
    """A board of any size with nothing but a target on the line of its exit, on any side."""
    rows = random.randint(least, most)
    cols = random.randint(max(least, 2 if rows == 1 else 1), most)
    sides = ["right", "left"] * (cols > 1) + ["top", "bottom"] * (rows > 1)
    side = random.choice(sides)
    axis, across, along = ("h", rows, cols) if side in ("right", "left") else ("v", cols, rows)
    line = random.randrange(across)
    length = random.choice([length for length in LENGTHS if length <= along])
    farther = random.choice((0, 0, random.randint(0, along - length)))
    offset = farther if side in ("right", "bottom") else along - length - farther
    corner = (line, offset) if axis == "h" else (offset, line)
    return Frame(rows, cols, side, line, Place(axis, *corner, length), random.random() < 0.8)


def off_road(frame: Frame) -> list[Cell]:
    """The empty cells where a wall may stand."""
    return [cell for cell in frame.empty() if not frame.keeps_clear(cell)]


def some_walls(random: Random, frame: Frame) -> frozenset[Cell]:
    """No walls, or walls on up to a third of the cells."""
    open_cells = off_road(frame)
    most = len(open_cells) // random.choice((3, 6, 12))
    return frozenset(random.sample(open_cells, random.choice((0, random.randint(0, most)))))


def scattered(
    random: Random, frame: Frame, walls: frozenset[Cell], count: int, attempts: int = 12
) -> list[Place]:
    """Up to `count` vehicles, each thrown at the board until it finds a place."""
    empty, others = set(frame.empty()) - walls, list[Place]()
    for _ in range(count * attempts):
        row, col = random.randrange(frame.rows), random.randrange(frame.cols)
        place = Place(random.choice("hv"), row, col, random.choice(LENGTHS))
        lies_along = place.axis == frame.target.axis and frame.keeps_clear((row, col))
        if not lies_along and empty.issuperset(place.cells()):
            others.append(place)
            empty -= set(place.cells())
        if len(others) == count:
            break
    return others


def gap_walls(random: Random, frame: Frame, others: list[Place]) -> frozenset[Cell]:
    """Walls in so many gaps that the reference can explore what remains."""
    taken = {cell for place in others for cell in place.cells()}
    gaps = [cell for cell in off_road(frame) if cell not in taken]
    random.shuffle(gaps)
    walls = frozenset[Cell]()
    while gaps and space_bound(frame, walls, others) > 100 * SMALL_SPACE:
        count = 1 + len(gaps) // 5
        walls, gaps = walls | frozenset(gaps[:count]), gaps[count:]
    return walls


def with_target(random: Random, frame: Frame, walls: frozenset[Cell], others: list[Place]) -> Board:
    """The board with its target, which is A, at any place in the order of the vehicles."""
    at = random.randint(0, len(others))
    names = names_for(len(others))
    places = [(names[i], place) for i, place in enumerate(others)]
    places.insert(at, ("A", frame.target))
    cars = tuple(Car(name, place.axis, *place[1:]) for name, place in places)  # type: ignore[arg-type]
    side: Side = frame.exit_side  # type: ignore[assignment]
    return Board(frame.rows, frame.cols, side, frame.exit_line, walls, cars, "A")


def names_for(count: int) -> list[str]:
    """Different labels: letters while there are enough."""
    free = LETTERS.replace("A", "")
    return list(free[:count]) if count <= len(free) else [f"V{i}" for i in range(count)]


@cache
def classics() -> list[Board]:
    """The forty classic puzzles, read here anew: size, then `id x y axis length` a line."""
    return [classic(path) for path in sorted(CLASSICS.glob("jam-*.txt"))]


def classic(path: Path) -> Board:
    """One of them; its target, vehicle 0, is called A, the others as everywhere here."""
    lines = [line.split() for line in path.read_text().splitlines()]
    rows = [line for line in lines if len(line) == 5]
    names = ["A", *names_for(len(rows) - 1)]
    cars = tuple(
        Car(name, axis, int(y), int(x), int(length))  # type: ignore[arg-type]
        for name, (_, x, y, axis, length) in zip(names, rows, strict=True)
    )
    return Board(6, 6, "right", cars[0].row, frozenset(), cars, "A")


def changed(board: Board, walls: frozenset[Cell], cars: tuple[Car, ...]) -> Board:
    """The board with these walls and vehicles, or as it was if they do not fit."""
    size, way_out = (board.rows, board.cols), (board.exit_side, board.exit_line)
    after = Board(*size, *way_out, walls, cars, board.target)
    return after if legal(after) else board


def without_one(random: Random, board: Board) -> Board:
    """A vehicle less."""
    lost = random.choice([car for car in board.cars if car.label != board.target])
    return changed(board, board.walls, tuple(car for car in board.cars if car != lost))


def with_one_more(random: Random, board: Board) -> Board:
    """A vehicle more, at any place that is free."""
    axis = random.choice(("h", "v"))
    name = next(name for name in LETTERS if name not in {car.label for car in board.cars})
    corner = random.randrange(board.rows), random.randrange(board.cols)
    car = Car(name, axis, *corner, random.choice(LENGTHS))  # type: ignore[arg-type]
    return changed(board, board.walls, (*board.cars, car))


def with_a_wall(random: Random, board: Board) -> Board:
    """A wall more, where no vehicle stands."""
    cell = random.randrange(board.rows), random.randrange(board.cols)
    return changed(board, board.walls | {cell}, board.cars)


def with_another_length(random: Random, board: Board) -> Board:
    """A vehicle longer or shorter by a cell."""
    at = random.randrange(len(board.cars))
    car = board.cars[at]
    longer = Car(car.label, car.axis, car.row, car.col, car.length + random.choice((-1, 1)))
    return changed(board, board.walls, (*board.cars[:at], longer, *board.cars[at + 1 :]))
