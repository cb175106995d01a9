"""`rushhour hint FILE`: a best next move of each puzzle, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from rushhour.analysis.hints import report
from rushhour.analysis.hints.hint import Hint, Verdict
from rushhour.cli import exit as codes
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    SEARCH,
    GoalOption,
    JsonLines,
    LimitOptions,
    MetricOption,
    OptionalFile,
    ReadingOptions,
    search_option,
)
from rushhour.cli.output import coloured
from rushhour.cli.several import LocatedPuzzle, found_in, given_one
from rushhour.model.errors import LimitReachedError, RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown


def hint(
    file: OptionalFile = None,
    /,
    *,
    every: Annotated[
        bool, Parameter(name="--all", help="Print every best move.", group=SEARCH)
    ] = False,
    move: Annotated[
        str | None, search_option("A move such as B+1, to see what it wastes.", "MOVE")
    ] = None,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print a best next move of each puzzle, why it is best, and how far the goal is.

    Exit codes: 0 there is a move or the goal is reached, 1 no solution, 2 malformed
    input, 3 a limit came first.

    Examples
    --------
    rushhour hint puzzles/jam-01.txt
    rushhour hint puzzles/jam-01.txt --all --move 2+1
    """
    options, code = {"metric": metric, "goal": goal, **limits.as_arguments()}, codes.SOLVED
    for found in found_in([given_one(file)], reading):
        try:
            if isinstance(found.item, RushHourError):
                raise found.item
            answer = _answers(found.item, move, options, every=every)
        except RushHourError as error:
            found.complain(error, json=json)
            limited = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if limited else codes.MALFORMED)
            continue
        _print(found, *answer, json=json)
        code = codes.graver(code, codes.UNSOLVABLE if answer[0].distance is None else code)
    return code


def _answers(
    puzzle: Puzzle, move: str | None, options: dict[str, Any], *, every: bool
) -> tuple[Hint, Verdict | None]:
    """The hint and, if a move is given, the verdict on it."""
    from rushhour.analysis.hints.hint import hint as find
    from rushhour.analysis.hints.hint import judge
    from rushhour.cli import progress

    with progress.shown() as watch:
        found = find(puzzle, every=every, progress=watch, **options)
        return found, move and judge(puzzle, move, progress=watch, **options)  # type: ignore[return-value]


def _print(found: LocatedPuzzle, hint: Hint, verdict: Verdict | None, *, json: bool) -> None:
    if json:
        judged = verdict and report.verdict_as_json(verdict)
        found.print_json({**report.as_json(hint), "verdict": judged})
        return
    if found.number > 1:
        print()
    print(*_lines(hint, verdict), sep="\n")


def _lines(hint: Hint, verdict: Verdict | None) -> Iterator[str]:
    puzzle = hint.puzzle
    if puzzle.title is not None:
        yield shown(puzzle.title)
    yield coloured(str(puzzle), shown(puzzle.target))
    yield from report.sentences(hint)
    if verdict is not None:
        yield report.verdict_sentence(verdict, hint)
