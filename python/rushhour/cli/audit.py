"""`rushhour audit FILE`: what is wrong with a data set and what it claims of its puzzles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.input import typed_text, warnings_shown
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    Limits,
    MetricOption,
    PuzzleFile,
    Reading,
)
from rushhour.cli.output import print_json
from rushhour.errors import ParseError

if TYPE_CHECKING:
    from rushhour.audit import Finding

_CLAIM = "What a column claims, such as slide_exit=slide_past or size=states; may be repeated."
_BOARD = "The column of the boards; by default board, board36, ..."
_JSON = "One JSON object a finding, each in its line, and one that counts them."
_ROW = "{:>9} {:>9}  {:18}  {}"


def audit(
    file: PuzzleFile,
    /,
    *,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    claim: Annotated[tuple[str, ...], Parameter(help=_CLAIM)] = (),
    board: Annotated[str | None, Parameter(help=_BOARD)] = None,
    no_repeats: Annotated[
        bool, Parameter(help="Look for no duplicates and mirror images, which takes memory.")
    ] = False,
    threads: Annotated[int | None, Parameter(help="By default all processors.")] = None,
    json: Annotated[bool, Parameter(help=_JSON)] = False,
    limits: Limits = ANY_LIMITS,
    reading: Reading = ANY_READING,
) -> int:
    """Say what is wrong with the puzzles of a file and with what it claims of them.

    Fogleman's lines, CSV and JSON lines with a board column make claims: slides,
    steps, moves, states (of the cluster), step_off and the like. Any other file
    of puzzles makes none. Found are wrong optima, with the conventions in which
    they are right, wrong sizes of clusters, and puzzles that are malformed,
    unsolvable, already solved, duplicates or mirror images of others.

    Exit codes: 0 nothing is wrong, 1 something is, 2 no such file,
    3 a limit left a puzzle open.
    """
    from rushhour.audit import audit as run
    from rushhour.cli.progress import counted

    counts: Counter[str] = Counter()
    with counted() as shown, warnings_shown():
        found = run(
            typed_text("surrogateescape") if file == "-" else file,
            metric=metric,
            goal=goal,
            claims=dict(map(_meaning, claim)),
            board=board,
            format=reading.format,
            target=reading.target,
            repeats=not no_repeats,
            threads=threads,
            progress=shown and (lambda puzzles: shown(puzzles, counts.total())),
            **limits.as_arguments(),
        )
        for finding in found:
            _print(finding, is_first=not counts, json=json)
            counts[finding.kind] += 1
    _print_counts(found.puzzles, counts, json=json)
    return codes.UNSOLVABLE if set(counts) - {"undecided"} else codes.LIMIT if counts else 0


def _meaning(claim: str) -> tuple[str, str]:
    column, equals, meaning = claim.partition("=")
    if not equals:
        raise ParseError(f"expected a claim such as slide_exit=slide_past, found {claim[:40]!r}")
    return column, meaning


def _print(finding: Finding, *, is_first: bool, json: bool) -> None:
    if json:
        print_json(finding.as_dict())
        return
    if is_first:
        print(_ROW.format("puzzle", "line", "finding", "detail"))
    name = f" ({finding.name})" if finding.name else ""
    row = _ROW.format(finding.number, finding.line or "-", finding.kind, finding.detail + name)
    print(row.rstrip())


def _print_counts(puzzles: int, counts: Counter[str], *, json: bool) -> None:
    if json:
        print_json({"puzzles": puzzles, "findings": dict(counts)})
        return
    words = [f"{count:,} {kind}" for kind, count in counts.most_common()]
    print(f"puzzles: {puzzles:,}; {', '.join(words) or 'nothing is wrong'}")
