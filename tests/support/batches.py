"""What the tests of batches share: boards to solve, and the command in a process of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import rushhour
from support.commands import result

PUZZLES = Path(__file__).parents[2] / "puzzles"
LONG = rushhour.write(
    rushhour.relabel(rushhour.read(PUZZLES / "uva-12x12_7.csv"), "boardstring"), "boardstring"
).strip()
ROWS, PART = 1000, 25
# What makes a row take long enough to be killed in.
OPTIONS = ["--both", "--states", "--part-rows", PART]
COMMAND = [sys.executable, "-m", "rushhour", "batch"]


@lru_cache(maxsize=1)
def classics() -> list[str]:
    """The forty classics as board strings."""
    found = [rushhour.read(path) for path in sorted(PUZZLES.glob("jam-*.txt"))]
    puzzles = [rushhour.relabel(puzzle, "boardstring") for puzzle in found]
    return [rushhour.write(puzzle, "boardstring").strip() for puzzle in puzzles]


def mirror(board: str) -> str:
    """The last row first."""
    side = int(len(board) ** 0.5)
    return "".join(board[row : row + side] for row in range(len(board) - side, -1, -side))


def many(count: int) -> list[str]:
    """So many boards: the classics and their mirror images, again and again."""
    return list(islice(cycle([*classics(), *map(mirror, classics())]), count))


def started(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """The command, at work."""
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*COMMAND, *map(str, arguments)], **{**pipes, **options})


def finished(*arguments: object, code: int = 0, text: str = "") -> str:
    """What the command says on standard error, run in this process."""
    return ran(*arguments, code=code, text=text)[1]


def answers(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
    """The lines of JSON that the command writes on standard output, run in this process."""
    out, _ = ran(*arguments, "-o", "-", code=code)
    return [json.loads(line) for line in out.splitlines()]


def ran(*arguments: object, code: int, text: str = "") -> tuple[str, str]:
    """Standard output and standard error of the command, run in this process."""
    found, *said = result("batch", *arguments, text=text)
    assert found == code, said
    return said[0], said[1]


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for what must come; fail at once where the process ends before."""
    limit = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < limit, "it never came"
        if process is not None and process.poll() is not None:
            raise AssertionError(f"ended too early: {process.communicate()}")
        time.sleep(0.005)


def parts(folder: Path) -> list[Path]:
    """The parts of a folder, in order."""
    return sorted(folder.glob("part-*.parquet"))


def content(folder: Path) -> list[tuple[str, bytes]]:
    """Every part with its bytes."""
    return [(part.name, part.read_bytes()) for part in parts(folder)]


def leftovers(folder: Path) -> list[str]:
    """What is there beside parts, plan and lock."""
    kept = {"_plan.json", "_lock", *(part.name for part in parts(folder))}
    return sorted({path.name for path in folder.iterdir()} - kept)
