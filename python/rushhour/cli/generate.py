"""`rushhour generate`: puzzles to order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName, puzzles
from rushhour.cli.options import (
    SEED,
    ForceOption,
    JsonLines,
    ThreadsOption,
    ToOption,
    input_option,
    limit_option,
    output_option,
    print_option,
    search_option,
)
from rushhour.cli.output import put_parts, warn
from rushhour.cli.progress import line
from rushhour.formats.writing import board_line
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import check_outputs

if TYPE_CHECKING:
    from rushhour.generation import Generation, Order
    from rushhour.generation.stream import Sight


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Wanted:
    """What a puzzle must be; ranges are written 20..25, 20.., ..25 or 20."""

    size: Annotated[str, search_option("Rows and columns.", "SIZE")] = "6x6"
    exit: Annotated[
        str | None,
        search_option(
            "Where the target leaves: right, left, top or bottom, and a row or column from 0.",
            "SIDE:LINE",
        ),
    ] = None
    vehicles: Annotated[
        str | None,
        search_option(
            "How many vehicles, the target included; by default as full as 8..13 on 6x6.", "RANGE"
        ),
    ] = None
    walls: Annotated[str, search_option("How many walls.", "RANGE")] = "0"
    lengths: Annotated[
        str, search_option("The lengths of vehicles; the target has the least.", "LENGTHS")
    ] = "2,3"
    slides: Annotated[str, search_option("The optimum in slides.", "RANGE")] = "10.."
    steps: Annotated[str | None, search_option("The optimum in steps.", "RANGE")] = None
    difficulty: Annotated[
        str | None,
        search_option(
            "The predicted number of moves of a person, or a level: beginner, intermediate,"
            " advanced, expert, grandmaster.",
            "RANGE",
        ),
    ] = None
    solutions: Annotated[
        str | None,
        search_option("How many optimal solutions, up to the order of independent moves.", "RANGE"),
    ] = None
    unique: Annotated[bool, search_option("The same as --solutions 1.")] = False
    density: Annotated[
        str | None, search_option("The share of cells that are not empty, 0 to 1.", "RANGE")
    ] = None
    minimal: Annotated[
        bool,
        search_option(
            "No vehicle but the target and no wall can be taken out without the optimum in slides"
            " falling or the puzzle becoming unsolvable."
        ),
    ] = False
    no_idle: Annotated[bool, search_option("Every vehicle moves in some optimal solution.")] = False
    hardest: Annotated[
        bool, search_option("The start is a hardest state of its cluster; the default.")
    ] = False
    anywhere: Annotated[bool, search_option("The start is any state of its cluster.")] = False

    def order(self, max_states: int) -> Order:
        """The order; RushHourError if two options contradict each other."""
        from rushhour.generation import Order

        if self.hardest and self.anywhere:
            raise RushHourError("expected at most one of --hardest and --anywhere")
        if self.unique and self.solutions is not None:
            raise RushHourError("expected at most one of --unique and --solutions")
        return Order.of(
            size=self.size,
            exit=self.exit,
            vehicles=self.vehicles,
            walls=self.walls,
            lengths=self.lengths,
            slides=self.slides,
            steps=self.steps,
            difficulty=self.difficulty,
            solutions="1" if self.unique else self.solutions,
            density=self.density,
            minimal=self.minimal,
            no_idle=self.no_idle,
            hardest=not self.anywhere,
            max_states=max_states,
        )


_ANYTHING = Wanted()
_STATES = "Pass over clusters of more states."
_SECONDS = "The most seconds in all; they may cut the list, but never change a puzzle."
MAX_BOARDS = limit_option("The most boards to try without finding another puzzle.", "BOARDS")
MAX_SECONDS = limit_option(_SECONDS, "SECONDS")
_CARDS = "Write A4 pages of cards, with solutions on the backs, as SVG or to a .pdf file."


def generate(
    *,
    count: Annotated[PositiveInt, search_option("How many puzzles to make.", "N")] = 1,
    wanted: Wanted = _ANYTHING,
    exclude: Annotated[
        File | None, input_option("A file of known puzzles, whose clusters are left out.", "FILE")
    ] = None,
    to: ToOption = "boardstring",
    json: JsonLines = False,
    cards: Annotated[bool, print_option(_CARDS)] = False,
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
    --seed one is drawn and printed on standard error. --json has board, slides,
    steps, vehicles, walls, states, solutions, difficulty, seed and solution.

    Exit codes: 0 all were made, 2 no board can meet the order, 3 a limit came
    first; what was made is written.

    Examples
    --------
    rushhour generate --slides 12.. --seed 7
    rushhour generate --count 3 --slides 8..10 --minimal --seed 1 --json
    """
    from rushhour.cli.generated import writer_for
    from rushhour.generation import generate as run

    if json and cards:
        raise RushHourError("expected at most one of --json and --cards")
    order = wanted.order(max_states)
    known = [] if exclude is None else list(_known(exclude))
    if output is not None:
        check_outputs([output], [] if exclude is None else [exclude], force=force)
    with shown(count) as progress:
        stream = run(
            order,
            count=count,
            exclude=known,
            seed=seed,
            threads=threads,
            max_boards=max_boards,
            max_seconds=max_seconds,
            progress=progress,
        )
        form = "json lines" if json else "cards" if cards else to
        write = writer_for(form, order, count, output)
        if seed is None:
            warn(f"seed {stream.seed}")
        put_parts(write(stream), output)
    return ended(stream, count)


def _known(file: str) -> Iterator[Puzzle]:
    for item in puzzles(file):
        if isinstance(item, RushHourError):
            raise item
        yield item


def shown(count: int) -> AbstractContextManager[Callable[[Sight], None] | None]:
    """A function that shows the progress; None if standard error is not a terminal."""

    def words(seen: Sight, seconds: float) -> str:
        text = f"{seen.made} of {count} made, {seen.boards:,} boards, "
        text += f"{seen.boards / max(seconds, 1e-3):,.0f} a second"
        return text if seen.nearest is None else f"{text}, nearest {seen.nearest.slides} slides"

    return line(words)


def ended(stream: Generation, count: int) -> int:
    """The exit code; what was asked for and how often it failed, if a limit came first."""
    if stream.stopped_by is None:
        return codes.SOLVED
    warn(f"made {stream.made} of {count}; the limit on {stream.stopped_by} was reached first")
    warn(stream.explanation())
    if stream.nearest is not None:
        warn(f"the nearest had {stream.nearest.slides} slides: {board_line(stream.nearest.board)}")
    return codes.LIMIT
