"""The independent reference: Rush Hour on cells, obviously correct before fast.

Plain Python that imports nothing of ours, so that it shares no mistake with the core it checks.
A cell is (row, column), 0-based from the top left; walls and vehicles are sets of cells. A state is
the top-left cell of every car, in file order. Cars hold their own start, so a board is a puzzle.
"""

import heapq
import itertools
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Literal, get_args

Cell = tuple[int, int]
State = tuple[Cell, ...]
Move = tuple[str, int]
Axis = Literal["h", "v"]
Side = Literal["right", "left", "top", "bottom"]
Metric = Literal["slide", "step"]
Goal = Literal["edge", "past", "off", "clear"]
METRICS: tuple[Metric, ...] = get_args(Metric)
GOALS: tuple[Goal, ...] = get_args(Goal)
Graph = dict[State, list[State]]

ALONG: dict[Axis, Cell] = {"h": (0, 1), "v": (1, 0)}
OUTWARD: dict[Side, Cell] = {"right": (0, 1), "left": (0, -1), "top": (-1, 0), "bottom": (1, 0)}


@dataclass(frozen=True)
class Car:
    """A vehicle and its start: (row, col) is its top or left cell."""

    label: str
    axis: Axis
    row: int
    col: int
    length: int


@dataclass(frozen=True)
class Board:
    """A whole puzzle; exit_line is a row for an exit right or left, a column for top or bottom."""

    rows: int
    cols: int
    exit_side: Side
    exit_line: int
    walls: frozenset[Cell]
    cars: tuple[Car, ...]
    target: str

    @property
    def start(self) -> State:
        """The top-left cell of every car, in file order."""
        return tuple((car.row, car.col) for car in self.cars)

    @property
    def target_index(self) -> int:
        """Where the target stands in the file order."""
        return [car.label for car in self.cars].index(self.target)


@dataclass(frozen=True)
class Cluster:
    """All states that can be reached from the start, goals passed through like any other state.

    moves counts directed edges and unsolvable the states that cannot reach a goal; optimum is the
    distance of the start, farthest the largest distance, both None without a goal; histogram[d]
    counts the states d moves from the nearest goal; distance holds the solvable states only.
    """

    states: int
    moves: int
    goals: int
    unsolvable: int
    optimum: int | None
    farthest: int | None
    histogram: tuple[int, ...]
    distance: dict[State, int]


def shifted(cell: Cell, direction: Cell, count: int) -> Cell:
    """The cell `count` cells away in a direction; a negative count goes the other way."""
    return cell[0] + count * direction[0], cell[1] + count * direction[1]


@cache
def cells(axis: Axis, length: int, corner: Cell) -> frozenset[Cell]:
    """The cells of a vehicle whose top-left cell is `corner`."""
    return frozenset(shifted(corner, ALONG[axis], i) for i in range(length))


@cache
def floor(rows: int, cols: int) -> frozenset[Cell]:
    """All cells of a board, walls and vehicles included."""
    return frozenset((row, col) for row in range(rows) for col in range(cols))


def occupied(board: Board, state: State) -> set[Cell]:
    """The cells that are not empty: walls and vehicles."""
    taken = set(board.walls)
    for car, corner in zip(board.cars, state, strict=True):
        taken |= cells(car.axis, car.length, corner)
    return taken


def legal(board: Board) -> bool:
    """Whether nothing overlaps or leaves the board and the target stands on its exit's line."""
    bodies = {car.label: cells(car.axis, car.length, (car.row, car.col)) for car in board.cars}
    used = [cell for body in bodies.values() for cell in body] + list(board.walls)
    line = exit_lane(board, range(1 - max(board.rows, board.cols), 1))
    return (
        len(used) == len(set(used))
        and floor(board.rows, board.cols).issuperset(used)
        and len(bodies) == len(board.cars)
        and all(len(body) >= 2 for body in bodies.values())
        and line.issuperset(bodies.get(board.target, [(-1, -1)]))
    )


def exit_lane(board: Board, places: range) -> set[Cell]:
    """Cells of the exit's line, by place: 0 touches the exit edge, 1 is the first cell past it."""
    side, line = board.exit_side, board.exit_line
    edge = {"right": board.cols - 1, "bottom": board.rows - 1}.get(side, 0)
    touching = (line, edge) if side in ("right", "left") else (edge, line)
    return {shifted(touching, OUTWARD[side], place) for place in places}


def gap(board: Board, state: State) -> int:
    """How many cells the target's front is short of the exit edge; negative past the edge."""
    row, col = state[board.target_index]
    across = board.exit_side in ("right", "left")
    start, size = (col, board.cols) if across else (row, board.rows)
    length = board.cars[board.target_index].length
    return start if board.exit_side in ("left", "top") else size - length - start


def cells_past(board: Board, goal: Goal) -> int:
    """How many cells past the exit edge the target's front may drive."""
    return {"past": 1, "off": board.cars[board.target_index].length}.get(goal, 0)


def is_goal(board: Board, state: State, goal: Goal) -> bool:
    """Whether a state is solved under a goal: see the table in section 1 of the semantics."""
    if goal == "clear":
        ahead = exit_lane(board, range(1 - gap(board, state), 1))
        return not ahead & occupied(board, state)
    return gap(board, state) == -cells_past(board, goal)


