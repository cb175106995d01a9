"""Turned: boards whose target leaves on another side than the right, as images of others.

The core knows exits on the right alone. A board with another exit is turned until its target
leaves there: a left exit by the mirror image, a bottom one by exchanging rows and columns, a top
one by both.
"""

from __future__ import annotations

from rushhour.model.setup import Side

TO_RIGHT: dict[Side, int] = {"right": 0, "left": 2, "top": 5, "bottom": 4}
"""How to turn a board, as `rushhour.model.symmetry.image` takes it."""


def is_upright(side: Side) -> bool:
    """Whether the target moves up and down, so that rows and columns are exchanged."""
    return side in ("top", "bottom")


def turned_back(board: str, rows: int, cols: int, side: Side) -> str:
    """The board with its exit on a side, from its image of `rows` and `cols` with a right exit.

    >>> turned_back("..B/AAB", 2, 3, "left"), turned_back("..B/AAB", 2, 3, "top")
    ('B../BAA', 'BB/.A/.A')
    >>> turned_back("AA.BB/", 1, 5, "left")
    'BB.AA/'
    """
    if side == "right":
        return board
    cells = board.replace("/", "")
    lines = [cells[row * cols : (row + 1) * cols] for row in range(rows)]
    if is_upright(side):
        lines = ["".join(line) for line in zip(*lines, strict=True)]
        lines = lines[::-1] if side == "top" else lines
    else:
        lines = [line[::-1] for line in lines]
    return ("" if rows == cols else "/").join(lines) + "/" * (len(lines) == 1)
