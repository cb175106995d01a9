"""Every board of a size by trying all placements, and their clusters by the plain reference.

It imports nothing of ours: rules, minimality, the order of boards and labels are written here from
their definitions.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from support.reference import (
    METRICS,
    Board,
    Car,
    Cell,
    State,
    cells,
    distances,
    flood,
    floor,
    is_goal,
    solve,
)

Cells = frozenset[Cell]

# What an unsolvable cluster lacks.
COLUMNS = ("slides", "steps", "steps_board", "solved", "minimal")
COLUMNS += ("slides_histogram", "steps_histogram", "slides_solutions", "steps_solutions")


@dataclass(frozen=True)
class Size:
    """Which boards: rows, columns, the exit's row, walls, and the rules by name."""

    rows: int
    cols: int
    exit_row: int
    walls: tuple[int, int]
    rules: str
    lengths: tuple[int, ...] = (2, 3)


def boards(size: Size) -> Iterator[Board]:
    """Every board of a size, each placement once."""
    yield from _filled(size, sorted(floor(size.rows, size.cols)), (), frozenset(), frozenset())


def _filled(
    size: Size, left: list[Cell], cars: tuple[Car, ...], walls: Cells, taken: Cells
) -> Iterator[Board]:
    """Each way to fill the cells from the first one left."""
    if not left:
        for target in cars:
            board = _board(size, cars, walls, target)
            if _is_legal(size, board):
                yield board
        return
    first, rest = left[0], left[1:]
    yield from _filled(size, rest, cars, walls, taken)
    if first in taken:
        return
    if len(walls) < size.walls[1]:
        yield from _filled(size, rest, cars, walls | {first}, taken | {first})
    for axis in ("h", "v"):
        for length in size.lengths:
            covered = cells(axis, length, first)  # type: ignore[arg-type]
            if covered <= floor(size.rows, size.cols) and not covered & taken:
                car = Car(f"c{len(cars)}", axis, *first, length)  # type: ignore[arg-type]
                yield from _filled(size, rest, (*cars, car), walls, taken | covered)


def _board(size: Size, cars: tuple[Car, ...], walls: Cells, target: Car) -> Board:
    return Board(size.rows, size.cols, "right", size.exit_row, walls, cars, target.label)


def _is_legal(size: Size, board: Board) -> bool:
    target = board.cars[board.target_index]
    if (target.axis, target.row, target.length) != ("h", size.exit_row, min(size.lengths)):
        return False
    row = [car for car in board.cars if car.axis == "h" and car.row == size.exit_row]
    ahead = [wall for wall in board.walls if wall[0] == size.exit_row and wall[1] > target.col]
    if ahead or any(car.col > target.col for car in row) or len(board.walls) < size.walls[0]:
        return False
    if size.rules == "box":
        cars = [car.length for car in board.cars]
        return cars.count(2) <= 12 and cars.count(3) <= 4 and set(cars) <= {2, 3}
    return size.rules == "all" or (len(row) == 1 and not _has_full_line(size, board))


def _has_full_line(size: Size, board: Board) -> bool:
    """Fogleman's rule: in a row walls count, too."""
    for row in range(size.rows):
        across = sum(car.length for car in board.cars if car.axis == "h" and car.row == row)
        if across + sum(wall[0] == row for wall in board.walls) >= size.cols:
            return True
    columns = range(size.cols)
    down = [sum(c.length for c in board.cars if c.axis == "v" and c.col == col) for col in columns]
    return any(length >= size.rows for length in down)


def clusters(size: Size) -> dict[str, dict[str, object]]:
    """Every cluster by its hardest board in slides, or the smallest of an unsolvable one."""
    known: set[tuple[tuple[int, int], str]] = set()
    found = {}
    for board in boards(size):
        kinds = _kinds(board)
        if (_order(board, board.start), kinds) not in known:
            states = list(flood(board, "slide", "edge"))
            known |= {(_order(board, state), kinds) for state in states}
            row = _row(board, states)
            assert row["board"] not in found
            found[str(row["board"])] = row
    return found


def _kinds(board: Board) -> str:
    """What tells two boards apart that cover the same cells."""
    cars = sorted(board.cars, key=lambda car: (car.axis, _line(car), car.row, car.col))
    return repr(([(car.axis, _line(car), car.length) for car in cars], sorted(board.walls)))


def _line(car: Car) -> int:
    return car.row if car.axis == "h" else car.col


