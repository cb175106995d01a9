"""What `share_clusters` gains: processor seconds of lists, each board by itself and together.

    python benches/sharing.py LIST

LIST holds lines of Fogleman's list: moves, board, cluster size.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import rushhour
from million import mirror
from usage import arguments


def walk(board: str, steps: int, random: Random) -> list[str]:
    """The boards on a walk of random moves."""
    puzzle, boards = rushhour.parse(board), []
    for _ in range(steps):
        puzzle = puzzle.apply(random.choice(list(puzzle.legal_moves())))
        boards.append(rushhour.write(puzzle, "boardstring").strip())
    return boards


def seconds(boards: list[str], **options: bool) -> float:
    """The least of three runs."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        rushhour.solve_batch(boards, threads=1, **options)
        times.append(time.process_time() - begin)
    return min(times)


random = Random(1)
listed = [line.split()[1] for line in Path(arguments()[0]).read_text().splitlines()]
lists = {
    "the list": listed,
    "with mirror images": listed + [mirror(board) for board in listed],
    "300 walks of 10": [b for start in random.sample(listed, 300) for b in walk(start, 10, random)],
    "30 walks of 100": [b for start in random.sample(listed, 30) for b in walk(start, 100, random)],
}
print(f"{'':20} {'boards':>6} {'alone':>7} {'shared':>7}   with states: alone, shared")
for name, boards in lists.items():
    times = [
        seconds(boards, states=s, share_clusters=c) for s in (False, True) for c in (False, True)
    ]
    print(f"{name:20} {len(boards):6}", *(f"{time:7.2f}" for time in times))
