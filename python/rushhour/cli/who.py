"""`rushhour who FILE ...`: where a puzzle is known from, and what it is of the known one."""

from __future__ import annotations

from typing import Annotated

from rushhour.auditing.known import LISTS, KnownPuzzle, KnownPuzzles
from rushhour.base.text import shown
from rushhour.cli import exit as codes
from rushhour.cli.input import File, found_in, given
from rushhour.cli.options import (
    AGAINST,
    ANY_LIMITS,
    ANY_READING,
    JsonLines,
    LimitOptions,
    PuzzleFiles,
    ReadingOptions,
    input_option,
)
from rushhour.cli.output import put
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import counted


def who(
    *files: PuzzleFiles,
    against: Annotated[tuple[File, ...], input_option(AGAINST, "FILE")] = (),
    json: JsonLines = False,
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Say where puzzles are known from.

    Two boards are the same puzzle if one can be reached from the other, or from a
    rotation or a reflection of it; labels do not matter. Without --against the
    published lists are searched: the classic cards and the puzzles of other sources,
    the records of each size, and the hardest boards of 6x6.

    Exit codes: 0 all are known, 1 some are not, 2 a puzzle is malformed, 3 a limit
    came first.

    Examples
    --------
    rushhour who puzzles/jam-01.txt
    rushhour who puzzles/jam-01.txt --against puzzles/GameP01.txt
    """
    files = given(files)
    known = KnownPuzzles(against or LISTS)
    code = codes.SOLVED
    for one in found_in(files, reading):
        try:
            if isinstance(one.item, RushHourError):
                raise one.item
            found = known.find(one.item, **limits.as_arguments())
        except RushHourError as error:
            one.complain(error, json=json)
            is_limit = isinstance(error, LimitReachedError)
            code = codes.graver(code, codes.LIMIT if is_limit else codes.MALFORMED)
            continue
        if json:
            one.print_json({"known": [_row(place, one.item) for place in found]})
        else:
            _put(f"{one.file}, puzzle {one.number}", one.item, found, among=len(known))
        code = codes.graver(code, codes.SOLVED if found else codes.UNSOLVABLE)
    return code


_WORDS = {"same": "the same board as", "image": "an image of", "state": "another state of"}


def _row(place: KnownPuzzle, puzzle: Puzzle) -> dict[str, object]:
    return {
        "source": place.source,
        "number": place.number,
        "name": place.name,
        "relation": place.relation(puzzle),
    }


def _put(head: str, puzzle: Puzzle, found: list[KnownPuzzle], *, among: int) -> None:
    if not found:
        put(f"{shown(head)}: none of {counted(among, 'known puzzle')}")
    for place in found:
        put(f"{shown(head)}: {_WORDS[place.relation(puzzle)]} {shown(str(place))}")