def _order(board: Board, state: State) -> tuple[int, int]:
    """Fogleman's order: the cells of rows and walls as a number, then those of columns."""

    def number(covered: Cells) -> int:
        return sum(1 << (row * board.cols + col) for row, col in covered)

    sums = {"h": number(board.walls), "v": 0}
    for car, corner in zip(board.cars, state, strict=True):
        sums[car.axis] += number(cells(car.axis, car.length, corner))
    return sums["h"], sums["v"]


def _row(board: Board, states: list[State]) -> dict[str, object]:
    lengths = [car.length for car in board.cars]
    row: dict[str, object] = {
        "vehicles": len(lengths),
        "trucks": sum(length > 2 for length in lengths),
        "walls": len(board.walls),
        "states": len(states),
    }
    goals = [state for state in states if is_goal(board, state, "edge")]
    if not goals:
        least = min(states, key=lambda state: _order(board, state))
        return {**dict.fromkeys(COLUMNS), **row, "board": text(board, least)}
    for metric in METRICS:
        graph = flood(board, metric, "edge")
        distance = distances(graph, goals)
        assert len(distance) == len(states)
        hardest, most = _hardest(board, distance), max(distance.values())
        values = Counter(distance.values())
        row[f"{metric}s"] = most
        row[f"{metric}s_histogram"] = [values[number] for number in range(most + 1)]
        row[f"{metric}s_solutions"] = str(_solutions(graph, distance, hardest))
        row["board" if metric == "slide" else "steps_board"] = text(board, hardest)
        if metric == "slide":
            row["minimal"] = _is_minimal(board, hardest, most)
    return row | {"solved": len(goals)}


def _solutions(graph: dict[State, list[State]], distance: dict[State, int], start: State) -> int:
    """The shortest ways from a state to a goal, level by level."""
    ways = Counter({start: 1})
    for left in range(distance[start], 0, -1):
        nearer: Counter[State] = Counter()
        for state, count in ways.items():
            for child in graph[state]:
                if distance[child] == left - 1:
                    nearer[child] += count
        ways = nearer
    return ways.total()


def _hardest(board: Board, distances: dict[State, int]) -> State:
    most = max(distances.values())
    candidates = [state for state, distance in distances.items() if distance == most]
    return min(candidates, key=lambda state: _order(board, state))


def _is_minimal(board: Board, state: State, optimum: int) -> bool:
    cars = [replace(car, row=at[0], col=at[1]) for car, at in zip(board.cars, state, strict=True)]
    placed = replace(board, cars=tuple(cars))
    others = {car.label for car in cars} - {board.target}
    return all(_optimum(fewer) < optimum for fewer in _without_one(placed, others))


def is_minimal_by_fogleman(board: Board) -> bool:
    """His program to the letter: find one solution, and try each part that does not move in it."""
    solution = solve(board, "slide", "edge") or []
    still = {car.label for car in board.cars} - {board.target, *(label for label, _ in solution)}
    return all(_optimum(fewer) != len(solution) for fewer in _without_one(board, still))


def _without_one(board: Board, labels: set[str]) -> Iterator[Board]:
    """The board without one of these cars, or without a wall."""
    for car in board.cars:
        if car.label in labels:
            yield replace(board, cars=tuple(other for other in board.cars if other is not car))
    for wall in board.walls:
        yield replace(board, walls=board.walls - {wall})


def _optimum(board: Board) -> int:
    return len(solve(board, "slide", "edge") or [])


def text(board: Board, state: State) -> str:
    """The board with the labels A, B, ...: the target, its row, other rows, columns."""
    places = dict(zip((car.label for car in board.cars), state, strict=True))

    def order(car: Car) -> tuple[bool, bool, bool, int, Cell]:
        row, col = places[car.label]
        is_column = car.axis == "v"
        line, at = (col, row) if is_column else (row, col)
        is_other = car.row != board.exit_line
        return car.label != board.target, is_column, not is_column and is_other, line, (at, 0)

    drawn = dict.fromkeys(board.walls, "x")
    for number, car in enumerate(sorted(board.cars, key=order)):
        for cell in cells(car.axis, car.length, places[car.label]):
            drawn[cell] = chr(ord("A") + number)
    columns = range(board.cols)
    lines = ["".join(drawn.get((row, col), ".") for col in columns) for row in range(board.rows)]
    return ("" if board.rows == board.cols else "/").join(lines) + "/" * (len(lines) == 1)
