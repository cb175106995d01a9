"""Answer: which of the moves that a text names are its solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from rushhour.model.errors import ParseError
from rushhour.model.move import Move
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.prose.notations import Reading, Said, read
from rushhour.prose.tokens import Lexer, Token

MOST_CHARACTERS = 200_000
"""How much is read of a text: its end, where a long one has its answer."""

MOST_MOVES = 2_000
"""The most moves of an answer that are replayed; the longest known solution has some hundred."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The moves that a text gives as its solution: how many, and the first `MOST_MOVES`.

    `unread` has what looks like a move and is not read as one; then the answer is no solution.
    """

    found: int
    moves: list[Said]
    unread: tuple[str, ...] = ()


def answer_in(text: str, puzzle: Puzzle) -> Answer:
    """The answer in a text: the moves after the last mark of a final answer.

    Without a mark, the last list that has moves counts. Words for a new start and blocks of code
    begin a list; of a block only the moves inside count. A text that is JSON as a whole is read as
    `Solution.parse` does.
    """
    text = text[-MOST_CHARACTERS:]
    document = _document(text, puzzle)
    found = _last_list(text, puzzle) if document is None else document
    return Answer(len(found.moves), found.moves[:MOST_MOVES], tuple(found.unread))


@lru_cache(maxsize=64)
def _lexer(puzzle: Puzzle) -> Lexer:
    return Lexer(puzzle)


def _last_list(text: str, puzzle: Puzzle) -> Reading:
    lexer, lists = _lexer(puzzle), _Lists()
    for cut, tokens in _parts(lexer.tokens(text), text):
        lists.cut(cut)
        lists.add(read(text, tokens, lexer))
    return lists.chosen()


def _parts(tokens: list[Token], text: str) -> Iterator[tuple[str, list[Token]]]:
    """The tokens between cuts, each with the name of the cut before them."""
    places = [number for number, token in enumerate(tokens) if token.kind == "!"]
    yield "", tokens[: places[0] if places else None]
    for place, after in pairwise([*places, len(tokens)]):
        cut = tokens[place]
        name = str(cut.value)
        if name == "final":
            name = "closing" if _closes(cut, text) else "open"
        first = next((n for n in range(place + 1, after) if tokens[n].kind not in ":q"), after)
        # A list begins like a line: a number before its first move is that of an item.
        yield name, [Token("\n", cut.end, cut.end), *tokens[first:after]]


def _closes(mark: Token, text: str) -> bool:
    """Whether a mark ends its sentence: `B+2 A+4 is my final answer.` has its moves before it."""
    line = text[text.rfind("\n", 0, mark.start) + 1 : mark.start]
    after = text[mark.end :].lstrip("*_`\"')] \t")
    return bool(line.strip("#*_>` \t")) and (not after.strip() or after[0] in ".!")


@dataclass(slots=True)
class _List:
    """A list of moves: outside of blocks, and in each block.

    `is_marked` after a mark of a final answer: then no moves elsewhere can take its place.
    """

    is_marked: bool
    before: _List | None = None
    outside: Reading = field(default_factory=Reading)
    blocks: list[Reading] = field(default_factory=list)

    def chosen(self) -> Reading:
        """The last block that has moves, or else the moves outside; or else the list before."""
        blocks = [block for block in self.blocks if block]
        found = blocks[-1] if blocks else self.outside
        if not found and not self.is_marked and self.before is not None:
            return self.before.chosen()
        others = [one for one in (self.outside, *blocks) if one and one is not found]
        if self.is_marked and any(map(found.differs, others)):
            found.missed("two lists of moves that differ")
        return found


class _Lists:
    """The lists of a text, of which the last counts."""

    def __init__(self) -> None:
        self._list = _List(is_marked=False)
        self._block: Reading | None = None
        self._is_over = False

    def chosen(self) -> Reading:
        """The list that counts."""
        return self._list.chosen()

    def cut(self, name: str) -> None:
        """A mark: of a final answer, a new start, the edge of a block, or remarks."""
        if name == "fence" and self._block is None:
            self._block, self._is_over = Reading(), False
            self._list.blocks.append(self._block)
        elif name == "fence":
            self._is_over, self._block = bool(self._block), None
        elif name in ("close", "remarks"):
            self._is_over, self._block = bool(self._list.chosen()), None
        elif name:
            before = None if name in ("open", "title") else self._list
            self._list = _List(before is None, before)
            self._block, self._is_over = None, False

    def add(self, found: Reading) -> None:
        """What follows the cut; after the end of a block or in remarks it is no part of a list."""
        if not self._is_over:
            (self._list.outside if self._block is None else self._block).add(found)


def _document(text: str, puzzle: Puzzle) -> Reading | None:
    """The answer in a text that is JSON as a whole; None for any other text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        moves = read_moves(text, puzzle)
    except ParseError:
        return None
    return Reading([_written(move) for move in moves])


def _written(move: Move) -> Said:
    return Said("object", 0, 0, str(move), move.vehicle, move.cells)
