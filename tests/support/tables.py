"""Pattern databases once more, on the reference's boards: cars are left out, and states searched.

Which cars a table has is the core's choice; what it says of a state follows from that.
"""

from dataclasses import replace
from functools import lru_cache
from math import inf

from rushhour import _core
from support.bridge import puzzle_of
from support.estimates import Ranges, estimate, walk
from support.reference import Board, Goal, Metric, State, is_goal, successors

Table = tuple[tuple[int, ...], tuple[bool, ...]]


@lru_cache(maxsize=64)
def chosen(name: str, board: Board, metric: Metric, goal: Goal) -> tuple[Table, ...]:
    """The cars of each table, and which of them are paid for."""
    found = _core.tables(puzzle_of(board)._core, name, metric, goal, (None, None, None))
    return tuple((tuple(cars), tuple(paid)) for cars, paid, _, _ in found)


class Relaxed:
    """Some cars on a board without the others, which leave their ranges and their room."""

    def __init__(self, board: Board, kept: tuple[int, ...], goal: Goal) -> None:
        self.board, self.kept, self.goal = board, kept, goal
        self.part = replace(board, cars=tuple(board.cars[car] for car in kept))
        self.ranges = Ranges(board, board.start, goal)
        self.settled = self.ranges.settled(self.ranges.first)

    def place(self, car: int, state: State) -> int:
        return state[self.kept.index(car)][self.board.cars[car].axis == "h"]

    def allows(self, state: State) -> bool:
        """Whether all are within their ranges, with room for those between that are left out."""
        for car in self.kept:
            low, high = self.settled[car]
            if not low <= self.place(car, state) <= high:
                return False
        return all(
            self.place(after, state) - self.place(before, state) >= room
            for before, after, room in self.neighbours()
        )

    def neighbours(self) -> list[tuple[int, int, int]]:
        """Cars of one line, one before the other, and the lengths from the first to the second."""
        found = []
        for before in self.kept:
            for after in self.kept:
                if self.is_before(before, after):
                    everyone = range(len(self.board.cars))
                    within = (
                        car
                        for car in everyone
                        if self.is_before(before, car) and self.is_before(car, after)
                    )
                    lengths = (self.board.cars[car].length for car in (before, *within))
                    found.append((before, after, sum(lengths)))
        return found

    def is_before(self, one: int, other: int) -> bool:
        ranges, cars = self.ranges, self.board.cars
        same = cars[one].axis == cars[other].axis and ranges.line[one] == ranges.line[other]
        return same and ranges.at[one] < ranges.at[other]

    def distances(self, metric: Metric, paid: tuple[bool, ...]) -> dict[State, float]:
        """The cost of the way to the goal from every state that can be reached."""
        graph: dict[State, list[tuple[State, int]]] = {}
        waiting = [self.part.start]
        while waiting:
            state = waiting.pop()
            if state not in graph:
                after = [child for _, child in successors(self.part, state, metric, self.goal)]
                graph[state] = [
                    (child, price(state, child, paid)) for child in after if self.allows(child)
                ]
                waiting += [child for child, _ in graph[state]]
        return cheapest(graph, [s for s in graph if is_goal(self.part, s, self.goal)])


def price(state: State, child: State, paid: tuple[bool, ...]) -> int:
    """What the move from one state to the other costs."""
    moved = next(car for car, (a, b) in enumerate(zip(state, child, strict=True)) if a != b)
    return int(paid[moved])


def cheapest(
    graph: dict[State, list[tuple[State, int]]], solved: list[State]
) -> dict[State, float]:
    """The cost of the way to a solved state; every way leads back as well."""
    found: dict[State, float] = {}
    level, cost = solved, 0
    while level:
        after: list[State] = []
        while level:
            state = level.pop()
            if state not in found:
                found[state] = cost
                for child, extra in graph[state]:
                    (after if extra else level).append(child)
        level, cost = after, cost + 1
    return found


@lru_cache(maxsize=64)
def measured(board: Board, table: Table, metric: Metric, goal: Goal) -> dict[State, float]:
    """The distances of a table."""
    return Relaxed(board, table[0], goal).distances(metric, table[1])


NAMES = ("pattern", "patterns")


def defined(name: str, board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """What any heuristic must say of a state, if it was made for the start of the board."""
    if name not in NAMES:
        return estimate(name, board, state, metric, goal)
    return 0 if is_goal(board, state, goal) else tabled(name, board, state, metric, goal)


def tabled(name: str, board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum of the tables that are chosen for the start, and the walks of all other cars."""
    ranges = Ranges(board, state, goal)
    if not ranges.allow():
        return inf
    tables = chosen(name, board, metric, goal)
    inside = {car for cars, _ in tables for car in cars}
    others = (walk(ranges, car, metric) for car in range(len(board.cars)) if car not in inside)
    distances = (
        measured(board, table, metric, goal).get(tuple(state[car] for car in table[0]), inf)
        for table in tables
    )
    return sum(distances) + sum(others)
