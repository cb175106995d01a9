"""`rushhour FILE [1|2|3|NAME]` and `rushhour solve FILE`: solve every puzzle of a file."""

from __future__ import annotations

from codecs import getwriter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import choices
from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName, function_files
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
    print_option,
    search_option,
    written_file,
)
from rushhour.cli.output import output_file, warn
from rushhour.cli.several import LocatedPuzzle, Pages, found_in, given, only
from rushhour.custom.goal import GoalFunction, known_goal, registered
from rushhour.custom.heuristic import Function
from rushhour.model.errors import LimitReachedError, RushHourError, UnknownNameError
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.output.files import STREAM, check_outputs, written
from rushhour.search.outcome import Outcome
from rushhour.search.registry import algorithms, chosen, heuristic_name, heuristics
from rushhour.search.trace import Expansion, lines_to

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
    heuristic: Annotated[str | None, search_option(_HEURISTIC, "NAME", choices.heuristics)] = None,
    metric: MetricOption = "slide",
    goal: OwnGoalOption = "edge",
    algorithm: Annotated[
        str,
        search_option(
            f"One of {', '.join(_ALGORITHMS)}. Solutions of these may not be shortest:"
            f" {_NOT_SHORTEST}.",
            "NAME",
            choices.among(_ALGORITHMS),
        ),
    ] = "auto",
    tuning: Tuning = USUAL_TUNING,
    trace: Annotated[
        FileName | None, written_file("A new file for a line of JSON about each expansion.")
    ] = None,
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
        registered(wanted, "--certificate")
    options: dict[str, object] = {
        "metric": metric,
        "goal": wanted,
        "algorithm": algorithm,
        "heuristic": _loaded(last if heuristic is None else heuristic),
        **tuning.as_arguments(),
        "threads": threads,
        **limits.as_arguments(),
    }
    items = found_in(files, reading)
    if certificate is not None:
        items = iter([only(files, reading, "--certificate")])
    pages = None if json else Pages(files)
    with _tracing(trace) as options["trace"]:
        return _solve_all(items, options, certificate, pages, show_boards=show_boards)


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
        if callable(chosen(word)):
            return True
        if word == STREAM or Path(word).exists() or Path(word).suffix or len(Path(word).parts) > 1:
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


def _solve_all(
    items: Iterator[LocatedPuzzle],
    options: dict[str, object],
    certificate: str | None,
    pages: Pages | None,
    *,
    show_boards: bool,
) -> int:
    code = codes.SOLVED
    for found in items:
        if isinstance(found.item, RushHourError):
            found.complain(found.item, json=pages is None)
            code = codes.graver(code, codes.MALFORMED)
            continue
        outcome = _solved(found.item, options)
        _print(found, outcome, pages, show_boards=show_boards)
        code = codes.graver(code, codes.of_status(outcome.status))
        if certificate is not None:
            code = codes.graver(code, _certify(outcome, certificate, options))
    return code


def _solved(puzzle: Puzzle, options: dict[str, object]) -> Outcome:
    from rushhour.cli.progress import printed_on_interrupt, shown
    from rushhour.search.solve import solve as search

    with shown() as progress, printed_on_interrupt(progress) as watch:
        return search(puzzle, progress=watch, **options)  # type: ignore[arg-type]


def _certify(outcome: Outcome, file: str, options: dict[str, object]) -> int:
    """Write the certificate, and print on standard error what it proves."""
    from rushhour.certificate.certify import certify
    from rushhour.cli.progress import shown

    limits = {name: value for name, value in options.items() if name.startswith("max_")}
    try:
        with shown() as progress:
            certificate = certify(outcome, progress=progress, **limits)  # type: ignore[arg-type]
    except LimitReachedError as error:
        warn(f"no certificate: {error}")
        return codes.LIMIT
    certificate.save(file)
    warn(f"{file}: {certificate}")
    return codes.SOLVED


def _print(
    found: LocatedPuzzle, outcome: Outcome, pages: Pages | None, *, show_boards: bool
) -> None:
    from rushhour.search import report

    if pages is None:
        found.print_json(report.as_json(outcome, outcome.puzzle))
        return
    pages.begin(found)
    for line in _page(outcome, show_boards=show_boards):
        print(line)


def _page(outcome: Outcome, *, show_boards: bool) -> Iterator[str]:
    from rushhour.cli.output import coloured
    from rushhour.search import report

    puzzle = outcome.puzzle
    if puzzle.title is not None:
        yield shown(puzzle.title)
    yield coloured(str(puzzle), shown(puzzle.target))
    yield from report.sentences(outcome, puzzle, show_boards=show_boards)
