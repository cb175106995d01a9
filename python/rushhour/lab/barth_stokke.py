"""The A* of Barth and Stokke, which breaks ties by the order of a Python 2.7 dictionary.

Their report says that nodes are kept in dictionaries, under the tuple of their vehicles' positions.
It does not say that OPEN is such a dictionary, and that the first of the best nodes in its order is
expanded next, but this reproduces all four published counts. String keys, the last of the best, or
ties broken by h or g do not.
"""

from __future__ import annotations

from rushhour.custom.state import State
from rushhour.lab.python27 import Dictionary, Key
from rushhour.model.puzzle import Puzzle


def search(puzzle: Puzzle) -> tuple[int, int]:
    """The states expanded and the cost in steps of the first solution.

    RuntimeError for a puzzle without a solution.
    """
    start = State.of(puzzle, "step")
    known, costs = {_key(start): start}, {_key(start): 0}
    opened, closed = Dictionary(), set[Key]()
    opened[_key(start)] = _estimate(start)
    while len(opened):
        key, _ = opened.pop_least()
        if known[key].is_solved:
            return len(closed), costs[key]
        closed.add(key)
        for state in _successors(known.pop(key)):
            found, cost = _key(state), costs[key] + 1
            if found not in closed and cost < costs.get(found, cost + 1):
                known[found], costs[found] = state, cost
                opened[found] = cost + _estimate(state)
    raise RuntimeError("expected a puzzle that has a solution")


def _successors(state: State) -> list[State]:
    return [state.after(move) for move in state.moves()]


def _key(state: State) -> Key:
    return tuple([one.col if one.axis == "h" else one.row for one in state.vehicles])


def _estimate(state: State) -> int:
    """The number of cells to the exit, plus the vehicles on them."""
    return state.cells_to_exit + len(state.blockers())
