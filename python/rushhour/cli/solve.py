"""`rushhour FILE [1|2|3|NAME]` and `rushhour solve FILE`: solve every puzzle of a file."""

from __future__ import annotations

from codecs import getwriter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter

from rushhour.analysis.mistakes import Mistake
from rushhour.base.files import STREAM, check_outputs, written
from rushhour.base.text import shown
from rushhour.cli import exit as codes
from rushhour.cli.input import (
    File,
    FileName,
    LocatedPuzzle,
    Pages,
    found_in,
    function_files,
    given,
    is_typed_board,
    only,
)
from rushhour.cli.mistakes import Mistakes, in_json, in_lines
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    USUAL_TUNING,
    ForceOption,
    JsonLines,
    LimitOptions,
    MetricOption,
    OwnGoalOption,
    ReadingOptions,
    ThreadsOption,
    Tuning,
    among,
    heuristic_names,
    print_option,
    search_option,
    written_file,
)
from rushhour.cli.output import coloured, output_file, put, warn
from rushhour.cli.progress import printed_on_interrupt, search_progress
from rushhour.custom.functions import Function, GoalFunction, known_goal, require_registered
from rushhour.errors import LimitReachedError, RushHourError, UnknownNameError
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search import outcome as report
from rushhour.search.options import Options, algorithms, heuristic_name, heuristic_of, heuristics
from rushhour.search.outcome import Outcome
from rushhour.search.solve import search
from rushhour.search.trace import Expansion, lines_to, tracer

_NAMES = [heuristic.name for heuristic in heuristics()]
_HEURISTICS = ", ".join([f"{n} {name}" for n, name in enumerate(_NAMES[:3], 1)] + _NAMES[3:])
_ALGORITHMS = ["auto", *(algorithm.name for algorithm in algorithms())]
_NOT_SHORTEST = ", ".join(a.name for a in algorithms() if a.optimal in ("within weight", "never"))


def _inadmissible(metric: Metric) -> str:
    return ", ".join(entry.name for entry in heuristics() if not entry.admissible[metric])


_INADMISSIBLE = (
    "A solution may not be shortest with an inadmissible one: in slides "
    f"{_inadmissible('slide')}; in steps {_inadmissible('step')}."
)
_FILES = (
    "Puzzle files in any format, - for standard input; the last word may be a heuristic, as for"
    " --heuristic."
)
_HEURISTIC = f"A name or number: {_HEURISTICS}; or your own, FILE.py:FUNCTION. {_INADMISSIBLE}"


