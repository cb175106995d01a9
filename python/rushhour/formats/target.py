"""The target of a drawn board: the rule of `src/reader/target.rs`, which all readers follow.

A drawing does not say which of its labels is the target. `candidates` lists every label that could
be meant. One is the target; several are refused, and the message says how to name one.
"""

from __future__ import annotations

from collections.abc import Collection

import rushhour._core as _core
from rushhour.errors import UnwritableError
from rushhour.formats import drawn
from rushhour.formats.source import Source, encodable
from rushhour.model.setup import Exit


def target_of(
    source: Source,
    rows: drawn.CellRows,
    labels: Collection[str],
    *,
    own: str | None = None,
    line: int | None = None,
) -> str:
    """The only candidate among the labels; ParseError if there are several.

    If there is none, it is the format's own label, which the check of the board will miss, or a
    ParseError in a format without one. `line` is the place of the error.
    """
    found, error = _core.target_of(drawn.checked(rows), [*labels], own, line)
    if error is not None:
        source.fail(*error)
    assert found is not None
    return found


def require_plain(rows: drawn.CellRows, labels: Collection[str], format: str, own: str) -> None:  # noqa: A002
    """Refuse to write a board on which another label could be meant for the target's."""
    if candidates(rows, labels, own) != [own]:
        raise UnwritableError(
            f"the format {format} has the target {own}, but another of these labels could be "
            "meant; --relabel, or relabel() in Python, gives new labels"
        )


def candidates(rows: drawn.CellRows, labels: Collection[str], own: str | None = None) -> list[str]:
    """The labels that could be the target's, the likeliest first; `own` is that of the format."""
    cells = [[*map(encodable, row)] for row in rows]
    return _core.candidates(cells, [*map(encodable, labels)], own)


def pointing_at(rows: drawn.CellRows, way_out: Exit) -> set[str]:
    """The labels, and signs, of the bars that lie in the line of an exit."""
    return {*_core.pointing_at(drawn.checked(rows), (way_out.side, way_out.line))}
