"""The game in a terminal: keys, and what is shown after each."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar, TypeVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.timer import Timer
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from rushhour.analysis.hints import Hint
from rushhour.errors import LimitReachedError
from rushhour.interrupt import INTERRUPTED
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import WAYS
from rushhour.play.board import SidePanel, draw
from rushhour.play.game import DroppedError, Game, HintCache, IsDropped, NewPuzzle

# Seconds between the moves of a solution that is played.
PACE = 0.5
# The most seconds between the letters of one label.
PATIENCE = 1.0

_Answer = TypeVar("_Answer")


def _key(keys: str, action: str, words: str, *, show: bool = True) -> Binding:
    return Binding(keys, action, words, show=show, priority=True)


class PlayApp(App[None]):
    """A board to move on; letters and tab choose a vehicle, arrows move it."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Horizontal { height: 1fr; }
    #board { width: auto; height: auto; }
    #side { width: 36; padding: 1 2; }
    ScrollableContainer { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("tab", "choose(1)", "next vehicle"),
        _key("shift+tab", "choose(-1)", "last vehicle", show=False),
        _key("backspace,ctrl+z", "undo", "undo"),
        _key("ctrl+y", "redo", "redo"),
        _key("ctrl+r", "reset", "reset"),
        _key("ctrl+n", "new", "new puzzle"),
        _key("question_mark", "hint", "hint"),
        _key("enter", "best", "best move"),
        _key("space", "watch", "watch"),
        _key("escape,ctrl+q", "quit", "leave"),
        _key("ctrl+c", "interrupt", "interrupt", show=False),
    ]

    def __init__(self, game: Game, cache: HintCache) -> None:
        super().__init__()
        self.game, self._cache = game, cache
        self.side = SidePanel(game)
        self.chosen = game.state.target
        self._typed, self._typed_at = "", 0.0
        self._film: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the board, the text beside it, and the keys below."""
        with Horizontal():
            with ScrollableContainer():
                yield Static(id="board")
            yield Static(id="side", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the start, and query how hard it is."""
        self._changed()
        self._rate()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        """Whether a key of the game acts: only ctrl+c does while a new puzzle is chosen."""
        return len(self.screen_stack) == 1 or action == "interrupt"

    def on_resize(self) -> None:
        """Draw cells as large as fit."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Move the chosen vehicle by arrows, with shift as far as it can; choose by letters."""
        name = event.key.removeprefix("shift+")
        if name in WAYS:
            self._drive(*WAYS[name], far=name != event.key)
        elif event.character is not None and event.is_printable:
            self._spell(event.character)

    def action_choose(self, step: int) -> None:
        """Choose the next or previous vehicle in the order of the file."""
        labels = [vehicle.label for vehicle in self.game.state.vehicles]
        self._choose(labels[(labels.index(self.chosen) + step) % len(labels)])

    def action_undo(self) -> None:
        """Take the last move back."""
        self._retrace(self.game.undo(), "there is no move to take back")

    def action_redo(self) -> None:
        """Repeat the move that was taken back."""
        self._retrace(self.game.redo(), "there is no move to make again")

    def action_reset(self) -> None:
        """Go back to the start."""
        self.game.reset()
        self._changed()

    def action_new(self) -> None:
        """Choose a new puzzle, and play it."""
        self._cut()
        self.push_screen(NewPuzzle(), self._begin)

    def action_hint(self) -> None:
        """Show a best move and its reason."""
        self.side.tells = True
        self._show()

    def action_best(self) -> None:
        """Make a best move."""
        self._ask(self._cache.hint, self._make_best)

    def action_watch(self) -> None:
        """Play a shortest solution from here, or stop playing."""
        if self._film is None:
            self._ask(self._cache.line, self._roll)
        else:
            self._cut()

    def action_interrupt(self) -> None:
        """Exit with the code of an interrupted program."""
        self.exit(return_code=INTERRUPTED)

    def _begin(self, puzzle: Puzzle | None) -> None:
        """Play another puzzle; None leaves this one."""
        if puzzle is not None:
            self.game = Game(puzzle, self.game.metric, self.game.goal)
            self._cache = self._cache.of(puzzle)
            self.side = SidePanel(self.game)
            self.chosen = puzzle.target
            self._changed()
            self._rate()

    def _spell(self, character: str) -> None:
        """Choose the vehicle whose label begins with the letters just typed."""
        if monotonic() - self._typed_at > PATIENCE:
            self._typed = ""
        labels = [vehicle.label for vehicle in self.game.state.vehicles]
        for typed in (self._typed + character, character):
            for fits in (str.__eq__, str.startswith):
                found = [label for label in labels if fits(label.casefold(), typed.casefold())]
                if found:
                    self._choose(found[0])
                    self._typed, self._typed_at = typed, monotonic()
                    return

    def _choose(self, label: str) -> None:
        self.chosen, self._typed, self.side.note = label, "", ""
        self._show()

    def _drive(self, axis: str, way: int, *, far: bool) -> None:
        back, forth = self.game.room(self.chosen)
        room = forth if way > 0 else back
        if self.game.state.vehicle(self.chosen).axis != axis or not room:
            self.side.note = f"{self.chosen} cannot go that way"
            self._show()
            return
        self._make(Move(self.chosen, way * (room if far else 1)))

    def _make(self, move: Move) -> None:
        self.game.move(move)
        self.chosen = move.vehicle
        self._changed()

    def _retrace(self, move: Move | None, otherwise: str) -> None:
        if move is None:
            self.side.note = otherwise
            self._show()
        else:
            self.chosen = move.vehicle
            self._changed()

    def _make_best(self, hint: Hint) -> None:
        if hint.puzzle == self.game.state and hint.move is not None:
            self._make(hint.move)

    def _roll(self, line: Solution | None) -> None:
        """Play the moves of a line, one after another."""
        moves = iter(() if line is None else line.runs())

        def step() -> None:
            move = next(moves, None)
            if move is None:
                self._cut()
            else:
                self._make(move)

        self._film = self.set_interval(PACE, step)

    def _cut(self) -> None:
        if self._film is not None:
            self._film.stop()
        self._film = None
        self._show()

    def _changed(self) -> None:
        """Show the new state, and query its distance."""
        self._typed, self.side.note = "", ""
        self.side.forget()
        self._show()
        self._ask(self._cache.hint, self._learn)

    def _learn(self, hint: Hint) -> None:
        self.side.learn(hint)
        self._show()

    def _show(self) -> None:
        """Redraw everything."""
        state = self.game.state
        room = self.game.room(self.chosen)
        board = draw(state, self.chosen, room, self.size.width - 36, self.size.height - 1)
        self.query_one("#board", Static).update(board)
        self.query_one("#side", Static).update(self.side.text(self.chosen))

    @work(thread=True, exclusive=True)
    def _ask(
        self, question: Callable[[Puzzle, IsDropped], _Answer], use: Callable[[_Answer], None]
    ) -> None:
        """Query the cache in another thread; a new query cancels the one before."""
        worker = get_current_worker()
        try:
            answer = question(self.game.state, lambda: worker.is_cancelled)
        except DroppedError:
            return
        except LimitReachedError as error:
            self.call_from_thread(self._give_up, error)
            return
        if not worker.is_cancelled:
            self.call_from_thread(use, answer)

    @work(thread=True, group="difficulty", exclusive=True)
    def _rate(self) -> None:
        """Query how hard the puzzle is, once, in a thread of its own."""
        worker = get_current_worker()
        try:
            words = self._cache.difficulty(lambda: worker.is_cancelled)
        except DroppedError:
            return
        if not worker.is_cancelled:
            self.call_from_thread(self._rated, words)

    def _rated(self, words: str) -> None:
        self.side.difficulty = words
        self._show()

    def _give_up(self, error: LimitReachedError) -> None:
        self.side.limit = error
        self._show()
