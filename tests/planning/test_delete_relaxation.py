"""The estimates of planners on our own PDDL: as a planner of a page has them, and Fast Downward."""

from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

import rushhour
from rushhour import Puzzle, _core
from rushhour.model.move import Goal, Metric
from rushhour.planning import to_pddl
from support import downward, relaxed, strips
from support.bridge import board_from, hardest, puzzle_of
from support.soak_boards import FAMILIES
from support.strategies import ANY_GOAL, ANY_METRIC, Drawing, drawings, examples

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAMS = sorted(PUZZLES.glob("jam-*.txt"))
# The names of Fast Downward's.
THEIRS = {"h-max": "hmax", "h-add": "add", "ff": "ff", "lm-cut": "lmcut"}


def ours(puzzle: Puzzle, name: str, metric: Metric = "slide", goal: Goal = "edge") -> float:
    found = _core.estimate(puzzle._core, name, metric, goal)
    return inf if found is None else found


@examples(40)
@given(drawings(5, 5), ANY_METRIC, ANY_GOAL)
def test_costs_are_those_of_the_pddl(drawing: Drawing, metric: Metric, goal: Goal) -> None:
    puzzle = puzzle_of(board_from(drawing))
    if puzzle.is_solved(goal):
        return
    task = to_pddl(puzzle, metric=metric, goal=goal)
    ground = strips.ground(task.domain, task.problem)
    facts = {fact: (number,) for number, fact in enumerate(facts_of(ground))}
    actions = [
        relaxed.Action(
            tuple(
                facts[fact] for fact in action.needs if fact not in ground.start or changes(fact)
            ),
            tuple(facts[fact] for fact in action.adds),
            action.cost,
        )
        for action in ground.actions
    ]
    start = {facts[fact] for fact in ground.start if changes(fact)}
    for name, combine in (("h-max", max), ("h-add", sum)):
        costs = relaxed.explored(start, actions, combine)
        expected = combine([costs.get(facts[fact], inf) for fact in ground.goal])
        assert ours(puzzle, name, metric, goal) == min(expected, 65535 if expected < inf else inf)


def changes(fact: strips.Fact) -> bool:
    return fact[0] in ("at", "clear", "solved")


def facts_of(task: strips.Task) -> list[strips.Fact]:
    parts = [task.start, task.goal, *(action.needs | action.adds for action in task.actions)]
    return sorted({fact for part in parts for fact in part})


@pytest.mark.parametrize("metric", ["slide", "step"])
@pytest.mark.parametrize("file", [*JAMS[:4], JAMS[14]], ids=lambda file: file.stem)
def test_they_keep_their_order_on_whole_clusters(file: Path, metric: Metric) -> None:
    """h-max <= lm-cut <= the distance; h-max <= ff and h-add, by definition."""
    cluster = rushhour.explore(rushhour.read(file), metric=metric)
    _, distances = cluster.arrays()
    for index in range(0, len(cluster), max(1, len(cluster) // 300)):
        state = cluster.state(index)
        h = {name: ours(state, name, metric) for name in THEIRS}
        assert h["h-max"] <= h["lm-cut"] <= distances[index]
        assert h["h-max"] <= h["ff"]
        assert h["h-max"] <= h["h-add"]


def theirs(puzzle: Puzzle, name: str, metric: Metric, goal: Goal) -> float:
    """Fast Downward's value of the start; it prints it before it searches."""
    with TemporaryDirectory() as folder:
        files = to_pddl(puzzle, metric=metric, goal=goal).save(Path(folder) / "task")
        return downward.initial(*files, THEIRS[name])


@pytest.mark.slow
@pytest.mark.skipif(downward.driver() is None, reason="needs up-fast-downward")
@pytest.mark.parametrize("metric", ["slide", "step"])
def test_fast_downward_says_the_same(metric: Metric) -> None:
    """h-max and h-add to the last board.

    FF chooses among cheapest actions for a fact, LM-cut among the dearest facts of an action. The
    definitions leave open which of equals to take, and Fast Downward takes the first in the order
    in which its translator numbers facts. Another choice gives another plan or other cuts, which
    are as sound, so that only their sums are near.
    """
    random = Random(f"relaxed {metric}")
    families = [FAMILIES[name][0] for name in ("small", "crowded", "standard", "mutated")]
    boards = (hardest(random.choice(families)(random)) for _ in iter(int, 1))
    goals = random.choices(["edge", "past", "off", "clear"], k=10)
    cases = [(rushhour.read(file), "edge") for file in JAMS[::8]]
    cases += zip(map(puzzle_of, islice(boards, 10)), goals, strict=True)
    sums = {name: [0.0, 0.0] for name in THEIRS}
    for puzzle, goal in cases:
        if puzzle.is_solved(goal) or rushhour.solve(puzzle, goal=goal).cost is None:
            continue
        for name, pair in sums.items():
            found, expected = ours(puzzle, name, metric, goal), theirs(puzzle, name, metric, goal)
            assert name in ("ff", "lm-cut") or found == expected, (puzzle, name, goal)
            pair[0] += found
            pair[1] += expected
    for found, expected in sums.values():
        assert abs(found - expected) <= 0.1 * expected > 0
