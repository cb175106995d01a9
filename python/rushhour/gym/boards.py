"""Boards: what the scalar and the vector environment share. The core plays the moves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import rushhour._core as _core
from rushhour.base.expect import expect, integer, known, number, text
from rushhour.errors import IllegalMoveError, LimitReachedError, RushHourError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.gym.pixels import CELL, pixels
from rushhour.gym.puzzles import Curriculum, Drawn, Puzzles, Size, source_of
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import Options

Observation: TypeAlias = Literal["planes", "offsets", "pixels"]
Reward: TypeAlias = Literal["sparse", "cost", "distance", "potential"]
Array: TypeAlias = NDArray[Any]
Results: TypeAlias = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]

# The clusters that are kept for rewards by distance, beside those of the boards in play.
_KEPT_BYTES = 1 << 28
# The bytes that the observations and masks of all boards may take together.
_MOST_BYTES = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the moves are and what they are worth; the arguments of the environments."""

    observation: Observation = "planes"
    metric: Metric = "slide"
    goal: Goal = "edge"
    reward: Reward = "sparse"
    discount: float = 1.0
    max_states: int = 1_000_000

    def __post_init__(self) -> None:
        check_names(self.metric, self.goal)
        known("observation", self.observation, list(get_args(Observation)))
        text("reward", self.reward)
        integer("max_states", self.max_states)
        number("discount", self.discount)
        if not 0 < self.discount <= 1:
            raise WrongValueError(f"expected a discount above 0 and up to 1, found {self.discount}")


def check_reset(seed: object, options: object) -> None:
    """Refuse a seed that is no integer of at least 0, and options that are no mapping."""
    expect("options", options, Mapping | None, "a mapping or None")
    if seed is not None:
        integer("seed", seed, "an integer or None")
        if seed < 0:  # type: ignore[operator]
            raise WrongValueError(f"expected a seed of at least 0, found {seed}")


