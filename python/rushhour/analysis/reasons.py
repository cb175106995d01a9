"""Reasons: what may make a puzzle hard, in words, from its measures.

The core has the words, for pages without Python too (`src/analysis/reasons.rs`).
"""

from __future__ import annotations

from rushhour import _core
from rushhour.analysis.analysis import Analysis
from rushhour.model.expect import expect


def reasons(analysis: Analysis) -> tuple[str, ...]:
    """What may make a puzzle hard, the length first; for an easy one a line that nothing does.

    Empty if the puzzle has no difficulty, for example because it has no solution.

    >>> import rushhour
    >>> reasons(rushhour.read("puzzles/jam-01.txt").analyse())
    ('short and direct',)
    """
    if expect("analysis", analysis, Analysis, "an Analysis").difficulty is None:
        return ()
    herrings = {*(analysis.red_herrings or ())} - {*(analysis.idle or ())}
    return tuple(
        _core.reasons(
            analysis.slides or 0,
            analysis.walk,
            analysis.counterintuitive or 0,
            len(analysis.returning or ()),
            analysis.optimal_solutions_up_to_order == 1,
            len(herrings),
        )
    )


def gauge(analysis: Analysis) -> str:
    """The rating and the level in words; empty where they are not known.

    >>> import rushhour
    >>> gauge(rushhour.read("puzzles/jam-40.txt").analyse())
    'expert, harder than 99 % of boards'
    """
    if analysis.rating is None:
        return ""
    return f"{analysis.level}, harder than {int(analysis.rating)} % of boards"
