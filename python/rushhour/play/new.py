"""A new puzzle: its size and difficulty are chosen by arrows, and it is made in another thread."""

from __future__ import annotations

from secrets import randbits
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.worker import get_current_worker

from rushhour.generation import generate
from rushhour.generation.stream import Snapshot
from rushhour.model.puzzle import Puzzle
from rushhour.play.hint_cache import DroppedError

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
