"""`rushhour tasks`: new puzzles as questions to a language model, with their answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.base.files import check_outputs
from rushhour.base.text import json_line
from rushhour.cli.generate import MAX_BOARDS, MAX_SECONDS, OrderOptions, ended, progress_of
from rushhour.cli.input import FileName
from rushhour.cli.options import SEED, ForceOption, ThreadsOption, output_option, search_option
from rushhour.cli.output import put_parts, warn
from rushhour.generation import generate
from rushhour.prose.task import tasks as made_of

if TYPE_CHECKING:
    from rushhour.generation import Generation

_ANYTHING = OrderOptions()
_MAX_STATES = 1 << 15


def tasks(
    *,
    count: Annotated[PositiveInt, search_option("How many tasks to make.", "N")] = 1,
    wanted: OrderOptions = _ANYTHING,
    output: Annotated[FileName | None, output_option("A new file for the tasks.")] = None,
    force: ForceOption = False,
    seed: Annotated[NonNegativeInt | None, SEED] = None,
    threads: ThreadsOption = None,
    max_boards: Annotated[PositiveInt, MAX_BOARDS] = 1_000_000,
    max_seconds: Annotated[NonNegativeFloat | None, MAX_SECONDS] = None,
) -> int:
    """Make new puzzles as questions to a language model, as lines of JSON.

    Each line has an id, prompts with the board in several notations, the boards
    alone, both optima, and a solution for each: solution has the fewest slides,
    fewest_steps the fewest steps. rushhour grade --prose reads the file as
    puzzles. The same seed gives the same tasks.

    Exit codes: 0 all were made, 2 no board can meet the order, 3 a limit came
    first; what was made is written.

    Examples
    --------
    rushhour tasks --count 2 --slides 5..9 --vehicles 6..9 --seed 7
    rushhour tasks --count 5 --slides 8..12 --seed 1 --output tasks.jsonl
    """
    order = wanted.order(_MAX_STATES)
    if output is not None:
        check_outputs([output], force=force)
    with progress_of(count) as progress:
        stream = generate(
            order,
            count=count,
            seed=seed,
            threads=threads,
            max_boards=max_boards,
            max_seconds=max_seconds,
            progress=progress,
        )
        if seed is None:
            warn(f"seed {stream.seed}")
        put_parts(_lines(stream), output)
    return ended(stream, count)


def _lines(stream: Generation) -> Iterator[bytes]:
    for task in made_of(stream):
        yield f"{json_line(task.to_dict())}\n".encode()
