"""The same parts on a Dask cluster: workers, nodes, driver and scheduler die in mid-run."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pytest

import rushhour
from rushhour import _core
from rushhour import store as arrow
from rushhour.batch import dask
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part
from rushhour.cli import output
from support.batches import (
    OPTIONS,
    PART,
    ROWS,
    content,
    finished,
    leftovers,
    parts,
    started,
    wait_until,
)

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc"),
    # Dask leaves sockets and event loops to the garbage collector.
    pytest.mark.filterwarnings(
        "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
]

QUIET: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}


class Machines(NamedTuple):
    """A scheduler and its nodes, each a session of its own: a nanny with its worker."""

    address: str
    scheduler: subprocess.Popen[bytes]
    nodes: list[subprocess.Popen[bytes]]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler and two nodes."""
    yield from running(tmp_path, nodes=2)


@pytest.fixture
def nobody(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without any node."""
    yield from running(tmp_path, nodes=0)


def running(tmp_path: Path, nodes: int) -> Iterator[Machines]:
    """Start what the documentation says to start on each machine; kill what is left in the end."""
    file = tmp_path / "scheduler.json"
    scheduler = node("scheduler", file, "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path)]
    workers = [node("worker", file, *options) for _ in range(nodes)]
    try:
        wait_until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        yield Machines(json.loads(file.read_text())["address"], scheduler, workers)
    finally:
        for process in (scheduler, *workers):
            kill(process)


def node(role: str, file: Path, *options: str) -> subprocess.Popen[bytes]:
    module = f"distributed.cli.dask_{role}"
    command = [sys.executable, "-m", module, "--scheduler-file", str(file), *options]
    return subprocess.Popen(command, **QUIET)


def kill(process: subprocess.Popen[Any]) -> None:
    """End a whole session at once, as a power cut does."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def sessions() -> dict[int, int]:
    """Every living process with its session."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                found[int(stat.parent.name)] = int(fields[3])
    return found


def workers_of(nanny: subprocess.Popen[Any]) -> list[int]:
    """The worker of a nanny, which it starts anew where it dies."""
    found = []
    for pid, session in sessions().items():
        with contextlib.suppress(OSError):
            is_worker = "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
            found += [pid] * (session == nanny.pid and is_worker)
    return found


@pytest.mark.slow
def test_a_worker_a_node_and_the_driver_are_killed(
    machines: Machines, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    arguments = (source, "-o", target, *OPTIONS, "--cluster", machines.address)
    wait_until(lambda: len(workers_of(machines.nodes[0])) > 0)
    with started(*arguments) as driver:
        wait_until(lambda: len(parts(target)) >= 2, driver)
        driver.kill()
    assert content(target) == content(undisturbed)[: len(parts(target))]
    with started(*arguments) as driver:
        count = len(parts(target))
        wait_until(lambda: len(parts(target)) >= count + 2, driver)
        for worker in workers_of(machines.nodes[0]):
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(parts(target)) >= count + 4, driver)
        kill(machines.nodes[1])
        assert len(parts(target)) < ROWS / PART
        _, said = driver.communicate(timeout=120)
    assert driver.returncode == 2, said
    head, fault, *_ = said.splitlines()
    assert head == "rushhour: 1,000 rows: 1 malformed, 999 solved"
    assert "in.txt, line 1: expected a square number of cells" in fault
    assert content(target) == content(undisturbed)
    assert leftovers(target) == []


def test_processes_of_this_machine_die_with_the_driver(
    source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    arguments = (source, "-o", target, *OPTIONS, "--cluster", "local:2")
    with started(*arguments, start_new_session=True) as driver:
        wait_until(lambda: len(parts(target)) >= 2, driver)
        driver.kill()
    assert len(parts(target)) < ROWS / PART
    wait_until(lambda: driver.pid not in sessions().values())
    finished(source, "-o", target, *OPTIONS, "--threads", 2, code=2)
    assert content(target) == content(undisturbed)


@pytest.mark.slow
def test_the_scheduler_is_killed(machines: Machines, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    arguments = (source, "-o", target, *OPTIONS, "--cluster", machines.address)
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    with started(*arguments, env=environment) as driver:
        wait_until(lambda: len(parts(target)) >= 2, driver)
        kill(machines.scheduler)
        _, said = driver.communicate(timeout=120)
    assert driver.returncode == 2
    assert said.splitlines() == ["rushhour: the cluster is lost: its scheduler does not answer"]


def test_nobody_is_waited_for_for_ever(
    nobody: Machines, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "_PULSE", 0.1)
    monkeypatch.setattr(dask, "_PATIENCE", 1.0)
    arguments = ("-o", tmp_path / "out", "--cluster", nobody.address)
    said = finished(source, *arguments, code=2)
    assert said == "rushhour: the cluster is lost: no worker was there for 1 s\n"


def test_workers_with_another_version_fail(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _core.VERSION
    monkeypatch.setattr(_core, "VERSION", "0.0.9")
    options = ["--part-rows", 500, "--cluster", "local:1"]
    said = finished(source, "-o", tmp_path / "out", *options, code=4)
    message = f"expected rushhour 0.0.9 on every worker, found {found}"
    assert f"rushhour: part 1 (rows 500 to 999) failed: RushHourError: {message}" in said


def test_workers_with_other_boards_fail() -> None:
    part = Part(0, 0, pa.array([b"AA.."], pa.large_binary()))
    sent = arrow.digest(part.boards)
    arguments = (BatchOptions(), 1, _core.VERSION, sent)
    assert dask._on_worker(part, *arguments)["slides"].to_pylist() == [0]
    other = Part(0, 0, pa.array([b"..AA"], pa.large_binary()))
    with pytest.raises(rushhour.RushHourError, match="expected the boards that were sent"):
        dask._on_worker(other, *arguments)


def test_a_changed_byte_of_an_answer_is_found() -> None:
    part = Part(0, 0, pa.array([b"AA.."], pa.large_binary()))
    arguments = (part, BatchOptions(), 1, _core.VERSION, arrow.digest(part.boards))
    data, digest = dask._answered(dask._on_worker, *arguments)
    assert dask._received(data, digest).equals(dask._on_worker(*arguments), check_metadata=True)
    for at in range(0, len(data), 7):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        with pytest.raises(rushhour.RushHourError, match="expected the answers that were sent"):
            dask._received(bytes(changed), digest)


def test_few_parts_are_in_flight() -> None:
    taken = given = 0

    def endless() -> Iterator[Part]:
        nonlocal taken
        for number in range(30):
            taken += 1
            assert taken - given <= 2
            yield Part(number, number, pa.array([b"AA.."], pa.large_binary()))

    with dask.connected("local:1", 1) as two:
        for part, answer in two.solve(endless(), BatchOptions()):
            assert (part.number, answer["slides"].to_pylist()) == (given, [0])
            given += 1
    assert given == 30


@pytest.mark.parametrize("address", ["local:0", "local:x", "nowhere", "tcp://127.0.0.1:1"])
def test_what_is_no_address(
    address: str, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        said = finished(source, "-o", tmp_path / "out", "--cluster", address, code=2)
    expected = f"rushhour: expected the address of a Dask scheduler or local:N, found {address!r}: "
    assert said.startswith(expected)
    assert not (tmp_path / "out").exists()


def test_a_scheduler_that_does_not_answer_is_named(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    monkeypatch.setattr(output, "_PATIENCE", 0.2)
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        arguments = ("-o", tmp_path / "out", "--cluster", "tcp://127.0.0.1:1")
        said = finished(source, *arguments, code=2).splitlines()
    assert said[0] == "rushhour: waiting for the Dask scheduler at tcp://127.0.0.1:1"
    assert said[1].startswith("rushhour: expected the address of a Dask scheduler")
    assert len(said) == 2


@pytest.mark.parametrize("address", ["local:0", "local:x", "local:", "local:-1"])
def test_no_number_of_processes_is_refused_without_a_connection(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(dask, "_client_of")
    with (
        pytest.raises(rushhour.RushHourError, match=f"local:N, found '{address}': N is"),
        dask.connected(address, None),
    ):
        pass
