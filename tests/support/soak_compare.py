"""One cluster of the soak: everything that the package says of it against the reference.

The reference explores the cluster once, in one metric and to one goal. Then every distance of
`explore` is compared, many of its states are solved as puzzles of their own, each in one of its
eight images, and a few by every algorithm with every heuristic. Moves are checked on the graph of
the reference: each must be one of its edges, and the last must end in a solved state.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any

import rushhour
from rushhour import Outcome, Puzzle
from support import reference
from support.bridge import puzzle_of
from support.reference import Axis, Board, Goal, Graph, Metric, Move, State
from support.soak_boards import FAMILIES
from support.soak_images import IMAGES, Image

# IDA* keeps no closed set: beyond this its tree is too large to be walked often.
DEEPEST_FOR_IDA = 6
# In place of infinity, of which 0 times is no number.
UNBOUNDED = 10**6
# Starts of a cluster: so many, a part of its states on top, and at most. In one of so many clusters
# one start is solved by every algorithm.
STARTS, PART, MOST_STARTS, DEEP = 60, 2, 1200, 3


class DisagreementError(Exception):
    """What the package says and the reference does not; the text has the board to paste."""


@dataclass
class Result:
    """What one cluster gave: its properties, each puzzle with its distance, and counts."""

    number: int
    properties: dict[str, str]
    puzzles: list[tuple[int, int | None]] = field(default_factory=list)
    comparisons: Counter[str] = field(default_factory=Counter)
    skipped: str | None = None
    disagreement: str | None = None


@dataclass(frozen=True)
class Case:
    """A board with what the reference knows of it."""

    board: Board
    metric: Metric
    goal: Goal
    graph: Graph

    @cached_property
    def distance(self) -> dict[State, int]:
        goals = [s for s in self.graph if reference.is_goal(self.board, s, self.goal)]
        return reference.distances(self.graph, goals)

    @cached_property
    def places(self) -> dict[str, tuple[int, Axis]]:
        """The index and the axis of each vehicle, by its label."""
        return {car.label: (at, car.axis) for at, car in enumerate(self.board.cars)}

    @cached_property
    def puzzles(self) -> dict[Image, Puzzle]:
        return {image: puzzle_of(image.board(self.board)) for image in IMAGES}

    def puzzle(self, state: State, image: Image) -> Puzzle:
        """A state of the cluster, the target perhaps beyond its exit, as a puzzle of its own."""
        base = self.puzzles[image]
        places = zip(base.vehicles, image.state(self.board, state), strict=True)
        offsets = [col if car.axis == "h" else row for car, (row, col) in places]
        return Puzzle._of(base._core.at(offsets), None)


def run(seed: str, number: int) -> Result:
    """Make cluster `number` of a seed and compare it."""
    random = Random(f"{seed}:{number}")
    family = random.choices(list(FAMILIES), [share for _, share, _ in FAMILIES.values()])[0]
    make, _, most = FAMILIES[family]
    board = make(random)
    metric, goal = random.choice(reference.METRICS), random.choice(reference.GOALS)
    result = Result(number, properties(board, family, metric, goal))
    graph = flood(board, metric, goal, most)
    if graph is None:
        result.skipped = family
        return result
    try:
        compare(Case(board, metric, goal, graph), random, result)
    except BaseException as error:  # a panic of the core is no Exception
        found = str(error) if isinstance(error, DisagreementError) else f"{error!r}\n{board}"
        result.disagreement = (
            f"{found}\nmetric {metric}, goal {goal}, cluster {number}, seed {seed}"
        )
    return result


def properties(board: Board, family: str, metric: Metric, goal: Goal) -> dict[str, str]:
    """What puzzles are counted by."""
    low, high = sorted((board.rows, board.cols))
    classes = (
        (4, "up to 4"),
        (8, "5 to 8"),
        (16, "9 to 16"),
        (32, "17 to 32"),
        (128, "33 or more"),
    )
    vehicles = next(name for most, name in classes if len(board.cars) <= most)
    size = f"{low} x {high}" if high <= 8 else "9 to 16 a side" if high <= 16 else "17 to 32 a side"
    walls = "with walls" if board.walls else "without walls"
    names = {"family": family, "size": size, "vehicles": vehicles, "walls": walls}
    return names | {"metric": metric, "goal": goal}


def flood(board: Board, metric: Metric, goal: Goal, most: int) -> Graph | None:
    """The reference's flood; None where there are more states than `most`."""
    graph: Graph = {}
    waiting = [board.start]
    while waiting:
        state = waiting.pop()
        if state not in graph:
            if len(graph) == most:
                return None
            children = reference.successors(board, state, metric, goal)
            graph[state] = [child for _, child in children]
            waiting += graph[state]
    return graph


