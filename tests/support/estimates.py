"""Every heuristic once more, from its definition alone: cells, sets and recursion without a bound.

Plain Python over the boards and states of `reference`; shares nothing with the core. An estimate of
`inf` says that there is no solution.
"""

from collections.abc import Callable
from itertools import product
from math import inf

from support import relaxed
from support.reference import (
    ALONG,
    OUTWARD,
    Board,
    Cell,
    Goal,
    Metric,
    State,
    cells,
    cells_past,
    exit_lane,
    floor,
    gap,
    is_goal,
    occupied,
    shifted,
    shifts,
    successors,
)

Estimate = Callable[[Board, State, Metric, Goal], float]


def body(board: Board, state: State, car: int) -> frozenset[Cell]:
    """The cells on which a car stands."""
    return cells(board.cars[car].axis, board.cars[car].length, state[car])


def lane(board: Board) -> set[Cell]:
    """The whole line of the target, on the board."""
    return exit_lane(board, range(1 - max(board.rows, board.cols), 1)) & floor(
        board.rows, board.cols
    )


def on_road(board: Board, state: State) -> list[int]:
    """B: the cars on the exit lane ahead of the target."""
    road = exit_lane(board, range(1 - gap(board, state), 1))
    return [
        car
        for car in range(len(board.cars))
        if car != board.target_index and road & body(board, state, car)
    ]


def way_off(board: Board, state: State, car: int, sign: int, leave: set[Cell]) -> list[Cell] | None:
    """The cells that a car enters until it covers none of `leave`, other cars ignored.

    None where the edge or a wall comes first.
    """
    along, own = ALONG[board.cars[car].axis], body(board, state, car)
    entered: list[Cell] = []
    now = set(own)
    while now & leave:
        now = {shifted(cell, along, sign) for cell in now}
        new = now - own - set(entered)
        if not new <= floor(board.rows, board.cols) - board.walls:
            return None
        entered += new
    return entered


def need(board: Board, state: State, car: int) -> float:
    """The fewest cells that a car must go to leave the lane, other cars ignored."""
    if board.cars[car].axis == board.cars[board.target_index].axis:
        return inf
    ways = (way_off(board, state, car, sign, lane(board)) for sign in (-1, 1))
    return min((len(way) for way in ways if way is not None), default=inf)


def needs(board: Board, state: State) -> float:
    """The sum over B."""
    return sum(need(board, state, car) for car in on_road(board, state))


def drive(board: Board, state: State, goal: Goal) -> int:
    """The cells that the target has to drive."""
    return 0 if goal == "clear" else gap(board, state) + cells_past(board, goal)


