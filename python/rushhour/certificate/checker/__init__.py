"""A checker of certificates that shares nothing with the solver and imports only the stdlib.

It can be read, copied and run by itself: `python -m checker CERT`.

A certificate is a gzip file; `zcat CERT | head -1` shows its header, a line of JSON. The header has
the puzzle, its `metric` and `goal`, a `claim`, a `solution` or null, and the labels of the
`removed` vehicles. A table of bytes follows, with `states` states of the other vehicles, nearest to
the goal first: `levels` says how many are at distance 0, 1, ...; if it is empty, no state has a
distance. A state has one signed byte for each vehicle, the position of its first cell on its line.
All bytes of one vehicle stand before those of the next.

The table has to obey five laws:

1. The start is in it.
2. A move from a state in it leads to a state in it.
3. The distance is 0 where the goal is reached, and nowhere else.
4. A move changes the distance by at most one.
5. Where the distance is not 0, some move leads to a state that is one nearer.

By 3 and 4 no solution costs less than the distance of the start; by 2 and 5 some solution costs no
more. Where no state has a distance, 1 to 3 say that the goal cannot be reached. A solution of the
whole puzzle, without the moves of some vehicles, solves the puzzle without these vehicles. So a
lower bound without the removed vehicles is a lower bound of the whole puzzle. The solution, which
is replayed with all vehicles, gives the upper bound.
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
