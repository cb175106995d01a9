"""Frame: a board with its exit drawn, in a frame or at the end of a row.

```text
 +-------------+        Level 1        ..B...
 | . . B . . . |        ++++++++       ..B...
 | . . B . . . |        +  b   +       RRB...>
 | X X B . . . |>       +  b   +       ......
 | . . . . # . |        +* b   +
 +-------------+        +*     +
                        +@++++++
```

A frame is of `+ - = | # * !`, of `x` or of box characters, and may be drawn on the left and the
right alone. The exit is an arrow `> < ^ v` or one of `@ z K E`, in the frame or beside it, or a gap
in the frame; without a frame it is such a sign beyond the end of one row or column. It is where it
is drawn: a board without one, or with two, is refused.

Labels have one character or, with blanks between all cells, any width. Blanks in a frame are empty
cells if no other mark is. What stands above and below a frame is passed over, but for a size and,
below the only board of a text, for moves: they are replayed. A text may have several boards. On a
board as rushhour prints it, which can have any labels, the target is the vehicle that points at the
exit; several are refused. For other drawings `drawing` has the rule. The reader is
`src/reader/frame.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import ParseError
from rushhour.formats import drawn
from rushhour.formats.behind import replayed
from rushhour.formats.source import Source, checked_lines
from rushhour.model.setup import Setup


def matches(source: Source) -> bool:
    """A frame, or a sign of an exit at the end of a row of a drawing."""
    text = source.opening[:1]
    if text and text in "[{":
        return False
    return _core.is_frame(drawn.numbered(source.picture_lines(head=True)))


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The boards of the text; `target` declares the label of the target."""
    lines = drawn.numbered(checked_lines(source.bounded(source.picture_lines())))
    found = _core.read_frames(lines, drawn.declared(target), not source.has_exit)
    yield from replayed(source, found)
