"""Fast Downward, if it is installed here or in the environment that RUSHHOUR_DOWNWARD names.

`python3 -m venv /some/folder` and `/some/folder/bin/pip install up-fast-downward unified-planning`
install it; RUSHHOUR_DOWNWARD is then `/some/folder/bin/python`.
"""

import os
import re
import subprocess
import sys
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

_WHERE = (
    "import importlib.util as u; print(*u.find_spec('up_fast_downward').submodule_search_locations)"
)


class Run(NamedTuple):
    """What a search found: a cost, or None without a plan; its plan and its counters."""

    cost: int | None
    plan: str
    expanded: int
    search_seconds: float
    total_seconds: float


def python() -> str:
    """The interpreter that has the planner."""
    return os.environ.get("RUSHHOUR_DOWNWARD", sys.executable)


@cache
def driver() -> Path | None:
    """The script that runs the planner; None if it is not installed."""
    found = subprocess.run([python(), "-c", _WHERE], capture_output=True, text=True, check=False)
    script = Path(found.stdout.strip()) / "downward" / "fast-downward.py"
    return script if found.returncode == 0 and script.exists() else None


def search(domain: Path, problem: Path, how: str, seconds: int = 1800) -> Run:
    """Solve a task by a search such as `astar(blind())`."""
    folder = domain.parent
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    limit = ["--search-time-limit", str(seconds)]
    names = [str(domain), str(problem)]
    done = subprocess.run(
        [python(), str(driver()), "--plan-file", str(plan), *limit, *names, "--search", how],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    # 0: solved; 10 to 12: proved unsolvable, by the translator or the search; 23: out of time.
    assert done.returncode in (0, 10, 11, 12, 23), done.stdout[-2000:] + done.stderr
    is_solved = done.returncode == 0
    text = plan.read_text() if is_solved else ""
    return Run(
        int(number(r"; cost = (\d+)", text)) if is_solved else None,
        text,
        int(number(r"Expanded (\d+) state", done.stdout)),
        number(r"Search time: ([\d.]+)s", done.stdout),
        number(r"Planner time: ([\d.]+)s", done.stdout),
    )


def initial(domain: Path, problem: Path, heuristic: str) -> float:
    """The value of a heuristic such as `lmcut` at the start; inf if it proves no plan."""
    how = f"let(h, {heuristic}(), eager_greedy([h]))"
    command = [python(), str(driver()), str(domain), str(problem), "--search", how]
    done = subprocess.run(command, cwd=domain.parent, capture_output=True, text=True, check=False)
    found = re.search(r"Initial heuristic value for \S+: (\d+|infinity)", done.stdout)
    assert found, done.stdout[-2000:] + done.stderr
    return inf if found[1] == "infinity" else int(found[1])


def number(pattern: str, text: str) -> float:
    """The last number of a pattern in a text, 0 if there is none."""
    found = re.findall(pattern, text)
    return float(found[-1]) if found else 0.0
