"""The board in characters, vehicles in the colours of the pictures, and the text beside it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from rushhour.analysis.hints import Hint, Verdict, price
from rushhour.base.text import shown
from rushhour.errors import LimitReachedError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.model.words import brief, units
from rushhour.play.game import Game
from rushhour.render.colouring import colours
from rushhour.render.palette import DARK, RED, Colour

# Columns and lines of a cell; the largest size that fits is taken.
SIZES = ((6, 3), (4, 2), (2, 1))
FRAME, FLOOR = Style(color=DARK.mark), Style(color=DARK.wall, bgcolor=DARK.floor)
OPEN = Style(color=RED, bold=True)
MARKS = {"right": "▶", "left": "◀", "top": "▲", "bottom": "▼"}
WAYS = {"h": "◂▸", "v": "▴▾"}


def draw(puzzle: Puzzle, chosen: str, room: tuple[int, int], columns: int, lines: int) -> Text:
    """Draw the board, with marks on the chosen vehicle where it has room to move."""
    canvas = _Canvas(puzzle, *_size(puzzle, columns, lines))
    for row, col in puzzle.walls:
        canvas.fill(row, col, "▒")
    looks = colours(puzzle)
    for vehicle in puzzle.vehicles:
        canvas.put(vehicle, looks[vehicle.label], room if vehicle.label == chosen else None)
    return Text.assemble(*_framed(puzzle, canvas), no_wrap=True)


def _size(puzzle: Puzzle, columns: int, lines: int) -> tuple[int, int]:
    """Columns and lines of a cell, so that the board fits with its frame and exit."""
    for wide, tall in SIZES:
        if puzzle.cols * wide + 4 <= columns and puzzle.rows * tall + 4 <= lines:
            return wide, tall
    return SIZES[-1]


class _Canvas:
    """The floor: characters with styles."""

    def __init__(self, puzzle: Puzzle, wide: int, tall: int) -> None:
        self.wide, self.tall = wide, tall
        self.lines = [[(" ", FLOOR)] * (puzzle.cols * wide) for _ in range(puzzle.rows * tall)]
        for row in range(puzzle.rows):
            for col in range(puzzle.cols):
                self._set(row * tall + tall // 2, col * wide + (wide - 1) // 2, "·", FLOOR)

    def fill(self, row: int, col: int, character: str) -> None:
        """Fill a cell."""
        for line in range(row * self.tall, (row + 1) * self.tall):
            for column in range(col * self.wide, (col + 1) * self.wide):
                self._set(line, column, character, FLOOR)

    def put(self, vehicle: Vehicle, look: Colour, room: tuple[int, int] | None) -> None:
        """Draw a vehicle, marked if chosen; with a gap to the next one if cells are large."""
        style = Style(color=look.ink, bgcolor=look.fill, bold=True)
        across = vehicle.axis == "h"
        wide = self.wide * (vehicle.length if across else 1) - (self.wide > 2)
        tall = self.tall * (1 if across else vehicle.length) - (self.tall > 1)
        top, left = vehicle.row * self.tall, vehicle.col * self.wide
        for column in range(left, left + wide):
            for line in range(top, top + tall):
                self._set(line, column, " ", Style(bgcolor=look.fill))
            if self.tall > 1:
                self._set(top + tall, column, "▀", Style(color=look.fill, bgcolor=DARK.floor))
        chosen = Style(reverse=room is not None)
        self._write(shown(vehicle.label), top + tall // 2, left, wide, style + chosen)
        if room is not None:
            self._mark(vehicle, room, (top, left, wide, tall), style)

    def _write(self, label: str, line: int, left: int, wide: int, style: Style) -> None:
        padded = f" {label} " if cell_len(label) <= wide - 4 else label
        text = padded if cell_len(label) <= wide else set_cell_size(label, wide - 1) + "…"
        column = left + (wide - cell_len(text)) // 2
        for character in text:
            self._set(line, column, character, style)
            for rest in range(1, cell_len(character)):
                self._set(line, column + rest, "", style)
            column += cell_len(character)

    def _mark(
        self, vehicle: Vehicle, room: tuple[int, int], box: tuple[int, int, int, int], style: Style
    ) -> None:
        """Draw arrows at the ends that have room."""
        top, left, wide, tall = box
        middle = top + tall // 2, left + (wide - 1) // 2
        if vehicle.axis == "h":
            ends = (middle[0], left), (middle[0], left + wide - 1)
        else:
            ends = (top, middle[1]), (top + tall - 1, middle[1])
        for free, mark, end in zip(room, WAYS[vehicle.axis], ends, strict=True):
            if free:
                self._set(*end, mark, style, over=" ")

    def _set(
        self, line: int, column: int, character: str, style: Style, over: str | None = None
    ) -> None:
        """Set a character, unless it is outside (a target that has left) or would cover another."""
        if not (0 <= line < len(self.lines) and 0 <= column < len(self.lines[0])):
            return
        if over is None or self.lines[line][column][0] == over:
            self.lines[line][column] = character, style


def _framed(puzzle: Puzzle, canvas: _Canvas) -> Iterator[tuple[str, Style]]:
    """The canvas in its frame, with the mark of the exit outside."""
    wide, side = len(canvas.lines[0]), puzzle.exit.side
    at_exit = puzzle.exit.line * canvas.wide + canvas.wide // 2
    yield (" " * (at_exit + 2) + MARKS[side] + "\n" if side == "top" else ""), OPEN
    yield f" ╭{_beam(puzzle, canvas, 'top', wide)}╮\n", FRAME
    for number, line in enumerate(canvas.lines):
        left, right = (_post(puzzle, canvas, end, number) for end in ("left", "right"))
        yield left[::-1], OPEN if left[0] == " " else FRAME
        yield from line
        yield right + "\n", OPEN if right[0] == " " else FRAME
    yield f" ╰{_beam(puzzle, canvas, 'bottom', wide)}╯", FRAME
    yield ("\n" + " " * (at_exit + 2) + MARKS[side] if side == "bottom" else ""), OPEN


def _beam(puzzle: Puzzle, canvas: _Canvas, side: str, wide: int) -> str:
    """The frame above or below the floor, open at the exit."""
    start = puzzle.exit.line * canvas.wide
    gap = range(start, start + canvas.wide) if puzzle.exit.side == side else ()
    return "".join(" " if column in gap else "─" for column in range(wide))


def _post(puzzle: Puzzle, canvas: _Canvas, side: str, number: int) -> str:
    """The frame beside a line of the floor, and what is beyond it, from the floor outwards."""
    if puzzle.exit.side != side or number // canvas.tall != puzzle.exit.line:
        return "│ "
    return " " + (MARKS[side] if number % canvas.tall == canvas.tall // 2 else " ")


class SidePanel:
    """What is known about the current state, and about earlier states."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._distances: dict[Puzzle, int | None] = {}
        self._hint: Hint | None = None
        self.limit: LimitReachedError | None = None
        self.note = ""
        self.difficulty = ""
        self.tells = False

    def forget(self) -> None:
        """Begin another state, of which nothing is known yet."""
        self._hint, self.limit, self.tells = None, None, False

    def learn(self, hint: Hint) -> None:
        """Record an answer of the cache."""
        self._distances[hint.puzzle] = hint.distance
        if hint.puzzle == self._game.state:
            self._hint = hint

    def text(self, chosen: str) -> str:
        """The text, in paragraphs."""
        return "\n\n".join(part for part in self._parts(chosen) if part)

    def _parts(self, chosen: str) -> Iterator[str]:
        state, line = self._game.state, self._game.line
        yield shown(state.title or f"{state.rows} by {state.cols}")
        yield f"{units(line.slides, 'slide')}, {units(line.steps, 'step')}"
        yield self.difficulty
        yield self._to_go()
        yield self._last()
        yield f"{shown(chosen)} is chosen"
        yield self.note
        yield self._room()
        yield "letters and tab choose a vehicle, arrows move it, with shift as far as it goes"

    def _to_go(self) -> str:
        if self._game.is_solved:
            return self._solved()
        if self._hint is not None and self._hint.distance is None:
            return "there is no solution"
        if self._hint is not None:
            return f"{units(self._hint.distance or 0, self._game.metric)} to go"
        return "searching ..." if self.limit is None else f"to go: unknown; {self.limit}"

    def _solved(self) -> str:
        line = self._game.line
        best = self._distances.get(line.puzzle)
        if best is None:
            return f"solved in {units(line.cost, line.metric)}"
        least = "the fewest" if line.cost == best else f"{best} would do"
        return f"solved in {units(line.cost, line.metric)}: {least}"

    def _last(self) -> str:
        """The last slide, and what it wasted if known."""
        runs = self._game.line.runs()
        if not runs:
            return ""
        run, state = runs[-1], self._game.state
        before = state.apply(Move(run.vehicle, -run.cells))
        words = brief(run, state)
        if self._distances.get(before) is None or self._distances.get(state) is None:
            return words
        cost = price(run, self._game.metric)
        lost = Verdict(run, cost, self._distances[before], self._distances[state]).lost
        wasted = f"wastes {units(lost or 0, self._game.metric)}"
        return f"{words}: {wasted if lost else 'a best move'}"

    def _room(self) -> str:
        if not self.tells or self._hint is None:
            return ""
        return f"hint: {self._hint.reason}"
