"""RushHourEnv: one board as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from rushhour.gym.boards import (
    RENDER_MODES,
    Array,
    Boards,
    Frame,
    Observation,
    Reward,
    Rules,
    check_render_mode,
    check_reset,
    frame,
)
from rushhour.gym.puzzles import Puzzles
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle

_ON = np.zeros(1, np.bool_)


class RushHourEnv(gymnasium.Env[Array, np.int64]):
    """A puzzle that an agent solves, move by move.

    `puzzles` are a Puzzle, a text, the path of a file, a list of these, an `Order` for the
    generator, or a `Curriculum`; by default the forty classic cards. Each episode begins at one of
    them. Several sizes of boards share the spaces of the largest.

    An action is a vehicle and a number of cells: `move_of` and `action_of` convert. Not every
    action is legal; `info["action_mask"]` has 1 for those that are, and any other leaves the board
    as it is, but counts as a move. Vehicle 0 is the target. `observation`, `reward` and `discount`
    are described in the documentation, `metric` and `goal` as for `solve`. Rewards by distance
    explore each cluster; LimitReachedError if one has more than `max_states` states.

    `reset` takes `options={"puzzle": ...}` to begin at a puzzle of your own.

    >>> env = RushHourEnv("..B.../AAB.../....../......", reward="cost")
    >>> _, info = env.reset(seed=1)
    >>> [str(env.move_of(action)) for action in info["action_mask"].nonzero()[0]]
    ['B+1', 'B+2']
    >>> env.step(env.action_of("B+2"))[1:4]
    (-1.0, False, False)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        puzzles: Puzzles = None,
        *,
        observation: Observation = "planes",
        metric: Metric = "slide",
        goal: Goal = "edge",
        reward: Reward = "sparse",
        discount: float = 1.0,
        max_states: int = 1_000_000,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        rules = Rules(
            observation=observation,
            metric=metric,
            goal=goal,
            reward=reward,
            discount=discount,
            max_states=max_states,
        )
        self.render_mode = render_mode
        self._boards = Boards(1, puzzles, rules, None)
        self.observation_space = self._boards.observation_space
        self.action_space = self._boards.action_space
        self._is_fresh = True

    @property
    def puzzle(self) -> Puzzle:
        """The board as it stands."""
        return self._boards.puzzle(0)

    def move_of(self, action: int) -> Move:
        """The move of an action, legal or not."""
        return self._boards.move_of(0, action)

    def action_of(self, move: Move | str) -> int:
        """The action of a move such as `B+2`, legal or not."""
        return self._boards.action_of(0, move)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, for learners that ask for it."""
        legal: NDArray[np.bool_] = self._boards.observe()[1][0] == 1
        return legal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin an episode; see the class."""
        check_reset(seed, options)
        super().reset(seed=seed)
        random = self.np_random
        if seed is not None or self._is_fresh:
            self._boards.restart(int(random.integers(1 << 32)) if seed is None else seed)
            self._is_fresh = False
        self._boards.start(0, random, (options or {}).get("puzzle"))
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move: observation, reward, solved, False, and infos."""
        rewards, solved, _ = self._boards.step(np.asarray([action]), _ON)
        observation, info = self._observe()
        return observation, float(rewards[0]), bool(solved[0]), False, info

    def render(self) -> Frame | None:
        """The board as the `render_mode` says: an array of colours or a text."""
        return frame(self.puzzle, self.render_mode)

    def _observe(self) -> tuple[Array, dict[str, Any]]:
        seen, masks = self._boards.observe()
        infos = {name: values[0] for name, values in self._boards.infos(masks).items()}
        return seen[0], infos
