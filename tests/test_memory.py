"""Memory that is not there, and limits on what is made of a cluster: nothing ends the process."""

import json
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import rushhour
from rushhour import LimitReachedError, cli
from rushhour.lab import patterns
from rushhour.model.move import Metric

PUZZLES = Path(__file__).parent.parent / "puzzles"
TWELVE = PUZZLES / "uva-12x12_7.csv"
JAM_1 = PUZZLES / "jam-01.txt"
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits and sizes are those of Linux")

# What every process begins with: `room(mb)` leaves so much address space, `room()` all of it.
HEAD = """
import json, resource
from pathlib import Path

import numpy, rushhour
from rushhour import LimitReachedError

def status(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))

def room(mb=None):
    most = resource.RLIM_INFINITY if mb is None else status("VmSize") + (mb << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

rushhour.solve("AA..", threads=1)
"""


def told(code: str, *args: object) -> object:
    """What a process says in JSON as its last line; it must not die."""
    script = textwrap.dedent(HEAD) + "import sys\n" + textwrap.dedent(code)
    command = [sys.executable, "-c", script, *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@linux
@pytest.mark.parametrize("algorithm", ["bfs", "naive", "bidirectional"])
def test_the_memory_of_a_search_is_what_the_process_takes(algorithm: str) -> None:
    """Not all of what is held is in use; a table that grows exists twice for a moment."""
    code = """
    before = status("VmHWM")
    outcome = rushhour.solve(sys.argv[1], algorithm=sys.argv[2])
    print(json.dumps([outcome.memory, status("VmHWM") - before]))
    """
    memory, taken = told(code, LARGEST, algorithm)
    assert memory > 3_000_000
    assert 0.6 * memory < taken < 3 * memory


@pytest.mark.parametrize("algorithm", ["astar", "greedy", "uniform", "bfs", "naive", "dfs"])
def test_a_search_needs_the_memory_that_it_takes(algorithm: str) -> None:
    def search(**limit: int) -> rushhour.Outcome:
        return rushhour.solve(rushhour.read(JAM_1), algorithm=algorithm, **limit)

    outcome = search()
    less, more = (search(max_memory=most) for most in (outcome.memory - 1, 3 * outcome.memory))
    assert (less.status, less.stopped_by) == ("unknown", "memory")
    assert (more.solution, more.memory) == (outcome.solution, outcome.memory)


@pytest.mark.parametrize("card", ["01", "14", "33", "40"])
def test_duplicates_in_the_queue_take_memory(card: str) -> None:
    puzzle = rushhour.read(PUZZLES / f"jam-{card}.txt")
    naive, bfs = (rushhour.solve(puzzle, algorithm=name) for name in ("naive", "bfs"))
    assert naive.memory > bfs.memory > 8 * bfs.expanded


def test_tables_of_a_heuristic_count() -> None:
    puzzle = rushhour.read(JAM_1)
    built = rushhour.solve(puzzle, heuristic="pattern").memory
    assert built > rushhour.solve(puzzle, heuristic="advanced").memory


@linux
@pytest.mark.parametrize(
    ("algorithm", "heuristic", "megabytes"),
    [
        ("fast", None, 16),
        ("refine", None, 1),
        ("bidirectional", None, 16),
        ("naive", None, 16),
        ("dfs", None, 16),
        ("astar", "blocking", 16),
        ("greedy", "zero", 16),
        ("astar", "patterns", 6),
        ("ida", "patterns", 6),
    ],
)
def test_a_search_without_memory_is_unknown(
    algorithm: str, heuristic: str | None, megabytes: int
) -> None:
    code = """
        file, algorithm, heuristic, megabytes = sys.argv[1:]
        options = {} if heuristic == "None" else {"heuristic": heuristic}
        puzzle = rushhour.read(file)
        room(int(megabytes))
        outcome = rushhour.solve(puzzle, algorithm=algorithm, max_memory=None, **options)
        print(json.dumps([outcome.status, outcome.stopped_by, outcome.lower_bound <= 25]))
    """
    assert told(code, TWELVE, algorithm, heuristic, megabytes) == ["unknown", "memory", True]


@linux
def test_a_small_board_without_memory_for_its_loop_is_unknown() -> None:
    code = """
        # The gaps serve the small allocations, which are not tried.
        gaps = [bytearray(size) for size in (1_000, 40_000) for _ in range(20)]
        del gaps[::2]
        room(0)
        outcome = rushhour.solve(sys.argv[1], algorithm="fast", max_memory=None, metric="step")
        room()
        again = rushhour.solve(sys.argv[1], algorithm="fast", metric="step")
        print(json.dumps([outcome.stopped_by, again.cost]))
    """
    assert told(code, LARGEST) == ["memory", 29]


@linux
@pytest.mark.parametrize(("board", "megabytes"), [(LARGEST, 4), (LARGEST, 40), (TWELVE, 16)])
def test_explore_without_memory_is_a_limit(board: str | Path, megabytes: int) -> None:
    code = """
        board = sys.argv[1]
        puzzle = rushhour.read(board) if board.endswith(".csv") else rushhour.parse(board)
        room(int(sys.argv[2]))
        try:
            rushhour.explore(puzzle, max_memory=None)
        except LimitReachedError as error:
            room()
            print(json.dumps([error.stopped_by, error.states > 1000]))
    """
    assert told(code, board, megabytes) == ["memory", True]


@linux
@pytest.mark.slow
def test_what_is_made_of_a_cluster_without_memory_is_a_memory_error() -> None:
    code = """
        cluster = rushhour.explore(sys.argv[1])
        start = cluster.puzzle
        calls = {
            "arrays": cluster.arrays,
            "graph": cluster.graph,
            "distance": cluster.distance,
            "contains": lambda: start in cluster,
            "solution": cluster.solution,
            "index": cluster.index,
            "walk": lambda: cluster.walk(cluster.hardest(1)[0]),
        }
        failed = []
        for name, call in calls.items():
            room(1)
            try:
                call()
            except MemoryError:
                failed.append(name)
            room()
        print(json.dumps([failed == list(calls), cluster.distance(), len(cluster.arrays()[0])]))
    """
    assert told(code, LARGEST) == [True, 15, 541_934]


@linux
@pytest.mark.parametrize(
    ("name", "megabytes"), [("explore", 16), ("fast", 16), ("refine", 4), ("astar", 16)]
)
def test_the_limit_on_memory_is_that_on_what_the_process_takes(name: str, megabytes: int) -> None:
    """docs/reference/limits.md promises a twentieth and a megabyte more at the most."""
    code = """
        file, name, limit = sys.argv[1], sys.argv[2], int(sys.argv[3]) << 20
        def search(puzzle):
            if name != "explore":
                return rushhour.solve(puzzle, algorithm=name, max_memory=limit).stopped_by
            try:
                rushhour.explore(puzzle, max_memory=limit)
            except LimitReachedError as error:
                return error.stopped_by
        search(rushhour.read(sys.argv[4]))
        Path("/proc/self/clear_refs").write_text("5")
        before = status("VmRSS")
        stop = search(rushhour.read(file))
        print(json.dumps([stop, status("VmHWM") - before]))
    """
    stop, taken = told(code, TWELVE, name, megabytes, JAM_1)  # type: ignore[misc]
    assert stop == "memory"
    assert taken <= megabytes * (1 << 20) * 21 / 20 + (1 << 20)


@linux
@pytest.mark.parametrize(("megabytes", "threads"), [(2, 1), (4, 2), (8, 2)])
def test_the_limit_on_memory_holds_on_disk(tmp_path: Path, megabytes: int, threads: int) -> None:
    code = """
        board, folder = sys.argv[1], Path(sys.argv[2])
        room(16)
        try:
            rushhour.explore(board, disk=folder / "refused", max_memory=None)
        except LimitReachedError as error:
            stop = error.stopped_by
        room()
        rushhour.explore(rushhour.read(sys.argv[3]), disk=folder / "small")
        Path("/proc/self/clear_refs").write_text("5")
        before = status("VmRSS")
        limits = {"max_memory": int(sys.argv[4]) << 20, "threads": int(sys.argv[5])}
        cluster = rushhour.explore(board, disk=folder / "large", **limits)
        print(json.dumps([stop, len(cluster), status("VmHWM") - before]))
    """
    found = told(code, LARGEST, tmp_path, JAM_1, megabytes, threads)
    stop, states, taken = found  # type: ignore[misc]
    assert (stop, states) == ("memory", 541_934)
    assert taken <= (megabytes << 20) * 21 / 20 + (1 << 20)


@linux
@pytest.mark.slow
def test_the_command_line_says_what_is_missing() -> None:
    command = ["-m", "rushhour", "explore", str(TWELVE), "--max-memory", "100G"]
    shell = f"ulimit -v 300000; exec {sys.executable} {' '.join(command)}"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == cli.exit.LIMIT, done.stderr
    assert "the limit on memory was reached after" in done.stdout


# KB of address space, and whether each command works with so much.
COMMANDS = {
    "solve": (["solve", JAM_1], 100 << 10),
    "analyse": (["analyse", JAM_1], 100 << 10),
    "generate": (["generate", "--seed", "1"], 100 << 10),
    "explore": (["explore", JAM_1, "--graph", "graph.parquet"], 600 << 10),
    "enumerate": (["enumerate", "--rows", "3", "--cols", "4"], 600 << 10),
    "batch": (["batch", "boards.txt", "-o", "-", "--analyse", "--threads", "2"], 1200 << 10),
}


@linux
@pytest.mark.parametrize("room", [40_000, 250_000, 400_000, 620_000, 1_600_000])
@pytest.mark.parametrize("verb", COMMANDS)
def test_little_address_space_is_a_limit_and_never_a_crash(
    verb: str, room: int, tmp_path: Path
) -> None:
    """NumPy's OpenBLAS ended a process with 130, small allocations with 134 or 127."""
    (tmp_path / "boards.txt").write_text("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n" * 20)
    arguments, least = COMMANDS[verb]
    command = ["bash", "-c", f'ulimit -v {room}; exec "$@"', "bash", sys.executable, "-m"]
    done = subprocess.run(
        [*command, "rushhour", *map(str, arguments)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if room >= least:
        assert done.returncode == cli.exit.SOLVED, done.stderr
    else:
        assert done.returncode == cli.exit.LIMIT, done.stderr
        assert "out of memory: expected at least" in done.stderr
        assert f"found {(room << 10) // 2**20} MB (ulimit -v)" in done.stderr


@linux
@pytest.mark.parametrize(
    ("room", "code", "said"),
    [
        ("700000", cli.exit.LIMIT, "rushhour: out of memory: no room is left (ulimit -v)\n"),
        ("unlimited", -signal.SIGABRT, ""),
    ],
)
def test_an_abort_under_a_limit_on_the_address_space_is_that_limit(
    room: str, code: int, said: str, tmp_path: Path
) -> None:
    """Rust and C++ abort where a small allocation fails; here a heuristic of the user does."""
    (tmp_path / "own.py").write_text("import os\ndef h(state): os.abort()\n")
    command = ["bash", "-c", f'ulimit -c 0; ulimit -v {room}; exec "$@"', "bash", sys.executable]
    arguments = ["-m", "rushhour", "solve", str(JAM_1), "own.py:h"]
    done = subprocess.run(
        [*command, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, said)


def test_a_memory_error_on_the_command_line_is_a_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no memory for the states of the cluster")

    monkeypatch.setattr("rushhour.search.cluster.Cluster.distance", fail)
    assert cli.run(["explore", str(JAM_1)]) == cli.exit.LIMIT
    assert capsys.readouterr().err == (
        "rushhour: out of memory: no memory for the states of the cluster\n"
    )


LIMITS = [
    ("states", {"max_states": 2}),
    ("memory", {"max_memory": 100}),
    ("seconds", {"max_seconds": 0}),
]


@pytest.mark.parametrize(("limit", "options"), LIMITS)
@pytest.mark.parametrize("metric", ["slide", "step"])
def test_limits_on_what_is_made_of_a_cluster(
    limit: str, options: dict[str, int], metric: Metric
) -> None:
    cluster = rushhour.explore(LARGEST, metric=metric)
    calls: tuple[Callable[..., object], ...] = (cluster.count_solutions, cluster.refined)
    for call in calls:
        with pytest.raises(LimitReachedError) as caught:
            call(**options)
        assert caught.value.stopped_by == limit
        assert caught.value.states > 0
        assert call() is not None


@pytest.mark.parametrize(("limit", "options"), LIMITS)
def test_limits_on_the_tables_of_a_heuristic(limit: str, options: dict[str, int]) -> None:
    with pytest.raises(LimitReachedError) as caught:
        patterns(rushhour.read(JAM_1), **options)  # type: ignore[arg-type]
    assert caught.value.stopped_by == limit
    for algorithm in ("astar", "ida"):
        puzzle = rushhour.read(JAM_1)
        outcome = rushhour.solve(puzzle, algorithm=algorithm, heuristic="patterns", **options)  # type: ignore[arg-type]
        assert (outcome.status, outcome.stopped_by, outcome.lower_bound) == ("unknown", limit, 1)
        assert (outcome.expanded, outcome.evaluated) == (0, 0)
    with pytest.raises(LimitReachedError):
        rushhour.lab.check("patterns", [puzzle], tiny=False, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        ("states", {"max_states": 0}),
        ("memory", {"max_memory": 1000}),
        ("seconds", {"max_seconds": 0}),
    ],
)
def test_a_certificate_names_the_limit_that_came_first(limit: str, options: dict[str, int]) -> None:
    outcome = rushhour.solve(rushhour.read(JAM_1))
    with pytest.raises(LimitReachedError) as caught:
        rushhour.certificate.certify(outcome, **options)  # type: ignore[arg-type]
    assert caught.value.stopped_by == limit


def test_explore_on_the_command_line_names_the_limit_on_what_it_lists(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cluster is known, its solutions are not."""

    def give_up(*_: object, **__: object) -> None:
        raise LimitReachedError("seconds", 12)

    monkeypatch.setattr("rushhour.search.cluster.Cluster.refined", give_up)
    assert cli.run(["explore", str(JAM_1), "--json"]) == cli.exit.LIMIT
    facts = json.loads(capsys.readouterr().out)
    assert (facts["status"], facts["stopped_by"], facts["refined"]) == ("solved", "seconds", None)
    assert facts["states"] == 1247
    assert cli.run(["explore", str(JAM_1)]) == cli.exit.LIMIT
    assert "stopped by         seconds" in capsys.readouterr().out


@linux
def test_many_boards_are_solved_where_no_thread_can_be_had() -> None:
    code = """
        # The loop of this thread has its buffers; another thread would need 2 MB for its stack.
        boards = [sys.argv[1]] * 300
        list(rushhour.solve_many(boards, threads=1))
        room(1)
        outcomes = list(rushhour.solve_many(boards, threads=2))
        room()
        print(json.dumps(sorted({outcome.cost for outcome in outcomes})))
    """
    assert told(code, "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM") == [60]
