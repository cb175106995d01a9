"""Learn to solve cards of the classic set by trying moves, without any search.

    python examples/learn.py [--cards 1..10] [--boards 64] [--steps 40000] [--seed 0]

The usual steps are enough for the beginner cards, 80 000 for cards 11..20, 400 000 for all forty.

Q-learning with a table: for each state that was seen and each legal action, how many moves are
believed to remain. Every belief begins at 1, which is never too much. Moves are deterministic, so
the learning rate is 1: a belief becomes 1 plus the least belief of the next state. Each board takes
the action with the least belief, ties at random, so what was not tried yet is tried first (Korf,
"Real-time heuristic search", Artificial Intelligence 42, 1990).
"""

import argparse
import time

import gymnasium
import numpy as np

import rushhour
from rushhour.gym import RushHourEnv
from rushhour.lab.tables import published_puzzles


class Table:
    """Beliefs: a row for each state that was seen, infinite for actions that are not legal."""

    def __init__(self, actions: int) -> None:
        self.rows: dict[bytes, int] = {}
        self.beliefs = np.full((1 << 14, actions), np.inf, np.float32)

    def find(self, puzzles: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The rows of states; one is made for each state that is new."""
        keys = np.concatenate([puzzles.astype(np.int8)[:, None], states], axis=1)
        found = np.empty(len(keys), np.int64)
        for number, key in enumerate(map(bytes, keys)):
            row = self.rows.get(key)
            if row is None:
                row = self.rows[key] = len(self.rows)
                if row == len(self.beliefs):
                    self.beliefs = np.concatenate(
                        [self.beliefs, np.full_like(self.beliefs, np.inf)]
                    )
                self.beliefs[row, masks[number] == 1] = 1
            found[number] = row
        return found

    def choose(self, rows: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """An action with the least belief of each row."""
        beliefs = self.beliefs[rows]
        is_best = beliefs == beliefs.min(axis=1, keepdims=True)
        return (is_best * random.random(beliefs.shape, np.float32)).argmax(axis=1)


def learn(cards: list[rushhour.Puzzle], boards: int, steps: int, seed: int) -> Table:
    """Play so many steps on so many boards at once."""
    envs = gymnasium.make_vec(
        "RushHour-v1",
        boards,
        puzzles=cards,
        observation="offsets",
        max_episode_steps=2000,
        autoreset_mode="SameStep",
    )
    random = np.random.default_rng(seed)
    table = Table(int(envs.single_action_space.n))
    states, info = envs.reset(seed=seed)
    rows = table.find(info["puzzle"], states, info["action_mask"])
    for _ in range(steps):
        actions = table.choose(rows, random)
        states, _, solved, cut, info = envs.step(actions)
        after = table.find(info["puzzle"], states, info["action_mask"])
        beliefs = 1 + np.where(solved, 0, table.beliefs[after].min(axis=1))
        known = solved | ~cut  # a board that was cut off shows the beginning of its next episode
        table.beliefs[rows[known], actions[known]] = beliefs[known]
        rows = after
    return table


def moves_of(table: Table, number: int, card: rushhour.Puzzle, env: RushHourEnv) -> int | None:
    """The moves that the table needs for a card; None if it does not solve it in 200."""
    state, info = env.reset(options={"puzzle": card})
    random = np.random.default_rng(0)
    for count in range(1, 201):
        row = table.find(np.array([number]), state[None], info["action_mask"][None])
        state, _, is_solved, _, info = env.step(int(table.choose(row, random)[0]))
        if is_solved:
            return count
    return None


def numbers(text: str) -> range:
    """The numbers of cards: `11..20`, or `3` for one."""
    first, _, last = text.partition("..")
    found = range(int(first), int(last or first) + 1)
    if not found or found[0] < 1 or found[-1] > 40:
        raise ValueError(text)
    return found


def main() -> None:
    """Learn, then print the moves for each card beside the optimum."""
    parser = argparse.ArgumentParser(description="learn to solve cards of the classic set")
    parser.add_argument("--cards", type=numbers, default=range(1, 11), metavar="FIRST..LAST")
    for name, usual in (("boards", 64), ("steps", 40_000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    cards = [published_puzzles()[f"Jam-{number}"] for number in asked.cards]
    begin = time.perf_counter()
    table = learn(cards, asked.boards, asked.steps, asked.seed)
    seconds = time.perf_counter() - begin
    print(f"{asked.boards * asked.steps} moves in {seconds:.0f} s, {len(table.rows)} states seen")
    env = RushHourEnv(cards, observation="offsets")
    found = [moves_of(table, number, card, env) for number, card in enumerate(cards)]
    for number, card, moves in zip(asked.cards, cards, found, strict=True):
        best = rushhour.solve(card).cost
        print(
            f"card {number}: {'not solved' if moves is None else f'{moves} moves'}, optimum {best}"
        )
    print(f"{len(cards) - found.count(None)} of {len(cards)} solved")


if __name__ == "__main__":
    main()
