"""Family: which boards belong to an enumeration, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rushhour import _core
from rushhour.generation.ranges import RangeLike, whole
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer

Rules = Literal["fogleman", "all", "box"]
Keep = Literal["minimal", "solvable", "all", "none"]

# What the core takes of a number that may be of any size.
_LARGE = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Family:
    """All boards of a size, the target leaving on the right.

    The target has the least of `lengths`. In its row nothing stands beyond it, since it could not
    leave. `rules`: `fogleman` has the target alone in its row and no line full, `all` has every
    other board too, `box` those of `all` with at most 12 cars and 4 trucks.
    """

    rows: int
    cols: int
    exit_row: int
    lengths: tuple[int, ...] = (2, 3)
    walls: tuple[int, int] = (0, 0)
    rules: Rules = "fogleman"

    @staticmethod
    def of(
        rows: int,
        cols: int,
        *,
        walls: RangeLike = 0,
        exit_row: int | None = None,
        lengths: Iterable[int] = (2, 3),
        rules: Rules = "fogleman",
    ) -> Family:
        """A checked family; by default the exit is in the middle row, or just above.

        RushHourError if there can be no such board, with every reason.
        """
        for name, value in (("rows", rows), ("cols", cols)):
            integer(name, value)
        row = max(0, rows - 1) // 2 if exit_row is None else exit_row
        integer("exit_row", row)
        lengths = tuple(sorted(set(lengths)))
        for length in lengths:
            integer("lengths", length)
        least, most = whole("walls", walls)
        if most is None:
            raise RushHourError("expected a greatest number of walls, such as 0..2, found none")
        family = Family(rows, cols, row, lengths, (least, most), rules)
        family.core()
        return family

    def core(self) -> _core.Enumeration:
        """The enumeration of the core."""

        def small(number: int) -> int:
            return max(-_LARGE, min(number, _LARGE))

        size = small(self.rows), small(self.cols)
        lengths = [small(length) for length in self.lengths]
        walls = small(self.walls[0]), small(self.walls[1])
        return _core.Enumeration(size, small(self.exit_row), lengths, walls, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON holds them."""
        fields = asdict(self)
        return fields | {"lengths": list(self.lengths), "walls": list(self.walls)}
