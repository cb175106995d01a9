"""Clusters on disk: the same as in memory, resumed after a kill, and nothing of others touched."""

import csv
import itertools
import json
import os
import pickle
import re
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

import rushhour
from rushhour import LimitReachedError, RushHourError
from support import reference
from support.bridge import board_from, puzzle_of, state_of
from support.commands import result
from support.interrupts import interrupted, wait_for_work
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings, examples

ROOT = Path(__file__).parent.parent
SMALL = "..B.../AAB.../....../......"
JAM = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
UNSOLVABLE = "oooBoooooBooAAoBoooooCoooooCoooooCoo"
# 8x8, 1.8 million states.
LARGE = "BBBCCCooxxEoFoHHIoEoFGoZIAAoFGSZoNORxoSoQNORWXSoQUVRWXooQUVooooo"
# 9x9, 21 million states.
HUGE = "baaa.d...b..f.dccc...f.d..hee.f.ggghiAAj....hi.nj.kkkqllnpmm..qr.npt...qrssstuuvv"
COMMAND = [sys.executable, "-m", "rushhour", "explore", "-", "--json", "--max-memory", "1MB"]


@examples(8)
@given(drawings(small=True))
def test_a_cluster_on_disk_is_that_of_the_reference(drawing: Drawing) -> None:
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    for metric, goal in itertools.product(METRICS, GOALS):
        expected = reference.explore(board, metric, goal)
        with TemporaryDirectory() as folder:
            cluster = rushhour.explore(
                puzzle, metric=metric, goal=goal, disk=folder, max_memory=1 << 20
            )
            assert len(cluster) == expected.states, (metric, goal)
            assert cluster.histogram == tuple(expected.histogram), (metric, goal)
            assert cluster.eccentricity == expected.farthest
            solution = cluster.solution()
            if solution is None:
                assert expected.optimum is None
            else:
                assert solution.cost == cluster.distance() == expected.optimum
                assert not solution.verify()
            memory = rushhour.explore(puzzle, metric=metric, goal=goal)
            assert cluster.hardest() == memory.hardest()
            for state in itertools.islice(memory, 40):
                distance = expected.distance.get(state_of(state))
                assert cluster.distance(state) == distance == memory.distance(state)


def test_without_a_solved_state_the_number_of_states_is_known(tmp_path: Path) -> None:
    cluster = rushhour.explore(UNSOLVABLE, disk=tmp_path)
    assert len(cluster) == len(rushhour.explore(UNSOLVABLE))
    assert (cluster.histogram, cluster.hardest(), cluster.solution()) == ((), (), None)
    assert cluster.distance() is cluster.eccentricity is None
    code, out, _ = result("explore", "-", "--disk", tmp_path, "--json", text=UNSOLVABLE)
    assert (code, json.loads(out)["status"]) == (1, "unsolvable")


def test_the_command_prints_what_it_prints_in_memory(tmp_path: Path) -> None:
    code, out, err = result("explore", "-", "--disk", tmp_path / "new", "--json", text=JAM)
    assert code == 0
    folder = re.escape(str(tmp_path / "new"))
    line = rf"rushhour: {folder}: about ([0-9,]+) states at most, [0-9.]+ MB of disk; .* are free\n"
    said = re.fullmatch(line, err)
    assert said is not None
    estimate = rushhour.search.estimate_disk(JAM, tmp_path).states
    assert 1 <= int(said[1].replace(",", "")) / estimate < 1.1
    facts, expected = json.loads(out), json.loads(result("explore", "-", "--json", text=JAM)[1])
    assert len(facts.pop("solution")) == expected["distance"]
    assert facts.pop("hardest") == {"board": expected["hardest"]["board"]}
    assert facts == {key: expected[key] for key in facts}
    code, out, _ = result("explore", "-", "--disk", tmp_path / "new", text=JAM)
    assert code == 0
    assert f"states             {expected['states']}" in out


