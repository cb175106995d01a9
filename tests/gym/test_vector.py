"""The vector environment plays as so many scalar ones do under Gymnasium's own wrapper."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from rushhour import Exit, Puzzle, RushHourError, Vehicle
from rushhour.generation import Order
from rushhour.gym import Curriculum, RushHourVectorEnv

JAMS = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
WALLED = Puzzle(5, 4, [Vehicle("t", "v", 2, 1, 2), Vehicle("b", "h", 1, 1, 2)], "t",
                Exit("top", 1), walls=[(4, 3), (0, 3)])  # fmt: skip
EASY = [SMALL, WALLED, "..B./AAB./...C/...C", JAMS / "jam-01.txt"]


def pair(mode: AutoresetMode, **options: Any) -> tuple[Any, Any]:
    """Scalar environments as Gymnasium batches them, and ours."""
    shared = {"puzzles": EASY, "max_episode_steps": 9, "num_envs": 5, **options}
    scalar = gymnasium.make_vec(
        "RushHour-v1",
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **shared,
    )
    ours = gymnasium.make_vec("RushHour-v1", autoreset_mode=mode, **shared)
    assert isinstance(ours.unwrapped, RushHourVectorEnv)
    return scalar, ours


def same(one: Any, other: Any, place: str = "") -> None:
    """Compare values, arrays of arrays and nested infos."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), place
        for key in one:
            same(one[key], other[key], f"{place}.{key}")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for number, (first, second) in enumerate(zip(one, other, strict=True)):
            same(first, second, f"{place}[{number}]")
    else:
        assert np.array_equal(one, other), (place, one, other)
        assert np.asarray(one).dtype.kind == np.asarray(other).dtype.kind


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"observation": "offsets", "reward": "cost", "metric": "step"},
        {"reward": "potential", "discount": 0.5, "goal": "past"},
        {"reward": "distance", "goal": "off"},
        {"goal": "clear"},
    ],
)
def test_it_steps_as_scalar_environments_do(mode: AutoresetMode, options: dict[str, Any]) -> None:
    scalar, ours = pair(mode, **options)
    assert scalar.observation_space == ours.observation_space
    assert scalar.action_space == ours.action_space
    random = np.random.default_rng(1)
    first, second = scalar.reset(seed=7), ours.reset(seed=7)
    endings = {"solved": 0, "cut": 0}
    for _ in range(300):
        for number, (one, other) in enumerate(zip(first, second, strict=True)):
            same(one, other, str(number))
        masks = second[-1]["action_mask"]
        weights = random.random(masks.shape) * (masks + 1e-3)
        actions = weights.argmax(axis=1)
        first, second = scalar.step(actions), ours.step(actions)
        endings["solved"] += int(second[2].sum())
        endings["cut"] += int(second[3].sum())
    assert min(endings.values()) > 10


def test_the_step_after_the_last_one_begins_anew() -> None:
    envs = RushHourVectorEnv(2, SMALL, reward="cost")
    envs.reset(seed=0)
    act = [envs._boards.action_of(0, move) for move in ("B+2", "A+4", "B+1")]
    start, *_ = envs.reset()
    envs.step(np.array([act[0], act[2]]))
    seen, rewards, solved, _, _ = envs.step(np.array([act[1], act[2]]))
    assert solved.tolist() == [True, False]
    seen, rewards, solved, _, info = envs.step(np.array([act[0], act[0]]))
    assert (seen[0] == start[0]).all()
    assert rewards.tolist() == [0, -1]
    assert not solved.any()
    assert info["action_mask"][0, act[0]] == 1


def test_without_autoreset_the_caller_resets() -> None:
    envs = RushHourVectorEnv(2, SMALL, autoreset_mode="Disabled")
    start, _ = envs.reset(seed=0)
    one, two = (envs._boards.action_of(0, move) for move in ("B+2", "A+4"))
    envs.step(np.array([one, one]))
    seen, _, solved, _, _ = envs.step(np.array([two, one]))
    assert solved.tolist() == [True, False]
    with pytest.raises(RushHourError, match=r"expected a reset of boards that have ended.*\[0\]"):
        envs.step(np.array([0, 0]))
    again, info = envs.reset(options={"reset_mask": np.array([True, False])})
    assert (again[0] == start[0]).all()
    assert (again[1] == seen[1]).all()
    assert info["_action_mask"].tolist() == [True, False]
    envs.step(np.array([0, 0]))


def test_limits_truncate_every_board_by_itself() -> None:
    envs = RushHourVectorEnv(2, SMALL, max_episode_steps=3, autoreset_mode="Disabled")
    envs.reset(seed=0)
    illegal = np.zeros(2, np.int64)
    envs.step(illegal)
    envs.reset(options={"reset_mask": np.array([True, False])})
    ends = [envs.step(illegal)[3].tolist() for _ in range(2)]
    assert ends == [[False, False], [False, True]]


def test_boards_share_a_curriculum_and_an_order() -> None:
    order = Order.of(slides="1..3", vehicles="3..5")
    envs = RushHourVectorEnv(3, Curriculum([SMALL, order], threshold=1, window=3))
    _, info = envs.reset(seed=2)
    assert info["level"].tolist() == [0, 0, 0]
    for move in ("B+2", "A+4"):
        action = envs._boards.action_of(0, move)
        _, _, solved, _, info = envs.step(np.full(3, action))
    assert solved.all()
    _, _, _, _, info = envs.step(np.zeros(3, np.int64))
    assert info["level"].tolist() == [1, 1, 1]
    assert envs.reset(seed=2)[1]["level"].tolist() == [0, 0, 0]


def test_bad_calls_are_refused_before_any_board_moves() -> None:
    envs = RushHourVectorEnv(2, SMALL)
    with pytest.raises(RushHourError, match="expected a reset before the step of board 0"):
        envs.step(np.zeros(2, np.int64))
    start, _ = envs.reset(seed=[1, None])
    good = envs._boards.action_of(0, "B+2")
    bad: Any
    for bad in ([good], [good, 99], [good, -1], [good, 0.5], np.zeros((2, 1), int), None):
        with pytest.raises(RushHourError, match="expected"):
            envs.step(bad)
        assert (envs._boards.observe()[0] == start).all()
    for mask in ([True, False], np.zeros(2, bool), np.ones(3, bool)):
        with pytest.raises(RushHourError, match="expected a reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(RushHourError, match="expected 2 seeds, found 1"):
        envs.reset(seed=[1])
    with pytest.raises(RushHourError, match="expected 1 to"):
        RushHourVectorEnv(10**9, SMALL)
    with pytest.raises(RushHourError, match="no autoreset mode named 'Never'"):
        RushHourVectorEnv(1, SMALL, autoreset_mode="Never")


def test_frames_are_those_of_the_boards() -> None:
    envs = RushHourVectorEnv(2, [SMALL, WALLED], render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(map(str, envs.puzzles))
