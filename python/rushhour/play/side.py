"""The text beside the board: the moves made, the distance, what the last move wasted."""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.analysis.hints.hint import Hint, Verdict, price
from rushhour.model.errors import LimitReachedError
from rushhour.model.move import Move
from rushhour.model.notation import brief, units
from rushhour.model.puzzle import Puzzle
from rushhour.output.display import shown
from rushhour.play.game import Game


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