def successors(board: Board, state: State, metric: Metric, goal: Goal) -> list[tuple[Move, State]]:
    """Every legal move with the state it leads to, in the defined order.

    Vehicles in file order; for each p-1, p-2, ... while free, then p+1, p+2, ...; step: -1, +1.
    """
    empty = floor(board.rows, board.cols) - occupied(board, state)
    outside = exit_lane(board, range(1, cells_past(board, goal) + 1))
    found: list[tuple[Move, State]] = []
    for i, car in enumerate(board.cars):
        free = empty | outside if car.label == board.target else empty
        for count in shifts(car, state[i], free, metric):
            corner = shifted(state[i], ALONG[car.axis], count)
            found.append(((car.label, count), (*state[:i], corner, *state[i + 1 :])))
    return found


def shifts(car: Car, corner: Cell, free: frozenset[Cell], metric: Metric) -> Iterator[int]:
    """The signed numbers of cells a car can move, up to the first cell that is not free."""
    along = ALONG[car.axis]
    for sign, front in ((-1, corner), (1, shifted(corner, along, car.length - 1))):
        for count in range(1, 2) if metric == "step" else itertools.count(1):
            if shifted(front, along, sign * count) not in free:
                break
            yield sign * count


def replay(board: Board, moves: Iterable[Move], metric: Metric, goal: Goal) -> State:
    """The state after the moves, each checked; ValueError names the first that is not legal."""
    state = board.start
    for number, move in enumerate(moves, 1):
        legal_moves = dict(successors(board, state, metric, goal))
        if move not in legal_moves:
            raise ValueError(f"expected a legal {metric}, found {move} as move {number}")
        state = legal_moves[move]
    return state


def solve(board: Board, metric: Metric, goal: Goal) -> list[Move] | None:
    """One shortest solution, so its length is the optimum; None when the puzzle is unsolvable.

    Breadth first in the order of `successors`, first in first out: ties are defined, too.
    """
    routes: dict[State, list[Move]] = {board.start: []}
    queue = deque([board.start])
    while queue:
        state = queue.popleft()
        if is_goal(board, state, goal):
            return routes[state]
        for move, child in successors(board, state, metric, goal):
            if child not in routes:
                routes[child] = [*routes[state], move]
                queue.append(child)
    return None


def explore(board: Board, metric: Metric, goal: Goal) -> Cluster:
    """Every state of the cluster with its distance to the nearest goal."""
    graph = flood(board, metric, goal)
    goals = [state for state in graph if is_goal(board, state, goal)]
    distance = distances(graph, goals)
    levels = Counter(distance.values())
    return Cluster(
        states=len(graph),
        moves=sum(len(children) for children in graph.values()),
        goals=len(goals),
        unsolvable=len(graph) - len(distance),
        optimum=distance.get(board.start),
        farthest=max(levels, default=None),
        histogram=tuple(levels[d] for d in range(len(levels))),
        distance=distance,
    )


def flood(board: Board, metric: Metric, goal: Goal) -> Graph:
    """The states that can be reached from the start, each with its successors."""
    graph: Graph = {}
    waiting = [board.start]
    while waiting:
        state = waiting.pop()
        if state not in graph:
            graph[state] = [child for _, child in successors(board, state, metric, goal)]
            waiting += graph[state]
    return graph


def distances(graph: Graph, goals: list[State]) -> dict[State, int]:
    """Moves to the nearest goal, along reversed edges: that moves can be undone is not assumed."""
    parents: Graph = {state: [] for state in graph}
    for state, children in graph.items():
        for child in children:
            parents[child].append(state)
    distance = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        state = queue.popleft()
        fresh = [parent for parent in parents[state] if parent not in distance]
        distance |= dict.fromkeys(fresh, distance[state] + 1)
        queue += fresh
    return distance


def perft(board: Board, metric: Metric, depth: int, goal: Goal = "edge") -> list[int]:
    """The number of paths of 1, 2, ... `depth` moves; goal states are expanded like any other."""
    totals = []
    paths = Counter({board.start: 1})
    for _ in range(depth):
        longer: Counter[State] = Counter()
        for state, count in paths.items():
            for _, child in successors(board, state, metric, goal):
                longer[child] += count
        paths = longer
        totals.append(paths.total())
    return totals


def optimal_solution_count(board: Board, metric: Metric, goal: Goal) -> int:
    """N(start), where N(goal) = 1 and N(s) sums N over the successors one move nearer; else 0."""
    distance = explore(board, metric, goal).distance
    ways: dict[State, int] = {}
    for state in sorted(distance, key=distance.__getitem__):
        children = (child for _, child in successors(board, state, metric, goal))
        nearer = (ways[child] for child in children if distance[child] < distance[state])
        ways[state] = sum(nearer) if distance[state] else 1
    return ways.get(board.start, 0)


def lexicographic_optimum(board: Board, goal: Goal, first: Metric) -> tuple[int, int] | None:
    """The (slides, steps) of a solution best in `first`, then in the other; None if unsolvable.

    Dijkstra over slides: one costs (1, cells) when slides come first, else (cells, 1).
    """
    best = {board.start: (0, 0)}
    heap = [((0, 0), board.start)]
    while heap:
        cost, state = heapq.heappop(heap)
        if is_goal(board, state, goal):
            return cost if first == "slide" else cost[::-1]
        for (_, count), child in successors(board, state, "slide", goal):
            price = (1, abs(count)) if first == "slide" else (abs(count), 1)
            total = (cost[0] + price[0], cost[1] + price[1])
            if total < best.get(child, (inf, inf)):
                best[child] = total
                heapq.heappush(heap, (total, child))
    return None
