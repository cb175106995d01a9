"""The atlas: every cluster of a size, from `rushhour enumerate`, opened and questioned.

>>> import rushhour
>>> atlas = rushhour.enumerate(4, 4)
>>> len(atlas), atlas.summary.solvable, atlas.summary.states
(32, 493, 9304)
>>> atlas.hardest(1).select(["slides", "board"]).to_pylist()
[{'slides': 7, 'board': 'BB.FAA.FECCCE.DD'}]
"""

from rushhour.atlas.atlas import Atlas, open_atlas
from rushhour.atlas.make import enumerate

__all__ = ["Atlas", "enumerate", "open_atlas"]
