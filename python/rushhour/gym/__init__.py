"""Reinforcement learning: the environment `RushHour-v1` of Gymnasium (extra `gym`).

Importing this package registers it; `gymnasium.make("rushhour.gym:RushHour-v1")` imports it first.
"""

from rushhour.base.packages import needs

with needs("gym"):
    import gymnasium
    import numpy as np  # noqa: F401 - the modules below need it

from rushhour.gym.puzzles import Curriculum
from rushhour.gym.scalar import RushHourEnv
from rushhour.gym.vector import RushHourVectorEnv

__all__ = ["ID", "MAX_MOVES", "Curriculum", "RushHourEnv", "RushHourVectorEnv"]

ID = "RushHour-v1"
MAX_MOVES = 500
"""The moves after which an episode is truncated, unless `max_episode_steps` says otherwise."""

gymnasium.register(
    ID,
    entry_point="rushhour.gym.scalar:RushHourEnv",
    vector_entry_point="rushhour.gym.vector:RushHourVectorEnv",
    max_episode_steps=MAX_MOVES,
)