def compare(case: Case, random: Random, result: Result) -> None:
    """All comparisons of a cluster, counted in `result`; the first that fails is raised."""
    compare_distances(case, random.choice(IMAGES), result)
    starts = chosen_starts(case, random)
    compare_many(case, random, starts, result)
    if result.number % 4 == 0:
        compare_columns(case, starts, result)
    if result.number % DEEP == 0:
        compare_searches(case, random.choice(starts), random.choice(IMAGES), result)


def compare_distances(case: Case, image: Image, result: Result) -> None:
    """Every distance that `explore` finds."""
    puzzle = case.puzzle(case.board.start, image)
    found = rushhour.explore(puzzle, metric=case.metric, goal=case.goal)
    offsets, distances = (part.tolist() for part in found.arrays())
    seen = dict(zip(map(tuple, offsets), distances, strict=True))
    across = [car.axis == "h" for car in puzzle.vehicles]
    for state in case.graph:
        places = zip(image.state(case.board, state), across, strict=True)
        key = tuple(col if is_across else row for (row, col), is_across in places)
        expected = case.distance.get(state, -1)
        if seen.pop(key, None) != expected:
            fail(case.puzzle(state, image), "explore", f"distance {expected}", "another")
    if seen:
        fail(puzzle, "explore", f"{len(case.graph)} states", f"{len(seen)} more")
    result.comparisons["distances of explore"] += len(case.graph)


