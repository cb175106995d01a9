"""The limit on memory beside the memory that was really taken.

`python benches/memory.py [MB ...]`: for `explore` and each algorithm that keeps states, how far the
resident memory of a process of its own grows at its peak (VmHWM of Linux, less what was resident
before). That counts what the allocator keeps of lists that were given back.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import rushhour
from usage import arguments

# More states than the limits allow for most, and a tiny board to load the code with.
BOARDS = {
    "6x6": "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...",
    "9x9": "baaa.d...b..f.dccc...f.d..hee.f.ggghiAAj....hi.nj.kkkqllnpmm..qr.npt...qrssstuuvv",
    "12x12": rushhour.read(Path(__file__).parent.parent / "puzzles" / "uva-12x12_7.csv"),
}
WARM = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
MB = 1 << 20


def main(limits: list[int]) -> None:
    """Print a line for each algorithm, board and limit."""
    print("algorithm      board  limit: MB  peak: MB  peak - limit")
    for board, puzzle in BOARDS.items():
        for name in ("explore", *(one.name for one in rushhour.algorithms() if one.name != "ida")):
            for limit in limits:
                line = measured(partial(row, name, puzzle, limit))
                print(f"{name:14} {board:5} {limit:10} {line}", flush=True)


def row(name: str, puzzle: rushhour.Puzzle | str, limit: int) -> str:
    """What a search took, and whether the limit ended it."""
    ended(name, WARM, limit)
    Path("/proc/self/clear_refs").write_text("5")
    before = resident("VmRSS")
    is_ended = ended(name, puzzle, limit)
    peak = (resident("VmHWM") - before) / MB
    return f"{peak:9.1f} {peak - limit:13.1f}" if is_ended else f"{peak:9.1f}  (ended within it)"


def ended(name: str, puzzle: rushhour.Puzzle | str, limit: int) -> bool:
    """Search; whether the limit on memory came first."""
    if name != "explore":
        return rushhour.solve(puzzle, algorithm=name, max_memory=limit * MB).stopped_by == "memory"
    try:
        rushhour.explore(puzzle, max_memory=limit * MB)
    except rushhour.LimitReachedError:
        return True
    return False


def resident(field: str) -> int:
    """A field of the process's status, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def measured(run: Callable[[], str]) -> str:
    """What a function gives in a process of its own."""
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, run().encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        return pipe.read()


if __name__ == "__main__":
    main([int(limit) for limit in arguments()] or [4, 16, 64])
