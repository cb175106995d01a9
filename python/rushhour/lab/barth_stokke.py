"""The A* of Barth and Stokke, which takes its ties from the order of a Python 2.7 dictionary.

Their report says that nodes are in dictionaries, each under the tuple of its vehicles' positions.
It does not say that OPEN is one of these, and that the first of the best in its order is next, but
then all four published counts come out. With strings as keys, with the last of the best, or with
ties broken by h or g they do not.
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
    """The cells to the exit, and the vehicles on them."""
    return state.cells_to_exit + len(state.blockers())
