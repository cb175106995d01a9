"""`rushhour search-records`: hard boards of large sizes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.cli import exit as codes
from rushhour.cli.generate import VEHICLES
from rushhour.cli.input import FileName
from rushhour.cli.options import (
    SEED,
    JsonObject,
    MetricOption,
    ThreadsOption,
    limit_option,
    output_option,
    search_option,
)
from rushhour.cli.output import RESUME, print_json, put, warn
from rushhour.cli.progress import long_progress

if TYPE_CHECKING:
    from rushhour.generation.records import RecordProgress, RecordSearch

_OUTPUT = "The file of the rounds so far; the same command again continues after them."
_BOARDS = "How many boards a round tries."
_STATES = "Pass over clusters of more states."
_SECONDS = (
    "End after so many seconds; the rounds at work are lost, and the same command again begins them"
    " anew."
)


def search_records(
    *,
    output: Annotated[FileName, output_option(_OUTPUT)],
    size: Annotated[str, search_option("Rows and columns.", "SIZE")] = "8x8",
    walls: Annotated[str, search_option("How many walls.", "RANGE")] = "0",
    vehicles: Annotated[str | None, search_option(VEHICLES, "RANGE")] = None,
    metric: MetricOption = "slide",
    rounds: Annotated[PositiveInt, search_option("How many rounds, old ones included.", "N")] = 10,
    boards: Annotated[PositiveInt, limit_option(_BOARDS, "BOARDS")] = 10_000,
    max_states: Annotated[NonNegativeInt, limit_option(_STATES, "STATES")] = 1 << 18,
    max_seconds: Annotated[NonNegativeFloat | None, limit_option(_SECONDS, "SECONDS")] = None,
    seed: Annotated[NonNegativeInt, SEED] = 0,
    threads: ThreadsOption = None,
    json: JsonObject = False,
) -> int:
    """Search for hard boards, in rounds of small changes, and print the hardest.

    Each round starts anew and ends with the hardest board that it met, in the
    hardest state of its cluster. Its optima are proved, but harder boards of this
    size may exist. Ctrl-C, --max-seconds or a kill loses only the rounds at work, one
    for each thread; so give --max-seconds more time than a round takes.

    Exit codes: 0 all rounds have ended, 1 no board had a solution, 3 the limit on
    seconds came first.

    Examples
    --------
    rushhour search-records --size 5x5 --rounds 1 --boards 50 -o rounds.json
    rushhour search-records --size 4x4 --rounds 1 --boards 9 --json -o r.json
    """
    from rushhour.generation.records import search_records as search

    try:
        with long_progress(_words) as watch:
            found = search(
                output,
                size=size,
                walls=walls,
                vehicles=vehicles,
                metric=metric,
                rounds=rounds,
                boards=boards,
                seed=seed,
                max_states=max_states,
                max_seconds=max_seconds,
                threads=threads,
                watch=watch,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"; the rounds at work are lost{RESUME}") from None
    if found.stopped_by is not None:
        _explain(found, rounds, max_seconds)
    best = found.best
    if best is None:
        if found.rounds:
            warn(f"no board had a solution in {len(found.rounds)} rounds")
    elif json:
        print_json(asdict(best))
    else:
        put(f"{best.slides} slides, {best.steps} steps, {best.states:,} states: {best.board}")
    if found.stopped_by is not None:
        return codes.LIMIT
    return codes.SOLVED if best else codes.UNSOLVABLE


def _explain(found: RecordSearch, rounds: int, seconds: float | None) -> None:
    """Say how far the search came until its limit, and what to do if it came no further."""
    done = f"after {len(found.rounds)} of {rounds} rounds"
    warn(f"the limit on {found.stopped_by} was reached {done}")
    if len(found.rounds) == found.former:
        less = "" if found.former else ", or fewer --boards"
        warn(f"no round ended within {seconds:g} s; allow more --max-seconds{less}")


def _words(seen: RecordProgress, _: float) -> str:
    """The progress as a line."""
    text = f"{seen.done} of {seen.rounds} rounds, {seen.boards:,} boards in those at work"
    best = seen.best
    return text if best is None else f"{text}, so far {best.slides} slides, {best.steps} steps"
