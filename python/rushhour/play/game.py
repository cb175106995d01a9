"""A game: the moves made from a puzzle, with undo and redo, and the best moves in its states.

Best moves are found in another thread, and cancelled when they are not needed.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbits
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.worker import get_current_worker

import rushhour._core as _core
from rushhour.analysis.analysis import analyse_small, gauge, reasons
from rushhour.analysis.hints import Hint, hint_of, names_of
from rushhour.errors import IllegalMoveError
from rushhour.generation import generate
from rushhour.generation.stream import Snapshot
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import room
from rushhour.search.options import Options


class Game:
    """The state of a game and its history."""

    def __init__(self, puzzle: Puzzle, metric: Metric = "slide", goal: Goal = "edge") -> None:
        self.metric: Metric = metric
        self.goal: Goal = goal
        self._states, self._moves = [puzzle], list[Move]()
        self._made = 0

    @property
    def state(self) -> Puzzle:
        """The current puzzle."""
        return self._states[self._made]

    @property
    def last(self) -> Move | None:
        """The last move, None if there is none."""
        return self._moves[self._made - 1] if self._made else None

    @property
    def line(self) -> Solution:
        """The moves made so far."""
        return Solution(self._states[0], tuple(self._moves[: self._made]), self.metric, self.goal)

    @property
    def is_solved(self) -> bool:
        """Whether the goal is reached."""
        return self.state.is_solved(self.goal)

    def move(self, move: Move) -> None:
        """Make a move, which clears the redo list; IllegalMoveError if the way is not free."""
        back, forth = self.room(move.vehicle)
        if not -back <= move.cells <= forth or move.cells == 0:
            words = room(self.state.vehicle(move.vehicle).axis, back, forth)
            raise IllegalMoveError(f"vehicle {move.vehicle} {words}, found {move.cells:+d}")
        state = self.state.apply(move)
        del self._states[self._made + 1 :], self._moves[self._made :]
        self._states.append(state)
        self._moves.append(move)
        self._made += 1

    def room(self, label: str) -> tuple[int, int]:
        """How many cells a vehicle can go back (left, up) and forth (right, down)."""
        cells = [
            move.cells for move in self.state.legal_moves(goal=self.goal) if move.vehicle == label
        ]
        return -min([0, *cells]), max([0, *cells])

    def undo(self) -> Move | None:
        """Take back the last move; None if there is none."""
        if self._made == 0:
            return None
        self._made -= 1
        return self._moves[self._made]

    def redo(self) -> Move | None:
        """Repeat the move that was taken back last; None if there is none."""
        if self._made == len(self._moves):
            return None
        self._made += 1
        return self._moves[self._made - 1]

    def reset(self) -> None:
        """Take back all moves; they can be repeated."""
        self._made = 0


IsDropped = Callable[[], bool]


class DroppedError(Exception):
    """The query was cancelled: its answer is no longer needed."""


class HintCache:
    """The distances around a puzzle: its whole cluster if small, else searches."""

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        self._puzzle, self._options = puzzle, options
        self._known: _core.Distances | None = None

    def of(self, puzzle: Puzzle) -> HintCache:
        """The same for another puzzle, with the same limits."""
        return HintCache(puzzle, self._options)

    def hint(self, state: Puzzle, is_dropped: IsDropped) -> Hint:
        """Best moves and the distance; raises LimitReachedError or DroppedError."""
        watch = _watch(is_dropped)
        known = self._distances(is_dropped)
        found = known.hint(state._core, False, names_of(state), watch)
        return hint_of(state, self._options, found)

    def line(self, state: Puzzle, is_dropped: IsDropped) -> Solution | None:
        """A shortest solution, None if unsolvable; raises LimitReachedError or DroppedError."""
        known = self._distances(is_dropped)
        pairs = known.line(state._core, _watch(is_dropped))
        if pairs is None:
            return None
        labels = [vehicle.label for vehicle in state.vehicles]
        moves = tuple(Move(labels[index], cells) for index, cells in pairs)
        options = self._options
        return Solution(state, moves, options.metric, options.goal)

    def difficulty(self, is_dropped: IsDropped) -> str:
        """How hard the puzzle is and why, in words; empty where that takes too long."""
        options = self._options
        found = analyse_small(
            self._puzzle,
            max_states=options.max_states,
            max_memory=options.max_memory,
            max_seconds=options.max_seconds,
            progress=_watch(is_dropped),
        )
        return "; ".join(filter(None, (gauge(found), *reasons(found))))

    def _distances(self, is_dropped: IsDropped) -> _core.Distances:
        if self._known is None:
            self._known = _core.Distances(self._puzzle._core, self._options, _watch(is_dropped))
        return self._known


def _watch(is_dropped: IsDropped) -> Callable[..., None]:
    """Ends a search whose answer is no longer needed."""

    def watch(*_: object) -> None:
        if is_dropped():
            raise DroppedError

    return watch


# A new puzzle: its size and difficulty are chosen by arrows, and it is made in another thread.


# The least and the greatest size and level, as on the page; a level has three numbers of slides.
SIZES, LEVELS, PER_LEVEL = (4, 8), (1, 10), 3
# As in the service.
MOST_BOARDS = 50_000


def _key(keys: str, action: str) -> Binding:
    return Binding(keys, action, show=False, priority=True)


class NewPuzzle(ModalScreen[Puzzle | None]):
    """Asks for a size and a difficulty; its result is the puzzle, None if the player gave up."""

    CSS = """
    NewPuzzle { align: center middle; }
    #choice { width: 48; height: auto; padding: 1 2; border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("up", "choose(-1)"),
        _key("down,tab", "choose(1)"),
        _key("left", "change(-1)"),
        _key("right", "change(1)"),
        _key("enter", "make"),
        _key("escape", "give_up"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._values, self._ends = [6, 3], [SIZES, LEVELS]
        self._row, self._note, self._is_busy = 0, "", False

    def compose(self) -> ComposeResult:
        """One text, which changes."""
        yield Static(id="choice", markup=False)

    def on_mount(self) -> None:
        """Show what is chosen at first."""
        self._show()

    def action_choose(self, step: int) -> None:
        """Go to the other line."""
        self._row = (self._row + step) % len(self._values)
        self._show()

    def action_change(self, step: int) -> None:
        """Change the chosen value."""
        least, most = self._ends[self._row]
        self._values[self._row] = min(max(least, self._values[self._row] + step), most)
        self._show()

    def action_make(self) -> None:
        """Make the puzzle, unless one is being made."""
        if not self._is_busy:
            self._is_busy = True
            self._say("making it ...")
            self._make(*self._values)

    def action_give_up(self) -> None:
        """Go back to the game; what is being made is dropped."""
        self.workers.cancel_node(self)
        self.dismiss(None)

    @work(thread=True)
    def _make(self, size: int, level: int) -> None:
        worker = get_current_worker()

        def watch(seen: Snapshot) -> None:
            if worker.is_cancelled:
                raise DroppedError
            self.app.call_from_thread(self._say, f"making it ... {seen.boards:,} boards tried")

        seed = randbits(32)
        stream = generate(
            size=size,
            slides=_slides(level),
            seed=seed,
            threads=1,
            max_boards=MOST_BOARDS,
            progress=watch,
        )
        try:
            made = next(stream, None)
        except DroppedError:
            return
        if worker.is_cancelled:
            return
        if made is None:
            text = f"found no such puzzle among {stream.boards:,} boards"
            self.app.call_from_thread(self._fail, text)
        else:
            puzzle = Puzzle._of(made.board._core, f"New puzzle {seed}")
            self.app.call_from_thread(self.dismiss, puzzle)

    def _fail(self, text: str) -> None:
        self._is_busy = False
        self._say(text)

    def _say(self, note: str) -> None:
        self._note = note
        self._show()

    def _show(self) -> None:
        size, level = self._values
        least, most = _slides(level)
        lines = [f"size        {size} by {size}", f"difficulty  {least} to {most} slides"]
        marks = [">" if row == self._row else " " for row in range(len(lines))]
        shown = [f"{mark} {line}" for mark, line in zip(marks, lines, strict=True)]
        keys = "arrows choose, enter makes it, escape goes back"
        text = "\n".join(["a new puzzle", "", *shown, "", self._note or keys])
        self.query_one("#choice", Static).update(text)


def _slides(level: int) -> tuple[int, int]:
    return PER_LEVEL * level, PER_LEVEL * (level + 1) - 1
