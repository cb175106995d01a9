"""Family: which boards belong to an enumeration, as an immutable value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from rushhour import _core
from rushhour.enumeration.turned import is_upright, turned_back
from rushhour.generation.order import exit_of, lengths_of
from rushhour.generation.ranges import RangeLike, ascending
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer, known
from rushhour.model.setup import Exit, Side

FamilyRules = Literal["fogleman", "all", "box"]
Keep = Literal["minimal", "solvable", "all", "none"]

# Numbers from here on, which may have any size, are not for the core.
_LARGE = 1 << 62


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
            raise RushHourError("expected a greatest number of walls, such as 0..2, found none")
        size = (cols, rows) if is_upright(found.side) else (rows, cols)
        family = Family(*size, found.line, lengths, (least, most), rules, found.side)
        try:
            family.core()
        except RushHourError as error:
            raise RushHourError(family._as_seen(str(error))) from None
        return family

    def core(self) -> _core.Enumeration:
        """The enumeration of the core."""
        return _core_of(self)

    def turned_back(self, board: str) -> str:
        """A board of the core with its exit where it is."""
        return turned_back(board, self.rows, self.cols, self.side)

    def to_dict(self) -> dict[str, Any]:
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
    typed: dict[str, str] = {}  # the numbers in whose place the core has others

    def small(number: int) -> int:
        if -_LARGE < number < _LARGE:
            return number
        other = (_LARGE + len(typed)) * (1 if number > 0 else -1)
        typed[str(other)] = str(number)
        return other

    size = small(family.rows), small(family.cols)
    lengths = [small(length) for length in family.lengths]
    walls = small(family.walls[0]), small(family.walls[1])
    exit_row = small(family.exit_row)
    try:
        return _core.Enumeration(size, exit_row, lengths, walls, family.rules)
    except RushHourError as error:
        message = re.sub(r"-?\d+", lambda number: typed.get(number[0], number[0]), str(error))
        raise RushHourError(message) from None
