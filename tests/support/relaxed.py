"""The estimates of planners once more, from their definitions: actions that delete nothing.

Plain Python over the boards and states of `reference`, with fixpoints in place of queues. A fact is
a tuple, and facts are ordered as tuples: where vehicles are, clear cells, cells beyond, the goal.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import inf
from typing import NamedTuple

from support.reference import (
    ALONG,
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
    occupied,
    shifted,
)

Fact = tuple[int, ...]
Costs = dict[Fact, float]
SOLVED: Fact = (3,)


class Action(NamedTuple):
    """What an action needs and adds, and its cost."""

    needs: tuple[Fact, ...]
    adds: tuple[Fact, ...]
    cost: int


def clear(board: Board, cell: Cell) -> Fact:
    """The fact that a cell is clear."""
    outside = [next(iter(exit_lane(board, range(n, n + 1)))) for n in range(1, 64)]
    return (2, outside.index(cell)) if cell in outside else (1, *cell)


def corners(board: Board, car: int, at: Cell, goal: Goal) -> list[Cell]:
    """Where the top-left cell of a car can be if no other car were there, in order."""
    kind = board.cars[car]
    free = floor(board.rows, board.cols) - board.walls
    if car == board.target_index:
        free |= exit_lane(board, range(1, 1 + max(cells_past(board, goal), -gap_of(board, at))))
    found = [at]
    for sign in (-1, 1):
        corner = shifted(at, ALONG[kind.axis], sign)
        while cells(kind.axis, kind.length, corner) <= free:
            found.append(corner)
            corner = shifted(corner, ALONG[kind.axis], sign)
    return sorted(found)


def gap_of(board: Board, at: Cell) -> int:
    state = list(board.start)
    state[board.target_index] = at
    return gap(board, tuple(state))


@lru_cache(maxsize=64)
def actions(board: Board, state: State, metric: Metric, goal: Goal) -> tuple[Action, ...]:
    """Every move of every car alone on the board, and the actions that find the goal reached."""
    found = []
    for index, car in enumerate(board.cars):
        places = corners(board, index, state[index], goal)
        for number, corner in enumerate(places):
            before = cells(car.axis, car.length, corner)
            ways = [*range(number - 1, -1, -1), *range(number + 1, len(places))]
            for other in ways:
                if metric == "step" and abs(other - number) > 1:
                    continue
                first, last = min(corner, places[other]), max(corner, places[other])
                swept = {
                    c for p in places if first <= p <= last for c in cells(car.axis, car.length, p)
                }
                after = cells(car.axis, car.length, places[other])
                needs = [(0, index, *corner), *(clear(board, cell) for cell in swept - before)]
                adds = [(0, index, *places[other]), *(clear(board, c) for c in before - after)]
                found.append(Action(tuple(needs), tuple(adds), 1))
    target = board.target_index
    for corner in corners(board, target, state[target], goal):
        ahead = exit_lane(board, range(1 - gap_of(board, corner), 1))
        here: Fact = (0, target, *corner)
        if goal == "clear" and not ahead & board.walls:
            found.append(Action((here, *(clear(board, cell) for cell in ahead)), (SOLVED,), 0))
        elif goal != "clear" and gap_of(board, corner) == -cells_past(board, goal):
            found.append(Action((here,), (SOLVED,), 0))
    return tuple(found)


def facts(board: Board, state: State) -> set[Fact]:
    """What holds in a state; cells in no lane do no harm."""
    outside = exit_lane(board, range(1, 64)) - occupied(board, state)
    empty = floor(board.rows, board.cols) - occupied(board, state)
    places = {(0, car, *corner) for car, corner in enumerate(state)}
    return places | {clear(board, cell) for cell in empty | outside}


def explored(
    start: set[Fact], known: Iterable[Action], combine: Callable[[list[float]], float]
) -> Costs:
    """The least fixpoint of the costs of all facts."""
    costs: Costs = dict.fromkeys(start, 0)
    is_less = True
    while is_less:
        is_less = False
        for action in known:
            total = action.cost + combine([costs.get(fact, inf) for fact in action.needs])
            for fact in action.adds:
                if total < costs.get(fact, inf):
                    costs[fact], is_less = total, True
    return costs


def h_max(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The dearest fact that the goal needs."""
    return explored(facts(board, state), actions(board, state, metric, goal), max).get(SOLVED, inf)


def h_add(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The facts that the goal needs, added up; at most 65 535 if it is reached."""
    costs = explored(facts(board, state), actions(board, state, metric, goal), sum)
    return min(costs[SOLVED], 65535) if SOLVED in costs else inf


def fast_forward(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The actions that the goal needs, each fact by the first action that is cheapest by h-add."""
    start, known = facts(board, state), actions(board, state, metric, goal)
    costs = explored(start, known, sum)
    if SOLVED not in costs:
        return inf

    def by(fact: Fact) -> Action:
        makers = [action for action in known if fact in action.adds]
        return min(makers, key=lambda it: it.cost + sum(costs.get(f, inf) for f in it.needs))

    plan: set[Action] = set()
    pending: list[Fact] = [SOLVED]
    while pending:
        fact = pending.pop()
        if costs[fact] > 0 or fact == SOLVED:
            action = by(fact)
            if action not in plan:
                plan.add(action)
                pending += action.needs
    return sum(action.cost for action in plan)


def landmark_cut(board: Board, state: State, metric: Metric, goal: Goal) -> float:
    """The sum of the cuts until the goal costs nothing; h-max is computed anew after each."""
    start, known = facts(board, state), list(actions(board, state, metric, goal))
    total = 0
    costs = explored(start, known, max)
    if SOLVED not in costs:
        return inf
    known = [action for action in known if all(fact in costs for fact in action.needs)]
    while costs[SOLVED] > 0:
        cut = cut_of(start, known, costs)
        least = min(known[number].cost for number in cut)
        assert least > 0
        total += least
        for number in cut:
            known[number] = known[number]._replace(cost=known[number].cost - least)
        costs = explored(start, known, max)
    return total


def cut_of(start: set[Fact], known: list[Action], costs: Costs) -> list[int]:
    """The actions that lead from what the start leads to into what leads to the goal."""
    dearest = [min(action.needs, key=lambda fact: (-costs[fact], fact)) for action in known]
    near = {SOLVED}
    while (
        more := {
            fact
            for fact, action in zip(dearest, known, strict=True)
            if action.cost == 0 and near & {*action.adds}
        }
        - near
    ):
        near |= more
    before = set(start)
    while (
        more := {
            added
            for fact, action in zip(dearest, known, strict=True)
            if fact in before and not near & {*action.adds}
            for added in action.adds
        }
        - before
    ):
        before |= more
    return [
        number
        for number, (fact, action) in enumerate(zip(dearest, known, strict=True))
        if fact in before and near & {*action.adds}
    ]