def literal_mobility(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum over those of B that cross the target's line of min(free up, free down) + 1."""
    empty = floor(board.rows, board.cols) - occupied(board, state)
    axis, total = board.cars[board.target_index].axis, 0
    for car in on_road(board, state):
        if board.cars[car].axis == axis:
            continue
        counts = list(shifts(board.cars[car], state[car], empty, "slide"))
        total += 1 + min(sum(n < 0 for n in counts), sum(n > 0 for n in counts))
    return total


def mobility_as_meant(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum over B of need + 1; without the 1, which is for the drive, where there is none."""
    follow = 0 if goal == "clear" else len(on_road(board, state))
    return needs(board, state) + follow


def lookahead(reading: Estimate) -> Estimate:
    """1 + the least estimate after any move."""

    def estimate(board: Board, state: State, metric: Metric, goal: Goal) -> float:
        after = (child for _, child in successors(board, state, metric, goal))
        values = (
            0 if is_goal(board, child, goal) else reading(board, child, metric, goal)
            for child in after
        )
        return 1 + min(values, default=inf)

    return estimate


def critical_path(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The longest chain of cars that must go one after another; chains count as 16 at the most."""
    everybody = range(len(board.cars))

    def must_free(car: int, cell: Cell, waiting: tuple[int, ...]) -> float:
        return min(must_go(car, sign, {cell}, waiting) for sign in (-1, 1))

    def must_go(car: int, sign: int, leave: set[Cell], waiting: tuple[int, ...]) -> float:
        entered = way_off(board, state, car, sign, leave)
        if entered is None:
            return inf
        waiting = (*waiting, car)
        chains = [0.0]
        for other in everybody:
            met = [cell for cell in entered if cell in body(board, state, other)]
            if not met or other in waiting:
                continue
            if board.cars[other].axis == board.cars[car].axis:
                chains.append(must_go(other, sign, set(entered), waiting))
            else:
                chains.append(must_free(other, met[0], waiting))
        return 1 + max(chains)

    if needs(board, state) == inf:
        return inf
    crossings = ((car, body(board, state, car) & lane(board)) for car in on_road(board, state))
    found = [must_free(car, *cells, (board.target_index,)) for car, cells in crossings]
    return min(16, max(found, default=0))


def longest_chain(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The longest chain of cars that touch one another with their ends."""

    def longest(car: int, chain: tuple[int, ...]) -> int:
        own, along = body(board, state, car), ALONG[board.cars[car].axis]
        ends = {shifted(cell, along, sign) for cell in own for sign in (-1, 1)} - own
        touching = [
            other
            for other in range(len(board.cars))
            if other not in (*chain, car) and body(board, state, other) & ends
        ]
        return 1 + max((longest(other, (*chain, car)) for other in touching), default=0)

    chains = (longest(car, (board.target_index,)) for car in on_road(board, state))
    return max(chains, default=0)


class Keepers:
    """Counts, for advanced-ebner, the cars that keep others where they are, each once."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self.counted = {board.target_index}

    def place(self, car: int, cell: Cell) -> int:
        """Where along a car's axis a cell lies."""
        return cell[0] if self.board.cars[car].axis == "v" else cell[1]

    def line(self, car: int) -> set[Cell]:
        """The cells of the board in a car's line."""
        line = self.state[car][self.board.cars[car].axis == "v"]
        across = 0 if self.board.cars[car].axis == "h" else 1
        return {cell for cell in floor(self.board.rows, self.board.cols) if cell[across] == line}

    def span(self, car: int, of: int) -> tuple[int, int]:
        """The first and last place of a car along the line of another, or of its own."""
        cells = body(self.board, self.state, car) & self.line(of)
        places = [self.place(of, cell) for cell in cells]
        return min(places), max(places)

    def to_clear(self, car: int, crossed: int) -> tuple[int, int]:
        """The cells that get a car out of the way of one that it crosses, back and forth."""
        (first, last), at = self.span(car, car), self.place(car, self.state[crossed])
        return last - at + 1, at - first + 1

    def count(self, car: int, go: tuple[int, int]) -> float:
        """A car and, where one way is closed by the edge, those that stand in the other."""
        self.counted.add(car)
        total = 1.0
        for other in range(len(self.board.cars)):
            crosses = body(self.board, self.state, other) & self.line(car)
            if other not in self.counted and crosses:
                least = min(self.figure(car, go, other, way) for way in (1, 0))
                total += 0 if least == inf else least
        return total

    def figure(self, car: int, go: tuple[int, int], other: int, way: int) -> float:
        """What another car costs one that goes back (0) or forth (1)."""
        same = self.board.cars[other].axis == self.board.cars[car].axis
        (first, last), (low, high) = self.span(car, car), self.span(other, car)
        side = self.board.cols if self.board.cars[car].axis == "h" else self.board.rows
        if way == 1:
            is_there, between, fits = low > last + (not same), low - last - 1, last + go[1] < side
        else:
            is_there, between, fits = high < first, first - high - 1, first - go[0] >= 0
        if not is_there:
            return 0 if fits else inf
        if go[way] <= between:
            return 0
        return self.count(other, go if same else self.to_clear(other, car))


def advanced_ebner(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum over B of 1, for the target, and of those that keep a car of B there."""
    keepers, target = Keepers(board, state), board.target_index
    axis = board.cars[target].axis
    crossing = [car for car in on_road(board, state) if board.cars[car].axis != axis]
    follow = 0 if goal == "clear" else 1
    return sum(follow + keepers.count(car, keepers.to_clear(car, target)) for car in crossing)


class Ranges:
    """R: the least and the greatest offset of every car, as far as can be seen without search."""

    def __init__(self, board: Board, state: State, goal: Goal) -> None:
        self.board, self.state, self.goal = board, state, goal
        self.at = [corner[car.axis == "h"] for car, corner in zip(board.cars, state, strict=True)]
        self.line = [corner[car.axis == "v"] for car, corner in zip(board.cars, state, strict=True)]
        self.first: dict[int, tuple[int, int]] = dict(
            enumerate(map(self.widest, range(len(self.at))))
        )

    def side(self, axis: str) -> int:
        return self.board.cols if axis == "h" else self.board.rows

    def widest(self, car: int) -> tuple[int, int]:
        """Anywhere on the board; the target as far out as the goal asks."""
        low, high = 0, self.side(self.board.cars[car].axis) - self.board.cars[car].length
        if car == self.board.target_index:
            out = cells_past(self.board, self.goal)
            if sum(OUTWARD[self.board.exit_side]) > 0:
                high += out
            else:
                low -= out
        return low, high

    def cell(self, axis: str, line: int, offset: int) -> Cell:
        return (line, offset) if axis == "h" else (offset, line)

    def allow(self, car: int | None = None, low: int = 0, high: int = 0) -> bool:
        """Whether the goal is possible if one car stays between these offsets."""
        return self.holds_goal(
            self.settled(self.first | ({} if car is None else {car: (low, high)}))
        )

    def settled(self, ranges: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
        while (shorter := self.shorten(ranges)) != ranges:
            ranges = shorter
        return ranges

    def taken(self, ranges: dict[int, tuple[int, int]]) -> dict[str, set[Cell]]:
        """For each axis the cells that walls and cars of the other axis cover for ever."""
        taken = {"h": set(self.board.walls), "v": set(self.board.walls)}
        for index, (low, high) in ranges.items():
            car = self.board.cars[index]
            always = range(high, low + car.length)
            taken["v" if car.axis == "h" else "h"] |= {
                self.cell(car.axis, self.line[index], offset) for offset in always
            }
        return taken

    def shorten(self, ranges: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
        taken, shorter = self.taken(ranges), {}
        for index, (low, high) in ranges.items():
            car, at = self.board.cars[index], self.at[index]
            offsets = range(-car.length, self.side(car.axis) + car.length)
            shut = [
                o for o in offsets if self.cell(car.axis, self.line[index], o) in taken[car.axis]
            ]
            lows = [low, *(offset + 1 for offset in shut if offset < at)]
            highs = [high, *(offset - car.length for offset in shut if offset > at)]
            for other, (lowest, highest) in ranges.items():
                mate = self.board.cars[other]
                if mate.axis == car.axis and self.line[other] == self.line[index]:
                    lows += [lowest + mate.length] * (self.at[other] < at)
                    highs += [highest - car.length] * (self.at[other] > at)
            shorter[index] = max(lows), min(highs)
        return shorter

    def holds_goal(self, ranges: dict[int, tuple[int, int]]) -> bool:
        target = self.board.target_index
        if self.goal == "clear":
            road = exit_lane(self.board, range(1 - gap(self.board, self.state), 1))
            axis = self.board.cars[target].axis
            mates = (
                car for car in on_road(self.board, self.state) if self.board.cars[car].axis == axis
            )
            return not road & self.taken(ranges)[axis] and next(mates, None) is None
        low, high = ranges[target]
        first, last = self.widest(target)
        return high >= last if sum(OUTWARD[self.board.exit_side]) > 0 else low <= first


def static_ranges(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """0, or the proof that there is no solution."""
    return 0 if Ranges(board, state, goal).allow() else inf


def must_move(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """M: the cars that the goal needs to move at least once."""
    ranges = Ranges(board, state, goal)
    if not ranges.allow():
        return inf
    return sum(not ranges.allow(car, at, at) for car, at in enumerate(ranges.at))


def advanced(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum over all cars of the cheapest walk of one car alone that leaves the goal possible."""
    ranges = Ranges(board, state, goal)
    if not ranges.allow():
        return inf
    return sum(walk(ranges, car, metric) for car in range(len(board.cars)))


def walk(ranges: Ranges, car: int, metric: Metric) -> int:
    """The cost of the cheapest walk: back and forth, the shorter way there and back."""
    at, (low, high) = ranges.at[car], ranges.first[car]
    costs = []
    for back, forth in product(range(at - low + 1), range(high - at + 1)):
        if ranges.allow(car, at - back, at + forth):
            slides = (back > 0) + (forth > 0)
            costs.append(slides if metric == "slide" else back + forth + min(back, forth))
    return min(costs)


FORMULAS: dict[str, Estimate] = {
    "zero": lambda board, state, metric, goal: 0,
    "blocking": lambda board, state, metric, goal: (goal != "clear") + len(on_road(board, state)),
    "advanced": advanced,
    "blockers": lambda board, state, metric, goal: len(on_road(board, state)),
    "manhattan": lambda board, state, metric, goal: needs(board, state),
    "critical-path": critical_path,
    "longest-chain": longest_chain,
    "mobility": literal_mobility,
    "mobility-need": mobility_as_meant,
    "lookahead": lookahead(literal_mobility),
    "lookahead-need": lookahead(mobility_as_meant),
    "distance": lambda board, state, metric, goal: drive(board, state, goal),
    "advanced-ebner": advanced_ebner,
    "advanced-distance": lambda board, state, metric, goal: (
        advanced_ebner(board, state, metric, goal) + max(0, gap(board, state))
    ),
    "distance-need": lambda board, state, metric, goal: (
        drive(board, state, goal) + needs(board, state)
    ),
    "distance-blockers": lambda board, state, metric, goal: (
        drive(board, state, goal) + len(on_road(board, state))
    ),
    "static-ranges": static_ranges,
    "must-move": must_move,
    "h-max": relaxed.h_max,
    "h-add": relaxed.h_add,
    "ff": relaxed.fast_forward,
    "lm-cut": relaxed.landmark_cut,
}


def estimate(name: str, board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """What a heuristic must say of a state: 0 where it is solved."""
    return 0 if is_goal(board, state, goal) else FORMULAS[name](board, state, metric, goal)
