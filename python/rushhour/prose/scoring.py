"""score: how good an answer in prose is, as one number and as facts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, Protocol, cast

from rushhour.base.expect import expect
from rushhour.errors import ParseError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.notation import read_moves
from rushhour.model.puzzle import Puzzle
from rushhour.model.road import Road
from rushhour.model.solution import Solution
from rushhour.prose.notations import Reading, Said, read
from rushhour.prose.replay import across, between_boards, meant, numbered, replayed
from rushhour.prose.tokens import Lexer, SaidMove, Token
from rushhour.search.options import GIB, Limits
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Score:
    """The score of an answer.

    `read` has the moves as they are read; `moves` are those before the first illegal one, and
    `fault` says which that is and what is wrong with it, None if all are legal. `found` counts the
    moves of the whole answer. `unread` has the texts that look like a move and are not read as one:
    of such an answer nothing is replayed, its `moves` are none and its value is 0. `slides` and
    `steps` are the costs of `moves`, `least_slides` and `least_steps` the optima of the puzzle, and
    `left` the distance to the goal after `moves`, in `metric`. The cells `beyond` the goal, by
    which the last move drives the target on, out of the board, cost nothing. Values that were not
    computed because of a limit are None.

    `value` is the score from 0 to 1: if solved, 1/2 + 1/2 * optimum / cost; else 1/2 * (1 - left /
    optimum), and 0 if `left` is more than the optimum. All are counted in `metric`.
    """

    solved: bool
    value: float | None
    moves: tuple[Move, ...]
    fault: str | None
    found: int
    slides: int
    least_slides: int | None
    steps: int
    least_steps: int | None
    left: int | None
    metric: Metric = "slide"
    goal: Goal = "edge"
    beyond: int = 0
    read: tuple[Move, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def status(self) -> Literal["solved", "illegal", "unsolved", "empty", "unreadable"]:
        """`illegal` if a move is; `empty` if the answer has no move that counts."""
        if self.unread:
            return "unreadable"
        if self.solved:
            return "solved"
        return "illegal" if self.fault else "unsolved" if self.found else "empty"


def score(
    puzzle: Puzzle | str | os.PathLike[str],
    text: str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> Score:
    """Score an answer in free text, such as that of a language model.

    Moves are found in any notation: `A+2`, `A: right 2`, `AR2`, `Move car # 3 down 3 squares`,
    `slide B two cells to the left`, JSON, CSV, plans of planners. If the text has a mark of a final
    answer, the moves after it count; else those after the last new start, or in the last block of
    code, that has moves. What looks like a move there and is not read makes it `unreadable`. They
    are replayed cell by cell, without the core. All must be legal, and end at the goal.

    Only the last 200 000 characters are read, and 2000 moves replayed. The limits, as in `solve`,
    are for each search. RushHourError if the puzzle has no solution.

    >>> found = score("..B.../AAB.../....../......", "1. B down 2 cells. 2. **A** right 3")
    >>> found.solved, found.left, [str(move) for move in found.moves], found.value
    (False, 1, ['B+2', 'A+3'], 0.25)
    """
    puzzle = puzzle_of(puzzle)
    expect("text", text, str, "a text")
    check_names(metric, goal)
    limits = Limits.of(max_states, max_memory, max_seconds)
    answer = answer_in(text, puzzle)
    road = Road(puzzle)
    moves, fault = replayed(() if answer.unread else answer.moves, road)
    if answer.unread:
        fault = answer.fault(text)
    elif fault is None and answer.found > MOST_MOVES:
        fault = f"more than {MOST_MOVES} moves"
    legal = Solution(puzzle, moves, metric, goal)
    costs = legal.up_to_goal()
    least = {unit: _least(puzzle, unit, goal, limits) for unit in ("slide", "step")}
    is_solved = fault is None and road.reaches(goal)
    left = 0 if is_solved else _least(_after(puzzle, moves), metric, goal, limits)
    return Score(
        solved=is_solved,
        value=_value(is_solved, least[metric], costs.cost, left),
        moves=moves,
        fault=fault,
        found=answer.found,
        slides=costs.slides,
        least_slides=least["slide"],
        steps=costs.steps,
        least_steps=least["step"],
        left=left,
        metric=metric,
        goal=goal,
        beyond=legal.steps - costs.steps,
        read=tuple(Move(one.vehicle, one.cells) for one in answer.moves),
        unread=answer.unread,
    )


def _after(puzzle: Puzzle, moves: tuple[Move, ...]) -> Puzzle:
    for move in moves:
        puzzle = puzzle.apply(move)
    return puzzle


@lru_cache(maxsize=256)
def _least(puzzle: Puzzle, metric: Metric, goal: Goal, limits: tuple[Any, ...]) -> int | None:
    """The optimum, None if a limit comes first; RushHourError if there is no solution."""
    states, memory, seconds = limits
    found = solve(
        puzzle,
        metric=metric,
        goal=goal,
        max_states=states,
        max_memory=memory,
        max_seconds=seconds,
    )
    if found.status == "unsolvable":
        raise WrongValueError("expected a puzzle with a solution, found one without")
    return found.cost


def _value(is_solved: bool, least: int | None, cost: int, left: int | None) -> float | None:
    if least is None or left is None:
        return None
    if is_solved:
        return 0.5 + (0.5 * least / cost if cost else 0.5)
    return max(0.0, 0.5 * (1 - left / max(least, 1)))


# Answer: which of the moves that a text names are its solution.


MOST_CHARACTERS = 200_000
"""How much is read of a text: its end, where a long one has its answer."""

MOST_MOVES = 2_000
"""The most moves of an answer that are replayed; the longest known solution has some hundred."""


# A word above moves, in the line of the first: `Moves: A+2`. Alone with a number it counts them.
_HEADING = re.compile(
    r"(?im)^[ \t#*_>]{0,8}(?:(?:the|my)[ \t])?(?:moves?|steps?|path|plan)[ \t*_]{0,4}[:=]"
    r"(?![ \t]*[0-9]*[ \t]*$)"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The moves that a text gives as its solution: how many, and the first `MOST_MOVES`.

    `unread` has what looks like a move and is not read as one; then the answer is no solution. `at`
    is where the first of these begins in the text.
    """

    found: int
    moves: list[Said]
    unread: tuple[str, ...] = ()
    at: int = 0

    def fault(self, text: str, expected: str = "not read as a move: {}") -> str | None:
        """What of the text is not read, in these words; None if everything is.

        What does not stand in the text is itself a reason, such as that a board follows no other.
        """
        if not self.unread:
            return None
        return expected.format(self.unread[0]) if self.unread[0] in text else self.unread[0]