def test_a_cluster_can_be_pickled(tmp_path: Path) -> None:
    cluster = rushhour.explore(JAM, metric="step", disk=tmp_path)
    again = pickle.loads(pickle.dumps(cluster))
    assert (again.histogram, again.metric) == (cluster.histogram, "step")
    assert cluster.disk_bytes == sum(
        file.stat().st_size for file in sorted(tmp_path.glob("distance-*"))[:-1]
    )
    assert repr(cluster) == repr(rushhour.explore(JAM, metric="step"))


# Explores in children that kill themselves at their first report, second report and so on.
_KILLED = """
import os, signal, sys
from itertools import count
import rushhour

def kill(reports):
    seen = iter(range(reports))
    return lambda _: next(seen, None) is None and os.kill(os.getpid(), signal.SIGKILL)

for reports in count():
    child = os.fork()
    if child == 0:
        board, folder = sys.argv[1:]
        rushhour.explore(board, disk=folder, max_memory=1 << 20, progress=kill(reports))
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    print(status)
    if status == 0:
        break
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_killed_exploration_is_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    cluster = rushhour.explore(LARGEST, disk=whole, max_memory=1 << 20)
    assert len(cluster) == 541934
    script = [sys.executable, "-c", _KILLED, LARGEST, str(killed)]
    run = subprocess.run(script, capture_output=True, text=True, check=True)
    ends = [int(line) for line in run.stdout.split()]
    assert ends[0] == signal.SIGKILL
    assert ends[-1] == 0
    assert _files(killed) == _files(whole)


def test_files_do_not_depend_on_threads(tmp_path: Path) -> None:
    # The successors of a level of this board do not fit 4 MB: each thread writes runs.
    for threads in (1, 2, 3):
        folder = tmp_path / str(threads)
        cluster = rushhour.explore(LARGE, disk=folder, max_memory=4 << 20, threads=threads)
        assert len(cluster) == 1_767_792
        assert _files(folder) == _files(tmp_path / "1")


# Prints the files that are forced to the disk and those that get another name.
_PRINTED_CALLS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int fsync(int file) {
    char link[64], name[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, name, sizeof name - 1) < 0) return -1;
    dprintf(2, "fsync %s\n", name);
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int rename(const char *old, const char *new) {
    dprintf(2, "rename %s\n", new);
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(old, new);
}
"""


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="no way to look")
def test_a_level_of_a_large_cluster_is_on_the_disk_before_it_has_its_name(tmp_path: Path) -> None:
    library, folder = tmp_path / "calls.so", tmp_path / "folder"
    compiler = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library), "-ldl"]
    subprocess.run(compiler, input=_PRINTED_CALLS, text=True, check=True)
    script = [
        sys.executable,
        "-c",
        f"import rushhour; rushhour.explore({LARGE!r}, disk={str(folder)!r})",
    ]
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    run = subprocess.run(script, env=environment, capture_output=True, text=True, check=True)
    calls = [line.split(maxsplit=1) for line in run.stderr.splitlines()]
    renamed = {name: i for i, (call, name) in enumerate(calls) if call == "rename"}
    levels = {str(file) for file in folder.glob("distance-*")}
    # Once the first of these has its name, the files of the first pass are removed.
    assert len(levels) > 3
    last_solved = max(name for name in renamed if Path(name).name.startswith("solved-"))
    for name in (*levels, last_solved):
        call, written = calls[renamed[name] - 1]
        kind = "level" if name in levels else "solved"
        assert (call, written.startswith(str(folder / f"unfinished-{kind}"))) == ("fsync", True)
        assert calls[renamed[name] + 1] == ["fsync", str(folder)]


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_ctrl_c_ends_the_command_and_keeps_what_is_done(tmp_path: Path) -> None:
    pipe, folder = subprocess.PIPE, str(tmp_path / "new")
    process = subprocess.Popen(
        [*COMMAND, "--disk", folder], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )
    assert process.stdin is not None
    process.stdin.write(HUGE)
    process.stdin.close()
    process.stdin = None
    wait_for_work(process)
    said = interrupted(process)
    assert process.returncode == 130
    assert said.endswith("rushhour: interrupted; run the same command again to resume\n")
    assert list((tmp_path / "new").glob("reached-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_full_disk_is_a_limit_and_can_be_resumed(tmp_path: Path) -> None:
    run = subprocess.run(
        [*COMMAND, "--disk", str(tmp_path / "full")],
        input=LARGEST,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    assert run.returncode == 3
    facts = json.loads(run.stdout)
    assert (facts["status"], facts["stopped_by"]) == ("unknown", "disk")
    assert 0 < facts["states"] < 541934
    done = _files(tmp_path / "full")
    assert any(name.startswith("reached") for name in done)
    rushhour.explore(LARGEST, disk=tmp_path / "full")
    rushhour.explore(LARGEST, disk=tmp_path / "whole")
    assert _files(tmp_path / "full") == _files(tmp_path / "whole")


def test_limits_end_an_exploration_which_goes_on_later(tmp_path: Path) -> None:
    for limit in ({"max_states": 5000}, {"max_seconds": 0.0}, {"max_memory": 1000}):
        with pytest.raises(LimitReachedError) as caught:
            rushhour.explore(LARGEST, disk=tmp_path, **limit)
        assert f"max_{caught.value.stopped_by}" in limit
    assert len(rushhour.explore(LARGEST, disk=tmp_path)) == 541934


def test_the_command_says_how_an_exploration_goes_on(tmp_path: Path) -> None:
    command = ("explore", "-", "--disk", tmp_path)
    for limit, hint in (
        ("--max-states=5000", "run it again with a higher --max-states to resume"),
        ("--max-seconds=0", "run the same command again to resume"),
    ):
        code, out, _ = result(*command, limit, text=LARGEST)
        assert (code, out.rstrip().endswith(f" states; {hint}.")) == (3, True), out
    code, out, _ = result("explore", "-", "--max-seconds=0", text=LARGEST)
    assert (code, out.rstrip().endswith(" states.")) == (3, True), out


def test_too_little_memory_names_the_least(tmp_path: Path) -> None:
    with pytest.raises(LimitReachedError):
        rushhour.explore(LARGEST, disk=tmp_path, max_states=5000)
    with pytest.raises(LimitReachedError, match="the least limit is") as caught:
        rushhour.explore(LARGEST, disk=tmp_path, max_memory=100 << 10)
    error = caught.value
    assert error.stopped_by == "memory"
    assert error.states > 1000
    assert error.least is not None
    assert 800 << 10 < error.least < 900_000
    assert len(rushhour.explore(JAM, disk=tmp_path / "jam", max_memory=error.least)) > 0
    code, out, _ = result("explore", "-", "--disk", tmp_path, "--max-memory=100k", text=LARGEST)
    assert code == 3
    found = re.fullmatch(r"No answer: .*; use at least --max-memory ([0-9]+)K\.\n", out)
    assert found is not None
    enough = f"--max-memory={found[1]}K"
    assert result("explore", "-", "--disk", tmp_path / "small", enough, text=SMALL)[0] == 0


def test_a_board_or_a_folder_is_refused_before_its_estimate(tmp_path: Path) -> None:
    with (ROOT / "puzzles" / "large" / "generated.csv").open() as rows:
        board = next(row["board"] for row in csv.DictReader(rows) if row["name"] == "g16-08")
    new = tmp_path / "new"
    code, out, err = result("explore", "-", "--disk", new, text=board)
    assert (code, out, new.exists()) == (2, "", False)
    fitting = "expected a board whose states and moves fit 128 bits"
    assert err == f"rushhour: {fitting}, found one of 230\n"
    rushhour.explore(SMALL, disk=new)
    code, out, err = result("explore", "-", "--disk", new, text=LARGE)
    assert (code, out) == (2, "")
    found = "expected an exploration of a board 8 x 8, found one of a board 4 x 6"
    assert err == f"rushhour: {new / 'manifest.txt'}: {found}\n"


def test_progress_is_reported_and_its_errors_end_the_exploration(tmp_path: Path) -> None:
    def fail(seen: rushhour.Progress) -> None:
        assert seen.bytes > 0
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rushhour.explore(HUGE, disk=tmp_path, progress=fail)


def test_other_folders_are_refused_and_left_alone(tmp_path: Path) -> None:
    letters, ours = tmp_path / "letters", tmp_path / "ours"
    letters.mkdir()
    (letters / "letter.txt").write_text("dear")
    with pytest.raises(RushHourError, match=r"expected a new or empty folder.*letter\.txt"):
        rushhour.explore(JAM, disk=letters)
    assert _files(letters) == {"letter.txt": b"dear"}
    rushhour.explore(JAM, disk=ours)
    before = _files(ours)
    for puzzle, options in ((SMALL, {}), (JAM, {"metric": "step"}), (JAM, {"goal": "past"})):
        with pytest.raises(RushHourError, match=r"expected .* found"):
            rushhour.explore(puzzle, disk=ours, **options)  # type: ignore[call-overload]
    assert _files(ours) == before
    code, _, err = result("explore", "-", "--disk", letters, text=JAM)
    assert (code, "letter.txt" in err) == (2, True)
    with pytest.raises(OSError, match=r"letter\.txt"):
        rushhour.explore(JAM, disk=letters / "letter.txt")


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    cluster = rushhour.explore(JAM, disk=tmp_path)
    (state,) = cluster.hardest(1)
    level = max(tmp_path.glob("distance-*"), key=lambda file: file.stat().st_size)
    data = bytearray(level.read_bytes())
    data[20] ^= 4
    level.write_bytes(data)
    with pytest.raises(RushHourError, match=f"{level.name}.* damaged"):
        cluster.solution(state)
    level.unlink()
    with pytest.raises(RushHourError, match=f"{level.name}: expected a level, found no file"):
        rushhour.explore(JAM, disk=tmp_path)


def test_a_folder_of_an_older_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    rushhour.explore(SMALL, disk=tmp_path)
    manifest = tmp_path / "manifest.txt"
    text = manifest.read_text()
    assert text.startswith("rushhour exploration 2\n")
    manifest.write_text(text.replace("exploration 2", "exploration 1"))
    reason = "in format 2, found one in format 1; delete the folder and explore again"
    with pytest.raises(RushHourError, match=f"manifest.txt: expected an exploration {reason}"):
        rushhour.explore(SMALL, disk=tmp_path)


def test_a_graph_and_several_puzzles_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    for more in (["--graph", str(tmp_path / "graph.csv")], ["-"]):
        code, _, err = result("explore", "-", *more, "--disk", folder, text=JAM)
        assert (code, "--disk" in err) == (2, True)
    file = tmp_path / "two boards.txt"
    file.write_text(f"{JAM}\n{LARGEST}\n")
    code, _, err = result("explore", file, "--disk", folder)
    choice = f"choose the second, for example, by rushhour convert '{file}' --to boardstring"
    assert (code, f"found several; {choice} | sed -n 2p\n" in err) == (2, True), err
    assert result("convert", file, "--to", "boardstring")[1].split()[1] == LARGEST
    code, _, _ = result("explore", "-", "--disk", folder, text=f"{JAM}\n{LARGEST}\n")
    assert code == 2
    assert not folder.exists()


def test_the_estimate_bounds_the_states(tmp_path: Path) -> None:
    for text in (SMALL, JAM, LARGEST):
        estimate = rushhour.search.estimate_disk(text, tmp_path / "new" / "folder")
        assert estimate.states > 0.9 * len(rushhour.explore(text))
        assert estimate.disk_bytes > estimate.states
        assert estimate.free_bytes <= shutil.disk_usage(tmp_path).total
    assert not (tmp_path / "new").exists()
