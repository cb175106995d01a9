"""Links to the page: an address that carries a puzzle, its title, and moves to watch, or a pack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from os import PathLike

from rushhour.base.expect import expect
from rushhour.errors import WrongValueError
from rushhour.formats.address import fragment_of, fragment_of_pack
from rushhour.formats.reading import puzzle_of
from rushhour.model.move import Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution

PAGE = "http://127.0.0.1:8000/"
"""Where `rushhour serve` has the page."""

_ADDRESS = re.compile(r"https?://[^\s#/]+[^\s#]*", re.IGNORECASE)


def link(
    puzzle: Puzzle | str | PathLike[str],
    moves: str | Iterable[Move | str] = (),
    *,
    page: str = PAGE,
) -> str:
    """The address that opens a puzzle on the page, with moves that wait to be watched.

    `page` is the address of the page, by default where `rushhour serve` has it. `moves` is a
    Solution, moves, or a text in any notation; IllegalMoveError where one cannot be made. The link
    carries the puzzle itself, and the format `link` reads it back.

    >>> link("..B.../AAB.../....../......", ["B+2", "A+4"])
    'http://127.0.0.1:8000/#ooBooo/AABooo/oooooo/oooooo&moves=B%2B2+A%2B4'
    """
    start = puzzle_of(puzzle)
    _require_address(page)
    made = read_moves(moves, start) if isinstance(moves, str) else tuple(map(Move.of, moves))
    for state in Solution(start, made).replay():
        if state.driven_out:
            raise WrongValueError("expected moves on the board: on the page nothing leaves it")
    return f"{page}#{fragment_of(start, ' '.join(map(str, made)))}"


def link_to_pack(puzzles: Iterable[Puzzle | str | PathLike[str]], *, page: str = PAGE) -> str:
    """The address that opens several puzzles on the page, without their titles.

    WrongValueError if there are more than 100. The format `link` reads them back.

    >>> link_to_pack(["..B.../AAB.../....../......", "AAx./..../..../...."])
    'http://127.0.0.1:8000/#pack=ooBooo%2FAABooo%2Foooooo%2Foooooo+AAxooooooooooooo'
    """
    _require_address(page)
    return f"{page}#{fragment_of_pack(map(puzzle_of, puzzles))}"


def _require_address(page: str) -> None:
    if not _ADDRESS.fullmatch(expect("page", page, str, "an address")):
        expected = "the address of the page, such as https://puzzles.example/rushhour/"
        raise WrongValueError(f"expected {expected}, found {page[:80]!r}")
