"""Generate the boards of puzzles/large/generated.csv: `python benches/generate_large.py [COUNT]`.

Board number n is the first of the random boards that n seeds which passes two filters: `advanced`
proves that it takes at least four slides, and `fast`, which is blind, finds no answer in ten
million states. Nothing else selects them. Sizes go from 8 x 8 to 16 x 16 and begin anew; 40 to 60 %
of the cells are covered; every third board has walls. A line comes as soon as it is found: the list
takes some ten minutes of processor time.
"""

from __future__ import annotations

import sys
from itertools import chain, count
from random import Random

import rushhour

COUNT = 100
STATES = 10_000_000
SLIDES = 4
# To place vehicles at random; many overlap.
ATTEMPTS = 20_000
LENGTHS = (2, 2, 2, 3, 3, 4)
# `A` is the target; `o` and `x` are empty cells and walls.
LABELS = [chr(code) for code in chain(range(48, 127), range(0xC0, 0x180)) if chr(code).isalnum()]
LABELS = [label for label in LABELS if label not in "Aox"]

Grid = list[list[str]]
Cells = list[tuple[int, int]]


def random_board(random: Random, size: int, walls: int) -> str:
    """A board with its target near the left edge and only crossing vehicles in its row."""
    grid = [["."] * size for _ in range(size)]
    row, col = random.randrange(size), random.randrange(2)
    put(grid, [(row, col), (row, col + 1)], "A")
    for _ in range(walls):
        cell = random.randrange(size), random.randrange(size)
        if cell[0] != row:
            put(grid, [cell], "x")
    labels, cells = iter(LABELS), int(random.uniform(0.4, 0.6) * size * size)
    crossings = sum(random.random() < 0.5 for _ in range(size - 3))
    for _ in range(ATTEMPTS):
        place = random_place(random, size)
        crosses, stays = (row in {r for r, _ in place}), place[0][0] == place[1][0]
        if crosses == (crossings > 0) and not (crosses and stays) and is_free(grid, place):
            put(grid, place, next(labels))
            crossings -= crosses
            cells -= len(place)
        if cells <= 0:
            break
    return "/".join(map("".join, grid))


def random_place(random: Random, size: int) -> Cells:
    """The cells of a vehicle of any length in any line."""
    length, line = random.choice(LENGTHS), random.randrange(size)
    start = random.randrange(size - length + 1)
    cells = [(line, along) for along in range(start, start + length)]
    return cells if random.random() < 0.5 else [(col, row) for row, col in cells]


def is_free(grid: Grid, cells: Cells) -> bool:
    """Whether nothing stands on any of these cells."""
    return all(grid[row][col] == "." for row, col in cells)


def put(grid: Grid, cells: Cells, label: str) -> None:
    """Cover the cells that are free."""
    for row, col in cells:
        if grid[row][col] == ".":
            grid[row][col] = label


def is_hard(board: str) -> bool:
    """Whether a board passes both filters."""
    first = rushhour.solve(board, algorithm="astar", heuristic="advanced", max_states=1)
    if first.status != "unknown" or first.lower_bound < SLIDES:
        return False
    outcome = rushhour.solve(board, algorithm="fast", max_states=STATES, max_memory=None)
    return outcome.stopped_by == "states"


def hard_board(number: int) -> str:
    """The board of a number."""
    random, size = Random(number), 8 + number % 9
    for _ in count():
        walls = random.randrange(1, size) if number % 3 == 0 else 0
        board = random_board(random, size, walls)
        if is_hard(board):
            return board
    raise AssertionError


if __name__ == "__main__":
    print("name,board")
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT):
        print(f"g{8 + number % 9:02}-{number:02},{hard_board(number)}", flush=True)