def chosen_starts(case: Case, random: Random) -> list[State]:
    """Some states: half at random, the others near the farthest, walks away from the goal."""
    count = min(len(case.graph), MOST_STARTS, STARTS + len(case.graph) // PART)
    chosen = set(random.sample(list(case.graph), (count + 1) // 2)) | {case.board.start}
    hardest = sorted(case.distance, key=case.distance.__getitem__, reverse=True)
    waiting = deque(hardest[:1])
    while waiting and len(chosen) < count:
        state = waiting.popleft()
        if state not in chosen:
            chosen.add(state)
            waiting += random.sample(case.graph[state], min(3, len(case.graph[state])))
    return sorted(chosen)


def compare_many(case: Case, random: Random, starts: list[State], result: Result) -> None:
    """Each start in one image through `solve_many`."""
    images = [random.choice(IMAGES) for _ in starts]
    puzzles = [case.puzzle(*start) for start in zip(starts, images, strict=True)]
    query: dict[str, Any] = {"metric": case.metric, "goal": case.goal}
    outcomes = rushhour.solve_many(puzzles, threads=1, **query)
    for state, image, puzzle, outcome in zip(starts, images, puzzles, outcomes, strict=True):
        if not isinstance(outcome, Outcome):
            raise DisagreementError(f"solve_many: {outcome!r}\n{puzzle!r}")
        check(case, state, image, outcome, "auto", 1)
        result.puzzles.append((fingerprint(puzzle), case.distance.get(state)))
    result.comparisons["solve_many"] += len(starts)


def compare_columns(case: Case, starts: list[State], result: Result) -> None:
    """The starts that are board strings through `solve_batch`, with and without shared clusters."""
    image = IMAGES[0]
    puzzles = {state: case.puzzle(state, image) for state in starts}
    states = [state for state, puzzle in puzzles.items() if is_board_string(puzzle)]
    texts = [rushhour.write(puzzles[state], "boardstring").strip() for state in states]
    for shares in (False, True) if texts else ():
        query: dict[str, Any] = {"metric": case.metric, "goal": case.goal}
        table = rushhour.solve_batch(texts, share_clusters=shares, threads=1, **query)
        rows = zip(table[f"{case.metric}s"].to_pylist(), table["moves"].to_pylist(), strict=True)
        for state, text, (cost, moves) in zip(states, texts, rows, strict=True):
            name = "solve_batch, shared" if shares else "solve_batch"
            if cost != case.distance.get(state):
                fail(puzzles[state], name, f"{case.distance.get(state)}", f"{cost} for {text}")
            if cost is not None:
                path = [rushhour.Move.parse(move) for move in moves.split()]
                check_moves(case, state, image, [(m.vehicle, m.cells) for m in path], name)
            result.comparisons[name] += 1


def is_board_string(puzzle: Puzzle) -> bool:
    """Whether a board string can say all of a puzzle."""
    letters = all(len(vehicle.label) == 1 for vehicle in puzzle.vehicles)
    return puzzle.exit.side in ("right", "bottom") and letters and not puzzle.driven_out


def compare_searches(case: Case, state: State, image: Image, result: Result) -> None:
    """One start by every algorithm, those with a heuristic by every heuristic."""
    puzzle, distance = case.puzzle(state, image), case.distance.get(state)
    for algorithm, heuristic, within in searches(case.metric):
        is_deep = distance is None or distance > DEEPEST_FOR_IDA
        if (algorithm == "ida" and is_deep) or (algorithm == "naive" and len(case.graph) > 500):
            continue
        how = {"algorithm": algorithm} | ({"heuristic": heuristic} if heuristic else {})
        query: dict[str, Any] = {"metric": case.metric, "goal": case.goal, **how}
        limit = 1.0 if algorithm == "ida" else None
        outcome = rushhour.solve(puzzle, threads=1, max_seconds=limit, **query)
        if outcome.status == "unknown" and algorithm == "ida":
            result.comparisons["ida, out of time"] += 1
            continue
        name = f"{algorithm} {heuristic}" if heuristic else algorithm
        check(case, state, image, outcome, name, within)
        result.comparisons[name] += 1


def searches(metric: Metric) -> Iterator[tuple[str, str | None, float]]:
    """Every algorithm, with every heuristic if it takes one; within how many times the optimum."""
    for algorithm in rushhour.algorithms():
        if "heuristic" not in algorithm.takes:
            yield algorithm.name, None, 1 if algorithm.optimal == "always" else UNBOUNDED
            continue
        for heuristic in rushhour.heuristics():
            # The usual weight is 2.
            promised = {"admissible": 1, "within weight": 2}.get(algorithm.optimal, UNBOUNDED)
            within = promised if heuristic.admissible[metric] else UNBOUNDED
            if within < UNBOUNDED or algorithm.name == "astar":
                yield algorithm.name, heuristic.name, within


def check(
    case: Case, state: State, image: Image, outcome: Outcome, name: str, within: float
) -> None:
    """Status, cost, bound and moves of an outcome; its cost is within so many times the optimum."""
    distance, puzzle = case.distance.get(state), outcome.puzzle
    status = "unsolvable" if distance is None else "solved"
    if outcome.status != status:
        fail(puzzle, name, status, outcome.status)
    if distance is None or outcome.cost is None or outcome.solution is None:
        return
    if not distance <= outcome.cost <= distance * within:
        fail(puzzle, name, f"cost {distance}", f"{outcome.cost}: {outcome.solution}")
    if outcome.lower_bound > distance or (within == 1 and outcome.lower_bound != distance):
        fail(puzzle, name, f"lower bound {distance}", f"{outcome.lower_bound}")
    moves = [(move.vehicle, move.cells) for move in outcome.solution.moves]
    check_moves(case, state, image, moves, name)
    if len(moves) != outcome.cost:
        fail(puzzle, name, f"{outcome.cost} moves", f"{len(moves)}")


def check_moves(case: Case, state: State, image: Image, moves: list[Move], name: str) -> None:
    """Every move is an edge of the reference's graph, and the last ends in a solved state."""
    here = state
    for label, cells in moves:
        at, axis = case.places[label]
        corner = reference.shifted(
            here[at], reference.ALONG[axis], -cells if image.turns(axis) else cells
        )
        after = *here[:at], corner, *here[at + 1 :]
        if after not in case.graph[here]:
            fail(case.puzzle(state, image), name, "legal moves", f"{moves}")
        here = after
    if case.distance.get(here) != 0:
        fail(case.puzzle(state, image), name, "moves to the goal", f"{moves}")


def fail(puzzle: Puzzle, name: str, expected: str, found: str) -> None:
    """Raise what is wrong with a board that can be pasted."""
    raise DisagreementError(f"{name}: expected {expected}, found {found}\n{puzzle!r}")


def fingerprint(puzzle: Puzzle) -> int:
    """64 bits of the picture of a puzzle: board and start, without labels and their order."""
    core = puzzle._core
    target = core.vehicles[core.target][1:]
    cars = sorted(vehicle[1:] for vehicle in core.vehicles)
    picture = core.rows, core.cols, core.exit, core.walls, target, cars
    return int.from_bytes(blake2b(repr(picture).encode(), digest_size=8).digest(), "big")
