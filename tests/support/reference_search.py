"""Best-first search once more, from the definitions: lists, a heap in an array, no cleverness.

Plain Python that imports nothing of ours, so that it shares no order and no count with the core.
The open list is a list of entries in order of arrival, or an array that is a heap by f alone with
the moves of java.util.PriorityQueue.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from support import reference
from support.reference import Board, Goal, Metric, Move, State

Ways = dict[State, tuple[State, Move]]
Priority = Callable[[int, int], Fraction | int]
Successors = Callable[[Board, State, Metric, Goal], list[tuple[reference.Move, State]]]


@dataclass
class Entry:
    """A way to a state that waits in the open list."""

    f: Fraction | int
    g: int
    state: State


class InOrder:
    """Entries in order of arrival; the first or the last of those with the least f is taken."""

    def __init__(self, takes_last: bool) -> None:
        self.entries: list[Entry] = []
        self.takes_last = takes_last

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)

    def remove(self, state: State) -> None:
        self.entries = [entry for entry in self.entries if entry.state != state]

    def take(self) -> Entry:
        least = min(entry.f for entry in self.entries)
        places = [place for place, entry in enumerate(self.entries) if entry.f == least]
        return self.entries.pop(places[-1 if self.takes_last else 0])


class Sorted:
    """What `InOrder` is, for hundreds of thousands of states: a heap by f and order of arrival."""

    def __init__(self, takes_last: bool) -> None:
        self.entries: dict[int, Entry] = {}
        self.numbers: defaultdict[State, list[int]] = defaultdict(list)
        self.heap: list[tuple[Fraction | int, int]] = []
        self.sign, self.arrived = (-1 if takes_last else 1), 0

    def add(self, entry: Entry) -> None:
        self.arrived += 1
        self.entries[self.arrived] = entry
        self.numbers[entry.state].append(self.arrived)
        heapq.heappush(self.heap, (entry.f, self.sign * self.arrived))

    def remove(self, state: State) -> None:
        for number in self.numbers.pop(state):
            self.entries.pop(number, None)

    def take(self) -> Entry:
        while True:
            number = abs(heapq.heappop(self.heap)[1])
            if number in self.entries:
                return self.entries.pop(number)


class Heap:
    """The array of java.util.PriorityQueue, compared by f alone."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.up(len(self.entries) - 1)

    def remove(self, state: State) -> None:
        self.remove_at([entry.state for entry in self.entries].index(state))

    def take(self) -> Entry:
        first = self.entries[0]
        self.remove_at(0)
        return first

    def remove_at(self, place: int) -> None:
        last = self.entries.pop()
        if place == len(self.entries):
            return
        self.entries[place] = last
        self.down(place)
        if self.entries[place] is last:
            self.up(place)

    def up(self, place: int) -> None:
        array = self.entries
        while place > 0 and array[place].f < array[(place - 1) // 2].f:
            parent = (place - 1) // 2
            array[place], array[parent] = array[parent], array[place]
            place = parent

    def down(self, place: int) -> None:
        array = self.entries
        while 2 * place + 1 < len(array):
            child = 2 * place + 1
            if child + 1 < len(array) and array[child].f > array[child + 1].f:
                child += 1
            if array[place].f <= array[child].f:
                return
            array[place], array[child] = array[child], array[place]
            place = child


@dataclass
class Count:
    """What a search found and counted."""

    cost: int | None = None
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    max_open: int = 0
    order: list[State] = field(default_factory=list)


@dataclass(frozen=True)
class Rule:
    """f, the order of ties, what becomes of duplicates, and whether closed states reopen.

    Without `undo` no state is generated from the one that it led to.
    """

    priority: Priority
    ties: str = "fifo"
    duplicates: str = "better"
    reopen: bool = True
    undo: bool = True


def best_first(
    board: Board,
    metric: Metric,
    goal: Goal,
    h: Callable[[State], int],
    rule: Rule,
    ordered: type[InOrder] | type[Sorted] = InOrder,
    successors: Successors = reference.successors,
) -> Count:
    """Search; the goal is tested when a state is taken."""
    found = Count()
    opened = Heap() if rule.ties == "heap" else ordered(rule.ties == "lifo")
    best = {board.start: 0}
    ways: Ways = {}
    waiting = {board.start}
    opened.add(Entry(rule.priority(0, h(board.start)), 0, board.start))
    while opened.entries:
        found.max_open = max(found.max_open, len(opened.entries))
        entry = opened.take()
        if entry.state not in waiting:  # a duplicate that was kept
            continue
        waiting.remove(entry.state)
        g = best[entry.state]
        if reference.is_goal(board, entry.state, goal):
            found.cost = cost_of(way_to(ways, entry.state), metric)
            return found
        found.expanded += 1
        found.order.append(entry.state)
        before = ways[entry.state][0] if entry.state in ways and not rule.undo else None
        for move, child in without(before, successors(board, entry.state, metric, goal)):
            found.generated += 1
            step = entry.state, move
            way = Entry(rule.priority(g + 1, h(child)), g + 1, child)
            if child not in best:
                best[child], ways[child] = g + 1, step
                waiting.add(child)
                opened.add(way)
            elif child in waiting:
                if rule.duplicates == "keep":
                    known = best[child], ways[child]
                    best[child], ways[child] = min(known, (g + 1, step), key=itemgetter(0))
                    opened.add(way)
                elif g + 1 < best[child] + (rule.duplicates == "equal"):
                    best[child], ways[child] = g + 1, step
                    opened.remove(child)
                    opened.add(way)
            elif rule.reopen and g + 1 < best[child]:
                found.reopened += 1
                best[child], ways[child] = g + 1, step
                waiting.add(child)
                opened.add(way)
            found.max_open = max(found.max_open, len(opened.entries))
    return found


def without(before: State | None, children: list[tuple[Move, State]]) -> list[tuple[Move, State]]:
    """The children that are not this state."""
    return [(move, child) for move, child in children if child != before]


def way_to(ways: Ways, state: State) -> list[Move]:
    """The moves from the start to a state."""
    way = []
    while state in ways:
        state, move = ways[state]
        way.append(move)
    return way[::-1]


def cost_of(way: list[Move], metric: Metric) -> int:
    """Steps, or slides: one vehicle in one direction is one slide, however often it halts."""
    if metric == "step":
        return len(way)
    return len(list(groupby(way, key=lambda move: (move[0], move[1] > 0))))


def depth_first(board: Board, metric: Metric, goal: Goal, *, undo: bool = True) -> Count:
    """In preorder: a state is closed when it is entered, and never entered again."""
    found, closed, line = Count(), set[State](), list[State]()
    way: list[Move] = []
    pending: list[Iterator[tuple[Move, State]]] = [iter([(("", 0), board.start)])]
    while pending:
        move, state = next(pending[-1], (("", 0), None))
        del way[max(0, len(pending) - 2) :], line[len(pending) - 1 :]
        if state is None:
            pending.pop()
        elif state not in closed:
            closed.add(state)
            way += [move] * (len(pending) > 1)
            if reference.is_goal(board, state, goal):
                found.cost = cost_of(way, metric)
                return found
            found.expanded += 1
            found.order.append(state)
            before = line[-1] if line and not undo else None
            line.append(state)
            children = without(before, reference.successors(board, state, metric, goal))
            found.generated += len(children)
            pending.append(iter(children))
    return found


def blocking(board: Board, goal: Goal) -> Callable[[State], int]:
    """One plus the vehicles on the target's way; without the one where the road has to be clear."""

    def estimate(state: State) -> int:
        if reference.is_goal(board, state, goal):
            return 0
        ahead = reference.exit_lane(board, range(1 - reference.gap(board, state), 1))
        others = zip(board.cars, state, strict=True)
        blockers = sum(
            bool(ahead & reference.cells(car.axis, car.length, corner))
            for car, corner in others
            if car.label != board.target
        )
        return (goal != "clear") + blockers

    return estimate


def distance(board: Board, goal: Goal) -> Callable[[State], int]:
    """Cells that the target has to drive: an estimate that is wrong in slides, on purpose."""
    if goal == "clear":
        return lambda _: 0
    past = reference.cells_past(board, goal)
    return lambda state: max(0, reference.gap(board, state) + past)