def solve(
    *files: Annotated[File, Parameter("FILE", help=_FILES)],
    heuristic: Annotated[str | None, search_option(_HEURISTIC, "NAME", heuristic_names)] = None,
    metric: MetricOption = "slide",
    goal: OwnGoalOption = "edge",
    algorithm: Annotated[
        str,
        search_option(
            f"One of {', '.join(_ALGORITHMS)}. Solutions of these may not be shortest:"
            f" {_NOT_SHORTEST}.",
            "NAME",
            among(_ALGORITHMS),
        ),
    ] = "auto",
    tuning: Tuning = USUAL_TUNING,
    trace: Annotated[
        FileName | None, written_file("A new file for a line of JSON about each expansion.")
    ] = None,
    trace_children: Annotated[
        bool, print_option("Write the states that each expansion generates into the trace, too.")
    ] = False,
    json: JsonLines = False,
    show_boards: Annotated[bool, print_option("Draw the board after each move.")] = False,
    certificate: Annotated[
        FileName | None, written_file("A new file for the proof, which verify-certificate checks.")
    ] = None,
    threads: ThreadsOption = None,
    force: ForceOption = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print a solution of each puzzle, and whether it is proved to be shortest.

    By default every solution is a shortest one. "Optimal: not proved" means that
    a shorter one may exist.

    Exit codes: 0 solved, 1 unsolvable, 2 malformed input, 3 a limit came first.

    Examples
    --------
    rushhour solve puzzles/jam-01.txt puzzles/jam-02.txt
    rushhour solve puzzles/jam-01.txt advanced --metric step --json
    """
    files, last = _with_heuristic(files)
    if heuristic is not None and last is not None:
        raise RushHourError("expected one heuristic, found two")
    files = given(files)
    trace, certificate = (name and output_file(name) for name in (trace, certificate))
    outputs = [name for name in (trace, certificate) if name]
    check_outputs(outputs, [*files, *function_files(heuristic or last, goal)], force=force)
    wanted = _goal(goal)
    if certificate is not None:
        require_registered(wanted, "--certificate")
    if trace_children and trace is None:
        raise RushHourError("expected --trace FILE with --trace-children")
    options = Options.of(
        _loaded(last if heuristic is None else heuristic),
        metric=metric,
        goal=wanted,
        algorithm=algorithm,
        trace=trace is not None,
        **tuning.as_arguments(),
        **limits.as_arguments(),
    )
    items = found_in(files, reading)
    if certificate is not None:
        items = iter([only(files, reading, "--certificate")])
    pages = None if json else Pages(files)
    with _tracing(trace) as watch:
        question = _Question(options, threads, watch, trace_children)
        return _solve_all(items, question, certificate, pages, show_boards=show_boards)


def _with_heuristic(words: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """The files, and the heuristic that may follow them."""
    *files, last = words or ("",)
    if files and _is_heuristic(last):
        return tuple(files), last
    return words, None


def _loaded(heuristic: str | None) -> str | Function | None:
    """The heuristic of a name, or the function that FILE.py:FUNCTION names."""
    if heuristic is None or not (":" in heuristic or heuristic.endswith(".py")):
        return heuristic
    from rushhour.lab.load import load

    return load(heuristic)


def _goal(goal: str) -> Goal | GoalFunction:
    """The goal of a name, or the function that FILE.py:FUNCTION names."""
    if ":" not in goal:
        try:
            return known_goal(goal)
        except UnknownNameError as error:
            raise RushHourError(f"--goal: {error}") from None
    from rushhour.lab.load import load_goal

    return load_goal(goal)


def _is_heuristic(word: str) -> bool:
    """Whether the last word names a heuristic: `./3` and `3.txt` are files, and 3 is none."""
    if ".py:" in word:
        return True
    try:
        heuristic_name(word)
    except UnknownNameError as error:
        if callable(heuristic_of(word)):
            return True
        path = Path(word)
        is_file = word == STREAM or path.exists() or path.suffix or len(path.parts) > 1
        if is_file or is_typed_board(word):
            return False
        raise RushHourError(f"no file {word!r}, and {error}") from None
    return True


@contextmanager
def _tracing(file: str | None) -> Iterator[Callable[[Expansion], object] | None]:
    """A function for `trace` that writes to a file, whole or not at all; None without a file."""
    if file is None:
        yield None
        return
    with written(file) as lines:
        yield lines_to(getwriter("utf-8")(lines))


class _Question(NamedTuple):
    """How to search each puzzle."""

    options: Options
    threads: int | None
    trace: Callable[[Expansion], object] | None
    trace_children: bool

    def run(self, puzzle: Puzzle) -> Outcome:
        """Search one puzzle, with its progress shown."""
        with search_progress() as progress, printed_on_interrupt(progress) as watch:
            trace = tracer(self.trace, puzzle, children=self.trace_children)
            return search(puzzle, self.options, self.threads, watch, trace, self.trace_children)


def _solve_all(
    items: Iterator[LocatedPuzzle],
    question: _Question,
    certificate: str | None,
    pages: Pages | None,
    *,
    show_boards: bool,
) -> int:
    code, mistakes = codes.SOLVED, Mistakes(question.options.goal)
    for found in items:
        if isinstance(found.item, RushHourError):
            found.complain(found.item, json=pages is None, mistake=mistakes.of(found.item))
            code = codes.graver(code, codes.MALFORMED)
            continue
        mistakes.doubt(found.item)
        outcome = question.run(found.item)
        mistake = mistakes.of(found.item) if outcome.status == "unsolvable" else None
        _print(found, outcome, pages, mistake, show_boards=show_boards)
        code = codes.graver(code, codes.of_status(outcome.status))
        if certificate is not None:
            code = codes.graver(code, _certify(outcome, certificate))
    return code


def _certify(outcome: Outcome, file: str) -> int:
    """Write the certificate, and print on standard error what it proves."""
    from rushhour.certificate.certify import certify

    options = outcome.options
    try:
        with search_progress() as progress:
            certificate = certify(
                outcome,
                max_states=options.max_states,
                max_memory=options.max_memory,
                max_seconds=options.max_seconds,
                progress=progress,
            )
    except LimitReachedError as error:
        warn(f"no certificate: {error}")
        return codes.LIMIT
    certificate.save(file)
    warn(f"{file}: {certificate}")
    return codes.SOLVED


def _print(
    found: LocatedPuzzle,
    outcome: Outcome,
    pages: Pages | None,
    mistake: Mistake | None,
    *,
    show_boards: bool,
) -> None:
    if pages is None:
        found.print_json({**report.record_of(outcome, outcome.puzzle), **in_json(mistake)})
        return
    pages.begin(found)
    put(*_page(outcome, show_boards=show_boards), *in_lines(mistake))


def _page(outcome: Outcome, *, show_boards: bool) -> Iterator[str]:
    puzzle = outcome.puzzle
    if puzzle.title is not None:
        yield shown(puzzle.title)
    yield coloured(str(puzzle), shown(puzzle.target))
    yield from report.sentences(outcome, puzzle, show_boards=show_boards)
