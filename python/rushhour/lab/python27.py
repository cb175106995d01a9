"""The order of a dictionary of 64-bit CPython 2.7 with tuples of small numbers as keys.

It is the order of the slots, which depends on the keys' hashes and the history of insertions and
removals: `Objects/dictobject.c` and `tuplehash` in `Objects/tupleobject.c` of that version.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from rushhour.custom.state import State
from rushhour.model.puzzle import Puzzle

Key = tuple[int, ...]

_WORD = (1 << 64) - 1
_SMALLEST = 8


def hash_of(key: Key) -> int:
    """The hash of a tuple, as an unsigned word.

    >>> hash_of((1, 0, 2, -1)) - 2**64
    -3632584708378147672
    """
    found, factor = 0x345678, 1000003
    for left, number in zip(reversed(range(len(key))), key, strict=True):
        found = (found ^ (-2 if number == -1 else number)) * factor & _WORD
        factor += 82520 + 2 * left
    found = (found + 97531) & _WORD
    return _WORD - 1 if found == _WORD else found


class Dictionary:
    """A dictionary with numbers as values, which can remove its first least value."""

    def __init__(self) -> None:
        self._slots: list[Key | None] = [None] * _SMALLEST
        self._values = [inf] * _SMALLEST  # inf where there is no key
        self._places: dict[Key, int] = {}
        self._filled = 0  # slots that hold a key, or have held one since the last resizing

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Key]:
        held = zip(self._slots, self._values, strict=True)
        return iter([key for key, value in held if key is not None and value != inf])

    def __setitem__(self, key: Key, value: float) -> None:
        if key in self._places:
            self._values[self._places[key]] = value
            return
        self._put(key, value)
        if 3 * self._filled >= 2 * len(self._slots):
            self._resize()

    def pop_least(self) -> tuple[Key, float]:
        """Remove the key with the least value, among equals the first in dictionary order."""
        least = min(self._values)
        key = self._slots[self._values.index(least)]
        assert key is not None
        del self[key]
        return key, least

    def __delitem__(self, key: Key) -> None:
        # The key stays in its slot, which marks the slot as used.
        self._values[self._places.pop(key)] = inf

    def _put(self, key: Key, value: float) -> None:
        place = self._free(key)
        self._filled += self._slots[place] is None
        self._slots[place], self._values[place], self._places[key] = key, value, place

    def _free(self, key: Key) -> int:
        """The slot for a new key: the first removed one on the way to one never used."""
        removed = None
        for place in self._probes(hash_of(key)):
            if self._slots[place] is None:
                return place if removed is None else removed
            if removed is None and self._values[place] == inf:
                removed = place
        raise AssertionError

    def _probes(self, hash_: int) -> Iterator[int]:
        place, perturb = hash_, hash_
        while True:
            yield place % len(self._slots)
            place = 5 * place + perturb + 1 & _WORD
            perturb >>= 5

    def _resize(self) -> None:
        held = [(key, self._values[self._places[key]]) for key in self]
        size, factor = _SMALLEST, 4 if len(held) <= 50_000 else 2
        while size <= factor * len(held):
            size *= 2
        self._slots, self._values, self._places = [None] * size, [inf] * size, {}
        self._filled = 0
        for key, value in held:
            self._put(key, value)


# The A* of Barth and Stokke, which breaks ties by the order of a Python 2.7 dictionary.
#
# Their report says that nodes are kept in dictionaries, under the tuple of their vehicles'
# positions. It does not say that OPEN is such a dictionary, and that the first of the best nodes
# in its order is expanded next, but this reproduces all four published counts. String keys, the
# last of the best, or ties broken by h or g do not.


def search(puzzle: Puzzle) -> tuple[int, int]:
    """The states expanded and the cost in steps of the first solution.

    RuntimeError for a puzzle without a solution.
    """
    start = State.of(puzzle, metric="step")
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
