"""How `rushhour generate` writes puzzles: a format, JSON lines, cards or a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from rushhour.cli import exit as codes
from rushhour.cli.output import until_error, warn
from rushhour.cli.progress import line
from rushhour.formats import Format, named
from rushhour.formats.relabel import relabel
from rushhour.formats.writing import board_line
from rushhour.generation import GeneratedPuzzle, Generation, Order
from rushhour.model.errors import RushHourError, UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.output.display import json_line
from rushhour.output.files import STREAM

if TYPE_CHECKING:
    from rushhour.generation.stream import Snapshot
    from rushhour.render.cards import Card
    from rushhour.render.markup import Svg

PuzzleWriter = Callable[[Iterable[GeneratedPuzzle]], Iterator[bytes]]

# Formats that hold the labels of made puzzles: A for the target, then other letters.
_LETTERS = ("boardstring", "json")


def writer_for(form: str, order: Order, count: int, output: str | None) -> PuzzleWriter:
    """A function from puzzles to bytes; UnwritableError if the format cannot hold them."""
    if form == "json lines":
        return _json_lines
    if form == "cards":
        return partial(_cards, suffix=suffix_of(output))
    if form == "html":
        return _page
    entry = named(form)
    if count > 1:
        entry.require_several()
    text_of(_simplest(order), entry, is_list=False)
    return partial(_texts, entry=entry, is_list=count > 1)


def _json_lines(stream: Iterable[GeneratedPuzzle]) -> Iterator[bytes]:
    for made in stream:
        yield f"{json_line(made.to_dict())}\n".encode()


def _texts(stream: Iterable[GeneratedPuzzle], *, entry: Format, is_list: bool) -> Iterator[bytes]:
    for made in stream:
        yield text_of(made.board, entry, is_list=is_list)


def text_of(board: Puzzle, entry: Format, *, is_list: bool) -> bytes:
    """A board in a format, as one of several or alone."""
    write = entry.write_item if is_list else entry.write
    if entry.name in _LETTERS:
        with suppress(UnwritableError):
            return write(board).encode()
    return write(relabel(board, entry.name)).encode()


def suffix_of(output: str | None) -> str:
    """The kind of file that holds the cards: several pages as one PDF, or as SVG in a row."""
    suffix = ".svg" if output in (None, STREAM) else PurePath(output or "").suffix.lower()
    if suffix not in (".svg", ".pdf"):
        raise RushHourError(f"expected a name that ends in .svg or .pdf for cards, found {output}")
    return suffix


def _cards(stream: Iterable[GeneratedPuzzle], *, suffix: str) -> Iterator[bytes]:
    """Pages of all cards, the solutions on their backs."""
    from rushhour.render.cards import cards_svg

    ended: list[BaseException] = []
    deck = list(_deck(until_error(stream, ended)))
    if deck:
        yield from pages_of(list(cards_svg(deck, backs=True)), suffix)
    if ended:
        raise ended[0]


def pages_of(pictures: Sequence[Svg], suffix: str) -> Iterator[bytes]:
    """Pages of cards as one PDF, or as SVG one after another."""
    from rushhour.render.forms import encoded

    for page in encoded(list(pictures), suffix):
        yield page if suffix == ".pdf" else page + b"\n"


def _page(stream: Iterable[GeneratedPuzzle]) -> Iterator[bytes]:
    """One page to play all puzzles."""
    from rushhour.web.booklet import booklet_html

    ended: list[BaseException] = []
    deck = list(_deck(until_error(stream, ended)))
    if deck:
        yield booklet_html(deck, title="Rush Hour").encode()
    if ended:
        raise ended[0]


def _deck(stream: Iterable[GeneratedPuzzle]) -> Iterator[Card]:
    from rushhour.render.cards import Card

    return (Card(made.board, f"Puzzle {made.number}", made.solution) for made in stream)


def _simplest(order: Order) -> Puzzle:
    """A puzzle with the size, the exit and, if there must be one, a wall of the order."""
    rows, cols = order.size
    side, line = order.exit.side, order.exit.line
    is_row = side in ("right", "left")
    row, col = (line, 0) if is_row else (0, line)
    target = Vehicle("A", "h" if is_row else "v", row, col, min(order.lengths, default=2))
    walls = [((row + 1) % rows, col) if is_row else (row, (col + 1) % cols)]
    return Puzzle(rows, cols, [target], "A", exit=order.exit, walls=walls if order.walls[0] else [])


def progress_of(count: int) -> AbstractContextManager[Callable[[Snapshot], None] | None]:
    """A function that shows the progress; None if standard error is not a terminal."""

    def words(seen: Snapshot, seconds: float) -> str:
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
