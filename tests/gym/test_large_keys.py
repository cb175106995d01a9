"""Exact distances of boards whose states take keys of several words."""

from math import prod

import numpy as np

import rushhour
from rushhour import Puzzle, Vehicle
from rushhour.gym import RushHourEnv
from rushhour.model.setup import Cell

SIZE = 12
HOLES = {(2, 5), (3, 5)}


def woven() -> Puzzle:
    """A herringbone of vehicles that hold each other fast, but for two holes below a blocker."""
    vehicles = []
    for row in range(2, SIZE):
        for col in range(SIZE):
            axis = {0: "h", 3: "v"}.get((col - row) % 4)
            if axis is not None:
                vehicles.append(Vehicle(f"{axis}{row}.{col}", axis, row, col, 2))
    inside = {(row, col) for row in range(2, SIZE) for col in range(SIZE)} - HOLES
    vehicles = [one for one in vehicles if inside.issuperset(one.cells())]
    taken = {cell for one in vehicles for cell in one.cells()} | HOLES | {(1, 5)}
    walls = [(row, col) for row in range(1, SIZE) for col in range(SIZE)]
    ours = [Vehicle("B", "v", 0, 5, 2), Vehicle("A", "h", 0, 0, 2)]
    return Puzzle(SIZE, SIZE, [*vehicles, *ours], "A", walls=[c for c in walls if c not in taken])


def places(puzzle: Puzzle, vehicle: Vehicle) -> int:
    """How many places a vehicle has between the walls and the other vehicles of its line."""
    fixed = {cell for one in puzzle.vehicles if one.axis == vehicle.axis and one != vehicle
             for cell in one.cells()} | set(puzzle.walls)  # fmt: skip
    cells = [cell for cell in line(vehicle) if cell not in fixed]
    start = cells.index((vehicle.row, vehicle.col))
    numbers = [cell[1] if vehicle.axis == "h" else cell[0] for cell in cells]
    low = high = start
    while low and numbers[low - 1] == numbers[low] - 1:
        low -= 1
    while high + 1 < len(numbers) and numbers[high + 1] == numbers[high] + 1:
        high += 1
    return high - low + 2 - vehicle.length


def line(vehicle: Vehicle) -> list[Cell]:
    if vehicle.axis == "h":
        return [(vehicle.row, col) for col in range(SIZE)]
    return [(row, vehicle.col) for row in range(SIZE)]


def test_distances_follow_moves_in_every_word_of_a_key() -> None:
    puzzle = woven()
    assert prod(places(puzzle, vehicle) for vehicle in puzzle.vehicles) > 1 << 62
    cluster = rushhour.explore(puzzle)
    env = RushHourEnv(puzzle, reward="distance", observation="offsets")
    random, moved = np.random.default_rng(1), set()
    _, info = env.reset(seed=1)
    for _ in range(300):
        legal = info["action_mask"].nonzero()[0]
        move = env.move_of(int(random.choice(legal)))
        *_, solved, _, info = env.step(env.action_of(move))
        puzzle = puzzle.apply(move)
        moved.add(move.vehicle)
        assert info["distance"] == cluster.distance(puzzle)
        if solved:
            puzzle, (_, info) = woven(), env.reset()
    assert {"A", "B"} < moved
