"""`rushhour vary FILE`: neighbours that are harder, easier, or as long but harder for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.types import PositiveInt

from rushhour.base.text import shown
from rushhour.cli.each import for_each, format_for, put_boards, put_lines
from rushhour.cli.input import given_one
from rushhour.cli.options import (
    ANY_READING,
    BoardsOption,
    JsonLines,
    LimitOptions,
    OptionalFile,
    ReadingOptions,
    search_option,
)
from rushhour.cli.progress import progress_line
from rushhour.formats.writing import board_line
from rushhour.generation.change import KINDS
from rushhour.generation.change import vary as run
from rushhour.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rushhour.generation.change import Variant, Variation

_MILLION = LimitOptions(max_states=1 << 20)


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class VariantKinds:
    """Which variants to print; all if none is named."""

    harder: Annotated[bool, search_option("Variants with more slides.")] = False
    subtler: Annotated[
        bool, search_option("Variants with as many slides that are harder for people.")
    ] = False
    easier: Annotated[bool, search_option("Variants with fewer slides.")] = False
    count: Annotated[
        PositiveInt | None, search_option("The most variants of each kind, hardest first.", "N")
    ] = None

    def of(self, found: Variation) -> Variation:
        """The same with the variants that are to be printed."""
        named = [kind for kind in KINDS if getattr(self, kind)] or KINDS
        rows = ([one for one in found.variants if one.kind == kind] for kind in named)
        return replace(found, variants=tuple(one for row in rows for one in row[: self.count]))


_ALL = VariantKinds()


def vary(
    file: OptionalFile = None,
    /,
    *,
    kinds: VariantKinds = _ALL,
    to: BoardsOption = None,
    json: JsonLines = False,
    limits: LimitOptions = _MILLION,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Print the neighbours of each puzzle that are harder, subtler or easier.

    A neighbour differs in one change: a vehicle or a wall is taken out, added or
    shifted by a cell across its line, or a vehicle becomes a cell longer or
    shorter. Subtler ones have as many slides, but people are predicted to make
    more moves. --max-seconds holds for all searches of a puzzle, --max-states and
    --max-memory for each.

    Exit codes: 0 all neighbours were tried, 1 the puzzle has no solution, 2 one is
    malformed, 3 a limit came first; what was found so far is printed.

    Examples
    --------
    rushhour vary puzzles/jam-01.txt --count 3
    rushhour vary puzzles/jam-01.txt --harder --count 1 --to boardstring
    """
    file, entry = given_one(file), format_for(to, json=json)

    def find(puzzle: Puzzle) -> tuple[Variation, str | None]:
        with _shown() as progress:
            found = run(puzzle, progress=progress, **limits.as_arguments())
        is_cut = found.stopped_by is not None or found.open
        return kinds.of(found), (found.stopped_by or "states") if is_cut else None

    def write(number: int, found: Variation) -> None:
        if entry is not None:
            put_boards((one.board for one in found.variants), entry)
        else:
            put_lines(number, found.puzzle, _lines(found))

    return for_each(file, reading, find, write, json=json)


def _shown() -> AbstractContextManager[Any]:
    """A function that shows the progress; None if standard error is not a terminal."""
    return progress_line(
        lambda seen, _: (
            f"{seen.neighbours:,} neighbours tried, {seen.variants:,} variants,"
            f" {seen.states:,} states of the next"
        )
    )


def _lines(found: Variation) -> Iterator[str]:
    if found.slides is not None:
        moves = "" if found.difficulty is None else f", {found.difficulty:,.0f} moves for people"
        yield f"{found.slides} slides{moves}; {found.tried:,} neighbours:"
        yield from map(_line, found.variants)
    elif found.stopped_by is None:
        yield "there is no solution"
    if found.open:
        yield f"{found.open:,} neighbours were left open by a limit"
    if found.stopped_by is not None:
        yield f"the limit on {found.stopped_by} was reached first"


def _line(one: Variant) -> str:
    moves = "" if one.difficulty is None else f", {one.difficulty:,.1f} moves"
    return f"  {one.kind:8}{one.slides:3}{moves}  {board_line(one.board)}  {shown(one.change)}"
