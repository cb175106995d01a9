"""`rushhour generate`: puzzles to order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.cli.input import File, FileName, puzzles
from rushhour.cli.options import (
    SEED,
    ForceOption,
    ThreadsOption,
    ToOption,
    input_option,
    limit_option,
    output_option,
    print_option,
    search_option,
)
from rushhour.cli.output import put_parts, warn
from rushhour.cli.wanted import MAX_BOARDS, MAX_SECONDS, Wanted
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import check_outputs

if TYPE_CHECKING:
    from rushhour.generation import Order

_ANYTHING = Wanted()
_STATES = "Pass over clusters of more states."
_PACK = (
    "Make a pack of so many puzzles, from easy to hard, with names, hints and varied themes: the"
    " key vehicle, the road to the exit, the density."
)
_JSON = "Print a line of JSON for each puzzle, or one for a pack."
_HTML = "Write an HTML page to play them all, which needs no other file."
_CARDS = "Write A4 pages of cards, with solutions on the backs, as SVG or to a .pdf file."


def generate(
    *,
    count: Annotated[PositiveInt, search_option("How many puzzles to make.", "N")] = 1,
    pack: Annotated[PositiveInt | None, search_option(_PACK, "N")] = None,
    wanted: Wanted = _ANYTHING,
    exclude: Annotated[
        File | None, input_option("A file of known puzzles, whose clusters are left out.", "FILE")
    ] = None,
    to: ToOption = "boardstring",
    json: Annotated[bool, print_option(_JSON)] = False,
    cards: Annotated[bool, print_option(_CARDS)] = False,
    html: Annotated[bool, print_option(_HTML)] = False,
    output: Annotated[FileName | None, output_option("A new file for the puzzles.")] = None,
    force: ForceOption = False,
    seed: Annotated[NonNegativeInt | None, SEED] = None,
    threads: ThreadsOption = None,
    max_boards: Annotated[PositiveInt, MAX_BOARDS] = 1_000_000,
    max_states: Annotated[NonNegativeInt, limit_option(_STATES, "STATES")] = 1 << 15,
    max_seconds: Annotated[NonNegativeFloat | None, MAX_SECONDS] = None,
) -> int:
    """Make puzzles to order, with everything about them proved.

    No two puzzles share a cluster, mirror images and rotations included. Without
    --seed a random seed is chosen and printed on standard error. --json has board,
    slides, steps, vehicles, walls, states, solutions, difficulty, seed and
    solution; that of a pack is described in docs/how-to/generate.md.

    Exit codes: 0 all were made, 2 no board can meet the order, 3 a limit came
    first; what was made is written.

    Examples
    --------
    rushhour generate --count 3 --slides 8..10 --minimal --seed 1 --json
    rushhour generate --pack 4 --difficulty 8..12 --seed 1
    """
    from rushhour.cli.packed import make_pack

    form = _form(to, {"json lines": json, "cards": cards, "html": html})
    order = wanted.order(max_states, of_pack=pack is not None)
    options: dict[str, Any] = {
        "exclude": [] if exclude is None else list(_known(exclude)),
        "seed": seed,
        "threads": threads,
        "max_boards": max_boards,
        "max_seconds": max_seconds,
    }
    if output is not None:
        check_outputs([output], [] if exclude is None else [exclude], force=force)
    if pack is None:
        return _make(count, order, form, output, options)
    if count != 1:
        raise RushHourError("expected at most one of --count and --pack")
    return make_pack(pack, order, wanted.difficulty, form, output, options)


def _form(to: str, others: dict[str, bool]) -> str:
    """How to write the puzzles: a format by its name, or one of the other forms."""
    chosen = [name for name, is_chosen in others.items() if is_chosen]
    if len(chosen) > 1:
        raise RushHourError("expected at most one of --json, --cards and --html")
    return chosen[0] if chosen else to


def _make(count: int, order: Order, form: str, output: str | None, options: dict[str, Any]) -> int:
    """Make puzzles one after another, and write each as it comes."""
    from rushhour.cli.generated import ended, progress_of, writer_for
    from rushhour.generation import generate as run

    with progress_of(count) as progress:
        stream = run(order, count=count, progress=progress, **options)
        write = writer_for(form, order, count, output)
        if options["seed"] is None:
            warn(f"seed {stream.seed}")
        put_parts(write(stream), output)
    return ended(stream, count)


def _known(file: str) -> Iterator[Puzzle]:
    for item in puzzles(file):
        if isinstance(item, RushHourError):
            raise item
        yield item
