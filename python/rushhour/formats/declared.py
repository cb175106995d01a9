"""Declared: what a reader is told about a text beside it: marks, size and exit of a drawn board.

With marks or a size a text is a drawing, whatever else it looks like: rows of cells, or a line with
all cells of a board. With an exit alone it is read in its format. The reader is
`src/reader/declared.rs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

import rushhour._core as _core
from rushhour.base import expect
from rushhour.errors import ParseError, WrongValueError
from rushhour.formats import drawn
from rushhour.formats.source import Line, Source, checked_lines
from rushhour.model.setup import Exit, Setup, Side, body_of

_EXIT = re.compile(r"\s*(right|left|top|bottom)\s*(?::\s*([0-9]{1,3})\s*)?")
_SIZE = re.compile(r"\s*([0-9]{1,2})\s*[xX]\s*([0-9]{1,2})\s*")

CoreDeclared: TypeAlias = tuple[
    tuple[Side, int | None] | None, tuple[int, int] | None, str | None, str | None, str | None
]
"""The exit, the size, the marks of empty cells and of walls, and the target."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What is declared of every puzzle of a text.

    `exit` is a side and the row or column from 0, None for that of the target; `size` rows and
    columns. Each character of `empty` and `wall` is such a cell, and no other is; an `empty` with a
    blank counts blanks at the ends of lines too. None is what the text says itself.
    """

    exit: tuple[Side, int | None] | None = None
    size: tuple[int, int] | None = None
    empty: str | None = None
    wall: str | None = None

    @classmethod
    def of(
        cls,
        exit: str | None = None,  # noqa: A002
        size: str | None = None,
        empty: str | None = None,
        wall: str | None = None,
    ) -> Declared:
        """Read the texts of options, such as `right:2` and `6x6`; WrongValueError otherwise."""
        texts = {"exit": exit, "size": size, "empty": empty, "wall": wall}
        for name, text in texts.items():
            if text is not None:
                expect.text(name, text)
        way_out = None if exit is None else _EXIT.fullmatch(exit)
        if exit is not None and way_out is None:
            raise WrongValueError(f"expected an exit such as right:2 or top, found {exit[:40]!r}")
        sides = None if size is None else _SIZE.fullmatch(size)
        if size is not None and sides is None:
            raise WrongValueError(f"expected a size such as 6x6, found {size[:40]!r}")
        both = sorted(set(empty or "") & set(wall or ""))
        if both:
            message = (
                f"expected other marks for walls than for empty cells, found {both[0]!r} in both"
            )
            raise WrongValueError(message)
        line = None if way_out is None or way_out[2] is None else int(way_out[2])
        return cls(
            None if way_out is None else (cast("Side", way_out[1]), line),
            None if sides is None else (int(sides[1]), int(sides[2])),
            empty,
            wall,
        )

    @property
    def is_drawing(self) -> bool:
        """Whether the text is read as a drawing."""
        return (self.size, self.empty, self.wall) != (None, None, None)

    def known(self, target: str | None) -> CoreDeclared:
        """These and a declared target for the core."""
        return self.exit, self.size, self.empty, self.wall, drawn.declared(target)

    def setups(self, source: Source, target: str | None) -> Iterator[Setup | ParseError]:
        """The drawn boards of a source, and errors in their places."""
        if " " in (self.empty or ""):
            written = source.text().rstrip("\n").split("\n")
            lines = [Line(number, row) for number, row in enumerate(written, 1)]
        else:
            lines = checked_lines(source.bounded(source.written_lines()))
        found = _core.read_declared(drawn.numbered(lines), self.known(target))
        return drawn.items(source, found)

    def applied(self, setup: Setup) -> Setup:
        """The setup with the declared exit in place of its own."""
        if self.exit is None:
            return setup
        bodies = (body_of(one)[1] for one in setup.vehicles if one.label == setup.target)
        way_out = _core.declared_exit(self.known(None), next(bodies, None))
        return setup if way_out is None else replace(setup, exit=Exit(*way_out))


NOTHING = Declared()
"""Nothing is declared."""
