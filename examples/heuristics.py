"""Heuristics to try with `rushhour check-heuristic examples/heuristics.py:NAME`."""

from math import inf


def stuck(state):
    """The target and the vehicles in its way, and one more for each of them that cannot move."""
    if state.is_solved:
        return 0
    blockers = state.blockers()
    return 1 + len(blockers) + sum(1 for vehicle in blockers if not state.free(vehicle))


def need(state):
    """The cells that the vehicles in the way must move; infinity if one of them never can."""
    return sum(state.need(vehicle) or inf for vehicle in state.blockers())
