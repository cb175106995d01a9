"""The environment of Gymnasium agrees with the reference, and keeps Gymnasium's own rules."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import assume, given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, LimitReachedError, Puzzle, RushHourError, Vehicle
from rushhour.generation import Order
from rushhour.gym import Curriculum, RushHourEnv
from support import reference
from support.bridge import board_of, puzzle_of, state_of
from support.strategies import ANY_GOAL, ANY_METRIC, Drawing, board_from, drawings, examples

JAMS = Path(__file__).parent.parent.parent / "puzzles"
SMALL = "..B.../AAB.../....../......"
WALLED = Puzzle(5, 4, [Vehicle("t", "v", 2, 1, 2), Vehicle("b", "h", 1, 1, 2)], "t",
                Exit("top", 1), walls=[(4, 3), (0, 3)])  # fmt: skip


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"observation": "offsets", "metric": "step", "reward": "cost"},
        {"puzzles": WALLED, "goal": "off", "observation": "offsets"},
        {"puzzles": [SMALL, WALLED], "goal": "past", "reward": "potential", "discount": 0.9},
        {"puzzles": Order.of(slides="2..4", vehicles="3..6"), "reward": "distance"},
        {"puzzles": Curriculum([SMALL, WALLED]), "goal": "clear", "render_mode": "rgb_array"},
        {"puzzles": [SMALL, WALLED], "observation": "pixels"},
    ],
)
def test_gymnasium_accepts_it(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("RushHour-v1", **options).unwrapped)


def planes(board: reference.Board, state: reference.State) -> list[np.ndarray]:
    """What is to be seen: the target, the other vehicles, the walls, the cell by the exit."""
    index = board.target_index
    order = [index, *(i for i in range(len(board.cars)) if i != index)]
    bodies = [reference.cells(board.cars[i].axis, board.cars[i].length, state[i]) for i in order]
    door = reference.exit_lane(board, range(1))
    found = []
    for cells in [*bodies, board.walls, door]:
        plane = np.zeros((board.rows, board.cols), np.uint8)
        for row, col in cells:
            if 0 <= row < board.rows and 0 <= col < board.cols:
                plane[row, col] = 1
        found.append(plane)
    return found


def mask_of(env: RushHourEnv, moves: list[reference.Move]) -> np.ndarray:
    """The actions of these moves by the documented numbering."""
    labels = [car.label for car in board_of(env.puzzle).cars]
    labels.remove(env.puzzle.target)
    labels.insert(0, env.puzzle.target)
    reach = int(env.action_space.n) // (2 * len(labels))  # type: ignore[attr-defined]
    mask = np.zeros((len(labels), 2, reach), np.int8)
    for label, cells in moves:
        mask[labels.index(label), int(cells > 0), abs(cells) - 1] = 1
    return mask.reshape(-1)


@examples(40)
@given(drawings(6, 6), ANY_METRIC, ANY_GOAL, st.randoms(use_true_random=False))
def test_every_step_is_that_of_the_reference(
    drawing: Drawing, metric: Any, goal: Any, random: Any
) -> None:
    board = board_from(drawing)
    state = board.start
    assume(not reference.is_goal(board, state, goal))
    options: Any = {"metric": metric, "goal": goal}
    seen = RushHourEnv(puzzle_of(board), observation="planes", **options)
    told = RushHourEnv(puzzle_of(board), observation="offsets", **options)
    picture, info = seen.reset(seed=1)
    offsets, _ = told.reset(seed=1)
    for _ in range(12):
        moves = dict(reference.successors(board, state, metric, goal))
        assert (info["action_mask"] == mask_of(seen, list(moves))).all()
        assert (picture == np.stack(planes(board, state))).all()
        along = [c[car.axis == "h"] for car, c in zip(board.cars, state, strict=True)]
        target = along.pop(board.target_index)
        assert offsets.tolist() == [target, *along]
        assert state_of(seen.puzzle) == state
        if not moves:
            break
        move, state = random.choice(list(moves.items()))
        action = seen.action_of(rushhour.Move(*move))
        assert seen.move_of(action) == rushhour.Move(*move)
        picture, reward, solved, truncated, info = seen.step(action)
        offsets, *same = told.step(action)
        assert same[:3] == [reward, solved, truncated]
        assert solved == reference.is_goal(board, state, goal) == bool(reward)
        assert not truncated
        if solved:
            break


@examples(40)
@given(drawings(6, 6))
def test_the_pixels_show_every_cell(drawing: Drawing) -> None:
    board = board_from(drawing)
    assume(not reference.is_goal(board, board.start, "edge"))
    image = RushHourEnv(puzzle_of(board), observation="pixels").reset(seed=1)[0]
    assert image.shape == (14 * board.rows, 14 * board.cols, 3)
    owners: dict[tuple[int, int], object] = dict.fromkeys(board.walls, "wall")
    for car, cell in zip(board.cars, board.start, strict=True):
        owners |= dict.fromkeys(reference.cells(car.axis, car.length, cell), car.label)
    every = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    middle = {cell: tuple(image[14 * cell[0] + 7, 14 * cell[1] + 7].tolist()) for cell in every}
    target = board.cars[board.target_index].label
    for cell in every:
        assert (middle[cell] == (0xD6, 0x27, 0x28)) == (owners.get(cell) == target)
        assert len({middle[other] for other in every if owners.get(other) == owners.get(cell)}) <= (
            1 if cell in owners else 2  # the floor beside the exit is tinted
        )
        assert cell in owners or min(middle[cell]) > 200
    for row, col in every[: -board.cols]:
        edge = tuple(image[14 * row + 13, 14 * col + 7].tolist())
        if owners.get((row, col)) != owners.get((row + 1, col)):
            assert edge == (0xDD, 0xE1, 0xE7)
        elif (row, col) in owners:
            assert edge == middle[row, col]


@examples(25)
@given(drawings(4, 5, small=True), ANY_METRIC, ANY_GOAL, st.randoms(use_true_random=False))
def test_rewards_are_those_of_exact_distances(
    drawing: Drawing, metric: Any, goal: Any, random: Any
) -> None:
    board = board_from(drawing)
    distance = reference.explore(board, metric, goal).distance
    assume(distance.get(board.start))
    envs = {
        name: RushHourEnv(puzzle_of(board), metric=metric, goal=goal, reward=name, discount=0.75)
        for name in ("sparse", "cost", "distance", "potential")
    }  # type: ignore[misc]
    infos = [env.reset(seed=0)[1] for env in envs.values()]
    assert infos[2]["distance"] == infos[3]["distance"] == distance[board.start]
    state = board.start
    for _ in range(10):
        moves = dict(reference.successors(board, state, metric, goal))
        legal = random.choice([True, True, False])
        illegal = np.flatnonzero(mask_of(envs["sparse"], list(moves)) == 0)
        before = distance[state]
        if legal or not len(illegal):
            move, state = random.choice(list(moves.items()))
            action = envs["sparse"].action_of(rushhour.Move(*move))
        else:
            action = int(random.choice(illegal))
        after = distance[state]
        done = float(after == 0)
        expected = {
            "sparse": done,
            "cost": -1.0,
            "distance": -after,
            "potential": done + before - 0.75 * after,
        }
        for name, env in envs.items():
            _, reward, solved, _, info = env.step(action)
            assert (reward, solved) == (expected[name], after == 0)
            assert info.get("distance", after) == after
        if not after:
            break


def test_the_potential_adds_up_to_the_first_distance() -> None:
    """Without a discount the sum over any solution is 1 more than the distance of the start."""
    env = RushHourEnv(JAMS / "jam-01.txt", reward="potential")
    env.reset(seed=0)
    solution = rushhour.solve(env.puzzle).solution
    assert solution is not None
    sums = [env.step(env.action_of(move))[1] for move in solution]
    assert sum(sums) == 1 + len(sums) == 9


def test_an_illegal_action_leaves_the_board_as_it_is() -> None:
    env = RushHourEnv(SMALL, reward="cost")
    first, info = env.reset(seed=0)
    for action in np.flatnonzero(info["action_mask"] == 0):
        second, reward, solved, _, after = env.step(action)
        assert (first == second).all()
        assert (reward, solved) == (-1, False)
        assert (info["action_mask"] == after["action_mask"]).all()
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


def test_smaller_boards_have_room_in_the_spaces_of_the_largest() -> None:
    env = RushHourEnv([SMALL, WALLED, JAMS / "jam-01.txt"])
    assert env.observation_space.shape == (8 + 2, 6, 6)
    assert env.action_space.n == 8 * 2 * 4  # type: ignore[attr-defined]
    seen, _ = env.reset(options={"puzzle": WALLED})
    walls = np.ones((6, 6), np.uint8)
    walls[:5, :4] = 0
    walls[4, 3] = walls[0, 3] = 1
    assert (seen[8] == walls).all()
    assert np.argwhere(seen[9]).tolist() == [[0, 1]]
    assert not seen[2:8].any()
    with pytest.raises(RushHourError, match="expected at most 6 rows, found 9"):
        env.reset(options={"puzzle": "........./" * 4 + "AA......./" + "........./" * 4})


def test_the_cards_are_the_default_and_all_come_up() -> None:
    env = RushHourEnv(observation="offsets")
    env.reset(seed=3)
    numbers = {int(env.reset()[1]["puzzle"]) for _ in range(400)}
    assert numbers == set(range(40))
    titles = [rushhour.read(JAMS / f"jam-{number:02}.txt") for number in range(1, 41)]
    assert {cells_of(env.puzzle) for _ in range(400) if env.reset()} == set(map(cells_of, titles))


def cells_of(puzzle: Puzzle) -> frozenset[tuple[tuple[int, int], ...]]:
    """Where vehicles stand, whatever their names."""
    return frozenset(tuple(vehicle.cells()) for vehicle in puzzle.vehicles)


def test_a_seed_repeats_the_episodes() -> None:
    def run(seed: int) -> list[int]:
        env = RushHourEnv(Order.of(slides="1..4", vehicles="3..5"))
        env.reset(seed=seed)
        return [hash(env.puzzle)] + [hash(env.puzzle) for _ in range(6) if env.reset()]

    assert run(5) == run(5) != run(6)


def test_puzzles_made_to_order_meet_it() -> None:
    env = RushHourEnv(Order.of(size="5x6", slides="2..3", vehicles="3..5"))
    env.reset(seed=1)
    assert env.observation_space.shape == (5 + 2, 5, 6)
    for _ in range(10):
        outcome = rushhour.solve(env.puzzle)
        assert outcome.cost in (2, 3)
        assert 3 <= len(env.puzzle.vehicles) <= 5
        env.reset()


def test_a_curriculum_goes_on_when_most_episodes_are_solved() -> None:
    levels = Curriculum([SMALL, WALLED], threshold=0.5, window=4)
    env = RushHourEnv(levels)
    moves = {SMALL: ["B+2", "A+4"], WALLED: ["b+1", "t-2"]}

    def play(*, solve: bool) -> int:
        _, info = env.reset()
        level = int(info["level"])
        solution = moves[WALLED] if level else moves[SMALL]
        for move in solution if solve else solution[:1]:
            _, _, solved, *_ = env.step(env.action_of(move))
        assert solved == solve
        return level

    env.reset(seed=0)
    assert [play(solve=one) for one in (False, False, False, True, True)] == [0] * 5
    assert [play(solve=one) for one in (True, True, True)] == [1] * 3
    assert env.reset(seed=0)[1]["level"] == 0


def test_it_is_drawn_by_our_pictures() -> None:
    env = RushHourEnv(SMALL, render_mode="ansi")
    env.reset()
    env.step(env.action_of("B+2"))
    assert env.render() == str(rushhour.parse(SMALL).apply("B+2"))
    env = RushHourEnv(SMALL, render_mode="rgb_array")
    env.reset()
    first = env.render()
    env.step(env.action_of("B+2"))
    second = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.dtype == np.uint8
    assert first.shape == second.shape
    assert first.shape[2] == 3
    assert (first != second).any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"puzzles": []}, "expected at least one puzzle"),
        ({"puzzles": [3]}, "expected puzzles, texts and paths"),
        ({"puzzles": 3}, "expected puzzles, a path, an Order or a Curriculum"),
        ({"observation": "picture"}, "no observation named 'picture'"),
        ({"reward": "spars"}, "no reward named 'spars'; did you mean 'sparse'"),
        ({"metric": "slides"}, "no metric named 'slides'"),
        ({"render_mode": "human"}, "no render mode named 'human'"),
        ({"discount": 0}, "expected a discount above 0"),
        ({"puzzles": Order.of(vehicles="3..")}, "expected an order with a largest number"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RushHourError, match=message):
        RushHourEnv(**{"puzzles": SMALL} | options)


def test_bad_puzzles_and_actions_are_refused() -> None:
    env = RushHourEnv(SMALL)
    with pytest.raises(RushHourError, match="expected a reset before the step of board 0"):
        env.step(0)
    with pytest.raises(RushHourError, match="expected a reset before board 0 is looked at"):
        _ = env.puzzle
    env.reset()
    with pytest.raises(RushHourError, match="not solved yet"):
        env.reset(options={"puzzle": "AA/../.."})
    for action in (-1, int(env.action_space.n)):  # type: ignore[attr-defined]
        with pytest.raises(RushHourError, match="expected an action of the action space"):
            env.step(action)
    with pytest.raises(RushHourError, match="expected 1 integers as actions, found float64"):
        env.step(1.5)  # type: ignore[arg-type]
    stuck = "...B/AA.B/...B/...."
    RushHourEnv(stuck).reset()
    with pytest.raises(RushHourError, match="expected a puzzle with a solution"):
        RushHourEnv(stuck, reward="distance").reset()
    with pytest.raises(LimitReachedError):
        RushHourEnv(JAMS / "jam-01.txt", reward="distance", max_states=100).reset()


def test_make_imports_the_package_first() -> None:
    code = "import gymnasium as g; print(g.make('rushhour.gym:RushHour-v1').spec.max_episode_steps)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "500\n"
