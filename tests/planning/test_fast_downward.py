"""Fast Downward finds the same costs, on the classics and on random boards."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import rushhour
from rushhour import Puzzle, Solution
from rushhour.model.move import Goal, Metric
from rushhour.planning import to_pddl
from support import downward
from support.bridge import hardest, puzzle_of
from support.soak_boards import FAMILIES

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
CLASSICS = [PUZZLES / f"jam-{number:02}.txt" for number in range(1, 41)]
SEARCHES = ("astar(blind())", "astar(lmcut())")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(downward.driver() is None, reason="needs up-fast-downward"),
]


def agree(puzzle: Puzzle, metric: Metric, goal: Goal, how: str, folder: Path) -> None:
    """The planner's cost is ours, and its plan solves the puzzle at that cost."""
    outcome = rushhour.solve(puzzle, metric=metric, goal=goal)
    found = downward.search(*to_pddl(puzzle, metric=metric, goal=goal).save(folder / "task"), how)
    assert found.cost == outcome.cost, (puzzle, metric, goal, how)
    if found.cost is not None:
        solution = Solution.parse(puzzle, found.plan, metric=metric, goal=goal)
        assert solution.verify() == ()
        assert solution.cost <= found.cost == len(list(solution)) or goal == "clear"


@pytest.mark.parametrize("file", CLASSICS, ids=lambda file: file.stem)
def test_classics(file: Path, tmp_path: Path) -> None:
    for how in SEARCHES:
        agree(rushhour.read(file), "slide", "edge", how, tmp_path)


@pytest.mark.parametrize("metric", ["slide", "step"])
@pytest.mark.parametrize("goal", ["edge", "past", "off", "clear"])
def test_random_boards(metric: Metric, goal: Goal, tmp_path: Path) -> None:
    for number, puzzle in enumerate(islice(boards(Random(f"{metric} {goal}")), 25)):
        agree(puzzle, metric, goal, SEARCHES[number % 2], tmp_path)


def boards(random: Random) -> Iterator[Puzzle]:
    """Boards of every family but the largest, half of them in their hardest state."""
    families = [FAMILIES[name][0] for name in ("small", "crowded", "standard", "mutated")]
    while True:
        board = random.choice(families)(random)
        yield puzzle_of(random.choice([board, hardest(board)]))
