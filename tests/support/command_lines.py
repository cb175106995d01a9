"""Words of command lines, and what they read."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PUZZLES = Path(__file__).parents[2] / "puzzles"


CAR_LIST = str(PUZZLES / "assignment.txt")


LARGE = str(PUZZLES / "uva-12x12_7.csv")


SMALL = "..B.../AAB.../....../......\n"


UNSOLVABLE = "AAx./..../..../....\n"


OVERLAP = "6\n0 1 2 h 2\n1 2 2 v 2\n"


COMMAND = [sys.executable, "-m", "rushhour"]


def run(*arguments: str, text: str | None = None, **environment: str) -> Any:
    """The finished process; no traceback is ever allowed."""
    process = subprocess.run(
        [*COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
    assert "Traceback" not in process.stderr
    return process
