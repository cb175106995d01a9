"""Steps a second of the vector environment beside the scalar one: `python benches/episodes.py`.

64 boards of the classic cards, legal actions at random, chosen outside the time; processor time of
one thread. The scalar environment is measured as `gymnasium.make` returns it, with its wrappers,
and bare.
"""

from __future__ import annotations

from time import process_time

import gymnasium
import numpy as np

import rushhour.gym  # noqa: F401

BOARDS = 64
STEPS = 3000
OPTIONS = [
    {"observation": "offsets"},
    {"observation": "planes"},
    {"observation": "pixels"},
    {"observation": "offsets", "reward": "potential"},
]


def choose(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action of each row."""
    return (masks * random.random(masks.shape, np.float32)).argmax(axis=-1)


def vector(options: dict[str, str]) -> float:
    """Steps a second of 64 boards at once."""
    envs = gymnasium.make_vec("RushHour-v1", BOARDS, **options)
    random, seconds = np.random.default_rng(0), 0.0
    _, info = envs.reset(seed=0)
    for _ in range(STEPS):
        actions = choose(info["action_mask"], random)
        begin = process_time()
        *_, info = envs.step(actions)
        seconds += process_time() - begin
    return BOARDS * STEPS / seconds


def scalar(options: dict[str, str], *, bare: bool) -> float:
    """Steps a second of one board."""
    env = gymnasium.make("RushHour-v1", **options)
    env = env.unwrapped if bare else env
    random, seconds = np.random.default_rng(0), 0.0
    _, info = env.reset(seed=0)
    for number in range(10 * STEPS):
        action = int(choose(info["action_mask"], random))
        begin = process_time()
        *_, solved, cut, info = env.step(action)
        if solved or cut or number % 500 == 499:
            _, info = env.reset()
        seconds += process_time() - begin
    return 10 * STEPS / seconds


if __name__ == "__main__":
    print(f"{'':38} {'vector':>10} {'scalar':>10} {'bare':>10}")
    for options in OPTIONS:
        found = vector(options), scalar(options, bare=False), scalar(options, bare=True)
        name = " ".join(f"{key}={value}" for key, value in options.items())
        print(f"{name:38} " + " ".join(f"{speed:10.0f}" for speed in found))
