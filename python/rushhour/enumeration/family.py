"""Family: which boards belong to an enumeration, and what is computed for each of their clusters.

The core knows exits on the right alone. A board with another exit is turned until its target
leaves there: a left exit by the mirror image, a bottom one by exchanging rows and columns, a top
one by both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Literal

import rushhour._core as _core
from rushhour.base.expect import expect, integer, known
from rushhour.base.ranges import RangeLike, ascending
from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError, WrongValueError
from rushhour.generation.order import exit_of, lengths_of
from rushhour.model.setup import Exit, Side

TO_RIGHT: dict[Side, int] = {"right": 0, "left": 2, "top": 5, "bottom": 4}
"""The number of the image, as `Puzzle.image` of the core takes it."""


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


FamilyRules = Literal["fogleman", "all", "box"]
Keep = Literal["minimal", "solvable", "all", "none"]


@dataclass(frozen=True, slots=True)
class Family:
    """All boards of a size, turned so that the target leaves on the right.

    The target has the least of `lengths`. In its row nothing stands beyond it, since it could not
    leave. `rules`: `fogleman` has the target alone in its row and no line full, `all` has every
    other board too, `box` those of `all` with at most 12 cars and 4 trucks. `side` is where the
    target leaves before the boards are turned; `rows`, `cols` and `exit_row` are those afterwards.
    """

    rows: int
    cols: int
    exit_row: int
    lengths: tuple[int, ...] = (2, 3)
    walls: tuple[int, int] = (0, 0)
    rules: FamilyRules = "fogleman"
    side: Side = "right"

    @staticmethod
    def of(
        rows: int,
        cols: int,
        *,
        walls: RangeLike = 0,
        exit: str | Exit | None = None,  # noqa: A002
        lengths: str | Iterable[int] = (2, 3),
        rules: FamilyRules = "fogleman",
    ) -> Family:
        """A checked family; by default the exit is on the right, in the middle or just above.

        RushHourError if there can be no such board, with every reason.
        """
        for name, value in (("rows", rows), ("cols", cols)):
            integer(name, value)
        found = exit_of(exit, rows, cols)
        lengths = lengths_of(lengths)
        known("rule", rules, _core.rules())
        least, most = ascending("walls", walls)
        if most is None:
            raise WrongValueError("expected a greatest number of walls, such as 0..2, found none")
        size = (cols, rows) if is_upright(found.side) else (rows, cols)
        family = Family(*size, found.line, lengths, (least, most), rules, found.side)
        try:
            family.core()
        except RushHourError as error:
            raise WrongValueError(family._as_seen(str(error))) from None
        return family

    def core(self) -> _core.Enumeration:
        """The enumeration of the core."""
        return _core_of(self)

    def turned_back(self, board: str) -> str:
        """A board of the core with its exit where it is."""
        return turned_back(board, self.rows, self.cols, self.side)

    def to_dict(self) -> dict[str, object]:
        """The fields by name, as JSON holds them; boards with another exit as they are."""
        fields = asdict(self) | {"lengths": list(self.lengths), "walls": list(self.walls)}
        side, row = fields.pop("side"), self.exit_row
        if side == "right":
            return fields
        del fields["exit_row"]
        sides = {"rows": self.cols, "cols": self.rows} if is_upright(side) else {}
        return fields | sides | {"exit": f"{side}:{row}"}

    def _as_seen(self, message: str) -> str:
        """A message about the turned boards in words for the others."""
        words: dict[str, str] = {"right": self.side}
        if is_upright(self.side):
            words |= {"row": "column", "rows": "columns", "column": "row", "columns": "rows"}
        return re.sub(r"\w+", lambda word: words.get(word[0], word[0]), message)


@lru_cache(maxsize=4)
def _core_of(family: Family) -> _core.Enumeration:
    size = family.rows, family.cols
    try:
        return _core.Enumeration(
            size, family.exit_row, list(family.lengths), family.walls, family.rules
        )
    except OverflowError:
        numbers = (*size, *family.walls)
        found = max(numbers, key=abs)
        raise WrongValueError(f"expected numbers of at most 38 digits, found {found}") from None


Measured = Literal["both", "slide"]
_MEASURED = ("both", "slide")

# States of a part: some seconds of work, and at most some 100 MB of rows.
PART_STATES = 500_000_000


@dataclass(frozen=True, slots=True)
class EnumerationSettings:
    """What determines every byte of the parts.

    `metric`: distances in slides alone, or in steps beside them. `keep`: which clusters become
    rows. `count_walls`: walls take labels, as in Fogleman's program. `part_states`: about
    the most states of a part. `least`: a row must have as many slides, or as many steps.
    """

    family: Family
    metric: Measured = "both"
    keep: Keep = "minimal"
    count_walls: bool = False
    part_states: int = PART_STATES
    least: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        known("metric", self.metric, _MEASURED)
        known("kind of clusters to keep", self.keep, _core.keeps())
        integer("part_states", self.part_states)
        expect("least", self.least, tuple | None, "a pair of distances or None")
        for number in self.least or ():
            integer("least", number)
            if not 0 <= number < 1 << 32:
                raise WrongValueError(f"expected a least distance of 0 or more, found {number}")
        if not 1 <= self.part_states < 1 << 64:
            expected = "expected 1 to 2^64 - 1 for part_states"
            raise WrongValueError(f"{expected}, found {self.part_states}")

    def as_json(self) -> JsonDict:
        """The plan as plain values."""
        import pyarrow as pa

        return {
            "rushhour": _core.VERSION,
            "pyarrow": pa.__version__,
            "states of a part": self.part_states,
            "options": {
                **self.family.to_dict(),
                "metric": self.metric,
                "keep": self.keep,
                **({} if self.least is None else {"least": list(self.least)}),
            },
        }
