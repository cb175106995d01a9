"""totals: what the answers to a set of tasks come to, to be cited."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

from rushhour.base.expect import items
from rushhour.base.text import aligned, shown
from rushhour.lab.grade import Grade
from rushhour.model.words import counted

_BAND = 10
_Z = NormalDist().inv_cdf(0.975)

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Total:
    """The answers to `asked` tasks, one for each; `slides` has the range of their optima.

    `solved_interval` is Wilson's interval of 95 % for the share of solved tasks, `score_interval`
    the normal one for the mean score, None for fewer than two tasks. A task without an answer
    that can be read has the score 0. `slides` and the scores are None where a limit came first, the
    scores also for answers that are not in prose.
    """

    slides: tuple[int, int] | None
    asked: int
    solved: int
    shortest: int
    solved_interval: Interval
    mean_score: float | None
    score_interval: Interval | None


@dataclass(frozen=True, slots=True)
class Totals:
    """What the answers come to: in `all`, and in `bands` of ten slides.

    `missing`, `repeated`, `unreadable` and `malformed` name tasks; the first answer to a task
    counts. `unknown` names the answers that are to no task.
    """

    all: Total
    bands: tuple[Total, ...]
    missing: tuple[str, ...]
    repeated: tuple[str, ...]
    unreadable: tuple[str, ...]
    malformed: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def answered(self) -> int:
        """How many tasks have an answer."""
        return self.all.asked - len(self.missing)


def totals(grades: Sequence[Grade]) -> Totals:
    """What the grades of a whole set of tasks come to: `grade` gives them with `every=True`.

    >>> solved = Grade("a", "7-1", "solved", None, 4, 2, 9, 6)
    >>> found = totals([solved, Grade("", "7-2", "missing")])
    >>> found.all.asked, found.all.solved, found.missing
    (2, 1, ('7-2',))
    """
    items("grades", grades, Grade, "Grade")
    first: dict[str, Grade] = {}
    repeated: dict[str, None] = {}
    for grade in grades:
        if grade.puzzle and first.setdefault(grade.puzzle, grade) is not grade:
            repeated[grade.puzzle] = None
    counting = list(first.values())
    bands: dict[int, list[Grade]] = {}
    for grade in counting:
        if grade.least_slides is not None:
            bands.setdefault(grade.least_slides // _BAND, []).append(grade)

    def of(status: str) -> tuple[str, ...]:
        return tuple(grade.puzzle for grade in counting if grade.status == status)

    return Totals(
        _total(counting),
        tuple(_total(bands[number]) for number in sorted(bands)),
        of("missing"),
        tuple(repeated),
        of("unreadable"),
        of("malformed"),
        tuple(grade.answer for grade in grades if not grade.puzzle),
    )


def lines(found: Totals) -> Iterator[str]:
    """The totals as text."""
    total = found.all
    yield f"{counted(total.asked, 'task')} asked, {found.answered} answered"
    yield f"solved: {total.solved}, {_share(total)}; shortest in slides: {total.shortest}"
    if total.mean_score is not None:
        yield f"mean score: {total.mean_score:.3f}{_within(total.score_interval)}"
    for what, names in (
        ("missing", found.missing),
        ("answered more than once, and the first counts", found.repeated),
        ("unreadable", found.unreadable),
        ("malformed", found.malformed),
        ("of no task", found.unknown),
    ):
        if names:
            yield f"{what}: {', '.join(map(shown, names))}"
    if len(found.bands) > 1:
        yield from aligned(
            ("slides", "asked", "solved", "shortest", "share solved", "mean score"),
            [_row(band) for band in found.bands],
        )


def _row(band: Total) -> tuple[str, ...]:
    low, high = band.slides or (0, 0)
    score = "-"
    if band.mean_score is not None:
        score = f"{band.mean_score:.3f}{_within(band.score_interval)}"
    numbers = (band.asked, band.solved, band.shortest)
    return (f"{low}..{high}", *map(str, numbers), _share(band), score)


def _share(total: Total) -> str:
    return f"{total.solved / max(total.asked, 1):.3f}{_within(total.solved_interval)}"


def _within(interval: Interval | None) -> str:
    return "" if interval is None else f" [{interval[0]:.3f}, {interval[1]:.3f}]"


def _total(grades: Sequence[Grade]) -> Total:
    solved = [grade for grade in grades if grade.status == "solved"]
    optima = [grade.least_slides for grade in grades]
    known = [least for least in optima if least is not None]
    scores = list(_scores(grades))
    mean = fmean(scores) if scores else None
    return Total(
        (min(known), max(known)) if len(known) == len(optima) > 0 else None,
        len(grades),
        len(solved),
        sum(grade.slides == grade.least_slides for grade in solved),
        _wilson(len(solved), len(grades)),
        mean,
        None if mean is None or len(scores) < 2 else _normal(mean, scores),
    )


def _scores(grades: Iterable[Grade]) -> Iterator[float]:
    """The score of each task, 0 where no answer can be read; none at all if one is unknown."""
    found = [
        0.0 if grade.status in ("missing", "malformed", "unreadable") else grade.score
        for grade in grades
    ]
    if None not in found:
        yield from (score for score in found if score is not None)


def _wilson(successes: int, count: int) -> Interval:
    """Wilson's interval of 95 % for a share (Wilson 1927)."""
    if count == 0:
        return 0.0, 1.0
    share, weight = successes / count, _Z * _Z / count
    middle = share + weight / 2
    half = _Z * math.sqrt(share * (1 - share) / count + weight / count / 4)
    return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))


def _normal(mean: float, scores: Sequence[float]) -> Interval:
    half = _Z * stdev(scores) / math.sqrt(len(scores))
    return max(0.0, mean - half), min(1.0, mean + half)