class Boards:
    """The boards of an environment, by number, and the spaces of what is seen and done."""

    def __init__(self, count: int, puzzles: Puzzles, rules: Rules, max_moves: int | None) -> None:
        """Make boards without puzzles; `start` gives them some."""
        integer("num_envs", count)
        if max_moves is not None:
            integer("max_episode_steps", max_moves, "an integer or None")
            if not 1 <= max_moves < 1 << 32:
                expected = "expected 1 to 2^32 - 1 for max_episode_steps"
                raise WrongValueError(f"{expected}, found {max_moves}")
        self.source = source_of(puzzles)
        self.size = self.source.size(rules.metric, rules.goal)
        self.count, self.rules = count, rules
        self._is_painted = rules.observation == "pixels"
        self.observation_space = _observation_space(self.size, rules.observation)
        self.action_space = spaces.Discrete(self.size.vehicles * 2 * self.size.reach)
        most = _MOST_BYTES // (prod(self.observation_space.shape) + int(self.action_space.n))
        if not 1 <= count <= most:
            raise WrongValueError(f"expected 1 to {most} boards of this size, found {count}")
        seen: Observation = "planes" if self._is_painted else rules.observation
        self._seen = _observation_space(self.size, seen)
        named = (seen, rules.metric, rules.goal, rules.reward)
        self.core = _core.Episodes(count, self.size, *named, rules.discount, max_moves)
        self._drawn: list[Drawn | None] = [None] * count
        self._is_solved = np.zeros(count, np.bool_)
        self._has_moved = np.zeros(count, np.bool_)
        self._needs_distance = _core.Episodes.needs_distance(rules.reward)
        self._clusters: OrderedDict[Puzzle, _core.Cluster] = OrderedDict()

    def restart(self, seed: int) -> None:
        """Begin the source of the puzzles anew."""
        self.source.restart(seed % (1 << 64))
        self._has_moved[:] = False

    def start(self, board: int, random: np.random.Generator, puzzle: object = None) -> None:
        """Begin an episode, at a puzzle if one is given; RushHourError if it has no room."""
        if self._has_moved[board]:
            self.source.note(is_solved=bool(self._is_solved[board]))
        drawn = self.source.draw(random) if puzzle is None else Drawn(-1, puzzle_of(puzzle))  # type: ignore[arg-type]
        self.core.start(board, drawn.puzzle._core, self._cluster(drawn.puzzle))
        self._drawn[board] = drawn
        self._is_solved[board] = self._has_moved[board] = False

    def _cluster(self, puzzle: Puzzle) -> _core.Cluster | None:
        """All distances, if the reward needs them; LimitReachedError for more than `max_states`."""
        if not self._needs_distance:
            return None
        if puzzle not in self._clusters:
            rules = self.rules
            options = Options.of_cluster(rules.metric, rules.goal, rules.max_states, None)
            core, stop, states = _core.explore(puzzle._core, options, 1, None)
            if core is None:
                raise LimitReachedError(str(stop), states)
            self._clusters[puzzle] = core
            while len(self._clusters) > 1 and self._bytes() > _KEPT_BYTES:
                self._clusters.popitem(last=False)
        return self._clusters[puzzle]

    def _bytes(self) -> int:
        return sum(cluster.bytes for cluster in self._clusters.values())

    def step(self, actions: object, waiting: NDArray[np.bool_]) -> Results:
        """Play an action on each board that does not wait: rewards, solved, out of moves.

        RushHourError for an action that is not in the action space, before any board has moved. An
        action that is not legal leaves its board as it is.
        """
        asked = np.asarray(actions)
        if asked.shape != (self.count,) or asked.dtype.kind not in "iu":
            found = f"{asked.dtype} of shape {asked.shape}"
            raise WrongValueError(f"expected {self.count} integers as actions, found {found}")
        rewards = np.empty(self.count)
        solved, cut = np.empty(self.count, np.uint8), np.empty(self.count, np.uint8)
        asked = np.ascontiguousarray(asked, np.int64)
        self.core.step(asked, waiting.view(np.uint8), rewards, solved, cut)
        self._has_moved |= ~waiting
        self._is_solved |= solved.view(np.bool_)
        return rewards, solved.view(np.bool_), cut.view(np.bool_)

    def observe(self) -> tuple[Array, NDArray[np.int8]]:
        """What is seen of every board, and 1 for each legal action, as fresh arrays."""
        seen = np.empty((self.count, *self._seen.shape), np.uint8)
        masks = np.empty((self.count, int(self.action_space.n)), np.int8)
        self.core.observe(seen, masks)
        return pixels(seen) if self._is_painted else seen.view(self._seen.dtype), masks

    def infos(self, masks: NDArray[np.int8]) -> dict[str, Array]:
        """What else is known of every board."""
        numbers = [-1 if drawn is None else drawn.number for drawn in self._drawn]
        found: dict[str, Array] = {"action_mask": masks, "puzzle": np.array(numbers)}
        if self._needs_distance:
            found["distance"] = np.empty(self.count, np.int32)
            self.core.distances(found["distance"])
        if isinstance(self.source, Curriculum):
            found["level"] = np.full(self.count, self.source.level)
        return found

    def puzzle(self, board: int) -> Puzzle:
        """A board as it stands; RushHourError before its first episode."""
        drawn, offsets = self._drawn[board], self.core.offsets(board)
        if drawn is None or offsets is None:
            raise RushHourError(f"expected a reset before board {board} is looked at")
        return Puzzle._of(drawn.puzzle._core.at(offsets), drawn.puzzle.title)

    def move_of(self, board: int, action: int) -> Move:
        """The move of an action; IllegalMoveError if the board has no such vehicle."""
        integer("action", action)
        vehicle, step = divmod(int(action), 2 * self.size.reach)
        labels = _labels(self.puzzle(board))
        if not 0 <= vehicle < len(labels):
            raise IllegalMoveError(f"expected one of {len(labels)} vehicles, found {vehicle}")
        reach = self.size.reach
        return Move(labels[vehicle], -step - 1 if step < reach else step - reach + 1)

    def action_of(self, board: int, move: Move | str) -> int:
        """The action of a move; IllegalMoveError if there is none."""
        move, reach = Move.of(move), self.size.reach
        labels = _labels(self.puzzle(board))
        if move.vehicle not in labels or not 0 < abs(move.cells) <= reach:
            raise IllegalMoveError(f"expected a vehicle and up to {reach} cells, found {move}")
        step = -move.cells - 1 if move.cells < 0 else reach + move.cells - 1
        return labels.index(move.vehicle) * 2 * reach + step


def _labels(puzzle: Puzzle) -> list[str]:
    """The labels of the vehicles as actions number them, the target first."""
    others = [vehicle.label for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    return [puzzle.target, *others]


def _observation_space(size: Size, observation: Observation) -> spaces.Box:
    if observation == "offsets":
        side = max(size.rows, size.cols)
        return spaces.Box(-side, side, (size.vehicles,), np.int8)
    if observation == "pixels":
        return spaces.Box(0, 255, (CELL * size.rows, CELL * size.cols, 3), np.uint8)
    return spaces.Box(0, 1, (size.vehicles + 2, size.rows, size.cols), np.uint8)


# Boards as Gymnasium renders them: arrays of colours, or text.


RENDER_MODES = ["rgb_array", "ansi"]
Frame: TypeAlias = "NDArray[np.uint8] | str"


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown mode; MissingExtraError if the packages of `rgb_array` are missing."""
    if mode is not None:
        known("render mode", mode, RENDER_MODES)
    if mode == "rgb_array":
        from rushhour.render.raster import require_extra

        require_extra()


def frame(puzzle: Puzzle, mode: str | None) -> Frame | None:
    """The board as text for `ansi`, as rows x columns x 3 bytes for `rgb_array`, else None."""
    if mode is None:
        return None
    if mode == "ansi":
        return str(puzzle)
    from rushhour.render.raster import flat, image

    return np.asarray(flat(image(puzzle.svg(theme="light"))), np.uint8)
