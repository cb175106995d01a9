"""Reasons: what may make a puzzle hard, in words, from its measures.

Each reason is a function from an analysis to words, or None where it does not apply. The rating
rests on the length and the walk alone; the other reasons describe the solutions. Over the 50
boards of `rushhour.lab.people` the number of vehicles that must go back says nothing beyond the
length.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from rushhour.analysis.analysis import Analysis
from rushhour.model.notation import counted

# The medians of the 9034 boards of the sample of the 6x6 database.
_LONG, _LONG_DETOUR, _LOST = 21, 3, 23
# Fewer vehicles that can move but need not are on most boards.
_HERRINGS = 2
# The fewest slides of a board where a single solution is worth a word.
_SEVERAL = 6


def reasons(analysis: Analysis) -> tuple[str, ...]:
    """What may make a puzzle hard, the length first; of an easy one, that nothing does.

    Empty where there is no difficulty, as of a puzzle without a solution.

    >>> import rushhour
    >>> reasons(rushhour.read("puzzles/jam-01.txt").analyse())
    ('short and direct',)
    """
    if analysis.difficulty is None:
        return ()
    found = (reason(analysis) for reason in _REASONS)
    return tuple(words for words in found if words is not None) or ("short and direct",)


def gauge(analysis: Analysis) -> str:
    """The rating and the level in words; empty where they are not known.

    >>> import rushhour
    >>> gauge(rushhour.read("puzzles/jam-40.txt").analyse())
    'expert, harder than 99 % of boards'
    """
    if analysis.rating is None:
        return ""
    return f"{analysis.level}, harder than {int(analysis.rating)} % of boards"


def _length(analysis: Analysis) -> str | None:
    slides = analysis.slides or 0
    return f"long: {slides} slides" if slides >= _LONG else None


def _detour(analysis: Analysis) -> str | None:
    """Slides that drive the target away or put vehicles into its way."""
    count = analysis.counterintuitive
    if not count:
        return None
    name = "long detour" if count >= _LONG_DETOUR else "detour"
    return f"{name}: {counted(count, 'move')} away from the exit"


def _back(analysis: Analysis) -> str | None:
    count = len(analysis.returning or ())
    return f"{_number(count)} must go back" if count else None


def _lost(analysis: Analysis) -> str | None:
    if analysis.walk is None or not analysis.slides:
        return None
    times = round(exp(analysis.walk) / analysis.slides)
    return f"easy to get lost: some {times} times the fewest moves" if times >= _LOST else None


def _one_idea(analysis: Analysis) -> str | None:
    is_one = analysis.optimal_solutions_up_to_order == 1 and (analysis.slides or 0) >= _SEVERAL
    return "one solution, but for the order of moves" if is_one else None


def _distraction(analysis: Analysis) -> str | None:
    """Vehicles that can move but do in no optimal solution."""
    count = len({*(analysis.red_herrings or ())} - {*(analysis.idle or ())})
    return f"{_number(count)} can move but need not" if count >= _HERRINGS else None


_REASONS: tuple[Callable[[Analysis], str | None], ...] = (
    _length,
    _detour,
    _back,
    _lost,
    _one_idea,
    _distraction,
)

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(count: int) -> str:
    """A number of vehicles, up to ten in words: `two vehicles`."""
    number, noun = counted(count, "vehicle").split()
    return f"{_WORDS[count] if count < len(_WORDS) else number} {noun}"
