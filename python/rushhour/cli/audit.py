"""`rushhour audit FILE ...`: find errors in a data set and in what it claims about its puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from shlex import quote
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

from rushhour.auditing.known import KnownPuzzles
from rushhour.base.files import STREAM
from rushhour.base.text import JsonDict, shown
from rushhour.cli import exit as codes
from rushhour.cli.input import File, Pages, given, typed_text, warnings_shown
from rushhour.cli.options import (
    AGAINST,
    ANY_LIMITS,
    ANY_READING,
    GoalOption,
    LimitOptions,
    MetricOption,
    PuzzleFiles,
    ReadingOptions,
    ThreadsOption,
    input_option,
    json_lines,
    search_option,
)
from rushhour.cli.output import complain, line_width, print_json, put
from rushhour.cli.progress import audit_progress
from rushhour.errors import ParseError, RushHourError
from rushhour.formats.declared import NOTHING

if TYPE_CHECKING:
    from rushhour.auditing import Audit, Column, Finding

_CLAIM = (
    "What a column claims, such as slide_exit=slide_past, size=states or rating=rating; may be"
    " repeated."
)
_BOARD = "The column with the boards; by default board, board36, ..."
# A detail is wrapped if it has at least this many columns.
_LEAST = 20
_ROW = "{:>9} {:>9}  {:18}  {}"


def audit(
    *files: PuzzleFiles,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    claim: Annotated[tuple[str, ...], input_option(_CLAIM, "COLUMN=MEANING")] = (),
    board: Annotated[str | None, input_option(_BOARD, "COLUMN")] = None,
    no_repeats: Annotated[
        bool,
        search_option("Do not look for puzzles that repeat others, which takes memory."),
    ] = False,
    against: Annotated[tuple[File, ...], input_option(AGAINST, "FILE")] = (),
    threads: ThreadsOption = None,
    json: Annotated[bool, json_lines("finding, and a last one that sums up")] = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Find errors in the puzzles of a file, and in what it claims about them.

    Fogleman's lines, CSV and JSON lines with a board column make claims: slides,
    steps, moves, states (of the cluster), step_off and the like. Any other file of
    puzzles makes none. An audit finds wrong optima, with the conventions in which
    they would be right, wrong sizes of clusters, and puzzles that are malformed,
    unsolvable, already solved, duplicates, mirror images or other states of others
    and, with --against, known. The last lines say which columns were checked and
    which were not; case does not matter in their names. --claim explains a column
    with another name. Of several files, each is audited by itself.

    Exit codes: 0 nothing is wrong, 1 something is, 2 no such file, 3 a limit left
    a puzzle open.

    Examples
    --------
    rushhour audit puzzles/hardest.txt
    rushhour audit boards.csv --claim slide_exit=slide_past --json
    """
    files = given(files)
    if reading.declared != NOTHING:
        raise RushHourError(
            "audit reads boards as files have them: expected no --exit, --size, --empty or --wall"
        )
    options: JsonDict = {
        "metric": metric,
        "goal": goal,
        "claims": dict(map(_meaning, claim)),
        "board": board,
        "format": reading.format,
        "target": reading.target,
        "repeats": not no_repeats,
        "against": KnownPuzzles(against),
        "threads": threads,
        **limits.as_arguments(),
    }
    pages, kinds, code = Pages(files), set[str](), codes.SOLVED
    for file in files:
        if not json:
            pages.begin_file(file)
        try:
            kinds |= _audited(file, options, json=json)
        except OSError as error:
            if len(files) == 1:
                raise
            complain(file, 1, ParseError(error.strerror or str(error), source=file), json=json)
            code = codes.MALFORMED
    found = codes.UNSOLVABLE if kinds - {"undecided"} else codes.LIMIT if kinds else codes.SOLVED
    return codes.graver(code, found)


def _audited(file: str, options: JsonDict, *, json: bool) -> set[str]:
    """Print the findings of a file and their summary; returns their kinds."""
    from rushhour.auditing import audit as run

    counts: Counter[str] = Counter()
    with audit_progress() as progress, warnings_shown():
        found = run(
            typed_text() if file == STREAM else file,
            progress=progress and (lambda puzzles: progress(puzzles, counts.total())),
            **options,
        )
        for finding in found:
            _print(finding, file, is_first=not counts, json=json)
            counts[finding.kind] += 1
    _print_summary(found, file, counts, json=json)
    return set(counts)


def _meaning(claim: str) -> tuple[str, str]:
    column, equals, meaning = claim.partition("=")
    if not equals:
        raise ParseError(f"expected a claim such as slide_exit=slide_past, found {claim[:40]!r}")
    return column, meaning


def _print(finding: Finding, file: str, *, is_first: bool, json: bool) -> None:
    if json:
        print_json({"file": file, **finding.as_dict()})
        return
    if is_first:
        put(_ROW.format("puzzle", "line", "finding", "detail"))
    name = f" ({finding.name})" if finding.name else ""
    row = _ROW.format(finding.number, finding.line or "-", finding.kind, "")
    put(*_wrapped(row, shown(finding.detail + name)))


def _wrapped(head: str, text: str) -> list[str]:
    """The text after its head; on a terminal it is wrapped and indented."""
    line = line_width()
    if line is None or line < len(head) + _LEAST:
        return [(head + text).rstrip()]
    lines = wrap(text, line - len(head), break_on_hyphens=False) or [""]
    return [(head + lines[0]).rstrip(), *(" " * len(head) + rest for rest in lines[1:])]


def _print_summary(found: Audit, file: str, counts: Counter[str], *, json: bool) -> None:
    columns = found.columns
    if json:
        facts = {"file": file, "puzzles": found.puzzles, "findings": dict(counts)}
        print_json({**facts, "columns": [column.as_dict() for column in columns]})
        return
    words = [f"{count:,} {kind}" for kind, count in counts.most_common()]
    put(*_wrapped("puzzles: ", f"{found.puzzles:,}; {', '.join(words) or 'no findings'}"))
    checked = [str(column) for column in columns if column.reason is None]
    put(*_wrapped("checked: ", shown("; ".join(checked) or "no column")))
    if others := [column for column in columns if column.reason is not None]:
        put(*_wrapped("not checked: ", shown("; ".join([*map(str, others), *_hint(others)]))))


def _hint(columns: Sequence[Column]) -> list[str]:
    """How to explain a column, if there is one whose name does not."""
    unnamed = sorted((c for c in columns if c.claim is None), key=lambda c: c.reason or "")
    return [f"--claim {quote(c.name)}={_example(c)} says what it claims" for c in unnamed[:1]]


def _example(column: Column) -> str:
    from rushhour.auditing.claims import MEASURES, plain

    return plain(column.name) if plain(column.name) in MEASURES else "slide_edge"
