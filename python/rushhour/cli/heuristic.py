"""`rushhour heuristic NAME FILE`: an estimate, its terms in words, and the true distance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.text import JsonDict, shown
from rushhour.cli import exit as codes
from rushhour.cli.input import File, LocatedPuzzle, found_in, given_one
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    JsonLines,
    LimitOptions,
    MetricOption,
    OptionalFile,
    ReadingOptions,
    heuristic_names,
    print_option,
)
from rushhour.cli.output import coloured, put
from rushhour.cli.progress import search_progress
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.lab.check import number
from rushhour.lab.explain import Explanation
from rushhour.lab.explain import explain as explained
from rushhour.lab.load import load
from rushhour.model.words import brief, units
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve

_NAME = "A name, a number, MODULE:FUNCTION or FILE.py:FUNCTION."
_EXPLAIN = "Print the terms of the estimate in words; of a function, what it looked at."


def heuristic(
    name: Annotated[File, Parameter(help=_NAME, completer=heuristic_names)],
    file: OptionalFile = None,
    /,
    *,
    explain: Annotated[bool, print_option(_EXPLAIN)] = False,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    json: JsonLines = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print what a heuristic estimates for each puzzle, and the true distance.

    Where the estimate is too high, a shortest solution proves it. JSON always has the
    terms.

    Exit codes: 0 the estimate is not too high, 1 it is, or no solution, 2 malformed
    input, 3 a limit came first.

    Examples
    --------
    rushhour heuristic advanced puzzles/jam-01.txt --explain
    rushhour heuristic manhattan puzzles/jam-01.txt --explain --metric step
    """
    chosen, code = load(name), codes.SOLVED
    for found in found_in([given_one(file)], reading):
        try:
            if isinstance(found.item, RushHourError):
                raise found.item
            with search_progress() as progress:
                explanation = explained(
                    found.item, chosen, metric=metric, goal=goal, **limits.as_arguments()
                )
                outcome = solve(
                    found.item,
                    metric=metric,
                    goal=goal,
                    progress=progress,
                    **limits.as_arguments(),
                )
        except LimitReachedError as error:
            found.complain(error, json=json)
            code = codes.graver(code, codes.LIMIT)
            continue
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.graver(code, codes.MALFORMED)
            continue
        too_high = outcome.cost is not None and explanation.estimate > outcome.cost
        code = codes.graver(code, codes.of_status(outcome.status))
        code = codes.graver(code, codes.UNSOLVABLE if too_high else codes.SOLVED)
        _print(found, explanation, outcome, in_terms=explain, json=json)
    return code


def _print(
    found: LocatedPuzzle, explanation: Explanation, outcome: Outcome, *, in_terms: bool, json: bool
) -> None:
    if json:
        found.print_json({**explanation.as_json(), **_truth(outcome)})
        return
    if found.number > 1:
        put("")
    put(*_lines(explanation, outcome, in_terms=in_terms))


def _truth(outcome: Outcome) -> JsonDict:
    """The distance and a shortest solution as plain values; null where they are not known."""
    moves = None if outcome.solution is None else [str(move) for move in outcome.solution.moves]
    return {"status": outcome.status, "distance": outcome.cost, "solution": moves}


def _lines(explanation: Explanation, outcome: Outcome, *, in_terms: bool) -> Iterator[str]:
    puzzle, estimate = explanation.puzzle, number(explanation.estimate)
    if puzzle.title is not None:
        yield shown(puzzle.title)
    yield coloured(str(puzzle), shown(puzzle.target))
    yield from explanation.lines if in_terms else [f"{explanation.head}: {estimate}"]
    if outcome.solution is None:
        words = {"unsolvable": "there is no solution", "unknown": "the distance is not known"}
        yield words[outcome.status]
        return
    yield f"the distance is {units(outcome.solution.cost, explanation.metric)}"
    if explanation.estimate > outcome.solution.cost:
        moves = ", ".join(brief(move, puzzle) for move in outcome.solution.moves)
        yield f"the estimate is too high: {moves or 'no move'}"
