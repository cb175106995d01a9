"""`rushhour check-heuristic HEURISTIC [FILE ...]`: say whether it is admissible and consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import File, expanded, found_in
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    NO_TINY,
    SEARCH,
    GoalOption,
    LimitOptions,
    ReadingOptions,
    json_lines,
    search_option,
)
from rushhour.cli.output import line_width, print_json, put, warn
from rushhour.cli.progress import heuristic_progress
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.lab import check, check_all
from rushhour.lab.layouts import table
from rushhour.model.move import Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import heuristic as registered

if TYPE_CHECKING:
    from rushhour.lab import CheckStage, Verdict

_HEURISTIC = "A registered name, MODULE:FUNCTION or FILE.py:FUNCTION; with --all the first file."
_FILES = (
    "Files of puzzles in any format, or folders of them, - for standard input; without files only"
    " tiny boards."
)
_ALL = "Check every registered heuristic, and print a table of declarations and results."
_METRIC = "What costs one, a slide or a step; by default a slide, with --all both in turn."
_CONSISTENT = "Exit with 1 also if it is admissible but not consistent."


def check_heuristic(
    heuristic: Annotated[File | None, Parameter(help=_HEURISTIC)] = None,
    /,
    *files: Annotated[File, Parameter("FILE", help=_FILES)],
    every: Annotated[bool, Parameter("--all", help=_ALL, group=SEARCH)] = False,
    metric: Annotated[Metric | None, search_option(_METRIC)] = None,
    goal: GoalOption = "edge",
    consistent: Annotated[bool, search_option(_CONSISTENT)] = False,
    no_tiny: Annotated[bool, NO_TINY] = False,
    json: Annotated[bool, json_lines("verdict")] = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Compare a heuristic with the true distance of every state of whole clusters.

    Tiny boards come first, but your files for a function of yours. The smallest board
    that refutes it is drawn, with a shortest solution. A claim that is not refuted is
    proved for the states that were checked, and for no others.

    Exit codes: 0 admissible there, or with --all every promise kept, 1 refuted, 2
    malformed input, 3 a limit came first.

    Examples
    --------
    rushhour check-heuristic blocking puzzles/jam-01.txt
    rushhour check-heuristic my.py:estimate puzzles/jam-01.txt --no-tiny
    """
    if heuristic is None and not every:
        raise RushHourError("expected a heuristic: a name, MODULE:FUNCTION or FILE.py:FUNCTION")
    names = [heuristic, *files] if every and heuristic is not None else files
    if no_tiny and not names:
        raise RushHourError("expected a file of puzzles where the tiny boards are left out")
    boards = _Boards(names, reading, json=json)
    options: dict[str, Any] = {"goal": goal, "tiny": not no_tiny, **limits.as_arguments()}
    metrics: list[Metric] = [metric] if metric else ["slide", "step"] if every else ["slide"]
    try:
        verdicts = _verdicts(None if every else heuristic, boards, metrics, options)
    except LimitReachedError as error:
        warn(str(error))
        return codes.graver(boards.code, codes.LIMIT)
    _print(verdicts, every=every, json=json)
    holds = _is_kept if every else _is_consistent if consistent else _is_admissible
    is_refuted = not all(map(holds, verdicts))
    return codes.graver(boards.code, codes.UNSOLVABLE if is_refuted else codes.SOLVED)


class _Boards:
    """The puzzles of some files, read once; errors are printed, and set the exit code."""

    def __init__(self, files: Sequence[str], reading: ReadingOptions, *, json: bool) -> None:
        self._files, self._reading, self._json = files, reading, json
        self.code = codes.SOLVED

    def __iter__(self) -> Iterator[Puzzle]:
        for found in found_in(expanded(self._files), self._reading):
            if isinstance(found.item, Puzzle):
                yield found.item
            else:
                found.complain(found.item, json=self._json)
                self.code = codes.MALFORMED


def _verdicts(
    heuristic: str | None, boards: _Boards, metrics: list[Metric], options: dict[str, Any]
) -> list[Verdict]:
    from rushhour.lab.load import load

    with heuristic_progress() as progress:
        options["progress"] = progress
        judged = None if heuristic is None else load(heuristic)
        known = list(boards)
        if judged is not None:
            return [check(judged, known, metric=metrics[0], **options)]
        found: list[Verdict] = []
        for before, each in enumerate(metrics):
            options["progress"] = progress and partial(_of_all, progress, before, len(metrics))
            found += check_all(known, metric=each, **options)
        return found


def _of_all(tell: Callable[[CheckStage], None], before: int, runs: int, stage: CheckStage) -> None:
    """Tell the progress of a run after others over the same boards."""
    tell(stage._replace(boards=before * stage.of + stage.boards, of=runs * stage.of))


def _print(verdicts: list[Verdict], *, every: bool, json: bool) -> None:
    if json:
        for verdict in verdicts:
            print_json(verdict.as_json())
    else:
        put(table(verdicts, line_width()) if every else str(verdicts[0]))


def _is_admissible(verdict: Verdict) -> bool:
    return verdict.admissible


def _is_consistent(verdict: Verdict) -> bool:
    return verdict.consistent


def _is_kept(verdict: Verdict) -> bool:
    """Whether the declarations of a registered heuristic hold."""
    promise = registered(verdict.heuristic)
    claims = (
        (promise.admissible[verdict.metric], verdict.admissible),
        (promise.consistent[verdict.metric], verdict.consistent),
    )
    return all(found for promised, found in claims if promised)
