"""pack: a set of puzzles that become harder, on a curve that is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from rushhour.formats.json import PACK
from rushhour.generation.made import GeneratedPuzzle
from rushhour.generation.order import Order
from rushhour.generation.packs.curve import Curve
from rushhour.generation.packs.names import name_of
from rushhour.generation.packs.puzzle import PackPuzzle
from rushhour.generation.packs.search import PackSearch
from rushhour.generation.packs.theme import Kinds
from rushhour.generation.ranges import RealRangeLike
from rushhour.generation.stream import Snapshot, generate
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.solve import solve

if TYPE_CHECKING:
    from rushhour.render.cards import Card
    from rushhour.render.markup import Svg

MOST = 1000
"""The most puzzles of a pack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack(Sequence[PackPuzzle]):
    """The puzzles of a pack, each harder than the one before.

    `wanted` is the order that all of them meet, `curve` the difficulties asked for, `boards` how
    many boards were tried for them. `stopped_by` names the limit that came before all puzzles were
    made, `boards` or `seconds`, and `explanation` says what was missing; otherwise both are None.
    """

    puzzles: tuple[PackPuzzle, ...]
    wanted: Order
    curve: Curve
    seed: int
    boards: int
    stopped_by: str | None
    explanation: str | None

    def __len__(self) -> int:
        return len(self.puzzles)

    @overload
    def __getitem__(self, index: int) -> PackPuzzle: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PackPuzzle, ...]: ...
    def __getitem__(self, index: int | slice) -> PackPuzzle | tuple[PackPuzzle, ...]:
        return self.puzzles[index]

    def __iter__(self) -> Iterator[PackPuzzle]:
        return iter(self.puzzles)

    def to_dict(self) -> dict[str, Any]:
        """The pack as JSON holds it: `format`, `seed`, `curve`, `wanted` and `puzzles`."""
        return {
            "format": PACK,
            "seed": self.seed,
            "curve": asdict(self.curve),
            "wanted": self.wanted.to_dict(),
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
        }

    def svg(self, *, backs: bool = True) -> list[Svg]:
        """A4 pages of cards, with the solutions on the backs."""
        from rushhour.render.cards import cards_svg

        return cards_svg(self.deck(), backs=backs)

    def html(self, *, title: str = "Rush Hour") -> str:
        """One page to play them all, which needs no other file and no server."""
        from rushhour.web.booklet import booklet_html

        return booklet_html(self.deck(), [puzzle.hint for puzzle in self.puzzles], title=title)

    def deck(self) -> list[Card]:
        """The puzzles as cards."""
        from rushhour.render.cards import Card

        return [
            Card(one.board, f"{one.order}. {one.name}", one.made.solution, one.level)
            for one in self.puzzles
        ]


def pack(
    count: int = 50,
    *,
    difficulty: RealRangeLike | None = None,
    exclude: Iterable[Puzzle | str] = (),
    seed: int | None = None,
    threads: int | None = None,
    max_boards: int | None = 1_000_000,
    max_seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    **wanted: Any,
) -> Pack:
    """Make a set of puzzles, each harder than the one before, with names and hints.

    The predicted moves of a person rise from one end of `difficulty` to the other, 6 to 120 by
    default, by the same factor from puzzle to puzzle. Among puzzles of the same difficulty those
    are chosen whose theme is new: the key vehicle, the vehicles on the road to the exit, and the
    density. The other arguments are those of `Order.of`, which every puzzle meets.
    InvalidOrderError if none can, before any work.

    The same arguments and seed give the same pack, on every machine and with any number of
    `threads`. A limit ends the search as in `generate`; then the pack has fewer puzzles, and
    `stopped_by` names it. `max_boards` counts boards since the last puzzle that the pack needed.

    >>> small = pack(3, difficulty="8..12", seed=1)
    >>> [puzzle.order for puzzle in small], small[0].difficulty < small[2].difficulty
    ([1, 2, 3], True)
    """
    search = search_for(
        count,
        Order.of(**{"slides": "1..", **wanted}),
        difficulty,
        exclude=exclude,
        seed=seed,
        threads=threads,
        max_boards=max_boards,
        max_seconds=max_seconds,
        progress=progress,
    )
    search.run()
    return pack_of(search)


def search_for(
    count: int, order: Order, difficulty: RealRangeLike | None, **options: Any
) -> PackSearch:
    """The search for a pack, not begun; errors if it cannot be."""
    integer("count", count)
    if not 1 <= count <= MOST:
        raise RushHourError(f"expected a count from 1 to {MOST:,}, found {count}")
    seed = generate(order, **options).seed  # refuses what is wrong before any work
    return PackSearch(order, Curve.of(difficulty, count), **{**options, "seed": seed})


def pack_of(search: PackSearch) -> Pack:
    """The pack that a search has found so far."""
    return Pack(
        puzzles=tuple(_puzzles(search)),
        wanted=search.order,
        curve=search.curve,
        seed=search.seed,
        boards=search.boards,
        stopped_by=search.stopped_by,
        explanation=search.explanation,
    )


def _puzzles(search: PackSearch) -> Iterator[PackPuzzle]:
    """One puzzle of each band that has any."""
    from rushhour.analysis.hints.hint import hint

    kinds, names = Kinds(), set[str]()
    for number, band in enumerate(filter(None, search.bands), 1):
        made, theme = kinds.choose(map(_solved_as_hinted, band))
        name = name_of(made.cluster, theme.density, names)
        names.add(name)
        assert made.difficulty is not None
        yield PackPuzzle(
            name=name,
            order=number,
            made=made,
            difficulty=made.difficulty,
            theme=theme,
            hint=hint(made.board).reason,
        )


def _solved_as_hinted(made: GeneratedPuzzle) -> GeneratedPuzzle:
    """The puzzle with a shortest solution that begins with the move of its hint."""
    from rushhour.analysis.hints.hint import hint

    move = hint(made.board).move
    assert move is not None
    rest = solve(made.board.apply(move)).solution
    assert rest is not None
    return replace(made, solution=Solution(made.board, (move, *rest.moves)))
