"""The model answer: A* of our own for `solve`, and one more vehicle for `h`."""

from heapq import heappop, heappush
from itertools import count
from math import inf

METRIC = "slide"


def solve(text):
    """The moves of a cheapest solution; None if there is none."""
    rows = text.split()
    walls = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x"}
    cars = _cars(rows)
    target = next(at for at, car in enumerate(cars) if car[0] == "X")
    start = tuple(car[4] for car in cars)
    order = count()
    waiting = [(0, next(order), 0, start, None)]
    best, way = {start: 0}, {}
    while waiting:
        _, _, cost, state, _ = heappop(waiting)
        if cost > best[state]:
            continue
        if state[target] + cars[target][3] == len(rows[0]):
            return " ".join(_moves_to(state, way))
        for car, cells, after in _moves(cars, state, walls, rows):
            price = cost + (1 if METRIC == "slide" else abs(cells))
            if price < best.get(after, inf):
                best[after], way[after] = price, (state, f"{cars[car][0]}{cells:+d}")
                guess = price + _blockers(cars, after, target)
                heappush(waiting, (guess, next(order), price, after, None))
    return None


def _cars(rows):
    """Each vehicle as label, whether it lies in a row, its line, its length, its first cell."""
    places = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark not in ".x":
                places.setdefault(mark, []).append((r, c))
    return [(label, cells[0][0] == cells[-1][0], *_line(cells)) for label, cells in places.items()]


def _line(cells):
    (row, col), (last, _) = cells[0], cells[-1]
    return (row, len(cells), col) if row == last else (col, len(cells), row)


def _cells(car, offset):
    _, lies, line, length, _ = car
    along = range(offset, offset + length)
    return [(line, at) if lies else (at, line) for at in along]


def _moves(cars, state, walls, rows):
    """Every legal move: the vehicle, the cells with their sign, the state behind it."""
    taken = {cell for car, at in zip(cars, state, strict=True) for cell in _cells(car, at)} | walls
    for number, (car, at) in enumerate(zip(cars, state, strict=True)):
        length, most = car[3], len(rows[0]) if car[1] else len(rows)
        for sign in (-1, 1):
            cells = sign
            while 0 <= at + cells <= most - length:
                front = at + cells if sign < 0 else at + cells + length - 1
                if ((car[2], front) if car[1] else (front, car[2])) in taken:
                    break
                yield number, cells, (*state[:number], at + cells, *state[number + 1 :])
                cells += sign


def _blockers(cars, state, target):
    """The vehicles between the target and the exit: each has to move once."""
    row, front = cars[target][2], state[target] + cars[target][3]
    return sum(
        any(r == row and c >= front for r, c in _cells(car, at))
        for car, at in zip(cars, state, strict=True)
    )


def _moves_to(state, way):
    moves = []
    while state in way:
        state, move = way[state]
        moves.append(move)
    return reversed(moves)


def h(state):
    """What the target and its blockers must do at least, and one more if a blocker is stuck.

    A blocker is stuck if some vehicle is in its way, whichever way it goes. That vehicle is neither
    the target nor a blocker, since no two blockers share a column; so it has to move as well.
    """
    if state.is_solved:
        return 0
    blockers = state.blockers()
    needs = [state.need(car) for car in blockers]
    if None in needs:
        return inf
    stuck = any(_is_stuck(state, car) for car in blockers)
    if state.metric == "slide":
        return 1 + len(blockers) + stuck
    return state.cells_to_exit + sum(needs) + stuck


def _is_stuck(state, car):
    up, down = car.row + car.length - state.target.row, state.target.row - car.row + 1
    return state.free(car, "up") < up and state.free(car, "down") < down
