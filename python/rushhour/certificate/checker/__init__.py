"""Check certificates. This folder shares nothing with the solver and imports only Python's own.

So it can be read, copied and run by itself: `python -m checker CERT`.

A certificate is a file in gzip, of which `zcat CERT | head -1` shows the header, a line of JSON.
It has a puzzle, what a move costs (`metric`), when it is solved (`goal`), a `claim`, a `solution`
or null, and the labels of vehicles that are `removed`. A table of bytes follows, with so many
`states` of the other vehicles, nearest first: as many at distance 0, 1, ... from the goal as
`levels` says or, if that is empty, all without a distance. A state is a byte for each vehicle:
where in its line its first cell is, signed. All bytes of one vehicle stand before those of the
next.

The table has to obey five laws:

1. The start is in it.
2. A move of a state that is in it leads to one that is, too.
3. The distance is 0 where the goal is reached, and nowhere else.
4. A move changes the distance by at most one.
5. Where the distance is not 0, some move leads one nearer.

By 3 and 4 no solution costs less than the distance of its start; by 2 and 5 there is one that
costs no more. Where no state has a distance, 1 to 3 say that the goal is out of reach. Leave out of
a solution of the whole puzzle all moves of some vehicles: the rest solves the puzzle without them.
So a lower bound of the puzzle without the removed vehicles is one of the whole; and the solution,
which is replayed among all of them, is an upper bound.
"""

from .file import FORMAT, MAX_STATES, MAX_TABLE
from .laws import Proved, check, claim_of
from .rules import RefutedError
from .shape import MalformedError

__all__ = [
    "FORMAT",
    "MAX_STATES",
    "MAX_TABLE",
    "MalformedError",
    "Proved",
    "RefutedError",
    "check",
    "claim_of",
]
