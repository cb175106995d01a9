"""What a puzzle must be: the options of `rushhour generate` that make an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, get_args

from cyclopts import Parameter

from rushhour.analysis.rating import Level
from rushhour.cli.choices import among
from rushhour.cli.options import limit_option, search_option
from rushhour.model.errors import RushHourError

if TYPE_CHECKING:
    from rushhour.generation import Order


VEHICLES = "How many vehicles, the target included; by default as full as 8..13 on 6x6."
_SECONDS = "The most seconds in all; they may cut the list, but never change a puzzle."
MAX_BOARDS = limit_option("The most boards to try without finding another puzzle.", "BOARDS")
MAX_SECONDS = limit_option(_SECONDS, "SECONDS")


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
        search_option(VEHICLES, "RANGE"),
    ] = None
    walls: Annotated[str, search_option("How many walls.", "RANGE")] = "0"
    lengths: Annotated[
        str, search_option("The lengths of vehicles; the target has the least.", "LENGTHS")
    ] = "2,3"
    slides: Annotated[
        str | None,
        search_option("The optimum in slides; by default 10.., and 1.. in a pack.", "RANGE"),
    ] = None
    steps: Annotated[str | None, search_option("The optimum in steps.", "RANGE")] = None
    difficulty: Annotated[
        str | None,
        search_option(
            "The predicted number of moves of a person, or a level: beginner, intermediate,"
            " advanced, expert, grandmaster; of a pack, from its first puzzle to its last, by"
            " default 6..120.",
            "RANGE",
            among(get_args(Level)),
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
            "No vehicle but the target and no wall can be taken out without lowering the optimum in"
            " slides."
        ),
    ] = False
    no_idle: Annotated[bool, search_option("Every vehicle moves in some optimal solution.")] = False
    hardest: Annotated[
        bool, search_option("The start is a hardest state of its cluster; the default.")
    ] = False
    anywhere: Annotated[bool, search_option("The start is any state of its cluster.")] = False

    def order(self, max_states: int, *, of_pack: bool = False) -> Order:
        """The order; RushHourError if two options contradict each other.

        In a pack the difficulty is that of the curve, not of each puzzle.
        """
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
            slides=self.slides or ("1.." if of_pack else "10.."),
            steps=self.steps,
            difficulty=None if of_pack else self.difficulty,
            solutions="1" if self.unique else self.solutions,
            density=self.density,
            minimal=self.minimal,
            no_idle=self.no_idle,
            hardest=not self.anywhere,
            max_states=max_states,
        )
