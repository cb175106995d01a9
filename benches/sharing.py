"""What `share_clusters` gains: processor seconds of lists, each board by itself and together.

    python benches/sharing.py LIST

LIST holds lines of Fogleman's list: moves, board, cluster size.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from million import mirror

import rushhour


def walk(board: str, steps: int, random: Random) -> list[str]:
    """The boards on a walk of random moves."""
    puzzle, boards = rushhour.parse(board), []
    for _ in range(steps):
        puzzle = puzzle.apply(random.choice(list(puzzle.legal_moves())))
        boards.append(rushhour.write(puzzle, "boardstring").strip())
    return boards


def seconds(boards: list[str], *, share: bool) -> tuple[float, int]:
    """The least of three runs, and the rows that needed no search of their own."""
    least = float("inf")
    for _ in range(3):
        begin = time.process_time()
        table = rushhour.solve_batch(boards, share_clusters=share, threads=1)
        least = min(least, time.process_time() - begin)
    return least, table["expanded"].null_count


random = Random(1)
listed = [line.split()[1] for line in Path(sys.argv[1]).read_text().splitlines()]
lists = {
    "the list": listed,
    "with mirror images": listed + [mirror(board) for board in listed],
    "300 walks of 10": [b for start in random.sample(listed, 300) for b in walk(start, 10, random)],
    "30 walks of 100": [b for start in random.sample(listed, 30) for b in walk(start, 100, random)],
}
for name, boards in lists.items():
    (alone, _), (together, shared) = (seconds(boards, share=share) for share in (False, True))
    print(
        f"{name:20} {len(boards):6} boards {alone:6.2f} s {together:6.2f} s {shared:6} from clusters"
    )