def answer_in(text: str, puzzle: Puzzle) -> Answer:
    """The answer in a text: the moves after the last mark of a final answer.

    Without a mark, the last list that has moves counts. Words for a new start and blocks of code
    begin a list; of a block only the moves inside count. A text that is JSON as a whole is read as
    `Solution.parse` does; one of boards alone is read as the moves that lead from each to the next.
    """
    text = text[-MOST_CHARACTERS:]
    document = _document(text, puzzle)
    found = _settled(text, puzzle, _last_list) if document is None else document
    return Answer(len(found.moves), found.moves[:MOST_MOVES], tuple(found.unread))


def whole_answer(text: str, puzzle: Puzzle) -> Answer:
    """The answer in a text that is nothing but moves, in any notation, below lines of words.

    What stands between two moves, or behind them, and is no move, is `unread`.
    """
    text = _HEADING.sub(lambda match: " " * len(match[0]), text)
    found = _settled(text, puzzle, _only_list)
    labels = "".join(vehicle.label for vehicle in puzzle.vehicles)
    if (found.unread or not found) and labels.isupper() and not re.search("[A-Z]", text):
        found = meant([_only_list(text, _lexer(puzzle, small=True), mixed=False)], puzzle)
    return Answer(len(found.moves), found.moves, tuple(found.unread), found.at)


def impossible(said: Sequence[Said], puzzle: Puzzle) -> tuple[Said, str] | None:
    """The first move that no vehicle makes anywhere, across its lane or of no cell, and why."""
    axes = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
    for one in said:
        fault = across(one, axes.get(one.vehicle))
        if fault is not None or one.cells == 0:
            return one, fault or "a move goes at least one cell"
    return None


def said_in(item: dict[str, object], puzzle: Puzzle) -> Move | None:
    """The move in an object under any keys of the table; None if there is none along its lane."""
    pairs = [(key.lower(), value) for key, value in item.items()]
    kind, value = _lexer(puzzle).in_object(pairs)
    if kind != "J":
        return None
    said = Said("object", 0, 0, "", *cast("list[SaidMove]", value)[0])
    return None if impossible([said], puzzle) else Move(said.vehicle, said.cells)


class _ReadList(Protocol):
    """A reader of the list of moves in a text."""

    def __call__(self, text: str, lexer: Lexer, *, mixed: bool) -> Reading: ...


def _settled(text: str, puzzle: Puzzle, read_list: _ReadList) -> Reading:
    """The reading of a text that replays on the board, where the text can mean several things."""
    readers = [(variant, _lexer(puzzle)) for variant in (text, *numbered(text, puzzle))]
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    if any(one != other and one.startswith(other) for one in labels for other in labels):
        readers.append((text, _lexer(puzzle, short_labels=True)))
    found = meant([read_list(*reader, mixed=False) for reader in readers], puzzle)
    if found.unread:
        mixed = meant([read_list(*reader, mixed=True) for reader in readers], puzzle)
        found = mixed if _solves(mixed, puzzle) else found
    return found or between_boards(text, puzzle)


def _solves(found: Reading, puzzle: Puzzle) -> bool:
    """Whether a reading is of moves alone, which lead to the goal and not beyond it."""
    if found.unread or not 0 < len(found.moves) <= MOST_MOVES:
        return False
    road = Road(puzzle)
    moves, fault = replayed(found.moves, road)
    solution = Solution(puzzle, moves)
    is_right = fault is None and road.reaches("edge")
    return is_right and solution.steps == solution.up_to_goal().steps


@lru_cache(maxsize=64)
def _lexer(puzzle: Puzzle, *, short_labels: bool = False, small: bool = False) -> Lexer:
    return Lexer(puzzle, short_labels=short_labels, small=small)


def _last_list(text: str, lexer: Lexer, *, mixed: bool) -> Reading:
    lists = _Lists()
    for cut, tokens in _parts(lexer.tokens(text), text):
        lists.cut(cut)
        lists.add(read(text, tokens, lexer, mixed=mixed))
    return lists.chosen()


def _only_list(text: str, lexer: Lexer, *, mixed: bool) -> Reading:
    parts = _parts(lexer.tokens(text), text)
    readings = (read(text, tokens, lexer, whole=True, mixed=mixed) for _, tokens in parts)
    found = list(filter(None, readings))
    if len(found) > 1:
        found[0].missed("two lists of moves", at=_begin(found[1]))
    return found[0] if found else Reading()


def _begin(found: Reading) -> int:
    """Where a reading begins."""
    return min([*(one.start for one in found.moves), *[found.at] * bool(found.unread)])


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
            found.missed("two lists of moves that differ", at=_begin(others[0]))
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
