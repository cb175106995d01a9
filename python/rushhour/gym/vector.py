"""RushHourVectorEnv: many boards, which the core plays at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rushhour.base.expect import known
from rushhour.errors import RushHourError, WrongValueError
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
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle

Infos = dict[str, Any]


class RushHourVectorEnv(VectorEnv[Array, Array, Array]):
    """Several boards that are played at once; the arguments are those of `RushHourEnv`.

    Board i with seed s plays as `RushHourEnv` with seed s + i, but the boards share one curriculum
    and the puzzles of one order. `max_episode_steps` truncates episodes; None never does.
    `autoreset_mode` is one of Gymnasium's: `NextStep` (the default: the step after the last one
    begins a new episode and plays no action), `SameStep` or `Disabled`.

    >>> envs = RushHourVectorEnv(2, "..B.../AAB.../....../......", observation="offsets")
    >>> envs.reset(seed=1)[0].tolist()
    [[0, 0], [0, 0]]
    """

    def __init__(
        self,
        num_envs: int = 1,
        puzzles: Puzzles = None,
        *,
        observation: Observation = "planes",
        metric: Metric = "slide",
        goal: Goal = "edge",
        reward: Reward = "sparse",
        discount: float = 1.0,
        max_states: int = 1_000_000,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
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
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self._boards = Boards(num_envs, puzzles, rules, max_episode_steps)
        self.single_observation_space = self._boards.observation_space
        self.single_action_space = self._boards.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._has_ended = np.zeros(num_envs, np.bool_)
        self._randoms: list[np.random.Generator] = []

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The boards as they stand."""
        return tuple(map(self._boards.puzzle, range(self.num_envs)))

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, Infos]:
        """Begin an episode on every board, or on those of `options["reset_mask"]`."""
        check_reset(None, options)
        chosen = self._chosen((options or {}).get("reset_mask"))
        self._seed(seed, chosen)
        puzzle = (options or {}).get("puzzle")
        for board in np.flatnonzero(chosen).tolist():
            self._boards.start(board, self._randoms[board], puzzle)
        self._has_ended &= ~chosen
        seen, masks = self._boards.observe()
        return seen, self._infos(masks, chosen)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Play an action on each board: observations, rewards, solved, truncated and infos."""
        waiting = self._has_ended
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            boards = np.flatnonzero(waiting)[:8].tolist()
            raise RushHourError(f"expected a reset of boards that have ended, such as {boards}")
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._restart(waiting)
        rewards, solved, cut = self._boards.step(actions, waiting)
        ended = solved | cut
        final: Infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            if ended.any():
                final = self._final(ended)
                self._restart(ended)
        else:
            self._has_ended = ended
        seen, masks = self._boards.observe()
        return seen, rewards, solved, cut, {**final, **self._infos(masks, self._all)}

    def render(self) -> tuple[Frame | None, ...]:  # type: ignore[override]
        """The boards as the `render_mode` says."""
        return tuple(frame(puzzle, self.render_mode) for puzzle in self.puzzles)

    def _restart(self, boards: NDArray[np.bool_]) -> None:
        for board in np.flatnonzero(boards).tolist():
            self._boards.start(board, self._randoms[board])

    def _final(self, ended: NDArray[np.bool_]) -> Infos:
        """The last observation and infos of the episodes that have ended."""
        seen, masks = self._boards.observe()
        last = np.full(self.num_envs, None, object)
        for board in np.flatnonzero(ended):
            last[board] = seen[board]
        infos = self._infos(masks, ended)
        for values in infos.values():
            values[~ended] = 0
        return {"final_obs": last, "_final_obs": ended, "final_info": infos, "_final_info": ended}

    def _infos(self, masks: NDArray[np.int8], known: NDArray[np.bool_]) -> Infos:
        """The infos of the boards that are `known`, as Gymnasium batches them."""
        infos: Infos = {}
        for name, values in self._boards.infos(masks).items():
            infos[name], infos[f"_{name}"] = values, known.copy()
        return infos

    def _chosen(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return self._all
        shape = (self.num_envs,)
        if not isinstance(mask, np.ndarray) or mask.shape != shape or mask.dtype != np.bool_:
            raise WrongValueError(f"expected a reset_mask of bool and shape {shape}")
        if not mask.any():
            raise WrongValueError("expected a reset_mask with at least one board")
        return mask

    def _seed(self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        """Seed the generators of boards; the first of all seeds is that of the puzzles."""
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise WrongValueError(f"expected {self.num_envs} seeds, found {len(seeds)}")
        for one in seeds:
            check_reset(one, None)
        is_fresh = not self._randoms
        if is_fresh:
            self._randoms = [seeding.np_random(None)[0] for _ in range(self.num_envs)]
        for board in np.flatnonzero(chosen):
            if seeds[board] is not None:
                self._randoms[board] = seeding.np_random(seeds[board])[0]
        first = seeds[0] if chosen.all() else None
        if first is not None or is_fresh:
            self._boards.restart(
                int(self._randoms[0].integers(1 << 32)) if first is None else first
            )


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    known("autoreset mode", mode, [each.value for each in AutoresetMode])
    return AutoresetMode(mode)
