"""Lines of Fogleman's list: the optimum in slides, the board, the size of its cluster.

```text
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
```

The two numbers are claims about the board; `read_claims` keeps them for audits. It cannot be
written, since formats never search. Source: https://www.michaelfogleman.com/rush/
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rushhour.errors import ParseError
from rushhour.formats import boardstring
from rushhour.formats.source import Line, Source, checked_lines, integer, is_integer
from rushhour.model.setup import Setup


class FoglemanClaim(NamedTuple):
    """The claims of a line about its board."""

    slides: int
    states: int


def matches(source: Source) -> bool:
    """Lines of three words: a number, a word that is not a number, a number."""
    return all(is_entry(line.words()) for line in source.head)


def resembles(source: Source) -> bool:
    """More lines that are entries than lines that are not."""
    return 2 * sum(is_entry(line.words()) for line in source.head) > len(source.head)


def is_entry(words: list[str]) -> bool:
    """Whether these are the words of an entry: a number, a word that is not, a number."""
    if len(words) != 3:
        return False
    return is_integer(words[0]) and is_integer(words[2]) and not is_integer(words[1])


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The boards alone; `target` declares the target's character."""
    for entry in read_claims(source, target):
        yield entry if isinstance(entry, ParseError) else entry[1]


def read_claims(
    source: Source, target: str | None = None
) -> Iterator[tuple[FoglemanClaim, Setup] | ParseError]:
    """Read each line as its claims and its board."""
    for line in source.lines():
        source.begin = line.number
        try:
            yield _entry(source, line, target)
        except ParseError as error:
            yield error


def _entry(source: Source, line: Line, target: str | None) -> tuple[FoglemanClaim, Setup]:
    checked_lines([line])
    words = line.words()
    if len(words) != 3:
        message = f"expected moves, board and cluster size, found {len(words)} words"
        source.fail(message, line.number, 1)
    slides = integer(source, line, 0, "the number of moves")
    states = integer(source, line, 2, "the size of the cluster")
    return FoglemanClaim(slides, states), boardstring.board(source, line, 1, target)
