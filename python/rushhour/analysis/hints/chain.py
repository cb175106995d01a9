"""Blocks: the links of a chain of blockers, from the target to the vehicle that moves.

The core finds the chain and says why (`src/analysis/hints/`).
"""

from __future__ import annotations

from dataclasses import dataclass

from rushhour.model.setup import Cell


@dataclass(frozen=True, slots=True)
class Block:
    """A vehicle, `blocker`, that stands on a `cell` that `blocked` needs.

    To leave the cell, the blocker must move at least `cells`: positive to the right or down.
    `forced` means that it does so in every solution, since edges, walls and vehicles on its line
    rule out the other direction.
    """

    blocked: str
    blocker: str
    cell: Cell
    cells: int
    forced: bool
