"""`rushhour hint FILE`: a best next move of each puzzle, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from rushhour.analysis.hints import (
    Hint,
    Verdict,
    advised,
    judged,
    sentences,
    verdict_sentence,
)
from rushhour.analysis.mistakes import Mistake
from rushhour.base.text import shown
from rushhour.cli import exit as codes
from rushhour.cli.input import LocatedPuzzle, found_in, given_one
from rushhour.cli.mistakes import Mistakes, in_json, in_lines
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
from rushhour.cli.output import coloured, put
from rushhour.cli.progress import search_progress
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import Options


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
    options, code = Options.of_cluster(metric, goal, **limits.as_arguments()), codes.SOLVED
    mistakes = Mistakes(goal)
    for found in found_in([given_one(file)], reading):
        try:
            if isinstance(found.item, RushHourError):
                raise found.item
            mistakes.doubt(found.item)
            answer = _answers(found.item, move, options, every=every)
        except RushHourError as error:
            found.complain(error, json=json, mistake=mistakes.of(error))
            limited = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if limited else codes.MALFORMED)
            continue
        mistake = mistakes.of(found.item) if answer[0].distance is None else None
        _print(found, *answer, mistake, json=json)
        code = codes.graver(code, codes.UNSOLVABLE if answer[0].distance is None else code)
    return code


def _answers(
    puzzle: Puzzle, move: str | None, options: Options, *, every: bool
) -> tuple[Hint, Verdict | None]:
    """The hint and, if a move is given, the verdict on it."""
    step = None if move is None else Move.of(move)
    with search_progress() as watch:
        found = advised(puzzle, options, every=every, progress=watch)
        return found, None if step is None else judged(puzzle, step, options, watch)


def _print(
    found: LocatedPuzzle,
    hint: Hint,
    verdict: Verdict | None,
    mistake: Mistake | None,
    *,
    json: bool,
) -> None:
    if json:
        judged = {} if verdict is None else {"verdict": verdict.to_dict()}
        found.print_json({**hint.to_dict(), **judged, **in_json(mistake)})
        return
    if found.number > 1:
        put("")
    put(*_lines(hint, verdict), *in_lines(mistake))


def _lines(hint: Hint, verdict: Verdict | None) -> Iterator[str]:
    puzzle = hint.puzzle
    if puzzle.title is not None:
        yield shown(puzzle.title)
    yield coloured(str(puzzle), shown(puzzle.target))
    yield from sentences(hint)
    if verdict is not None:
        yield verdict_sentence(verdict, hint)
