"""Which loop searches: what an outcome and a cluster say, and what `RUSHHOUR_ENGINE` forces.

`src/agreement.rs` compares what the loops find.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rushhour

JAM = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
EIGHT = "BLCoxxDDBLCooGGHBoCoJJJHAAMoPOooxoMoPOQQoRSFoOUUoRSFWWXooRZZooXo"

SOLVE = "import rushhour, sys; print(rushhour.solve(sys.argv[1]).engine)"
EXPLORE = "import rushhour, sys; print(rushhour.explore(sys.argv[1]).engine)"


def forced(engine: str, script: str, board: str) -> subprocess.CompletedProcess[str]:
    """A script in a process with an engine of its own."""
    command = [sys.executable, "-c", script, board]
    environment = {**os.environ, "RUSHHOUR_ENGINE": engine}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize(
    ("board", "solves", "explores"), [(JAM, "small", "small"), (EIGHT, "simd", "blocks")]
)
def test_the_engine_is_named(board: str, solves: str, explores: str) -> None:
    outcome = rushhour.solve(board)
    assert outcome.engine == outcome.to_dict()["engine"] == solves
    assert rushhour.explore(board).engine == explores


@pytest.mark.parametrize("algorithm", ["refine", "ida", "bidirectional", "astar", "dfs", "naive"])
def test_an_algorithm_has_its_engine(algorithm: str) -> None:
    engine = "best-first" if algorithm in ("astar", "dfs", "naive") else algorithm
    assert rushhour.solve("..B./AAB./..../....", algorithm=algorithm).engine == engine


def test_a_cluster_on_the_disk_says_so(tmp_path: Path) -> None:
    assert rushhour.explore(JAM, disk=tmp_path / "new").engine == "disk"


@pytest.mark.parametrize("engine", ["small", "simd", "wide", "general"])
def test_an_engine_can_be_forced(engine: str) -> None:
    for script in (SOLVE, EXPLORE):
        done = forced(engine, script, JAM)
        assert (done.stdout, done.stderr) == (f"{engine}\n", "")


@pytest.mark.parametrize(
    ("engine", "script", "board", "message"),
    [
        ("small", SOLVE, EIGHT, "the engine small cannot solve this board"),
        ("blocks", SOLVE, JAM, "the engine blocks cannot solve this board"),
        ("small", EXPLORE, EIGHT, "the engine small cannot explore this board"),
        ("quick", SOLVE, JAM, "expected one of small, blocks, simd, wide, general, found"),
    ],
)
def test_an_engine_that_does_not_fit_is_refused(
    engine: str, script: str, board: str, message: str
) -> None:
    done = forced(engine, script, board)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
