"""generate: a new puzzle to order."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rushhour.analysis.rating import Level, level_of
from rushhour.generation import GeneratedPuzzle, Order
from rushhour.generation import generate as stream_of
from rushhour.model.errors import RushHourError
from rushhour.web.forms import Form, MoveForm, PlaceForm, PuzzleForm, form_of, moves_of
from rushhour.web.limits import Bounds

# Far more than an order takes that can be met; an order that cannot ends after some seconds.
_MOST_BOARDS = 50_000

_Range = tuple[Annotated[int, Meta(ge=0, le=1000)], Annotated[int, Meta(ge=0, le=1000)]]


class GenerateRequest(Form, kw_only=True):
    """What the puzzle must be; ranges have both ends. The exit is on the right, in the middle.

    The same request gives the same puzzle, unless the limit on seconds comes first.
    """

    rows: PlaceForm
    cols: PlaceForm
    slides: _Range
    walls: _Range = (0, 0)
    minimal: Annotated[bool, Meta(description="Whether no part can go.")] = False
    seed: Annotated[int, Meta(ge=0, le=1 << 53)]
    max_seconds: Annotated[float, Meta(ge=0, le=86400)] | None = None


class GenerateAnswer(Form, kw_only=True, omit_defaults=False):
    """A puzzle, which starts in a hardest state of its cluster, and what was proved of it.

    `solutions` counts optimal solutions up to the order of independent moves, as digits; null where
    they are too many. `difficulty` is the number of moves that a person is predicted to make.
    """

    puzzle: PuzzleForm
    slides: int
    steps: int
    states: int
    solutions: str | None
    difficulty: float | None
    level: Level | None
    seed: int
    solution: list[MoveForm]


def generate(request: GenerateRequest, bounds: Bounds) -> GenerateAnswer:
    """Make a new puzzle of a size and a number of slides."""
    order = Order.of(
        size=(request.rows, request.cols),
        slides=request.slides,
        walls=request.walls,
        minimal=request.minimal,
    )
    stream = stream_of(
        order,
        count=1,
        seed=request.seed,
        threads=1,
        max_boards=_MOST_BOARDS,
        max_seconds=bounds.seconds(request.max_seconds),
        progress=bounds.pulse,
    )
    made = next(stream, None)
    if made is None:
        raise RushHourError(
            f"found no such puzzle among {stream.boards} boards;"
            f" the limit on {stream.stopped_by} was reached first"
        )
    return _answer(made)


def _answer(made: GeneratedPuzzle) -> GenerateAnswer:
    values = made.to_dict()
    return GenerateAnswer(
        puzzle=form_of(made.board),
        slides=made.slides,
        steps=made.steps,
        states=made.states,
        solutions=None if made.solutions is None else str(made.solutions),
        difficulty=values["difficulty"],
        level=None if made.difficulty is None else level_of(made.difficulty),
        seed=made.seed,
        solution=moves_of(made.solution.moves),
    )
