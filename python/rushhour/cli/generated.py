"""How `rushhour generate` writes puzzles: a format, JSON lines or cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import PurePath

from rushhour.formats import Format, named
from rushhour.formats.relabel import relabel
from rushhour.generation import Made, Order
from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.output.display import json_line
from rushhour.output.files import STREAM

Writer = Callable[[Iterable[Made]], Iterator[bytes]]

# Formats that hold the labels of made puzzles: A for the target, then other letters.
_LETTERS = ("boardstring", "json")


def writer_for(form: str, order: Order, count: int, output: str | None) -> Writer:
    """A function from puzzles to bytes; UnwritableError if the format cannot hold them."""
    if form == "json lines":
        return _json_lines
    if form == "cards":
        return partial(_cards, suffix=_suffix(output))
    entry = named(form)
    if count > 1:
        entry.require_several()
    entry.write(_labelled(_simplest(order), entry))
    return partial(_texts, entry=entry, is_list=count > 1)


def _json_lines(stream: Iterable[Made]) -> Iterator[bytes]:
    for made in stream:
        yield f"{json_line(made.to_dict())}\n".encode()


def _texts(stream: Iterable[Made], *, entry: Format, is_list: bool) -> Iterator[bytes]:
    for made in stream:
        puzzle = _labelled(made.board, entry)
        yield (entry.write_item(puzzle) if is_list else entry.write(puzzle)).encode()


def _suffix(output: str | None) -> str:
    """The kind of file that holds the cards: several pages as one PDF, or as SVG in a row."""
    suffix = ".svg" if output in (None, STREAM) else PurePath(output or "").suffix.lower()
    if suffix not in (".svg", ".pdf"):
        raise RushHourError(f"expected a name that ends in .svg or .pdf for cards, found {output}")
    return suffix


def _cards(stream: Iterable[Made], *, suffix: str) -> Iterator[bytes]:
    """Pages of all cards, the solutions on their backs."""
    from rushhour.render.cards import Card, cards_svg
    from rushhour.render.forms import encoded

    deck = [Card(made.board, f"Puzzle {made.number}", made.solution) for made in stream]
    if deck:
        pages = encoded(list(cards_svg(deck, backs=True)), suffix)
        yield from (page if suffix == ".pdf" else page + b"\n" for page in pages)


def _labelled(puzzle: Puzzle, entry: Format) -> Puzzle:
    return puzzle if entry.name in _LETTERS else relabel(puzzle, entry.name)


def _simplest(order: Order) -> Puzzle:
    """A puzzle with the size, the exit and, if there must be one, a wall of the order."""
    rows, cols = order.size
    side, line = order.exit.side, order.exit.line
    is_row = side in ("right", "left")
    row, col = (line, 0) if is_row else (0, line)
    target = Vehicle("A", "h" if is_row else "v", row, col, min(order.lengths, default=2))
    walls = [((row + 1) % rows, col) if is_row else (row, (col + 1) % cols)]
    return Puzzle(rows, cols, [target], "A", exit=order.exit, walls=walls if order.walls[0] else [])
